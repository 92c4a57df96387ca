// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/compareview.h"

#include "widgets/base/coretext.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/theme.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/columnfit.h"
#include "widgets/controls/control.h"
#include "widgets/controls/flowrow.h"
#include "widgets/controls/headline.h"
#include "widgets/controls/placeholderstack.h"
#include "widgets/controls/section.h"
#include "widgets/plot/colours.h"
#include "widgets/views/compare/comparisontables.h"
#include "widgets/views/compare/missingruns.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int kCompareRefreshMs = 1000; ///< a run in progress is read again at most this often, for at most a tenth of the time

} // namespace

CompareView::CompareView(Workspace& workspace, QWidget* parent)
    : LazyView(workspace, kCompareRefreshMs, parent)
    , m_projectJob([this](const Error& error) { this->workspace().report(error); })
    , m_filesJob([this](const Error& error) {
        m_pendingFiles.clear();
        this->workspace().report(error);
    })
    , m_compareJob([this](const Error& error) { this->workspace().report(error); })
{
    acceptFiles([this](const QString& path) { addFile(path); });
    m_pages = new PlaceholderStack(
        makeResults(), tr("This view compares runs: how fast each tuner finds a good config, whether the difference is "
                          "significant, and in which knobs the best configs differ.\n\nTune a task with two tuners and "
                          "a few seeds each, or add project files and AutoTVM logs. You can also drop files here."));
    connect(m_pages->addButton("addFirstFiles", tr("&Add Files…")), &QPushButton::clicked, this, &CompareView::askForFiles);
    inColumn(this, {m_pages}, QMargins());
    connect(&m_runs, &ComparedRunsModel::tickedChanged, this, &CompareView::compareSoon);
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_runList));
    connectWorkspace();
    state().bind(QStringLiteral("tab"), m_tabs);
    state().bind(QStringLiteral("x"), m_x);
    state().bind(QStringLiteral("y"), m_y);
    state().bind(QStringLiteral("logX"), m_logX);
    const auto addAll = [this](const QStringList& files) {
        for (const QString& file : files) {
            if (QFileInfo::exists(file)) {
                m_restoredFiles << file;
                addFile(file);
            }
        }
    };
    state().bindTexts(QStringLiteral("files"), [this] { return m_runs.files(); }, addAll);
    state().watch(&m_runs, &ComparedRunsModel::tickedChanged);
}

// --- layout ---

QWidget* CompareView::makeRunList()
{
    m_runList = makeControl<QTableView>("runs");
    m_runList->setModel(&m_runs);
    m_runRows = new RowDelegate(m_runList);
    m_runRows->setFramesCells(true);
    m_runList->setItemDelegate(m_runRows);
    m_runList->setAccessibleName(tr("Runs that can be compared"));
    m_runList->setAccessibleDescription(tr("Press Space to tick a run. The Group column can be edited."));
    showRows(*m_runList);
    m_runList->setSelectionMode(QAbstractItemView::SingleSelection);
    m_runList->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
    m_runList->setIconSize({10, 10});
    new ColumnFit(*m_runList, {QStringLiteral("task"), QStringLiteral("trials"), QStringLiteral("seed"), QStringLiteral("group"),
                               QStringLiteral("run")});
    connect(m_runList, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (index.column() != ComparedRunsModel::GroupColumn) {
            chooseBestOf(index.row());
        }
    });
    auto* add = makeControl<QPushButton>("addFiles", tr("&Add Files…"));
    add->setToolTip(tr("Add the runs of another project or of an AutoTVM log"));
    m_remove = makeControl<QPushButton>("removeFile", tr("Re&move File"));
    m_remove->setEnabled(false);
    connect(add, &QPushButton::clicked, this, &CompareView::askForFiles);
    connect(m_remove, &QPushButton::clicked, this, &CompareView::removeChosenFile);
    auto* panel = new QWidget;
    inColumn(panel, {m_runList, inRow({add, m_remove, BoxItem::rest()})}, QMargins());
    return panel;
}

