// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/insight/insightview.h"

#include "core/study/importance.h"
#include "core/tuning/storedrun.h"
#include "widgets/base/coretext.h"
#include "widgets/base/elidedlabel.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/listtext.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/placeholderstack.h"
#include "widgets/controls/section.h"
#include "widgets/views/insight/importancepanel.h"
#include "widgets/views/insight/neighbourspanel.h"
#include "widgets/views/insight/parallelplot.h"
#include "widgets/views/insight/rooflinepanel.h"
#include "widgets/views/insight/runfindingspanel.h"
#include "widgets/views/insight/slicepanel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QElapsedTimer>
#include <QEvent>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QTabWidget>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int kInsightRefreshMs = 400; ///< a run in progress is read again at most this often, for at most a fifth of the time

} // namespace

InsightView::InsightView(Workspace& workspace, QWidget* parent)
    : LazyView(workspace, kInsightRefreshMs, parent)
{
    m_reader.setPath(workspace.projectPath());
    m_pages = new PlaceholderStack(
        makePage(),
        tr("This view shows what the knobs of a task do: which values the fast configs share, which knob matters most, the cost "
           "of each step away from the best, and the distance to the hardware limit.\n\nTune a task or open a project first."));
    connect(m_pages->addButton("startTuning", tr("Start Tuning")), &QPushButton::clicked, this,
            [this] { emit this->workspace().taskTuningWanted(); });
    inColumn(this, {m_pages}, QMargins());
    connectWorkspace();
    connectParallel();
    showRuns();
    setRun(workspace.selection().current().run);
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_parallel));
    state().bind(QStringLiteral("tab"), m_tabs);
    state().bind(QStringLiteral("allRuns"), m_allRuns);
    state().bind(QStringLiteral("run"), [this] { return run(); }, [this](const QJsonValue& value) { setRun(value.toInteger()); });
    state().bindTexts(
        QStringLiteral("order"), [this] { return m_parallel->scene().wantedOrder(); },
        [this](const QStringList& order) { m_parallel->setWantedOrder(order); });
    state().watch(m_run, &QComboBox::currentIndexChanged);
    state().watch(m_parallel, &ParallelPlot::axesMoved);
}

QWidget* InsightView::makePage()
{
    m_run = makeControl<RunChoice>("run");
    m_run->setMinimumWidth(m_run->minimumSizeHint().width() / 2); // a dock may be narrow
    m_allRuns = makeControl<QCheckBox>("allRuns", tr("&All runs of this task"));
    m_allRuns->setChecked(true);
    m_status = new ElidedLabel;
    m_parallel = makeControl<ParallelPlot>("parallel");
    m_importance = new ImportancePanel;
    m_slices = new SlicePanel(workspace());
    m_neighbours = new NeighboursPanel(workspace());
    m_roofline = new RooflinePanel(workspace());
    m_tabs = makeControl<QTabWidget>("tabs");
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Analyses of the trials"));
    m_tabs->addTab(m_parallel, tr("&Parallel coordinates"));
    m_tabs->addTab(m_importance, tr("&Importance"));
    m_tabs->addTab(m_slices, tr("&Slice"));
    m_tabs->addTab(m_neighbours, tr("&Neighbours"));
    m_findings = new RunFindingsPanel(workspace());
    m_tabs->addTab(m_roofline, tr("Roof&line"));
    m_tabs->addTab(m_findings, tr("Findings"));
    m_isTabCurrent.assign(static_cast<size_t>(m_tabs->count()), false);
    auto* page = new QWidget;
    inColumn(page, {inRow({makeLabel(tr("R&un:"), m_run), m_run, m_allRuns, BoxItem::rest()}), {m_tabs, 1}, m_status},
             QMargins() + space::kSmall);
    connect(m_run, &QComboBox::currentIndexChanged, this, &InsightView::refreshIfSeen);
    connect(m_allRuns, &QCheckBox::toggled, this, &InsightView::refreshIfSeen);
    connect(m_tabs, &QTabWidget::currentChanged, this, &InsightView::showTab);
    connect(m_importance, &ImportancePanel::hovered, this,
            [this](const QString& knob) { workspace().selection().hoverKnob(knob); });
    connect(m_importance, &ImportancePanel::chosen, this, [this](const QString& knob) {
        m_tabs->setCurrentWidget(m_slices); // fills the page
        m_slices->setKnob(knob);
    });
    return page;
}

