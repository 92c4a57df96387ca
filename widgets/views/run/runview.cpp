// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run/runview.h"

#include "core/tuning/runsentence.h"
#include "core/tuning/storedrun.h"
#include "core/worker/kernelmessage.h"
#include "widgets/base/coretext.h"
#include "widgets/base/themestyle.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/formscroll.h"
#include "widgets/controls/section.h"
#include "widgets/project/machinepeaks.h"
#include "widgets/project/projectwatch.h"
#include "widgets/project/targetchoice.h"
#include "widgets/views/run/optionforms.h"
#include "widgets/views/run/queueview.h"
#include "widgets/views/run/resumelist.h"
#include "widgets/views/run/runnotifier.h"
#include "widgets/views/run/transferform.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QThread>

#include <algorithm>

namespace knobscope {

RunView::RunView(Workspace& workspace, QWidget* parent)
    : View(workspace, parent)
    , m_banner(new ResumeBanner)
    , m_start(makeControl<QPushButton>("start"))
    , m_stop(makeControl<QPushButton>("stop", tr("S&top")))
    , m_progress(new ProgressPanel)
    , m_tuner(new TunerForm)
    , m_begin(new FieldList(FieldList::Place::Alone))
    , m_first(new SeedConfigs)
    , m_transfer(new TransferForm(workspace))
    , m_limits(new LimitsForm(workspace))
    , m_pruned(makeSentence({}))
    , m_queue(new QueueView(workspace.session()))
    , m_resumable(new ResumeList)
    , m_notifier(new RunNotifier(this))
{
    makePrimary(*m_start); // in place of the tool bar's, which is hidden while this view is in front
    inColumn(this, {m_banner, inRow({m_start, m_stop}), m_progress, {new FormScroll(makeSections()), 1}},
             QMargins() + 2 * tightSpacing(*this)); // the forms below must fit the dock
    explain(*m_stop, tr("Stops now and keeps finished trials; Run > Stop After Trials in Progress waits for the others."));
    connect(m_start, &QPushButton::clicked, this,
            [this] { this->workspace().session().isRunning() ? pauseOrResume() : start(); });
    connect(m_stop, &QPushButton::clicked, this, &RunView::stop);
    connectSession();
    connect(&workspace, &Workspace::taskChanged, this, &RunView::updateTask);
    connect(&workspace, &Workspace::taskRenamed, this, &RunView::updateTask);
    connect(&workspace, &Workspace::editsChanged, this, [this] {
        const auto task = this->workspace().task();
        m_first->setSpace(task ? &task->space : nullptr);
    });
    connect(&workspace, &Workspace::runsChanged, this, &RunView::updateRuns);
    connect(&workspace, &Workspace::projectChanged, this, [this] {
        const QString path = this->workspace().projectPath();
        const QString obstacle = path.isEmpty() ? QString() : ProjectWatch::obstacle(path, {}, -1);
        if (std::exchange(m_obstacle, obstacle) != obstacle) {
            showReadiness();
        }
        m_banner->withdraw();
        for (const RunRow& run : this->workspace().runs()) {
            if (run.state == "killed" && isResumable(run)) {
                m_banner->offer(run);
            }
        }
        updateRuns();
    });
    connect(&workspace, &Workspace::queueWanted, this, &RunView::addToQueue);
    connect(&workspace, &Workspace::taskTuningWanted, this, [this] { startTask(true); });
    connect(&workspace, &Workspace::networkTuningWanted, this, &RunView::tuneNetwork);
    connect(m_banner, &ResumeBanner::viewWanted, &workspace, &Workspace::viewWanted, Qt::QueuedConnection);
    connect(m_banner, &ResumeBanner::resumeRequested, this, &RunView::resumeRun);
    connect(m_resumable, &ResumeList::resumeRequested, this, &RunView::resumeRun);
    connect(m_queue, &QueueView::addTaskRequested, this, &RunView::addTaskToQueue);
    connect(m_queue, &QueueView::addNetworkRequested, this, &RunView::addNetworkToQueue);
    connect(m_limits, &LimitsForm::applyRequested, this, [this] {
        RunOptions limits;
        m_limits->apply(limits);
        TuningSession& session = this->workspace().session();
        const RunRow* going = this->workspace().run(session.run());
        if (going && session.current()) {
            limits.peakGflops = peakGflops(session.current()->task, threadsOf(*going));
        }
        session.changeLimits(limits);
        updateState();
    });
    updateTask();
    updateRuns();
    bindState();
}

void RunView::bindState()
{
    ViewState& open = state().part(QStringLiteral("open"));
    for (Section* section : findChildren<Section*>()) {
        open.bind(section->objectName(), section);
    }
    state().bind(
        QStringLiteral("settings"), [this] { return QString::fromStdString(settings().dump()); },
        [this](const QJsonValue& value) { restoreSettings(value.toString().toStdString()); });
    m_transfer->bindTo(state().part(QStringLiteral("transfer")));
    state().watch(this, &RunView::settingsChanged);
}

void RunView::restoreSettings(const std::string& text)
{
    const auto kept = nlohmann::json::parse(text, nullptr, false);
    const nlohmann::json& all = kept.is_object() && kept.contains("run") && kept.contains("measuring") ? kept : m_defaults;
    const RunOptions run = runOptionsFromJson(all["run"]);
    m_tuner->set(run.tuner, run.parameters);
    m_measuring.show(optionsFromJson(all["measuring"])); // before the limits: its threads determine if the peak is known
    m_others.show(run);
    m_limits->setLimits(run);
}

QWidget* RunView::makeSections()
{
    m_advanced = new Section(QStringLiteral("advanced"), tr("Advanced"), makeAdvanced(), false);
    m_queueSection = new Section(QStringLiteral("queue"), tr("Queue"), m_queue, false);
    m_resumeSection = new Section(QStringLiteral("resume"), tr("Unfinished runs"), m_resumable, false);
    auto* all = new QWidget;
    const int spacing = tightSpacing(*this);
    inColumn(all, {m_tuner, m_begin, m_limits, m_advanced, m_queueSection, m_resumeSection, BoxItem::rest()},
             QMargins(0, 0, spacing, 0), spacing);
    connect(m_tuner, &TunerForm::changed, this, &RunView::applySettings);
    connect(m_transfer, &TransferForm::changed, this, &RunView::applySettings);
    connect(m_limits, &LimitsForm::changed, this, &RunView::applySettings);
    m_defaults = settings();
    applySettings();
    return all;
}

QWidget* RunView::makeAdvanced()
{
    auto* page = new QWidget;
    const auto headed = [](const QString& text) {
        auto* heading = new FieldList;
        heading->addWide(makeHeading(text));
        return heading;
    };
    auto* search = new FieldList;
    auto* pruning = new FieldList;
    auto* measuring = new FieldList;
    addEditors(*search, *pruning, *measuring);
    inColumn(page,
             {headed(tr("Tuner")), m_tuner->more(), search, m_first, pruning, headed(tr("Earlier results")), m_transfer,
              headed(tr("Other limits")), m_limits->more(), headed(tr("Measurement settings")), measuring},
             QMargins(), 0);
    return page;
}

void RunView::addEditors(FieldList& search, FieldList& pruning, FieldList& measuring)
{
    for (const OptionField<MeasureOptions>& field : measureFields()) {
        const bool isThreads = field.id == "threads";
        QWidget* editor = m_measuring.add(measuring, field, isThreads ? std::max(1, QThread::idealThreadCount()) : field.high);
        if (field.isPlainOnly) {
            m_plainOnly << editor;
        }
    }
    for (const OptionField<RunOptions>& field : runFields()) {
        if (!field.isLimit) {
            m_others.add(field.id == "from"    ? *m_begin
                         : field.id == "seed"  ? search
                         : field.id == "prune" ? pruning
                                               : measuring,
                         field);
        }
    }
    m_measuring.show({});
    m_others.show({});
    pruning.addWide(m_pruned);
    m_pruned->hide();
}

void RunView::connectSession()
{
    TuningSession* session = &workspace().session();
    connect(session, &TuningSession::started, this, [this](const QString& label, const QString& tuner) {
        m_banner->withdraw();
        m_progress->begin(tr("Starting the workers for %1…").arg(label));
        if (workspace().session().isTuningNetwork()) {
            workspace().report(MessageLevel::Info, tr("Tuning all layers of %1 with %2.").arg(label, tuner));
        } else if (workspace().session().isTuningTask()) {
            const QString limits = coreText(stopRuleOf(workspace().session().current()->options).text());
            workspace().report(MessageLevel::Info, tr("Tuning %1 with %2 until %3.").arg(label, tuner, limits));
            adoptLimits();
        }
        updateState();
    });
    connect(session, &TuningSession::stateChanged, this, &RunView::updateState);
    connect(session, &TuningSession::queueChanged, this, [this] {
        showReadiness();
        updateState();
    });
    connect(session, &TuningSession::progressed, this, [this, session](const Progress& progress) {
        if (session->state() == TuningSession::State::Running) {
            m_progress->showProgress(progress);
        }
    });
    connect(session, &TuningSession::networkProgressed, this, [this, session](const NetworkProgress& progress) {
        if (session->state() == TuningSession::State::Running) {
            m_progress->showNetwork(progress);
        }
    });
    connect(session, &TuningSession::finished, this, &RunView::finish);
}

/// Shows the limits of the run in progress, so that they can be changed; the form's own limits are restored afterwards.
void RunView::adoptLimits()
{
    RunOptions own;
    m_limits->apply(own);
    const RunOptions& running = workspace().session().current()->options;
    if (stopRuleOf(own) != stopRuleOf(running)) {
        m_ownLimits = m_ownLimits.value_or(own);
        m_limits->setLimits(running);
    }
}

RunOptions RunView::options() const
{
    RunOptions options;
    options.tuner = m_tuner->tuner();
    options.parameters = m_tuner->parameters();
    m_transfer->apply(options);
    options.seeds = m_first->indexes();
    m_others.apply(options);
    m_limits->apply(options);
    return options;
}

void RunView::reportIfFailed(const Result<void>& result)
{
    if (workspace().reportError(result)) {
        m_progress->showStatus(coreText(result.error()));
    }
}

void RunView::start()
{
    const TuningSession& session = workspace().session();
    if (session.isRunning()) {
        return;
    }
    if (session.queue().empty()) {
        startTask(false);
    } else {
        reportIfFailed(workspace().startQueue());
    }
}

void RunView::startTask(bool isAlone)
{
    const auto task = workspace().task();
    auto run = task ? optionsFor(*task) : Result<RunOptions>(options()); // startRun() reports a missing task
    if (run) {
        run->isAlone = isAlone;
    }
    reportIfFailed(run ? workspace().startRun(*run, workspace().measuring()) : fail(run));
}

/// Options to start or queue a run of `task`, from the forms. Config indexes apply to the current task; returns an error if one
/// is not in its space.
Result<RunOptions> RunView::optionsFor(const Task& task) const
{
    RunOptions run = options();
    run.peakGflops = peakGflops(task, workspace().measuring().threads);
    const auto current = workspace().task();
    if (!current || taskToJson(*current) != taskToJson(task)) {
        run.seeds.clear();
        return run;
    }
    const std::string problem = m_first->problem().toStdString();
    return problem.empty() ? Result<RunOptions>(run) : fail(ErrorCode::InvalidArgument, "{}", problem);
}

void RunView::tuneNetwork(NetworkTuning tuning)
{
    tuning.run = options();
    reportIfFailed(workspace().startNetwork(tuning, workspace().measuring()));
}

void RunView::pauseOrResume()
{
    TuningSession& session = workspace().session();
    if (session.state() == TuningSession::State::Running) {
        session.pause();
        m_progress->showStatus(tr("Paused. Trials in progress will finish."));
    } else {
        session.resume();
    }
}

void RunView::stop()
{
    if (workspace().session().isRunning()) {
        workspace().session().stop();
        m_progress->showStatus(tr("Stopping. Finished trials are kept."));
    }
}

void RunView::stopAfterInFlight()
{
    if (canControlRun()) {
        workspace().session().stopAfterInFlight();
        m_progress->showStatus(tr("Stopping after the trials in progress."));
    }
}

void RunView::setPinned(const std::vector<qint64>& indexes)
{
    std::vector<int64_t> all = m_first->indexes();
    for (const std::vector<qint64>& pins : {m_pinned, indexes}) {
        std::erase_if(all, [&](int64_t index) { return std::ranges::find(pins, index) != pins.end(); });
    }
    all.insert(all.end(), indexes.begin(), indexes.end());
    m_pinned = indexes;
    m_first->setIndexes(all);
}

void RunView::addTaskToQueue()
{
    if (taskObstacle().isEmpty()) {
        addToQueue({{*workspace().task(), workspace().taskLabel().toStdString(), {}, {}, 0}});
    }
}

bool RunView::addToQueue(const std::vector<LoopTask>& tasks)
{
    std::vector<LoopTask> ready = tasks;
    for (LoopTask& task : ready) {
        auto run = optionsFor(task.task);
        if (!run) {
            reportIfFailed(fail(run));
            return false;
        }
        task.options = std::move(*run);
    }
    for (LoopTask& task : ready) {
        workspace().session().enqueue(std::move(task), workspace().measuring());
    }
    m_queueSection->setOpen(true);
    return true;
}

void RunView::addNetworkToQueue()
{
    const auto tasks = tasksOfNetwork(workspace());
    if (!tasks) {
        reportIfFailed(fail(tasks));
    } else if (addToQueue(*tasks)) {
        workspace().report(MessageLevel::Info,
                           tr("%n task(s) wait in the queue.", nullptr, static_cast<int>(workspace().session().queue().size())));
    }
}

void RunView::resumeRun(qint64 run)
{
    reportIfFailed(workspace().resumeRun(run));
}

void RunView::updateTask()
{
    const auto task = workspace().task();
    m_first->setSpace(nullptr);
    m_first->setSpace(task ? &task->space : nullptr);
    showReadiness();
    m_progress->showNewest(workspace(), true);
    updateState();
}

void RunView::showReadiness()
{
    const TuningSession& session = workspace().session();
    if (session.isRunning()) {
        return;
    }
    const auto task = workspace().task();
    const QString first = session.queue().empty() ? QString() : QString::fromStdString(session.queue().front().task.label);
    const QString reason = !first.isEmpty() ? QString() : task ? runObstacle(task->target) : tr("Choose a task to tune.");
    m_progress->showIdle(!reason.isEmpty()       ? reason
                         : !m_obstacle.isEmpty() ? m_obstacle
                         : first.isEmpty()       ? tr("Ready to tune %1.").arg(workspace().taskLabel())
                                                 : tr("Ready to tune %1, the first in the queue.").arg(first));
}

bool RunView::canControlRun() const
{
    const TuningSession::State now = workspace().session().state();
    return now == TuningSession::State::Running || now == TuningSession::State::Paused;
}

void RunView::updateState()
{
    const TuningSession& session = workspace().session();
    const auto waiting = static_cast<int>(session.queue().size());
    const bool isBusy = session.state() != TuningSession::State::Idle;
    const bool canRun = taskObstacle().isEmpty();
    m_start->setText(session.state() == TuningSession::State::Paused ? tr("Co&ntinue")
                     : isBusy                                        ? tr("&Pause")
                     : waiting > 0                                   ? tr("&Start Queue (%1)").arg(waiting)
                                                                     : tr("&Start Tuning"));
    m_start->setEnabled(isBusy ? canControlRun() : canRun || waiting > 0);
    m_stop->setEnabled(isBusy && session.state() != TuningSession::State::Stopping);
    if (m_stopAction) {
        m_pauseAction->setEnabled(canControlRun());
        m_stopAction->setEnabled(m_stop->isEnabled());
        m_finishAction->setEnabled(canControlRun());
    }
    m_limits->setRunning(session.isTuningTask() ? &session.current()->options : nullptr);
    const QString label = canRun ? workspace().taskLabel() : QString();
    m_queue->setChoices(label, label.left(std::max<qsizetype>(0, label.lastIndexOf(QLatin1Char(':'))))); // empty if of no network
    m_queueSection->setTitle(waiting == 0 ? tr("Queue") : tr("Queue (%1)").arg(waiting));
    m_queueSection->setSummary(waiting == 0 ? tr("empty") : tr("%n task(s) wait", nullptr, waiting));
}

void RunView::updateRuns()
{
    m_progress->showNewest(workspace(), false);
    m_resumable->setRuns(workspace().runs(), !workspace().session().isRunning());
    m_resumeSection->setVisible(m_resumable->count() > 0);
    m_resumeSection->setTitle(tr("Unfinished runs (%1)").arg(m_resumable->count()));
    const RunRow* offered = m_banner->run() > 0 ? workspace().run(m_banner->run()) : nullptr;
    if (m_banner->run() > 0 && (!offered || !isResumable(*offered))) {
        m_banner->withdraw();
    }
}

/// Settings of the forms, except the configs to measure first.
nlohmann::json RunView::settings() const
{
    RunOptions run = options();
    takeLimits(run, m_ownLimits.value_or(run)); // the form may show the limits of the run in progress
    run.parameters = m_tuner->parameters(); // the transfer form has its own state
    run.seeds.clear();
    run.peakGflops = 0;
    MeasureOptions measuring;
    m_measuring.apply(measuring);
    return {{"run", runOptionsToJson(run)}, {"measuring", measuring}};
}

/// Passes the settings to the workspace and updates the summary of the closed section.
void RunView::applySettings()
{
    if (m_defaults.is_null()) {
        return; // the forms are being made
    }
    const RunOptions run = options();
    MeasureOptions measuring;
    m_measuring.apply(measuring);
    measuring.seed = run.seed;
    for (QWidget* editor : m_plainOnly) {
        editor->setEnabled(!measuring.paired);
    }
    workspace().setMeasuring(measuring);
    m_transfer->setRun(run);
    int changed = 0;
    const nlohmann::json now = settings();
    for (const auto& [group, values] : now.items()) {
        for (const auto& [name, value] : values.items()) {
            const bool isSeen = name == "tuner" || name == "trials" || name == "seconds";
            changed += !isSeen && value != m_defaults.at(group).at(name) ? 1 : 0;
        }
    }
    m_advanced->setSummary(changed == 0 ? QString() : tr("%n setting(s) changed", nullptr, changed));
    emit settingsChanged();
}

void RunView::finish(const RunFinished& result, const Sentence& problem)
{
    if (m_ownLimits) {
        m_limits->setLimits(*std::exchange(m_ownLimits, std::nullopt));
    }
    const QString label = workspace().session().lastLabel();
    const std::string name = label.toStdString();
    const TunedNetwork* network = workspace().session().tunedNetwork();
    const Sentence end = network ? endOfNetwork(name, *network) : endOfRun(name, result);
    m_notifier->runFinished(label, result, coreText(problem), network ? coreText(end) : QString());
    m_pruned->setVisible(result.pruning.judged > 0);
    m_pruned->setText(tr("Last run: %1.").arg(coreText(pruningSentence(result.pruning))));
    if (!problem.empty()) {
        m_progress->showEnd(coreText(problem), false);
        workspace().report(MessageLevel::Error, problem);
        updateState();
        return;
    }
    workspace().report(MessageLevel::Info, end, network ? -1 : result.bestIndex);
    m_progress->showEnd(coreText(end), (network ? network->outcome.reason : result.reason) == "finished");
    updateState();
}

} // namespace knobscope
