// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/lesson/lessonview.h"

#include "core/store/trialquery.h"
#include "core/task/task.h"
#include "widgets/base/theme.h"
#include "widgets/base/themestyle.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"
#include "widgets/views/lesson/lessonlist.h"
#include "widgets/views/lesson/programstate.h"
#include "widgets/views/lesson/stepcard.h"

#include <QDateTime>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr int kPollMilliseconds = 350;
constexpr int kReadMilliseconds = 300; // leaves the first paint time: a timer of 0 ms may fire before it

QScrollArea* makeScroll(QWidget* page)
{
    auto* scroll = new QScrollArea;
    page->setAttribute(Qt::WA_Resized); // to the size of the scroll area, when that is known
    scroll->setWidgetResizable(true);
    scroll->setWidget(page);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return scroll;
}

} // namespace

LessonView::LessonView(Workspace& workspace, QWidget* parent)
    : View(workspace, parent)
    , m_book(workspace)
    , m_pages(new QStackedWidget)
    , m_list(new LessonList)
{
    setAccessibleName(tr("Lesson"));
    m_pages->addWidget(makeScroll(m_list));
    connect(m_list, &LessonList::chosen, this, &LessonView::open);
    m_pages->addWidget(makeLessonPage());
    inColumn(this, {m_pages}, QMargins());
    m_poll.setInterval(kPollMilliseconds);
    connect(&m_poll, &QTimer::timeout, this, &LessonView::compute);
    connect(&m_book, &LessonBook::reset, this, [this] {
        m_replies.clear();
        m_opened.clear();
        if (m_isRead) {
            fillList();
        }
        rebuild();
    });
    QTimer::singleShot(kReadMilliseconds, this, [this] { (void)lessons(); });
    state().bind(
        QStringLiteral("lesson"), [this] { return QJsonValue(lesson()); },
        [this](const QJsonValue& value) { open(value.toString()); });
}

LessonView::~LessonView() = default;

QWidget* LessonView::makeLessonPage()
{
    auto* back = makeControl<QToolButton>("lessons");
    back->setText(tr("All Lessons"));
    back->setIcon(iconNamed(QStringLiteral("go-previous")));
    back->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    back->setAutoRaise(true);
    connect(back, &QToolButton::clicked, this, &LessonView::showList);
    m_place = makeSentence({});
    m_title = makeHeading({}, TextSize::Title);
    m_title->setWordWrap(true);
    auto* head = new QWidget;
    inColumn(head, {inRow({back, BoxItem::rest(), m_place}, QMargins()), m_title}, QMargins() + space::kMedium, space::kSmall);
    auto* cards = new QWidget;
    m_cards = inColumn(cards, {}, QMargins() + space::kMedium, space::kSmall);
    m_scroll = makeScroll(cards);
    auto* page = new QWidget;
    inColumn(page, {head, {m_scroll, 1}}, QMargins(), 0);
    return page;
}

void LessonView::addActions(ActionRegistry& registry)
{
    registry.add("lesson.list", tr("&All Lessons"), {}, [this] { showList(); });
    registry.add(
        "lesson.restart", tr("&Restart the Lesson"), {},
        [this] {
            m_book.add(m_lesson->id, {}, "restart");
            m_replies.clear();
            m_opened.clear();
            rebuild();
        },
        [this] { return m_lesson ? QString() : tr("No lesson is open."); });
    registry.add(
        "lesson.check", tr("&Check the Step"), {}, [this] { check(Cause::Button); },
        [this] { return currentStep() ? QString() : tr("No step of a lesson is open."); });
}

void LessonView::addFolders(const QStringList& folders)
{
    m_folders += folders;
    readLessons();
}

const std::vector<Lesson>& LessonView::lessons()
{
    if (!m_isRead) {
        readLessons();
    }
    return m_found.lessons;
}

void LessonView::readLessons()
{
    m_isRead = true;
    const QString id = lesson();
    m_lesson = nullptr;
    std::vector<std::string> more;
    std::ranges::transform(m_folders, std::back_inserter(more), &QString::toStdString);
    m_found = findLessons(lessonRoots(), more);
    for (const Sentence& problem : m_found.problems) {
        workspace().report(MessageLevel::Warning, phrase("A lesson is left out: {}", problem));
    }
    fillList();
    open(id);
}

void LessonView::fillList()
{
    m_list->setLessons(lessons(), m_book.log());
}

const LessonText& LessonView::text() const
{
    return m_lesson->text(lessonLanguage());
}

QString LessonView::lesson() const
{
    return m_lesson ? QString::fromStdString(m_lesson->id) : QString();
}

QString LessonView::step() const
{
    const LessonStep* current = currentStep();
    return current ? QString::fromStdString(current->key) : QString();
}

QString LessonView::reply() const
{
    QString last;
    for (const StepCard* card : findChildren<StepCard*>()) {
        last = card->reply().isEmpty() ? last : card->reply();
    }
    return m_current && !m_current->reply().isEmpty() ? m_current->reply() : last;
}