QWidget* CompareView::makeControls()
{
    auto* row = new FlowRow; // a dock may be narrow, and its minimum width limits the window's
    const auto addCombo = [&](const char* id, QComboBox*& combo, const QString& text, const QStringList& items) {
        combo = makeControl<QComboBox>(id);
        combo->addItems(items);
        row->addGroup({makeLabel(text, combo), combo});
        connect(combo, &QComboBox::currentIndexChanged, this, &CompareView::showTask);
    };
    addCombo("task", m_task, tr("&Task:"), {});
    m_task->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_task->setMinimumContentsLength(14);
    addCombo("x", m_x, tr("&Over:"), {tr("trials"), tr("seconds")});
    addCombo("y", m_y, tr("&Show:"), {FlopsCount::unit(SpeedUnit::Gflops), tr("% of the best")});
    m_logX = makeControl<QCheckBox>("logX", tr("&Log x"));
    m_logX->setToolTip(tr("Show trials or seconds on a logarithmic axis"));
    row->add(m_logX);
    row->add(m_runMissing);
    connect(m_logX, &QCheckBox::toggled, this, &CompareView::showTask);
    return row;
}

QWidget* CompareView::makeResults()
{
    m_verdict = makeControl<SummaryText>("verdict", tr("Verdict"));
    m_headline = new Headline("headline");
    m_runMissing = makeControl<QPushButton>("runMissingSeeds", tr("Run the Missing Seeds"));
    connect(m_runMissing, &QPushButton::clicked, this, &CompareView::runMissingSeeds);
    auto* details = new Section(QStringLiteral("details"), tr("More"), m_verdict, false);
    state().bind(QStringLiteral("details"), details);
    m_note = new QLabel(tr("Filters do not apply here: complete runs are compared."));
    m_note->setVisible(!workspace().filters().isEmpty());
    m_progress = makeControl<PlotCanvas>("bestSoFar");
    m_progress->setAccessibleName(tr("Best so far by run"));
    m_progress->setEmptyText(tr("No trial of the ticked runs succeeded."));
    connect(m_progress, &PlotCanvas::chosen, this, [this](PlotPick pick) {
        if (const TrialRef trial = m_plots.trialAt(pick); trial.isValid()) {
            workspace().selection().select({trial});
        }
    });
    connect(m_progress, &PlotCanvas::hovered, this,
            [this](PlotPick pick) { workspace().selection().hover(m_plots.trialAt(pick)); });
    m_distribution = makeControl<PlotCanvas>("distribution");
    m_distribution->setAccessibleName(tr("Distribution of speeds"));
    m_distribution->setEmptyText(tr("No trial of the ticked runs succeeded."));
    QTableView* wins = makeCellView("wins", &m_wins, tr("Best speed by task and group"));
    QTableView* diff = makeCellView("bestConfigs", &m_diff, tr("Best configs knob by knob"));
    wins->setSortingEnabled(false);
    diff->setSortingEnabled(false);
    m_tabs = makeControl<QTabWidget>("results");
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Results of the comparison"));
    m_tabs->addTab(m_progress, tr("&Best so far"));
    QTableView* groups = makeCellView("groups", &m_groups, tr("How each group does against the others"));
    groups->setSortingEnabled(false);
    m_tabs->addTab(groups, tr("Groups"));
    m_tabs->addTab(makeCellView("reach", &m_reach, tr("Trials and seconds to reach a share of the best")), tr("Re&ach"));
    m_tabs->addTab(m_distribution, tr("&Distribution"));
    m_tabs->addTab(wins, tr("&Wins"));
    m_tabs->addTab(diff, tr("Best &configs"));
    auto* results = new QWidget;
    inColumn(results, {m_headline, details, makeControls(), m_note, {m_tabs, 1}}, QMargins());
    auto* splitter = new QSplitter;
    splitter->addWidget(makeRunList());
    splitter->addWidget(results);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 5);
    splitter->setSizes({580, 600}); // the list shows the best of each run
    splitter->setChildrenCollapsible(false);
    auto* page = new QWidget;
    inColumn(page, {splitter}, QMargins() + space::kSmall);
    return page;
}

