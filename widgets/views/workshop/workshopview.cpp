// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/workshop/workshopview.h"

#include "core/script/apply.h"
#include "core/script/workload.h"
#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/base/themestyle.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/flowrow.h"
#include "widgets/controls/section.h"
#include "widgets/project/machinepeaks.h"
#include "widgets/views/workshop/knobdialog.h"
#include "widgets/views/workshop/loopstrip.h"
#include "widgets/views/workshop/scheduleeditor.h"
#include "widgets/views/workshop/stairpanel.h"
#include "widgets/views/workshop/statepicture.h"
#include "widgets/views/workshop/visitpicture.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSaveFile>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int kTypingMs = 80;
constexpr int kPictureWidth = 420;

QString shippedText(const QString& name)
{
    QFile file(QStringLiteral(":/schedules/%1.sched").arg(name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

WorkshopView::WorkshopView(Workspace& workspace, QWidget* parent)
    : View(workspace, parent)
    , m_keeper(workspace)
    , m_clock(workspace)
    , m_editor(makeControl<ScheduleEditor>("text"))
    , m_problem(makeControl<QLabel>("problem"))
    , m_title(new QLabel)
    , m_status(makeSentence({}))
    , m_stairs(new StairPanel)
    , m_visits(new VisitPicture)
    , m_loops(makeControl<LoopStrip>("loops"))
    , m_nest(makeControl<QPlainTextEdit>("nest"))
    , m_time(makeControl<QPushButton>("time", tr("&Time It")))
{
    m_editor->setAccessibleName(tr("Text of the schedule"));
    m_nest->setAccessibleName(tr("Loop nest after the line of the caret"));
    m_loops->setAccessibleName(tr("Loops after the line of the caret"));
    m_nest->setReadOnly(true);
    m_nest->setFont(codeFont());
    m_nest->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_problem->setWordWrap(true);
    m_problem->setContentsMargins(space::kSmall, 0, space::kSmall, 0);
    m_problem->setAccessibleName(tr("What is wrong with the schedule"));
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_status->setWordWrap(true);
    m_status->setContentsMargins(space::kSmall, 0, space::kSmall, 0);
    inColumn(this, {makeTools(), {makePages(), 1}, m_status}, QMargins(), space::kTight);
    m_typed.setSingleShot(true);
    m_typed.setInterval(kTypingMs);
    connect(&m_typed, &QTimer::timeout, this, &WorkshopView::analyse);
    connect(m_editor, &QPlainTextEdit::textChanged, this, [this] {
        m_keeper.recognise(text());
        if (isVisible()) {
            m_typed.start();
        }
    });
    connect(m_editor, &ScheduleEditor::caretLineChanged, this, &WorkshopView::showState);
    connect(m_stairs, &StairPanel::lineChosen, m_editor, &ScheduleEditor::goToLine);
    connect(m_loops, &LoopStrip::moveWanted, this, [this](size_t stage, size_t from, size_t to) {
        point(reorderChange(text(), m_analysis.lineToAddAfter(m_editor->caretLine(), m_editor->blockCount()),
                            m_loops->loops()[stage], from, to));
    });
    connect(m_loops, &LoopStrip::lineWanted, this, [this](const QString& line) {
        point({m_analysis.lineToAddAfter(m_editor->caretLine(), m_editor->blockCount()), false, line});
    });
    connect(m_loops, &LoopStrip::refused, this, [this](const QString& reason) { showStatus(reason, true); });
    connect(&m_clock, &StepClock::changed, this, &WorkshopView::showTimes);
    connect(&m_clock, &StepClock::statusChanged, this, &WorkshopView::showStatus);
    connect(&m_clock, &StepClock::timingChanged, this, &WorkshopView::showButtons);
    connect(&workspace, &Workspace::peaksChanged, this, &WorkshopView::showTimes);
    connect(&workspace, &Workspace::threadsChanged, this, [this] {
        if (!m_analysis.source.empty()) {
            analyse();
        }
    });
    acceptFiles([this](const QString& path) { openFile(path); });
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_editor));
    m_keeper.begin(shippedText(m_keeper.name()));
    m_editor->setPlainText(shippedText(m_keeper.name()));
    connect(&workspace, &Workspace::projectMoved, this, [this] { m_keeper.moved(); });
    const auto followProject = [this] {
        if (const KeptSchedule* last = m_keeper.followProject(text())) {
            m_editor->replaceText(QString::fromStdString(last->text));
        }
    };
    connect(&workspace, &Workspace::projectChanged, this, followProject);
    followProject();
    showButtons();
    bindState();
}

void WorkshopView::bindState()
{
    // The times come first, so that the text shows them.
    state().bind(
        QStringLiteral("times"), [this] { return m_clock.save(); },
        [this](const QJsonValue& value) { m_clock.restore(value.toArray()); });
    state().bind(
        QStringLiteral("name"), [this] { return name(); },
        [this](const QJsonValue& value) { m_keeper.setName(value.toString(name()), {}); });
    state().bind(
        QStringLiteral("text"), [this] { return text(); },
        [this](const QJsonValue& value) {
            if (value.isString()) {
                m_keeper.begin(value.toString());
                m_editor->setPlainText(value.toString());
            }
        });
    state().watch(m_editor, &QPlainTextEdit::textChanged);
    state().watch(&m_clock, &StepClock::changed);
}

void WorkshopView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    if (m_analysis.source != text().toStdString()) {
        m_typed.start();
    }
}