void LessonView::open(const QString& id)
{
    const auto found = id.isEmpty() ? m_found.lessons.end() : std::ranges::find(lessons(), id.toStdString(), &Lesson::id);
    if (found == m_found.lessons.end()) {
        showList();
        return;
    }
    m_lesson = &*found;
    m_openedAt = QDateTime::currentMSecsSinceEpoch();
    m_replies.clear();
    m_opened.clear();
    m_pages->setCurrentIndex(1);
    rebuild();
    if (isVisible()) {
        m_poll.start();
        compute();
    }
}

void LessonView::showList()
{
    m_lesson = nullptr;
    m_poll.stop();
    if (m_isRead) { // otherwise the list is filled when it is shown
        fillList();
    }
    m_pages->setCurrentIndex(0);
}

StepProgress LessonView::progressOf(const std::string& step) const
{
    const auto all = m_book.log().progress(m_lesson->id);
    const auto found = all.find(step);
    return found == all.end() ? StepProgress() : found->second;
}

const LessonStep* LessonView::currentStep() const
{
    if (!m_lesson) {
        return nullptr;
    }
    const auto all = m_book.log().progress(m_lesson->id);
    const auto isOpen = [&all](const LessonStep& step) {
        const auto found = all.find(step.key);
        return found == all.end() || !found->second.isDone;
    };
    const auto found = std::ranges::find_if(m_lesson->steps, isOpen);
    return found == m_lesson->steps.end() ? nullptr : &*found;
}

void LessonView::rebuild()
{
    if (!m_lesson) {
        return;
    }
    clearLayout(*m_cards);
    m_current = nullptr;
    const LessonText& all = text();
    const LessonStep* current = currentStep();
    const LessonState now = stateWithAnswers();
    m_shown = current ? filledIn(all.steps.at(current->key), now) : StepText();
    const auto place = current ? current - m_lesson->steps.data() : std::ssize(m_lesson->steps);
    m_title->setText(QString::fromStdString(all.title));
    m_place->setText(current ? tr("Step %1 of %2").arg(place + 1).arg(m_lesson->steps.size())
                             : tr("All %1 steps are done").arg(m_lesson->steps.size()));
    if (place == 0) {
        for (const LessonBlock& block : all.intro) {
            auto* label = new QLabel(QString::fromStdString(lessonRichText(block)));
            label->setWordWrap(true);
            m_cards->addWidget(label);
        }
    }
    for (const LessonStep& step : m_lesson->steps) {
        addCard(step, filledIn(all.steps.at(step.key), now), &step == current);
    }
    if (!current) {
        addNextLesson();
    }
    m_cards->addStretch(1);
    QTimer::singleShot(0, this, [this] {
        if (m_current) {
            m_scroll->ensureWidgetVisible(m_current, 0, space::kWide);
        }
    });
}

/// At the end of a lesson, a button that opens the next one.
void LessonView::addNextLesson()
{
    const size_t next = static_cast<size_t>(m_lesson - m_found.lessons.data()) + 1;
    if (next >= m_found.lessons.size()) {
        return;
    }
    const Lesson& lesson = m_found.lessons[next];
    auto* button = makeControl<QPushButton>("nextLesson", tr("Next: %1").arg(numberedTitle(lesson)));
    button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    makePrimary(*button);
    connect(
        button, &QPushButton::clicked, this, [this, id = QString::fromStdString(lesson.id)] { open(id); }, Qt::QueuedConnection);
    m_cards->addWidget(button);
}

void LessonView::addCard(const LessonStep& step, const StepText& stepText, bool isCurrent)
{
    const CardContent content{m_lesson, &step, &stepText, progressOf(step.key), m_replies[step.key]};
    const bool isLast = !content.reply.isEmpty() && content.progress.isDone
                     && (&step == &m_lesson->steps.back() || !progressOf((&step + 1)->key).isDone);
    const bool isOpen = isLast || m_opened.contains(step.key);
    const auto kind = content.progress.isDone ? StepCard::State::Done
                    : isCurrent               ? StepCard::State::Current
                                              : StepCard::State::Later;
    auto* card = new StepCard(content, kind, isOpen);
    m_cards->addWidget(card);
    connect(card, &StepCard::foldToggled, this, [this, key = step.key](bool isUnfolded) {
        isUnfolded ? (void)m_opened.insert(key) : (void)m_opened.erase(key);
        if (!isUnfolded) {
            m_replies.erase(key);
        }
        QTimer::singleShot(0, this, &LessonView::rebuild); // the button that was pressed goes away
    });
    if (!isCurrent) {
        return;
    }
    m_current = card;
    connect(card, &StepCard::choiceMade, this, &LessonView::choose, Qt::QueuedConnection);
    connect(card, &StepCard::checkWanted, this, [this] { check(Cause::Button); }, Qt::QueuedConnection);
    connect(card, &StepCard::controlWanted, this, &LessonView::controlWanted);
    connect(card, &StepCard::linesWanted, this, &LessonView::linesWanted);
    connect(
        card, &StepCard::hintWanted, this,
        [this] {
            record("hint");
            rebuild();
        },
        Qt::QueuedConnection);
    connect(
        card, &StepCard::goOnWanted, this,
        [this] {
            record("go");
            check(Cause::State);
        },
        Qt::QueuedConnection);
}