void InsightView::connectWorkspace()
{
    connect(&m_reader, &ProjectReader::failed, this,
            [this](const QString& sentence) { workspace().report(MessageLevel::Error, sentence); });
    connect(&workspace(), &Workspace::projectChanged, this, [this] {
        m_reader.setPath(workspace().projectPath());
        m_onRead = nullptr;
        m_all.reset();
        showRuns();
        refreshSoon();
    });
    connect(&workspace(), &Workspace::runsChanged, this, [this] {
        showRuns();
        refreshSoon();
    });
    connect(&workspace(), &Workspace::runWanted, this, &InsightView::setRun);
    connect(&workspace(), &Workspace::trialsAdded, this, &InsightView::refreshSoon);
    connect(&workspace(), &Workspace::trialsChanged, this, [this] {
        m_reader.cancel();
        m_all.reset();
        refreshSoon();
    });
    connect(&workspace().filters(), &Filters::changed, this, &InsightView::applyFilters);
    connect(&workspace().selection(), &Selection::changed, this, &InsightView::followSelection);
    connect(&workspace().selection(), &Selection::hoverChanged, this, &InsightView::showHovered);
    connect(&workspace().selection(), &Selection::knobHoverChanged, this,
            [this] { m_importance->setHighlighted(workspace().selection().hoveredKnob()); });
}

void InsightView::connectParallel()
{
    connect(m_parallel, &ParallelPlot::brushesChanged, this, &InsightView::selectBrushed);
    connect(m_parallel, &ParallelPlot::hovered, this, [this](int trial) {
        workspace().selection().hover(trial >= 0 ? refOf(m_shown->trials[static_cast<size_t>(trial)]) : TrialRef());
    });
    connect(m_parallel, &ParallelPlot::chosen, this,
            [this](int trial) { workspace().selection().select({refOf(m_shown->trials[static_cast<size_t>(trial)])}); });
}

void InsightView::addActions(ActionRegistry& registry)
{
    const auto showTab = [this](QWidget* tab) {
        refreshStale(); // a hidden view has not read its run yet
        m_tabs->setCurrentWidget(tab);
    };
    const auto whenRead = [this](std::function<void()> then) {
        if (m_reader.isBusy()) {
            m_onRead = std::move(then);
        } else {
            then();
        }
    };
    const auto noRuns = [this] { return workspace().missingRuns(); };
    const auto noMeasuring = [this] {
        const auto allowed = workspace().checkCanMeasure();
        return workspace().runs().empty() ? workspace().missingRuns() : allowed ? QString() : coreText(allowed.error());
    };
    registry.add(
        "insight.measureNeighbours", tr("Measure the Missing &Neighbours"), {},
        [this, showTab, whenRead] {
            showTab(m_neighbours);
            whenRead([this] { m_neighbours->measureMissing(); });
        },
        noMeasuring);
    registry.add(
        "insight.measurePeak", tr("Measure This Machine's Pea&k"), {},
        [this, showTab] {
            showTab(m_roofline);
            m_roofline->measurePeak();
        },
        noMeasuring);
    registry.add("insight.savePicture", tr("Save Picture of the Insight…"), {}, [this] { savePicture(); }, noRuns);
}

// --- which trials ---

void InsightView::showRuns()
{
    m_run->setRuns(workspace().runs());
    if (m_run->currentIndex() < 0) {
        m_pages->showPage(false);
    }
}

