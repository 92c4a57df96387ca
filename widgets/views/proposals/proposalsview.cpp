// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/proposals/proposalsview.h"

#include "core/study/searchtables.h"
#include "widgets/base/coretext.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/coretable.h"
#include "widgets/controls/headline.h"
#include "widgets/controls/placeholderstack.h"
#include "widgets/controls/section.h"
#include "widgets/controls/stepbar.h"
#include "widgets/views/proposals/beliefpanel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int kRefreshMs = 400;
constexpr int kPlayMs = 1000; // slow enough to read the reason

} // namespace

ProposalsView::ProposalsView(Workspace& workspace, QWidget* parent)
    : LazyView(workspace, kRefreshMs, parent)
{
    m_reader.setPath(workspace.projectPath());
    m_pages =
        new PlaceholderStack(makePage(), tr("This view shows a run in slow motion: why the tuner proposed each config, what "
                                            "came of it, and what the tuner believed.\n\nTune a task or open a project "
                                            "first."));
    connect(m_pages->addButton("startTuning", tr("Start Tuning")), &QPushButton::clicked, this,
            [this] { emit this->workspace().taskTuningWanted(); });
    inColumn(this, {m_pages}, QMargins());
    connectWorkspace();
    showRuns();
    goTo(workspace.selection().current());
    state().bind(QStringLiteral("run"), [this] { return run(); }, [this](const QJsonValue& value) { setRun(value.toInteger()); });
    state().watch(m_run, &QComboBox::currentIndexChanged);
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_bar));
}

QWidget* ProposalsView::makePage()
{
    m_run = makeControl<RunChoice>("run");
    m_run->setMinimumWidth(m_run->minimumSizeHint().width() / 2); // a dock may be narrow
    m_bar = new StepBar({tr("The first trial (Home)"), tr("One trial back (Left)"), tr("One trial per second (Space)"),
                         tr("One trial forward (Right)"), tr("The last trial (End)"), tr("Trial of the run")},
                        kPlayMs);
    m_headline = new Headline("headline");
    m_reason = new QLabel;
    m_reason->setObjectName(QStringLiteral("reason"));
    m_reason->setTextFormat(Qt::PlainText);
    m_reason->setWordWrap(true);
    m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* select = makeControl<QPushButton>("select", tr("Select This Trial"));
    explain(*select, tr("Shows the trial in all views: its config, its code, its place among the others."));
    connect(select, &QPushButton::clicked, this, [this] { workspace().selection().select({trial()}); });
    auto* table = makeCellView("knobs", &m_knobs, tr("Values of the knobs, and where they come from"));
    auto* left = new QWidget;
    inColumn(left, {m_headline, m_reason, {table, 1}, inRow({select, BoxItem::rest()})}, QMargins());
    m_belief = new BeliefPanel;
    auto* splitter = new QSplitter;
    splitter->setObjectName(QStringLiteral("proposalsSplitter"));
    splitter->addWidget(left);
    splitter->addWidget(m_belief);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    splitter->setChildrenCollapsible(false);
    auto* page = new QWidget;
    inColumn(page, {inRow({makeLabel(tr("R&un:"), m_run), m_run, BoxItem::rest()}), m_bar, {splitter, 1}},
             QMargins() + space::kSmall);
    connect(m_run, &QComboBox::currentIndexChanged, this, &ProposalsView::refreshIfSeen);
    connect(m_bar, &StepBar::stepChanged, this, &ProposalsView::showTrial);
    connect(m_belief, &BeliefPanel::ready, this, [this] { m_bar->hold(false); });
    return page;
}

void ProposalsView::connectWorkspace()
{
    connect(&m_reader, &ProjectReader::failed, this,
            [this](const QString& sentence) { workspace().report(MessageLevel::Error, sentence); });
    connect(&workspace(), &Workspace::projectChanged, this, [this] {
        m_reader.setPath(workspace().projectPath());
        setHistory(nullptr);
        showRuns();
        refreshSoon();
    });
    connect(&workspace(), &Workspace::runsChanged, this, [this] {
        showRuns();
        refreshSoon();
    });
    connect(&workspace(), &Workspace::runWanted, this, &ProposalsView::setRun);
    connect(&workspace(), &Workspace::trialsAdded, this, &ProposalsView::refreshSoon);
    connect(&workspace(), &Workspace::trialsChanged, this, [this] {
        m_reader.cancel(); // reads what they were
        setHistory(nullptr);
        refreshSoon();
    });
    connect(&workspace().selection(), &Selection::changed, this, [this] { goTo(workspace().selection().current()); });
}