void CompareView::connectWorkspace()
{
    connect(&workspace(), &Workspace::projectChanged, this, [this] {
        setInterval(0);
        refreshSoon();
    });
    connect(&workspace(), &Workspace::runsChanged, this, &CompareView::refreshSoon);
    connect(&workspace(), &Workspace::trialsAdded, this, &CompareView::refreshSoon);
    connect(&workspace(), &Workspace::trialsChanged, this, &CompareView::refreshSoon);
    connect(&workspace().session(), &TuningSession::stateChanged, this, &CompareView::enableMissingRuns);
    connect(&workspace().selection(), &Selection::changed, this, [this] {
        if (isVisible() && task()) {
            ComparisonPlots::markSelected(*m_progress, *task(), m_compared, plotOptions());
        }
    });
    connect(&workspace().selection(), &Selection::hoverChanged, this, &CompareView::showHovered);
    connect(&workspace().filters(), &Filters::changed, this, [this] { m_note->setVisible(!workspace().filters().isEmpty()); });
}

void CompareView::addActions(ActionRegistry& registry)
{
    registry.add("compare.addFiles", tr("Add Runs to Co&mpare…"), {}, [this] { askForFiles(); });
    registry.add(
        "compare.savePicture", tr("Save Picture of the Comparison…"), {}, [this] { savePicture(); },
        [this] { return m_runs.rowCount() == 0 ? workspace().missingRuns() : QString(); });
}

// --- reading ---

void CompareView::refresh()
{
    const QString path = workspace().projectPath();
    setInterval(kCompareRefreshMs);
    if (path.isEmpty()) {
        m_runs.setProjectRuns({}, {});
        return;
    }
    m_projectJob.request([this, path, shared = workspace().runTrials()]() -> LatestWork::Deliver {
        QElapsedTimer timer;
        timer.start();
        auto read = std::make_shared<Result<ComparedRuns>>(runsOfProject(path.toStdString(), {}, shared.get()));
        const qint64 took = timer.elapsed();
        return [this, path, read, took] {
            setInterval(static_cast<int>(std::max<qint64>(kCompareRefreshMs, 10 * took)));
            if (path != workspace().projectPath() || workspace().reportError(*read)) {
                return;
            }
            if (m_runList->findChild<QLineEdit*>()) { // do not discard a text that is being edited
                refreshSoon();
                return;
            }
            for (const Sentence& problem : (*read)->problems) {
                workspace().report(MessageLevel::Warning, problem);
            }
            m_runs.setProjectRuns(path, std::move((*read)->runs));
        };
    });
}

void CompareView::addFile(const QString& path)
{
    if (!m_pendingFiles.contains(path)) {
        m_pendingFiles << path;
    }
    readFiles();
}

void CompareView::readFiles()
{
    m_filesJob.request([this, files = m_pendingFiles]() -> LatestWork::Deliver {
        auto all = std::make_shared<std::vector<std::pair<QString, Result<ComparedRuns>>>>();
        for (const QString& file : files) {
            all->emplace_back(file, runsOfFile(file.toStdString()));
        }
        return [this, all] {
            for (auto& [file, read] : *all) {
                m_pendingFiles.removeAll(file);
                const bool isRestored = m_restoredFiles.removeAll(file) > 0;
                if (!read) {
                    workspace().report(isRestored ? MessageLevel::Warning : MessageLevel::Error, read.error());
                    m_verdict->setPlainText(coreText(read.error()));
                    m_headline->showNone(coreText(read.error()));
                    continue;
                }
                for (const Sentence& problem : read->problems) {
                    workspace().report(MessageLevel::Warning, problem);
                }
                if (file != workspace().projectPath()) {
                    m_runs.addFileRuns(file, std::move(read->runs));
                }
            }
        };
    });
}