void InsightView::refresh()
{
    if (run() == 0) {
        m_onRead = nullptr;
        m_reader.cancel();
        setAllTrials(nullptr);
        return;
    }
    m_reader.ask(
        [run = run(), isAll = m_allRuns->isChecked(), known = m_all, shared = workspace().runTrials()](Project& project,
                                                                                                       const std::atomic<bool>&) {
            QElapsedTimer timer;
            timer.start();
            auto set = trialSetOf(project, run, isAll, known.get(), shared.get());
            return std::pair(std::move(set), timer.elapsed());
        },
        [this](std::pair<Result<TrialSet>, qint64> read) {
            auto& [set, took] = read;
            setInterval(static_cast<int>(std::max<qint64>(kInsightRefreshMs, 5 * took)));
            setAllTrials(set ? std::make_shared<const TrialSet>(std::move(*set)) : nullptr);
            if (!set) {
                m_status->setText(coreText(set.error()));
                workspace().report(MessageLevel::Warning, set.error());
            }
            if (const auto then = std::exchange(m_onRead, nullptr)) {
                then();
            }
        });
}

void InsightView::setAllTrials(std::shared_ptr<const TrialSet> all)
{
    m_all = std::move(all);
    m_pages->showPage(m_run->count() > 0);
    applyFilters();
}

void InsightView::applyFilters()
{
    const auto& filters = workspace().filters().all();
    m_shown = m_all && !filters.empty() ? std::make_shared<const TrialSet>(filtered(*m_all, filters)) : m_all;
    std::fill(m_isTabCurrent.begin(), m_isTabCurrent.end(), false);
    showTab();
}

// --- showing ---

void InsightView::showTab()
{
    const auto tab = static_cast<size_t>(m_tabs->currentIndex());
    QWidget* widget = m_isTabCurrent[tab] ? nullptr : m_tabs->currentWidget();
    m_isTabCurrent[tab] = true;
    if (widget == m_findings) {
        m_findings->setRun(run());
    }
    if (widget == m_parallel) {
        m_parallel->setTrials(m_shown);
    } else if (widget == m_importance) {
        computeImportance();
    } else if (widget == m_slices) {
        m_slices->setTrials(m_shown);
    } else if (widget == m_neighbours) {
        m_neighbours->setTrials(m_all);
    } else if (widget == m_roofline) {
        const RunRow* row = workspace().run(run());
        m_roofline->setTrials(m_shown, row ? threadsOf(*row) : 1);
    }
    showSelection();
}

/// Shows the tab again after a palette change, delayed: panels get the palette after their parent.
void InsightView::changeEvent(QEvent* event)
{
    LazyView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_tabs) {
        std::fill(m_isTabCurrent.begin(), m_isTabCurrent.end(), false);
        QMetaObject::invokeMethod(this, &InsightView::showTab, Qt::QueuedConnection);
    }
}

void InsightView::computeImportance()
{
    if (!m_shown) {
        m_importanceJob.cancel();
        m_importance->setProblem(tr("There are no trials to analyse."));
        return;
    }
    m_importanceJob.ask([trials = m_shown] { return knobImportance(*trials); },
                        [this](const Result<Importance>& worked) {
                            worked ? m_importance->setImportance(*worked) : m_importance->setProblem(coreText(worked.error()));
                        });
}

int InsightView::positionOf(TrialRef trial) const
{
    if (!m_shown || !trial.isValid()) {
        return -1;
    }
    const auto found = m_shown->trials.find(trial.run, trial.number);
    return found ? static_cast<int>(*found) : -1;
}

void InsightView::selectBrushed()
{
    if (!m_shown) {
        return;
    }
    std::vector<TrialRef> chosen;
    TrialRef best;
    const ParallelScene& scene = m_parallel->scene();
    double most = -1;
    for (const size_t i : scene.isBrushed() ? scene.brushed() : std::vector<size_t>()) {
        const TrialSet::Trial trial = m_shown->trials[i];
        chosen.push_back(refOf(trial));
        best = trial.point.gflops > most ? chosen.back() : best;
        most = std::max(most, trial.point.gflops);
    }
    m_isSelecting = true;
    workspace().selection().select(std::move(chosen), best);
    m_isSelecting = false;
    showStatus();
}