void WorkshopView::fillOpenMenu(QMenu& menu)
{
    menu.clear();
    addEntry(menu, "file", tr("&File…"), this, &WorkshopView::askForFile);
    menu.addSection(tr("Of this project"));
    for (const KeptSchedule& kept : workspace().schedules()) {
        const QString name = QString::fromStdString(kept.name);
        addEntry(menu, QStringLiteral("kept.") + name, name, this,
                 [this, name, text = QString::fromStdString(kept.text)] { openText(text, name); });
    }
    menu.addSection(tr("To begin with"));
    for (const QString& file :
         QDir(QStringLiteral(":/schedules")).entryList({QStringLiteral("*.sched")}, QDir::Files, QDir::Name)) {
        const QString name = QFileInfo(file).baseName();
        addEntry(menu, name, name, this, [this, name] { openText(shippedText(name), name); });
    }
}

QWidget* WorkshopView::makeTools()
{
    auto* tools = new FlowRow;
    auto* open = makeControl<QToolButton>("open");
    open->setText(tr("&Open"));
    open->setToolTip(tr("A file, or a text that ships with the program. Files can also be dropped here."));
    open->setPopupMode(QToolButton::InstantPopup);
    open->setToolButtonStyle(Qt::ToolButtonTextOnly);
    auto* menu = makeControl<QMenu>("openMenu", open);
    fillOpenMenu(*menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillOpenMenu(*menu); });
    open->setMenu(menu);
    tools->add(open);
    const auto add = [&](const char* id, const QString& text, const QString& tip, auto act) {
        auto* button = makeControl<QPushButton>(id, text);
        button->setToolTip(tip);
        connect(button, &QPushButton::clicked, this, act);
        tools->add(button);
    };
    add("saveAs", tr("Save &As…"), tr("Writes the text to a file"), [this] { saveAs(); });
    add("makeKnob", tr("Make It a &Knob…"), tr("Select a number in a line first: tuners then choose it"), [this] { makeKnob(); });
    add("makeTemplate", tr("Make a Tem&plate"), tr("Opens the text as a task, whose space can be explored and tuned"),
        [this] { makeTemplate(); });
    const auto addStep = [&](const char* id, const char* icon, const QString& name, int direction) {
        auto* button = makeControl<QToolButton>(id);
        button->setIcon(iconNamed(QString::fromLatin1(icon)));
        button->setAccessibleName(name);
        button->setToolTip(name);
        connect(button, &QToolButton::clicked, this, [this, direction] { step(direction); });
        tools->add(button);
    };
    addStep("back", "media-seek-backward", tr("One step back: the loop nest before this line"), -1);
    addStep("forward", "media-seek-forward", tr("One step forward: the loop nest after the next line"), 1);
    makePrimary(*m_time);
    connect(m_time, &QPushButton::clicked, this, &WorkshopView::timeIt);
    auto* top = new QWidget;
    m_title->setContentsMargins(space::kSmall, 0, 0, 0);
    inRow(top, {m_title, {tools, 1}, m_time}, QMargins(0, space::kTight, space::kSmall, 0));
    return top;
}