// --- comparing ---

void CompareView::compareSoon()
{
    m_remove->setEnabled(!m_runs.files().isEmpty());
    m_runList->setColumnHidden(ComparedRunsModel::FileColumn, m_runs.files().isEmpty()); // all are of the project
    if (isVisible()) {
        compare();
    }
}

void CompareView::compare()
{
    m_compareJob.request([this, ticked = m_runs.ticked()]() -> LatestWork::Deliver {
        auto runs = std::make_shared<std::vector<ComparedRun>>();
        for (const auto& [run, group] : ticked) {
            runs->push_back(*run);
            runs->back().group = {Sentence(group.toStdString())};
        }
        auto comparison = std::make_shared<Comparison>(compareRuns(*runs));
        return [this, runs, comparison] { setComparison(std::move(*comparison), std::move(*runs)); };
    });
}

void CompareView::setComparison(Comparison comparison, std::vector<ComparedRun> runs)
{
    m_comparison = std::move(comparison);
    m_compared = std::move(runs);
    m_pages->showPage(m_runs.rowCount() > 0);
    ComparisonTables::fillWins(m_wins, m_comparison);
    showTasks();
    showTask();
}

void CompareView::showTasks()
{
    const QString old = m_task->currentData().toString();
    const QSignalBlocker blocker(m_task);
    m_task->clear();
    size_t most = 0;
    for (size_t t = 0; t < m_comparison.tasks.size(); ++t) {
        const TaskComparison& task = m_comparison.tasks[t];
        m_task->addItem(QString::fromStdString(task.label), QString::fromStdString(task.workload));
        most = task.groups.size() > m_comparison.tasks[most].groups.size() ? t : most;
    }
    const int found = m_task->findData(old);
    m_task->setCurrentIndex(found >= 0 && !old.isEmpty() ? found : static_cast<int>(most));
    m_task->setEnabled(m_task->count() > 1);
}

const TaskComparison* CompareView::task() const
{
    const int at = m_task->currentIndex();
    return at >= 0 && at < static_cast<int>(m_comparison.tasks.size()) ? &m_comparison.tasks[static_cast<size_t>(at)] : nullptr;
}

ComparisonPlotOptions CompareView::plotOptions() const
{
    const auto colour = [this](const std::string& group) {
        return seriesColour(palette(), m_runs.colourOf(QString::fromStdString(group)));
    };
    return {m_x->currentIndex() == 0 ? CurveAxis::Trials : CurveAxis::Seconds,
            m_y->currentIndex() == 1,
            m_logX->isChecked(),
            workspace().projectPath().toStdString(),
            workspace().selection().trials(),
            colour,
            [this](const std::string& group) { return isSeriesDashed(m_runs.colourOf(QString::fromStdString(group))); }};
}

void CompareView::showTask()
{
    const TaskComparison* current = task();
    if (!current) {
        m_verdict->setPlainText(tr("Tick two or more runs in the list."));
        m_headline->showNone(m_verdict->toPlainText());
        m_groups.setTable({}, {});
        enableMissingRuns();
        m_progress->setSeries({});
        m_progress->setMarks({});
        m_distribution->setSeries({});
        m_reach.setTable({}, {});
        m_diff.setTable({}, {});
        return;
    }
    m_y->setItemText(0, FlopsCount::unit(current->unit));
    const ComparisonPlotOptions options = plotOptions();
    m_verdict->setPlainText(verdictSentence(*current) + excludedText(*current));
    showHeadline(*current);
    ComparisonTables::fillGroups(m_groups, *current);
    m_plots.fillProgress(*m_progress, *current, m_compared, options);
    ComparisonPlots::fillDistribution(*m_distribution, *current, options);
    ComparisonTables::fillReach(m_reach, *current, options.colour);
    ComparisonTables::fillDiff(m_diff, *current, m_compared, themeFor(palette()).changed);
    setAccessibleDescription(m_verdict->toPlainText());
    showHovered();
}