void LessonView::record(const char* event, nlohmann::json more)
{
    const LessonStep* step = currentStep();
    if (!step) {
        return;
    }
    if (progressOf(step->key).begun == 0) { // opening a lesson alone creates no project
        m_book.add(m_lesson->id, step->key, "begin", {{"opened", m_openedAt}});
    }
    m_book.add(m_lesson->id, step->key, event, std::move(more));
}

void LessonView::choose(const QString& key)
{
    record("choose", {{"choice", key.toStdString()}});
    rebuild();
    check(Cause::Choice);
}

LessonState LessonView::stateWithAnswers() const
{
    LessonState all = m_lessonState;
    for (const LessonStep& step : m_lesson->steps) {
        const StepProgress progress = progressOf(step.key);
        const auto chosen = std::ranges::find(step.choices, progress.choice, &LessonChoice::key);
        all["answer." + step.key] = chosen == step.choices.end() ? 0 : chosen - step.choices.begin() + 1;
        all["done." + step.key] = progress.isDone ? 1 : 0;
    }
    return all;
}

void LessonView::check(Cause cause)
{
    const LessonStep* step = currentStep();
    if (!step || !m_current) {
        return;
    }
    const LessonState now = stateWithAnswers();
    const StepVerdict verdict = checkStep(*step, now, progressOf(step->key));
    QString sentence = QString::fromStdString(verdictText(verdict, text().steps.at(step->key), now));
    if (verdict.says == StepVerdict::Says::ChooseFirst) {
        sentence = tr("Choose an answer first.");
    }
    if (cause == Cause::Button) {
        record("check", {{"says", verdict.key}, {"state", readValues(*step, now)}});
    }
    if (verdict.isDone) {
        finishStep(*step, verdict, sentence);
        return;
    }
    const bool isWrong = verdict.says == StepVerdict::Says::Wrong;
    if (cause != Cause::State || isWrong || !m_current->reply().isEmpty()) {
        m_current->setReply(sentence, isWrong); // with the values of now
    }
}

void LessonView::finishStep(const LessonStep& step, const StepVerdict& verdict, const QString& sentence)
{
    const StepProgress progress = progressOf(step.key);
    m_replies[step.key] = sentence;
    record("done", {{"right", verdict.isRight}, {"choice", progress.choice}, {"state", readValues(step, stateWithAnswers())}});
    if (const LessonStep* next = currentStep()) {
        m_book.add(m_lesson->id, next->key, "begin");
    }
    rebuild();
}

/// Reads the speed-up of the chosen config's newest trial, when another config or another trial may be it.
void LessonView::readSpeedup()
{
    const ProgramFacts facts = programFacts(workspace());
    int64_t trials = 0;
    std::vector<int64_t> runs;
    for (const RunRow& run : facts.taskRuns) {
        trials += run.trials;
        runs.push_back(run.id);
    }
    const std::pair of{facts.config, trials};
    if (of == m_speedupOf) {
        return;
    }
    m_speedupOf = of;
    m_speedup = 0;
    if (runs.empty() || facts.config < 0) {
        return;
    }
    workspace().ask(
        this, QStringLiteral("lesson.speedup"),
        [runs, config = facts.config](Project& project) -> Result<double> {
            double speedup = 0;
            for (const int64_t run : runs) {
                if (const auto key = TRY(firstTrialOf(project, run, config))) {
                    const auto rows = TRY(trialRows(project, {&*key, 1}));
                    speedup = rows.empty() ? speedup : rows.front().speedup;
                }
            }
            return speedup;
        },
        [this](const Result<double>& speedup) { m_speedup = std::llround(100 * speedup.value_or(0)); });
}

void LessonView::compute()
{
    readSpeedup();
    ProgramFacts facts = programFacts(workspace());
    facts.others = m_facts ? m_facts() : LessonState();
    facts.others["config_speedup"] = m_speedup;
    m_work.ask([facts = std::move(facts)]() -> Result<LessonState> { return programState(facts); },
               [this](const Result<LessonState>& computed) {
                   if (computed) {
                       takeState(*computed);
                   }
               });
}

void LessonView::takeState(LessonState state)
{
    const bool isNew = state != m_lessonState;
    m_lessonState = std::move(state);
    const LessonStep* current = currentStep();
    if (isNew && current && filledIn(text().steps.at(current->key), stateWithAnswers()) != m_shown) {
        rebuild(); // the card names values of the state
    }
    if (m_lesson && (isNew || (m_current && m_current->reply().isEmpty()))) {
        check(Cause::State);
    }
}

void LessonView::refreshNow()
{
    if (m_lesson) {
        compute();
        m_work.finishNow();
    }
}

void LessonView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    fillList();
    if (m_lesson) {
        m_poll.start();
        compute();
    }
}

void LessonView::hideEvent(QHideEvent* event)
{
    View::hideEvent(event);
    m_poll.stop();
}

} // namespace knobscope