QWidget* WorkshopView::makePages()
{
    auto* below = new QSplitter;
    below->setObjectName(QStringLiteral("workshop.pictures"));
    auto* nest = new QWidget;
    inColumn(nest, {makeSentence(tr("Loop nest after the line of the caret")), m_loops, {m_nest, 1}}, QMargins(), space::kTight);
    below->addWidget(m_visits);
    below->addWidget(nest);
    below->setSizes({kPictureWidth, kPictureWidth * 3 / 2});
    below->setChildrenCollapsible(false);
    auto* above = new QWidget;
    inColumn(above, {{m_editor, 1}, m_problem}, QMargins(), space::kTight);
    auto* left = new QSplitter(Qt::Vertical);
    left->setObjectName(QStringLiteral("workshop.left"));
    left->addWidget(above);
    left->addWidget(below);
    left->setStretchFactor(0, 3);
    left->setStretchFactor(1, 2);
    left->setChildrenCollapsible(false);
    auto* pages = new QSplitter;
    pages->setObjectName(QStringLiteral("workshop.pages"));
    pages->addWidget(left);
    pages->addWidget(m_stairs);
    pages->setStretchFactor(0, 5);
    pages->setStretchFactor(1, 3);
    pages->setChildrenCollapsible(false);
    return pages;
}

void WorkshopView::addActions(ActionRegistry& actions)
{
    actions.add({QStringLiteral("workshop.time"), tr("&Time the Schedule"), QKeySequence(Qt::CTRL | Qt::Key_Return), {}, this},
                [this] { timeIt(); });
    actions.add("workshop.open", tr("&Open a Schedule…"), {}, [this] { askForFile(); });
    actions.add("workshop.saveAs", tr("&Save the Schedule As…"), {}, [this] { saveAs(); });
    actions.add("workshop.makeKnob", tr("Make the Selected Number a &Knob…"), {}, [this] { makeKnob(); });
    actions.add("workshop.makeTemplate", tr("Make the Schedule a Tem&plate"), {}, [this] { makeTemplate(); });
}

QString WorkshopView::text() const
{
    return m_editor->toPlainText();
}

void WorkshopView::openText(const QString& text, const QString& name)
{
    m_keeper.open(this->text(), text, name);
    m_editor->replaceText(text);
    m_editor->setFocus();
}

void WorkshopView::openFile(const QString& path)
{
    const auto text = readScheduleFile(path.toStdString());
    if (!workspace().reportError(text)) {
        openText(QString::fromStdString(*text), QString::fromStdString(nameOfScheduleFile(path.toStdString())));
    }
}

void WorkshopView::askForFile()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a Schedule"), {}, tr("Schedules (*.sched);;All files (*)"));
    if (!path.isEmpty()) {
        openFile(path);
    }
}

void WorkshopView::saveAs()
{
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save the Schedule"), name() + QStringLiteral(".sched"), tr("Schedules (*.sched)"));
    if (path.isEmpty()) {
        return;
    }
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(text().toUtf8()) >= 0 && file.commit()) {
        m_keeper.setName(QString::fromStdString(nameOfScheduleFile(path.toStdString())), text());
        m_keeper.keep(text());
        workspace().report(MessageLevel::Info, tr("The schedule was written to %1.").arg(path));
    } else {
        workspace().report(MessageLevel::Error, tr("The schedule cannot be written to %1: %2").arg(path, file.errorString()));
    }
}

