// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/insight/insightview.h"

#include "core/analysis/importance.h"
#include "core/loop/storedrun.h"
#include "widgets/actions/actionregistry.h"
#include "widgets/insight/importancepanel.h"
#include "widgets/insight/neighbourspanel.h"
#include "widgets/insight/parallelplot.h"
#include "widgets/insight/rooflinepanel.h"
#include "widgets/insight/slicepanel.h"
#include "widgets/layout/boxes.h"
#include "widgets/layout/pageorsentence.h"
#include "widgets/layout/section.h"
#include "widgets/text/elidedlabel.h"
#include "widgets/text/number.h"
#include "widgets/translation/coretext.h"

#include <QCheckBox>
#include <QComboBox>
#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QTabWidget>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int liveMilliseconds = 400; ///< a run that goes on is read again at most so often, and for at most a fifth of the time

} // namespace

InsightView::InsightView(Workspace& workspace, QWidget* parent)
    : LazyView(workspace, liveMilliseconds, parent)
    , m_readJob([this](const Error& error) { this->workspace().say(error); })
{
    m_pages = new PageOrSentence(
        makePage(),
        tr("Here the trials of a task show what its knobs do: which values the fast configs share, which knob matters most, what "
           "each single step away from the best costs, and how far the machine's limit is.\n\nTune a task or open a project "
           "first."));
    inColumn(this, {m_pages}, QMargins());
    connectWorkspace();
    connectParallel();
    showRuns();
}

QWidget* InsightView::makePage()
{
    m_run = new RunChoice;
    m_allRuns = new QCheckBox(tr("&All runs of this task"));
    m_allRuns->setChecked(true);
    m_status = new ElidedLabel;
    m_parallel = new ParallelPlot;
    m_importance = new ImportancePanel;
    m_slices = new SlicePanel(workspace());
    m_neighbours = new NeighboursPanel(workspace());
    m_roofline = new RooflinePanel(workspace());
    m_tabs = new QTabWidget;
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_parallel, tr("&Parallel coordinates"));
    m_tabs->addTab(m_importance, tr("&Importance"));
    m_tabs->addTab(m_slices, tr("&Slice and heat map"));
    m_tabs->addTab(m_neighbours, tr("&Neighbours of the best"));
    m_tabs->addTab(m_roofline, tr("Roof&line"));
    m_isTabCurrent.assign(static_cast<size_t>(m_tabs->count()), false);
    auto* page = new QWidget;
    inColumn(page, {inRow({makeLabel(tr("R&un:"), m_run), m_run, m_allRuns, BoxItem::rest()}), {m_tabs, 1}, m_status},
             QMargins(6, 6, 6, 6));
    connect(m_run, &QComboBox::currentIndexChanged, this, &InsightView::refreshAtOnce);
    connect(m_allRuns, &QCheckBox::toggled, this, &InsightView::refreshAtOnce);
    connect(m_tabs, &QTabWidget::currentChanged, this, &InsightView::showTab);
    connect(m_importance, &ImportancePanel::hovered, this,
            [this](const QString& knob) { workspace().selection().hoverKnob(knob); });
    connect(m_importance, &ImportancePanel::chosen, this, [this](const QString& knob) {
        m_tabs->setCurrentWidget(m_slices); // which fills it
        m_slices->setKnob(knob);
    });
    return page;
}

void InsightView::connectWorkspace()
{
    connect(&workspace(), &Workspace::projectChanged, this, [this] {
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
        m_readJob.cancel();
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
    registry.add("insight.measureNeighbours", tr("Measure the Missing &Neighbours"), {}, [this] {
        m_tabs->setCurrentWidget(m_neighbours);
        m_neighbours->measureMissing();
    });
    registry.add("insight.measurePeak", tr("Measure This Machine's Pea&k"), {}, [this] {
        m_tabs->setCurrentWidget(m_roofline);
        m_roofline->measurePeak();
    });
    registry.add("insight.savePicture", tr("Save Picture of the Insight…"), {}, [this] { savePicture(); });
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
    const QString path = workspace().projectPath();
    const qint64 wanted = run();
    if (path.isEmpty() || wanted == 0) {
        take(nullptr);
        return;
    }
    m_readJob.request([this, path, wanted, isAll = m_allRuns->isChecked(), known = m_all]() -> LatestWork::Deliver {
        QElapsedTimer timer;
        timer.start();
        auto project = Project::open(path.toStdString(), Project::Mode::ReadOnly);
        auto set = std::make_shared<Result<TrialSet>>(project ? trialSetOf(*project, wanted, isAll, known.get()) : fail(project));
        const qint64 took = timer.elapsed();
        return [this, path, set, took] {
            setInterval(static_cast<int>(std::max<qint64>(liveMilliseconds, 5 * took)));
            if (path != workspace().projectPath()) {
                return;
            }
            if (!*set) {
                take(nullptr);
                const QString text = coreText(set->error());
                m_status->setText(text);
                workspace().say(MessageLevel::Warning, text);
                return;
            }
            take(std::make_shared<const TrialSet>(std::move(**set)));
        };
    });
}

void InsightView::take(std::shared_ptr<const TrialSet> all)
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
    followSelection();
    showStatus();
}

// --- showing ---

void InsightView::showTab()
{
    showStatus();
    const auto tab = static_cast<size_t>(m_tabs->currentIndex());
    if (m_isTabCurrent[tab]) {
        return;
    }
    m_isTabCurrent[tab] = true;
    QWidget* widget = m_tabs->currentWidget();
    if (widget == m_parallel) {
        m_parallel->setTrials(m_shown);
        followSelection();
    } else if (widget == m_importance) {
        workOutImportance();
    } else if (widget == m_slices) {
        m_slices->setTrials(m_shown);
    } else if (widget == m_neighbours) {
        m_neighbours->setTrials(m_all, run());
    } else if (widget == m_roofline) {
        const RunRow* row = workspace().run(run());
        m_roofline->setTrials(m_shown, row ? threadsOf(*row) : 1);
    }
}

/// Other colours.
void InsightView::changeEvent(QEvent* event)
{
    LazyView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_tabs) {
        std::fill(m_isTabCurrent.begin(), m_isTabCurrent.end(), false);
        showTab();
    }
}