void CompareView::showHeadline(const TaskComparison& task)
{
    const ComparisonHeadline headline = headlineOf(task);
    if (headline.figure.empty()) {
        m_headline->showNone(m_verdict->toPlainText());
    } else {
        m_headline->show(coreText(headline.figure), coreText(headline.unit), coreText(headline.line));
    }
    enableMissingRuns();
}

void CompareView::enableMissingRuns()
{
    const TaskComparison* current = task();
    const size_t all = current ? countOf(missingRunsHere(*current, m_compared, workspace().projectPath().toStdString())) : 0;
    m_runMissing->setEnabled(all > 0 && !workspace().session().isRunning());
    m_runMissing->setToolTip(all > 0
                                 ? tr("Tunes the task in %n run(s) like these, with other seeds", nullptr, static_cast<int>(all))
                                 : tr("The groups of this project have as many runs as a verdict needs."));
}

void CompareView::runMissingSeeds()
{
    if (const TaskComparison* current = task()) {
        workspace().reportError(startMissingRuns(
            workspace(), missingRunsHere(*current, m_compared, workspace().projectPath().toStdString()), m_compared));
    }
}

/// Sentence after the verdict: unfinished runs of the task are not ticked. Empty if there are none.
QString CompareView::excludedText(const TaskComparison& task) const
{
    const auto isUnfinished = [&](const ComparedRun& run) { return run.isUnfinished && run.workload == task.workload; };
    auto left = -std::count_if(m_compared.begin(), m_compared.end(), isUnfinished);
    for (int row = 0; row < m_runs.rowCount(); ++row) {
        left += isUnfinished(*m_runs.runAt(row)) ? 1 : 0;
    }
    return left > 0 ? QLatin1Char(' ') + coreText(unfinishedRunsSentence(static_cast<size_t>(left))) : QString();
}

/// Highlights the curve and the row of the run of the hovered trial.
void CompareView::showHovered()
{
    const TrialRef trial = isVisible() ? workspace().selection().hovered() : TrialRef();
    m_progress->setEmphasised(trial.isValid() ? m_plots.seriesOfRun(trial.run) : -1);
    m_runRows->setHovered(trial.isValid() ? m_runs.rowOfRun(trial.run) : -1);
}

void CompareView::chooseBestOf(int row)
{
    if (!m_runs.isFromProject(row)) {
        return;
    }
    const auto run = m_runs.runAt(row);
    if (const TrialPoint* best = run->best()) {
        workspace().selection().select({{run->run, best->number}});
    }
}

// --- files, pictures, state ---

void CompareView::askForFiles()
{
    const QStringList paths = QFileDialog::getOpenFileNames(
        this, tr("Add Runs to Compare"), {}, tr("Projects and AutoTVM logs (*.knobscope *.log *.json *.txt);;All files (*)"));
    for (const QString& path : paths) {
        addFile(path);
    }
}

void CompareView::removeChosenFile()
{
    const QModelIndex at = m_runList->currentIndex();
    if (at.isValid() && !m_runs.isFromProject(at.row())) {
        m_runs.removeFile(QString::fromStdString(m_runs.runAt(at.row())->source));
    } else {
        workspace().report(MessageLevel::Info,
                           tr("Select a run of an added file first. Runs of the open project cannot be removed."));
    }
}

void CompareView::savePicture()
{
    askForPicture(m_tabs->currentWidget() == m_distribution ? *m_distribution : *m_progress, tr("comparison.svg"));
}

void CompareView::refreshNow()
{
    refreshStale();
    m_projectJob.finishNow();
    m_filesJob.finishNow();
    compare();
    m_compareJob.finishNow();
}

void CompareView::showEvent(QShowEvent* event)
{
    const bool isAsRead = !isStale();
    LazyView::showEvent(event);
    if (isAsRead) {
        compare();
    }
}

void CompareView::changeEvent(QEvent* event)
{
    View::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_pages) {
        showTask();
    }
}

} // namespace knobscope