void WorkshopView::analyse()
{
    m_typed.stop();
    m_keeper.keep(text());
    m_analysing.ask([source = text().toStdString(), name = name().toStdString(), threads = workspace().measuring().threads]()
                        -> Result<ScheduleAnalysis> { return analyseSchedule(source, name, threads); },
                    [this](Result<ScheduleAnalysis> analysis) {
                        if (!workspace().reportError(analysis)) {
                            takeAnalysis(std::move(*analysis));
                        }
                    });
}

void WorkshopView::takeAnalysis(ScheduleAnalysis analysis)
{
    m_analysis = std::move(analysis);
    m_editor->setNames(m_analysis.names);
    m_editor->setError(m_analysis.place, coreText(m_analysis.problem));
    m_shownState.clear();
    showTimes();
    showState();
}

double WorkshopView::shareOfPeak() const
{
    if (!m_analysis.stairs || m_analysis.stairs->steps.back().seconds <= 0) {
        return 0;
    }
    const Task& task = m_analysis.stairs->task;
    const double peak = peakGflops(task, workspace().measuring().threads);
    return peak > 0 ? task.plainFlops / m_analysis.stairs->steps.back().seconds / 1e9 / peak : 0;
}

void WorkshopView::showTimes()
{
    std::map<int, ScheduleEditor::Figure> figures;
    if (m_analysis.stairs) {
        m_clock.fill(m_analysis);
        m_keeper.keepTimes(m_analysis.source, *m_analysis.stairs);
        for (const StairStep& step : m_analysis.stairs->steps) {
            ScheduleEditor::Figure& figure = figures[static_cast<int>(step.line)];
            const QString note = coreText(step.note);
            switch (step.state) {
            case StairStep::State::Ready: break;
            case StairStep::State::Timed:
                figure = {tr("%1 ms").arg(milliseconds(step.seconds)),
                          step.gain > 0 ? tr("%1 times as fast as the line before").arg(number(step.gain, 2)) : QString(), false};
                break;
            case StairStep::State::Same: figure = {QStringLiteral("="), note, false}; break;
            case StairStep::State::Illegal: figure = {QStringLiteral("–"), note, false}; break;
            case StairStep::State::Failed: figure = {step.isWrong ? tr("wrong") : tr("failed"), note, true}; break;
            }
        }
        figures.erase(0);
        m_stairs->showStairs(*m_analysis.stairs, shareOfPeak(), m_analysis.bound);
    } else {
        m_stairs->showNone(tr("The text is not a schedule yet."));
    }
    m_editor->setFigures(std::move(figures));
    m_title->setText(
        QString::fromStdString("user/" + (m_analysis.text.name.empty() ? name().toStdString() : m_analysis.text.name)));
    showProblem();
}

/// Below the text: what is wrong, else how the primitive of the caret's line is written.
void WorkshopView::showProblem()
{
    const bool isWrong = !m_analysis.problem.empty();
    QString text;
    if (isWrong && m_analysis.place) {
        text = tr("Line %1: %2").arg(m_analysis.place->line).arg(coreText(m_analysis.problem));
    } else if (isWrong) {
        text = coreText(m_analysis.problem);
    } else {
        const auto& forms = primitiveForms();
        const auto form = std::ranges::find(forms, m_editor->callAtCaret().toStdString(), &PrimitiveForm::name);
        text = form == forms.end()
                 ? tr("Ctrl+Space completes, Ctrl+/ switches a line on or off, Alt+Up and Alt+Down move it.")
                 : QStringLiteral("%1: %2").arg(QString::fromStdString(form->form), QString::fromStdString(form->summary));
    }
    m_problem->setText(text);
    colourAsProblem(*m_problem, isWrong);
}

void WorkshopView::showState()
{
    m_stairs->setCurrentLine(m_editor->caretLine());
    showProblem();
    if (!m_analysis.stairs) {
        return; // keeps the last loop nest while one types
    }
    const size_t step = m_analysis.stepAt(m_editor->caretLine());
    const QString key = m_analysis.keys.value(static_cast<qsizetype>(step));
    if (std::exchange(m_shownState, key) == key) {
        return;
    }
    m_lowering.ask([analysis = m_analysis, step] { return pictureOfState(analysis, step); },
                   [this](const Result<StatePicture>& picture) {
                       m_nest->setPlainText(picture ? picture->nest : coreText(withoutPlace(picture.error())));
                       m_loops->setLoops(picture ? picture->loops : std::vector<StageLoops>());
                       m_visits->setOrder(picture ? picture->order : nullptr, picture ? picture->orderProblem : QString());
                   });
}

