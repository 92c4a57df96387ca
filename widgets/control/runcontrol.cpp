// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/control/runcontrol.h"

#include "widgets/actions/actionregistry.h"
#include "widgets/control/deviceform.h"
#include "widgets/control/limitsform.h"
#include "widgets/control/measureform.h"
#include "widgets/control/networkqueue.h"
#include "widgets/control/progresspanel.h"
#include "widgets/control/pruneform.h"
#include "widgets/control/queueview.h"
#include "widgets/control/resumelist.h"
#include "widgets/control/runnotifier.h"
#include "widgets/control/runsentence.h"
#include "widgets/control/seedfield.h"
#include "widgets/control/stoprulewords.h"
#include "widgets/control/transferform.h"
#include "widgets/control/tunerform.h"
#include "widgets/layout/section.h"
#include "widgets/translation/coretext.h"
#include "widgets/workspace/targetchoice.h"

#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>
#include <algorithm>

namespace knobscope {

RunControl::RunControl(Workspace& workspace, QWidget* parent)
    : View(workspace, parent)
    , m_banner(new ResumeBanner)
    , m_start(new QPushButton)
    , m_pause(new QPushButton(tr("&Pause")))
    , m_stop(new QPushButton(tr("S&top")))
    , m_finish(new QPushButton(tr("Stop after &batch")))
    , m_measure(new QPushButton)
    , m_measureReason(makeSentence({}))
    , m_progress(new ProgressPanel)
    , m_tuner(new TunerForm)
    , m_seeds(new SeedField)
    , m_prune(new PruneForm)
    , m_transfer(new TransferForm(workspace))
    , m_limits(new LimitsForm)
    , m_measuring(new MeasureForm)
    , m_device(new DeviceForm)
    , m_queue(new QueueView(workspace.session()))
    , m_resumable(new ResumeList)
    , m_notifier(new RunNotifier(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_banner);
    makeButtons(layout);
    layout->addWidget(m_progress);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(makeSections());
    scroll->setMinimumWidth(scroll->widget()->minimumSizeHint().width() + style()->pixelMetric(QStyle::PM_ScrollBarExtent));
    layout->addWidget(scroll, 1);

    connectSession();
    connect(&workspace, &Workspace::taskChanged, this, &RunControl::updateTask);
    connect(&workspace, &Workspace::editsChanged, this, [this] {
        const auto task = this->workspace().task();
        m_seeds->setSpace(task ? &task->space : nullptr);
        updateState();
    });
    connect(&workspace, &Workspace::configChanged, this, &RunControl::updateState);
    connect(&workspace, &Workspace::runsChanged, this, &RunControl::updateRuns);
    connect(&workspace, &Workspace::projectChanged, this, [this] {
        m_banner->withdraw();
        for (const RunRow& run : this->workspace().runs()) {
            if (run.state == "killed" && isResumable(run)) {
                m_banner->offer(run);
            }
        }
        updateRuns();
    });
    connect(m_banner, &ResumeBanner::resumeRequested, this, &RunControl::resumeRun);
    connect(m_resumable, &ResumeList::resumeRequested, this, &RunControl::resumeRun);
    connect(m_queue, &QueueView::addTaskRequested, this, &RunControl::addTaskToQueue);
    connect(m_queue, &QueueView::addNetworkRequested, this, &RunControl::addNetworkToQueue);
    connect(m_limits, &LimitsForm::applyRequested, this, [this] {
        RunOptions limits;
        m_limits->apply(limits);
        this->workspace().session().changeLimits(limits);
        updateState();
    });
    updateTask();
    updateRuns();
}

void RunControl::makeButtons(QVBoxLayout* layout)
{
    auto* grid = new QGridLayout;
    grid->addWidget(m_start, 0, 0);
    grid->addWidget(m_pause, 0, 1);
    grid->addWidget(m_stop, 1, 0);
    grid->addWidget(m_finish, 1, 1);
    grid->addWidget(m_measure, 2, 0, 1, 2);
    grid->addWidget(m_measureReason, 3, 0, 1, 2);
    layout->addLayout(grid);
    m_stop->setToolTip(tr("Ends the run at once. What is finished is kept, what is in flight is given up."));
    m_finish->setToolTip(tr("Ends the run when the trials in flight are finished, so that nothing is lost."));
    connect(m_start, &QPushButton::clicked, this, &RunControl::start);
    connect(m_pause, &QPushButton::clicked, this, &RunControl::pauseOrResume);
    connect(m_stop, &QPushButton::clicked, this, &RunControl::stop);
    connect(m_finish, &QPushButton::clicked, this, &RunControl::stopAfterInFlight);
    connect(m_measure, &QPushButton::clicked, this, &RunControl::measureConfig);
}

QWidget* RunControl::makeSections()
{
    auto* tuner = new QWidget;
    auto* tunerLayout = new QVBoxLayout(tuner);
    tunerLayout->setContentsMargins({});
    tunerLayout->addWidget(m_tuner);
    tunerLayout->addWidget(m_seeds);
    tunerLayout->addWidget(m_prune);
    m_tunerSection = new Section(tr("Tuner"), tuner, true);
    m_transferSection = new Section(tr("Earlier results"), m_transfer, false);
    m_limitsSection = new Section(tr("Ends at"), m_limits, true);
    m_deviceSection = new Section(tr("Device"), m_device, false);
    m_measureSection = new Section(tr("Measuring"), m_measuring, false);
    m_queueSection = new Section(tr("Queue"), m_queue, false);
    m_resumeSection = new Section(tr("Unfinished runs"), m_resumable, false);
    auto* all = new QWidget;
    auto* layout = new QVBoxLayout(all);
    layout->setContentsMargins(0, 0, tightSpacing(*this) * 2, 0);
    for (const auto& [name, section] : sections()) {
        layout->addWidget(section);
    }
    layout->addStretch();
    connect(m_tuner, &TunerForm::changed, this, &RunControl::updateSummaries);
    connect(m_prune, &PruneForm::changed, this, &RunControl::updateSummaries);
    connect(m_transfer, &TransferForm::changed, this, &RunControl::updateSummaries);
    connect(m_limits, &LimitsForm::changed, this, &RunControl::updateSummaries);
    connect(m_measuring, &MeasureForm::changed, this, &RunControl::updateSummaries);
    connect(m_device, &DeviceForm::changed, this, &RunControl::updateSummaries);
    updateSummaries();
    return all;
}

void RunControl::connectSession()
{
    TuningSession* session = &workspace().session();
    connect(session, &TuningSession::started, this, [this](const QString& label, const QString& tuner) {
        m_banner->withdraw();
        m_progress->begin(tr("Starting the workers for %1…").arg(label));
        workspace().say(MessageLevel::Info,
                        tr("Tuning %1 with %2 until %3.")
                            .arg(label, tuner, stopRuleWords(stopRuleOf(workspace().session().current()->options))));
        adoptLimits();
        updateState();
    });
    connect(session, &TuningSession::stateChanged, this, &RunControl::updateState);
    connect(session, &TuningSession::queueChanged, this, &RunControl::updateState);
    connect(session, &TuningSession::progressed, this, [this](const Progress& progress) {
        if (state() == State::Running) {
            m_progress->showProgress(progress);
        }
    });
    connect(session, &TuningSession::finished, this, &RunControl::finish);
}

/// The form shows the limits of the run that goes on, so that they can be changed; its own come back afterwards.
void RunControl::adoptLimits()
{
    RunOptions own;
    m_limits->apply(own);
    const RunOptions& running = workspace().session().current()->options;
    if (stopRuleOf(own) != stopRuleOf(running)) {
        m_ownLimits = m_ownLimits.value_or(own);
        m_limits->setLimits(running);
    }
}

void RunControl::addActions(ActionRegistry& registry)
{
    registry.add(
        {QStringLiteral("run.start"), tr("&Start"), QKeySequence(Qt::CTRL | Qt::Key_R), QStringLiteral("media-playback-start")},
        [this] { start(); });
    registry.add({QStringLiteral("run.pause"), tr("&Pause or Go On"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R),
                  QStringLiteral("media-playback-pause")},
                 [this] { pauseOrResume(); });
    registry.add(
        {QStringLiteral("run.stop"), tr("S&top"), QKeySequence(Qt::CTRL | Qt::Key_Period), QStringLiteral("media-playback-stop")},
        [this] { stop(); });
    registry.add(
        {QStringLiteral("run.stopAfterBatch"), tr("Stop After &Batch"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Period)},
        [this] { stopAfterInFlight(); });
    registry.add({QStringLiteral("run.measureConfig"), tr("&Measure the Config in Hand Now"), QKeySequence(Qt::CTRL | Qt::Key_M)},
                 [this] { measureConfig(); });
    registry.add({QStringLiteral("run.pinConfig"), tr("Measure the Config in Hand &First")}, [this] {
        if (workspace().config() >= 0) {
            m_seeds->add(workspace().config());
        }
    });
    registry.add({QStringLiteral("run.enqueueTask"), tr("Add the Task in Hand to the &Queue")}, [this] { addTaskToQueue(); });
    registry.add({QStringLiteral("run.enqueueNetwork"), tr("Add All Tasks of the &Network to the Queue")},
                 [this] { addNetworkToQueue(); });
}

RunOptions RunControl::options() const
{
    RunOptions options;
    options.tuner = m_tuner->tuner();
    options.parameters = m_tuner->parameters();
    options.prune = m_prune->text();
    m_transfer->apply(options);
    options.seed = m_tuner->seed();
    options.seeds = m_seeds->indexes();
    options.confirmTop = m_measuring->confirmTop();
    m_limits->apply(options);
    return options;
}

MeasureOptions RunControl::measuring() const
{
    MeasureOptions options;
    m_measuring->apply(options);
    options.threads = m_device->threads();
    options.seed = m_tuner->seed();
    return options;
}

QString RunControl::status() const
{
    return m_progress->status();
}

bool RunControl::canRunTask() const
{
    return workspace().task() && whyNotRunnable(*workspace().task()).isEmpty();
}

bool RunControl::isTaskRunning() const
{
    const LoopTask* current = workspace().session().current();
    const auto task = workspace().task();
    return current && task && taskToJson(current->task) == taskToJson(*task);
}

RunControl::State RunControl::state() const
{
    switch (workspace().session().state()) {
    case TuningSession::State::Running: return State::Running;
    case TuningSession::State::Paused: return State::Paused;
    case TuningSession::State::Finishing:
    case TuningSession::State::Stopping: return State::Stopping;
    case TuningSession::State::Idle: break;
    }
    return canRunTask() ? State::Ready : State::NoTask;
}

bool RunControl::accept(const Result<void>& result)
{
    if (!result) {
        const QString problem = coreText(result.error().message);
        m_progress->showStatus(problem);
        workspace().say(MessageLevel::Error, problem);
    }
    return result.has_value();
}

void RunControl::start()
{
    TuningSession& session = workspace().session();
    if (session.isRunning()) {
        return;
    }
    if (!session.queue().empty()) {
        if (const auto allowed = workspace().mayMeasure(); !allowed) {
            accept(allowed);
        } else if (const auto path = workspace().ensureProject(); path) {
            session.startQueue(*path);
        } else {
            accept(fail(path));
        }
    } else if (!m_seeds->problem().isEmpty()) {
        accept(fail(ErrorCode::InvalidArgument, "{}", m_seeds->problem().toStdString()));
    } else {
        accept(workspace().startRun(options(), measuring()));
    }
}

void RunControl::pauseOrResume()
{
    TuningSession& session = workspace().session();
    if (session.state() == TuningSession::State::Paused) {
        session.resume();
    } else if (session.state() == TuningSession::State::Running) {
        session.pause();
        m_progress->showStatus(tr("Paused. What is in flight is finished in the meantime."));
    }
}

void RunControl::stop()
{
    if (state() == State::Running || state() == State::Paused || state() == State::Stopping) {
        workspace().session().stop();
        m_progress->showStatus(tr("Stopping; what is finished is kept."));
    }
}

void RunControl::stopAfterInFlight()
{
    if (state() == State::Running || state() == State::Paused) {
        workspace().session().stopAfterInFlight();
        m_progress->showStatus(tr("Stopping after the trials in flight."));
    }
}

void RunControl::setPinned(const std::vector<qint64>& indexes)
{
    std::vector<int64_t> all = m_seeds->indexes();
    std::erase_if(all, [&](int64_t index) {
        const auto isOne = [&](const std::vector<qint64>& pins) {
            return std::find(pins.begin(), pins.end(), index) != pins.end();
        };
        return isOne(m_pinned) || isOne(indexes);
    });
    all.insert(all.end(), indexes.begin(), indexes.end());
    m_pinned = indexes;
    m_seeds->setIndexes(all);
}

void RunControl::measureConfig()
{
    if (isTaskRunning() && workspace().config() >= 0) {
        workspace().session().addConfig(workspace().config());
        workspace().say(MessageLevel::Info, tr("Config %1 is measured next.").arg(QLocale().toString(workspace().config())));
    }
}

void RunControl::addTaskToQueue()
{
    if (canRunTask()) {
        workspace().session().enqueue({*workspace().task(), workspace().taskLabel().toStdString(), options(), {}, 0},
                                      measuring());
        m_queueSection->setOpen(true);
    }
}

void RunControl::addNetworkToQueue()
{
    RunOptions each = options();
    each.seeds.clear(); // indexes of one task mean nothing in another
    const auto added = enqueueNetwork(workspace(), each, measuring());
    if (added) {
        m_queueSection->setOpen(true);
        workspace().say(MessageLevel::Info,
                        tr("%n task(s) wait in the queue.", nullptr, static_cast<int>(workspace().session().queue().size())));
    } else {
        accept(fail(added));
    }
}

void RunControl::resumeRun(qint64 run)
{
    accept(workspace().resumeRun(run));
}

void RunControl::updateTask()
{
    const auto task = workspace().task();
    m_seeds->setSpace(nullptr);
    m_seeds->setSpace(task ? &task->space : nullptr);
    if (!workspace().session().isRunning()) {
        const QString reason = task ? whyNotRunnable(*task) : tr("Choose a task to tune.");
        m_progress->showStatus(reason.isEmpty() ? tr("Ready to tune %1.").arg(workspace().taskLabel()) : reason);
    }
    updateState();
}

void RunControl::updateState()
{
    const State now = state();
    const TuningSession& session = workspace().session();
    const auto waiting = static_cast<int>(session.queue().size());
    const bool busy = now != State::Ready && now != State::NoTask;
    m_start->setText(waiting > 0 && !busy ? tr("&Start queue (%1)").arg(waiting) : tr("&Start"));
    m_start->setEnabled(!busy && (now == State::Ready || waiting > 0));
    m_pause->setText(now == State::Paused ? tr("Go o&n") : tr("&Pause"));
    m_pause->setEnabled(now == State::Running || now == State::Paused);
    m_stop->setEnabled(busy && session.state() != TuningSession::State::Stopping);
    m_finish->setEnabled(now == State::Running || now == State::Paused);
    const qint64 config = workspace().config();
    m_measure->setText(config < 0 ? tr("&Measure the config in hand now")
                                  : tr("&Measure config %1 now").arg(QLocale().toString(config)));
    m_measure->setEnabled(config >= 0 && isTaskRunning() && now != State::Stopping);
    m_measureReason->setText(config < 0         ? tr("No config is in hand: choose a trial or pick one in the inspector.")
                             : !isTaskRunning() ? tr("The task in hand is not being tuned.")
                                                : QString());
    m_measureReason->setVisible(busy && !m_measureReason->text().isEmpty());
    m_limits->setRunning(session.current() ? &session.current()->options : nullptr);
    m_seeds->setConfig(config);
    const QString label = workspace().taskLabel();
    m_queue->setChoices(canRunTask() ? label : QString(),
                        canRunTask() && label.contains(QLatin1Char(':')) ? label.section(QLatin1Char(':'), 0, 0) : QString());
    m_queueSection->setTitle(waiting == 0 ? tr("Queue") : tr("Queue (%1)").arg(waiting));
    m_queueSection->setSummary(waiting == 0 ? tr("empty") : tr("%n task(s) wait", nullptr, waiting));
}

void RunControl::updateRuns()
{
    m_resumable->setRuns(workspace().runs(), !workspace().session().isRunning());
    m_resumeSection->setVisible(m_resumable->count() > 0);
    m_resumeSection->setTitle(tr("Unfinished runs (%1)").arg(m_resumable->count()));
    const RunRow* offered = m_banner->run() > 0 ? workspace().run(m_banner->run()) : nullptr;
    if (m_banner->run() > 0 && (!offered || !isResumable(*offered))) {
        m_banner->withdraw();
    }
}

void RunControl::updateSummaries()
{
    const QString left = m_prune->summary();
    m_tunerSection->setSummary(left.isEmpty() ? m_tuner->summary() : tr("%1, %2").arg(m_tuner->summary(), left));
    m_transfer->setRun(options(), m_device->threads());
    m_transferSection->setSummary(m_transfer->summary());
    m_limitsSection->setSummary(m_limits->summary());
    m_measureSection->setSummary(m_measuring->summary());
    m_deviceSection->setSummary(m_device->summary());
}

void RunControl::finish(const RunFinished& result, const QString& problem)
{
    const LoopTask* next = workspace().session().current();
    if (!next && m_ownLimits) {
        m_limits->setLimits(*std::exchange(m_ownLimits, std::nullopt));
    }
    const QString label = workspace().session().lastLabel();
    m_notifier->runFinished(label, result, problem);
    m_prune->showCount(result.pruning);
    if (!problem.isEmpty()) {
        m_progress->showStatus(problem);
        workspace().say(MessageLevel::Error, problem);
        updateState();
        return;
    }
    const QString text = endOfRun(label, result);
    workspace().say(MessageLevel::Info, text);
    if (!next) {
        m_progress->showStatus(text);
    }
    updateState();
}

std::vector<std::pair<QString, Section*>> RunControl::sections() const
{
    return {{QStringLiteral("tuner"), m_tunerSection},       {QStringLiteral("transfer"), m_transferSection},
            {QStringLiteral("limits"), m_limitsSection},     {QStringLiteral("device"), m_deviceSection},
            {QStringLiteral("measuring"), m_measureSection}, {QStringLiteral("queue"), m_queueSection},
            {QStringLiteral("resume"), m_resumeSection}};
}

QJsonObject RunControl::saveState() const
{
    QJsonObject open;
    for (const auto& [name, section] : sections()) {
        open.insert(name, section->isOpen());
    }
    return {{QStringLiteral("open"), open},
            {QStringLiteral("tuner"), QString::fromStdString(m_tuner->tuner())},
            {QStringLiteral("prune"), QString::fromStdString(m_prune->text())},
            {QStringLiteral("transfer"), m_transfer->saveState()}};
}

void RunControl::restoreState(const QJsonObject& state)
{
    const QJsonObject open = state.value(QStringLiteral("open")).toObject();
    for (const auto& [name, section] : sections()) {
        if (open.contains(name)) {
            section->setOpen(open.value(name).toBool());
        }
    }
    if (state.contains(QStringLiteral("tuner"))) {
        m_tuner->setTuner(state.value(QStringLiteral("tuner")).toString());
    }
    m_prune->setText(state.value(QStringLiteral("prune")).toString());
    m_transfer->restoreState(state.value(QStringLiteral("transfer")).toObject());
}

} // namespace knobscope