void InsightView::workOutImportance()
{
    if (!m_shown) {
        m_importance->setProblem(tr("There are no trials to learn from."));
        return;
    }
    m_importanceJob.ask([trials = m_shown] { return knobImportance(*trials); },
                        [this](Result<Importance> worked) {
                            worked ? m_importance->setImportance(std::move(*worked))
                                   : m_importance->setProblem(coreText(worked.error()));
                        });
}

int InsightView::positionOf(TrialRef trial) const
{
    if (!m_shown || !trial.isValid()) {
        return -1;
    }
    const auto found = std::ranges::lower_bound(m_shown->trials, trial, {}, refOf);
    const bool isIt = found != m_shown->trials.end() && refOf(*found) == trial;
    return isIt ? static_cast<int>(found - m_shown->trials.begin()) : -1;
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
        const TrialSet::Trial& trial = m_shown->trials[i];
        chosen.push_back(refOf(trial));
        best = trial.point.gflops > most ? chosen.back() : best;
        most = std::max(most, trial.point.gflops);
    }
    m_isSelecting = true;
    workspace().selection().select(std::move(chosen), best);
    m_isSelecting = false;
    showStatus();
}

void InsightView::followSelection()
{
    const Selection& selection = workspace().selection();
    const TrialRef current = selection.current();
    if (!m_isSelecting && current.isValid() && m_all && positionOf(current) < 0) {
        // A trial of another task: its run is shown instead.
        const RunRow* row = workspace().run(current.run);
        const RunRow* shown = workspace().run(run());
        if (row && shown && (row->task != shown->task || (!m_allRuns->isChecked() && row->id != shown->id))) {
            setRun(current.run);
            return;
        }
    }
    if (m_tabs->currentWidget() == m_parallel && m_shown) {
        std::vector<bool> selected(m_shown->trials.size());
        size_t count = 0;
        for (const TrialRef& trial : selection.trials()) {
            if (const int at = positionOf(trial); at >= 0) {
                selected[static_cast<size_t>(at)] = true;
                ++count;
            }
        }
        // What was brushed here stays; a choice made elsewhere takes its place.
        if (!m_isSelecting && m_parallel->scene().isBrushed() && count > 0) {
            const std::vector<size_t> brushed = m_parallel->scene().brushed();
            if (count != brushed.size() || !std::ranges::all_of(brushed, [&](size_t i) { return selected[i]; })) {
                m_parallel->clearBrushes(true);
            }
        }
        const bool isOne = selection.trials().size() == 1; // its line stands out without the others going back
        m_parallel->setSelected(count > 0 && !isOne ? std::move(selected) : std::vector<bool>());
        m_parallel->setCurrent(positionOf(current));
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
        m_status->setText(tr("No trial lies in all brushes."));
        return;
    }
    if (at < 0) {
        const QString count = tr("%1 trials.").arg(number(m_shown->trials.size()));
        m_status->setText(m_tabs->currentWidget() == m_parallel
                              ? tr("%1 Drag along an axis to brush values, drag a name to move its axis.").arg(count)
                              : count);
        return;
    }
    const TrialSet::Trial& trial = m_shown->trials[static_cast<size_t>(at)];
    QStringList values;
    for (size_t k = 0; k < m_shown->knobCount(); ++k) {
        const Knob& knob = m_shown->task->space.knobs()[k];
        values << tr("%1 = %2").arg(QString::fromStdString(knob.name()),
                                    QString::fromStdString(valueText(knob.at(m_shown->digit(static_cast<size_t>(at), k)))));
    }
    const QString speed = trial.worked() ? tr("%1 GFLOPS").arg(number(trial.point.gflops, 1)) : tr("failed");
    const QString chosen = selection.trials().size() > 1 ? tr("%1 chosen. ").arg(number(selection.trials().size())) : QString();
    m_status->setText(tr("%1Run %2, trial %3: %4; %5")
                          .arg(chosen)
                          .arg(trial.run)
                          .arg(trial.point.number)
                          .arg(speed, values.join(QStringLiteral(", "))));
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
    m_readJob.finishNow();
    m_importanceJob.finishNow();
    m_roofline->finishJobs();
}

QJsonObject InsightView::saveState() const
{
    QJsonArray order;
    for (const int axis : m_parallel->scene().wantedOrder()) {
        order.append(axis);
    }
    return {{QStringLiteral("tab"), m_tabs->currentIndex()},
            {QStringLiteral("allRuns"), m_allRuns->isChecked()},
            {QStringLiteral("run"), run()},
            {QStringLiteral("order"), order}};
}

void InsightView::restoreState(const QJsonObject& state)
{
    m_tabs->setCurrentIndex(std::clamp(state[QStringLiteral("tab")].toInt(), 0, m_tabs->count() - 1));
    m_allRuns->setChecked(state[QStringLiteral("allRuns")].toBool(true));
    setRun(static_cast<qint64>(state[QStringLiteral("run")].toDouble()));
    std::vector<int> order;
    for (const QJsonValue& axis : state[QStringLiteral("order")].toArray()) {
        order.push_back(axis.toInt());
    }
    m_parallel->setOrder(std::move(order));
}

} // namespace knobscope