/// A selection made elsewhere replaces the brushes. If its run is not shown here, shows that run.
void InsightView::followSelection()
{
    if (!m_isSelecting && !workspace().selection().trials().empty()) {
        m_parallel->clearBrushes(true);
    }
    const RunRow* row = workspace().run(workspace().selection().current().run);
    const RunRow* shown = workspace().run(run());
    if (!m_isSelecting && row && shown && (row->task != shown->task || (!m_allRuns->isChecked() && row->id != shown->id))) {
        setRun(row->id);
        return;
    }
    showSelection();
}

void InsightView::showSelection()
{
    const Selection& selection = workspace().selection();
    if (m_tabs->currentWidget() == m_parallel && m_shown) {
        std::vector<bool> selected(m_shown->trials.size());
        size_t count = 0;
        for (const TrialRef& trial : selection.trials()) {
            if (const int at = positionOf(trial); at >= 0) {
                selected[static_cast<size_t>(at)] = true;
                ++count;
            }
        }
        const bool isOne = selection.trials().size() == 1; // its line stands out without dimming the others
        m_parallel->setSelected(count > 0 && !isOne ? std::move(selected) : std::vector<bool>());
        m_parallel->setCurrent(positionOf(selection.current()));
    }
    showStatus();
}

void InsightView::showHovered()
{
    m_parallel->setHovered(positionOf(workspace().selection().hovered()));
    showStatus();
}

void InsightView::showStatus()
{
    if (!m_shown) {
        return;
    }
    const Selection& selection = workspace().selection();
    int at = positionOf(selection.hovered());
    at = at >= 0 ? at : positionOf(selection.current());
    if (m_parallel->scene().isBrushed() && at < 0) {
        m_status->setText(tr("No trial is inside all brushes."));
        return;
    }
    if (at < 0) {
        const QString count = tr("%1 trial(s).", nullptr, pluralOf(static_cast<qint64>(m_shown->trials.size())))
                                  .arg(number(m_shown->trials.size()));
        m_status->setText(m_tabs->currentWidget() == m_parallel
                              ? tr("%1 Drag along an axis to brush values, drag a name to move its axis.").arg(count)
                              : count);
        return;
    }
    const TrialSet::Trial trial = m_shown->trials[static_cast<size_t>(at)];
    QStringList values;
    for (size_t k = 0; k < m_shown->knobCount(); ++k) {
        const Knob& knob = m_shown->task->space.knobs()[k];
        values << tr("%1 = %2").arg(QString::fromStdString(knob.name()),
                                    QString::fromStdString(valueText(knob.at(m_shown->digit(static_cast<size_t>(at), k)))));
    }
    const QString speed =
        trial.worked() ? FlopsCount::speed(number(trial.point.gflops, 1), speedUnitOf(m_shown->task.get())) : tr("failed");
    const QString chosen = selection.trials().size() > 1 ? tr("%1 selected. ").arg(number(selection.trials().size())) : QString();
    m_status->setText(
        tr("%1Run %2, trial %3: %4; %5").arg(chosen).arg(trial.run).arg(trial.point.number).arg(speed, listText(values)));
}

void InsightView::savePicture()
{
    QWidget* widget = m_tabs->currentWidget();
    widget = widget == m_slices ? &m_slices->slice() : widget == m_roofline ? &m_roofline->canvas() : widget;
    askForPicture(*widget, tr("insight.svg"));
}

void InsightView::refreshNow()
{
    refreshStale();
    m_reader.finishNow();
    m_importanceJob.finishNow();
    m_roofline->finishJobs();
}

} // namespace knobscope