void WorkshopView::point(const LineChange& change)
{
    const auto analysis =
        analyseSchedule(change.appliedTo(text()).toStdString(), name().toStdString(), workspace().measuring().threads);
    const StairStep* step = analysis.stairs ? &analysis.stairs->steps[analysis.stepAt(change.newLine())] : nullptr;
    if (!step || step->state == StairStep::State::Illegal) {
        return showStatus(coreText(step ? step->note : analysis.problem), true);
    }
    showStatus(tr("%1 was written to line %2.").arg(change.text).arg(change.newLine()), false);
    m_editor->changeLine(change);
    analyse();
}

void WorkshopView::showStatus(const QString& text, bool isProblem)
{
    m_status->setText(text);
    colourAsProblem(*m_status, isProblem);
}

void WorkshopView::showButtons()
{
    m_time->setText(isTiming() ? tr("S&top") : tr("&Time It"));
    m_time->setToolTip(isTiming() ? tr("Stops; the steps timed so far are kept")
                                  : tr("Builds, checks and times what changed since the last time (Ctrl+Return)"));
}

void WorkshopView::timeIt()
{
    if (isTiming()) {
        m_clock.stop();
        return;
    }
    refreshNow(); // the text as it is now
    if (const QString reason = m_clock.start(m_analysis); !reason.isEmpty()) {
        showStatus(reason, m_analysis.stairs == std::nullopt);
    }
}

void WorkshopView::step(int direction)
{
    int line = m_editor->caretLine() + direction;
    while (line > 1 && line <= m_editor->blockCount() && !m_editor->isSwitchedOn(line)) {
        line += direction;
    }
    if (line >= 1 && line <= m_editor->blockCount()) {
        m_editor->goToLine(line);
    }
}

void WorkshopView::makeKnob()
{
    refreshNow(); // the names that are taken, as the text is now
    const auto number = numberAt(m_editor->textCursor());
    if (!number || !m_editor->isStep(m_editor->caretLine())) {
        showStatus(tr("Select a number in the line of a primitive first."), true);
        return;
    }
    QStringList taken = m_analysis.names;
    for (const KnobLine& knob : m_analysis.text.knobs) {
        taken << QString::fromStdString(knob.name);
    }
    KnobDialog dialog(number->value, taken, this);
    if (dialog.exec() != QDialog::Accepted) {
        return;
    }
    const QString changed = withKnob(text(), number->position, number->length, dialog.name(), dialog.candidates());
    const int line = m_editor->caretLine() + 1;
    m_editor->replaceText(changed);
    m_editor->goToLine(line);
}

void WorkshopView::makeTemplate()
{
    refreshNow();
    if (!m_analysis.stairs || !m_analysis.problem.empty()) {
        showStatus(tr("The text is not a legal schedule yet: %1").arg(coreText(m_analysis.problem)), true);
        return;
    }
    const auto workload = workloadOfText(text().toStdString(), name().toStdString());
    const auto opened = workload ? workspace().openTask(QString::fromStdString(workload->name), workload->name, workload->args,
                                                        m_analysis.stairs->task.target)
                                 : Result<void>(fail(workload));
    if (!opened) {
        showStatus(coreText(opened.error()), true);
        return;
    }
    showStatus(tr("%1 is the current task. Configs: %2. Space, Config and Run work on it.")
                   .arg(workspace().taskLabel(), number(workspace().task()->space.rangeLength())),
               false);
}

void WorkshopView::refreshNow()
{
    if (m_typed.isActive() || m_analysis.source != text().toStdString()) {
        analyse();
    }
    m_analysing.finishNow();
    m_lowering.finishNow();
}

} // namespace knobscope