void ProposalsView::addActions(ActionRegistry& registry)
{
    const auto noRuns = [this] { return workspace().missingRuns(); };
    registry.add("proposals.next", tr("&Next Proposal"), {}, [this] { m_bar->setStep(m_bar->step() + 1); }, noRuns);
    registry.add("proposals.previous", tr("&Previous Proposal"), {}, [this] { m_bar->setStep(m_bar->step() - 1); }, noRuns);
    registry.add("proposals.play", tr("Pla&y Proposals"), {}, [this] { m_bar->play(!m_bar->isPlaying()); }, noRuns);
    registry.add(
        "proposals.savePicture", tr("Save Picture of the Tuner's Belief…"), {},
        [this] { askForPicture(m_belief->canvas(), tr("belief.svg")); }, noRuns);
}

void ProposalsView::showRuns()
{
    m_run->setRuns(workspace().runs());
    m_pages->showPage(m_run->count() > 0);
}

void ProposalsView::refresh()
{
    if (run() == 0) {
        m_reader.cancel();
        setHistory(nullptr);
        return;
    }
    const auto known = m_historyOf == run() ? m_history : nullptr;
    m_reader.ask(
        [run = run(), known, shared = workspace().runTrials()](Project& project, const std::atomic<bool>&) {
            return searchHistory(project, run, known.get(), shared.get());
        },
        [this](Result<SearchHistory> read) {
            if (read) {
                setHistory(std::make_shared<const SearchHistory>(std::move(*read)));
            } else {
                setHistory(nullptr);
                m_headline->showNone(coreText(read.error()));
                workspace().report(MessageLevel::Warning, read.error());
            }
        });
}

void ProposalsView::setHistory(std::shared_ptr<const SearchHistory> history)
{
    const qint64 before = m_historyOf;
    const bool wasAtEnd = m_bar->step() + 1 >= m_bar->count();
    m_history = std::move(history);
    m_historyOf = m_history ? run() : 0;
    const int count = m_history ? static_cast<int>(m_history->size()) : 0;
    const bool isFollowing = wasAtEnd && !m_bar->isPlaying();
    const int step = m_historyOf != before || isFollowing ? count - 1 : m_bar->step();
    {
        const QSignalBlocker quiet(m_bar);
        m_bar->setCount(count);
        m_bar->setStep(step);
    }
    showTrial(m_bar->step());
    goTo(std::exchange(m_wanted, TrialRef()));
}

TrialRef ProposalsView::trial() const
{
    if (!m_history || m_bar->step() < 0) {
        return {};
    }
    const TrialSet::Trial shown = m_history->trials.trials[static_cast<size_t>(m_bar->step())];
    return {shown.run, shown.point.number};
}

QString ProposalsView::reason() const
{
    return m_reason->text();
}

/// Shows a trial of this run that was selected in another view; another run's only if it is wanted.
void ProposalsView::goTo(TrialRef trial)
{
    if (!trial.isValid()) {
        return;
    }
    if (trial.run != m_historyOf) {
        m_wanted = trial;
        setRun(trial.run);
        return;
    }
    if (const auto found = m_history->trials.trials.find(trial.run, trial.number)) {
        m_bar->setStep(static_cast<int>(*found));
    }
}

void ProposalsView::showTrial(int step)
{
    if (!m_history || step < 0) {
        m_headline->showNone(tr("The run has no trial yet."));
        m_reason->clear();
        m_bar->setText({});
        m_knobs.setTable({}, {});
        m_belief->setTrial(nullptr, 0);
        return;
    }
    const auto at = static_cast<size_t>(step);
    const TrialPoint point = m_history->trials.trials[at].point;
    m_bar->setText(tr("Trial %1 of %2").arg(number(point.number), number(m_history->trials.trials.back().point.number)));
    const QString came = coreText(whatCameOfIt(*m_history, at));
    if (point.gflops > 0) {
        m_headline->show(number(m_history->measured[at], 1), FlopsCount::unit(speedUnitOf(m_history->trials.task.get())), came);
    } else {
        m_headline->showNone(came);
    }
    m_reason->setText(coreText(whyProposed(*m_history, at)));
    const Table table = originsTable(*m_history, at);
    m_knobs.setTable(headingsOf(table), rowsOf(table));
    m_bar->hold(true);
    m_belief->setTrial(m_history, at);
}

void ProposalsView::keyPressEvent(QKeyEvent* event)
{
    if (!m_bar->handleKey(*event)) {
        LazyView::keyPressEvent(event);
    }
}

void ProposalsView::hideEvent(QHideEvent* event)
{
    LazyView::hideEvent(event);
    m_bar->play(false);
}

void ProposalsView::refreshNow()
{
    refreshStale();
    m_reader.finishNow();
    m_belief->finishJobs();
}

} // namespace knobscope
