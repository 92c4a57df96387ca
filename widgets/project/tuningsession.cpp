// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/tuningsession.h"

#include "core/tuning/storelistener.h"
#include "core/tuning/transfer.h"
#include "widgets/base/foreigntext.h"
#include "widgets/base/latestwork.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

namespace knobscope {

namespace {

constexpr int kDeliverMs = 50;

} // namespace

/// Events of the loop's thread that are not yet delivered.
struct TuningSession::Events {
    struct Line {
        Sentence text;
        bool isProblem = false;
        qint64 config = -1; ///< related config; -1: none
    };
    std::set<qint64> added; ///< row ids of runs with new trials
    std::optional<Progress> progress;
    std::optional<NetworkProgress> network;
    std::vector<WholeRun> wholeRuns;
    std::vector<Line> lines;
    std::vector<Sentence> warnings;
};

/// State shared by the loop's thread and the GUI thread.
struct TuningSession::SharedState : LoopListener {
    LoopControl control;
    const StoreListener* store = nullptr; ///< null: nothing is stored; used by the loop's thread, like the members below
    bool hasWarned = false;
    std::mutex mutex; ///< guards all members below
    qint64 run = 0;   ///< row id in the project
    Events events;
    std::set<qint64> corrected; ///< runs with changed results of already reported trials; reported at the end
    std::shared_ptr<const TunedNetwork> tuned;
    RunFinished finished;
    Sentence problem;
    QString rescuedPath;
    bool done = false;

    void runStarted(const RunStarted&) override
    {
        const std::lock_guard lock(mutex);
        run = store ? store->lastRun() : 0;
    }
    void trialFinished(const TrialFinished& event) override
    {
        const std::lock_guard lock(mutex);
        events.added.insert(run);
        if (const MeasureResult& result = event.result; result.error != MeasureError::None) {
            const qint64 config = event.entity.index.value_or(-1);
            events.lines.push_back({phrase("Config {}: {}: {}", config, errorText(result.error), result.why), true, config});
        }
    }
    void trialCorrected(const TrialCorrected&) override { addCorrected(); }
    void scaleCorrected(const TrialScale&) override { addCorrected(); }
    void progress(const Progress& progress) override
    {
        const std::lock_guard lock(mutex);
        events.progress = progress;
    }
    void logLine(const Sentence& line) override { log(line); }
    /// Reports the first warning of a session only: each slice of a network's tuning repeats it.
    void warning(const Sentence& line) override
    {
        const std::lock_guard lock(mutex);
        if (!std::exchange(hasWarned, true)) {
            events.warnings.push_back(line);
        }
    }
    void log(const Sentence& line, bool isProblem = false)
    {
        const std::lock_guard lock(mutex);
        // Messages of the core are English in every locale: looks for the English "config".
        events.lines.push_back({line, isProblem, namedNumber("config", QString::fromStdString(line.message))});
    }

private:
    void addCorrected()
    {
        const std::lock_guard lock(mutex);
        corrected.insert(run);
    }
};

TuningSession::TuningSession()
{
    m_timer.setInterval(kDeliverMs);
    connect(&m_timer, &QTimer::timeout, this, &TuningSession::deliver);
}

TuningSession::~TuningSession()
{
    blockSignals(true); // views may be destroyed already
    stop();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

/// Context of a run's work, in the session's thread.
struct TuningSession::RunContext {
    Measurer& measurer;
    SharedState& shared;
    std::vector<LoopListener*> listeners;
    ProjectWriter* writer = nullptr; ///< null: nothing is stored
};

void TuningSession::start(const LoopTask& task, const MeasureOptions& measuring, const QString& projectPath)
{
    m_kind = Kind::Task;
    launch(task, measuring, projectPath,
           [task, threads = measuring.threads, path = projectPath.toStdString()](const RunContext& with) -> Result<RunFinished> {
               LoopTask prepared = task;
               if (prepared.resumedRow == 0) {
                   prepared.prepare = transferWhenStarted(path, threads);
               }
               const auto result = TRY(tune({std::move(prepared)}, with.measurer, with.shared.control, with.listeners));
               return result.empty() ? RunFinished() : result.front();
           });
}

Result<void> TuningSession::startNetwork(NetworkTuning tuning, const MeasureOptions& measuring, const QString& projectPath)
{
    auto first = TRY(makeTask(tuning.plan.tasks.front().task, tuning.plan.tasks.front().args, tuning.plan.target));
    if (isRunning()) {
        return {};
    }
    m_kind = Kind::Network;
    tuning.run.isAlone = true;
    LoopTask shown{std::move(first), tuning.plan.network, tuning.run, {}, 0};
    shown.options.trials = tuning.budget.trials;
    shown.options.seconds = tuning.budget.seconds;
    MeasureOptions own = measuring;
    own.coldWeights = true; // same timing as `network tune`
    launch(shown, own, projectPath, [tuning](const RunContext& with) -> Result<RunFinished> {
        NetworkWatch watch;
        watch.shared.trial = [&](size_t task, const SharedPoint& point, const TrialShare& share) {
            NetworkProgress now = progressOf(tuning, task, point, share);
            const std::lock_guard lock(with.shared.mutex);
            with.shared.events.network = std::move(now);
        };
        watch.whole = [&](const WholeRun& run) {
            const std::lock_guard lock(with.shared.mutex);
            with.shared.events.wholeRuns.push_back(run);
        };
        auto tuned = TRY(tuneNetwork(tuning, with.measurer, with.shared.control, *with.writer, with.listeners, watch));
        RunFinished finished;
        finished.reason = tuned.outcome.reason;
        finished.detail = tuned.outcome.detail;
        finished.trials = tuned.outcome.curve.back().trials;
        finished.seconds = tuned.outcome.curve.back().seconds;
        const std::lock_guard lock(with.shared.mutex);
        with.shared.tuned = std::make_shared<const TunedNetwork>(std::move(tuned));
        return finished;
    });
    return {};
}

void TuningSession::startList(const ConfigList& list, const MeasureOptions& measuring, const QString& projectPath)
{
    m_kind = Kind::List;
    LoopTask shown{list.task, list.label, {}, {}, 0};
    shown.options.tuner = list.name;
    shown.options.trials = static_cast<int64_t>(list.configs.size());
    shown.options.isAlone = true;
    launch(shown, measuring, projectPath,
           [list](const RunContext& with) { return measureConfigs(list, with.measurer, with.shared.control, with.listeners); });
}

void TuningSession::launch(const LoopTask& task, const MeasureOptions& measuring, const QString& projectPath, Work work)
{
    m_shared = std::make_shared<SharedState>();
    m_current = std::make_shared<LoopTask>(task);
    m_path = projectPath;
    m_continuesQueue = !task.options.isAlone;
    m_run = 0;
    m_thread = std::thread([shared = m_shared, target = task.task.target, measuring, makeMeasurer = m_makeMeasurer,
                            path = projectPath.toStdString(), work = std::move(work)] {
        const auto ended = catchExceptions([&]() -> Result<void> { // also covers running out of memory after the run
            loop(*shared, path, target, measuring, makeMeasurer, work);
            return {};
        });
        const std::lock_guard lock(shared->mutex);
        if (!ended) {
            shared->problem = ended.error();
        }
        shared->done = true;
    });
    m_timer.start();
    setState(State::Running);
    emit started(QString::fromStdString(task.label), QString::fromStdString(task.options.tuner));
}

/// Main function of the session's thread: everything to store is in the file when this returns.
void TuningSession::loop(SharedState& shared, const std::string& path, const Target& target, const MeasureOptions& measuring,
                         const MeasurerMaker& make, const Work& work)
{
    std::unique_ptr<ProjectWriter> writer;
    std::unique_ptr<StoreListener> store;
    auto result = catchExceptions([&]() -> Result<RunFinished> {
        std::vector<LoopListener*> listeners;
        if (!path.empty()) {
            TRY(Project::open(path, Project::Mode::Create));
            writer = TRY(ProjectWriter::open(path, [&shared](const Sentence& problem) { shared.log(problem, true); }));
            store = std::make_unique<StoreListener>(*writer, measuring);
            shared.store = store.get();
            listeners.push_back(store.get());
        }
        listeners.push_back(&shared); // after the store, since it reports rows that the store has written
        const auto measurer = TRY(make(target, measuring));
        return work({*measurer, shared, listeners, writer.get()});
    });
    if (result && result->reason == "failed") {
        result = fail(ErrorCode::Io, "{}", result->detail);
    }
    if (result && store && !store->settle()) {
        result = fail(ErrorCode::Io, "{}", store->problem());
    }
    const std::string rescuedPath = writer ? writer->rescuedPath() : std::string();
    writer.reset();
    const std::lock_guard lock(shared.mutex);
    shared.rescuedPath = QString::fromStdString(rescuedPath);
    shared.finished = result ? *result : RunFinished{};
    shared.problem = result ? Sentence() : result.error();
}

void TuningSession::setState(State state)
{
    if (state != m_state) {
        m_state = state;
        emit stateChanged();
    }
}

void TuningSession::pause()
{
    if (m_state == State::Running) {
        m_shared->control.pause();
        setState(State::Paused);
    }
}

void TuningSession::resume()
{
    if (m_state == State::Paused) {
        m_shared->control.resume();
        setState(State::Running);
    }
}

void TuningSession::stop()
{
    if (isRunning()) {
        m_continuesQueue = false;
        m_shared->control.stop();
        setState(State::Stopping);
    }
}

void TuningSession::stopAfterInFlight()
{
    if (m_kind == Kind::List) {
        stop(); // the list makes no proposals to end
    } else if (m_state == State::Running || m_state == State::Paused) {
        m_continuesQueue = false;
        m_shared->control.stopAfterInFlight();
        setState(State::Finishing);
    }
}

void TuningSession::addConfig(qint64 index)
{
    if (isRunning()) {
        m_shared->control.add(index);
    }
}

void TuningSession::changeLimits(const RunOptions& options)
{
    if (isRunning()) {
        takeLimits(m_current->options, options);
        m_shared->control.changeLimits(m_current->options);
    }
}

qint64 TuningSession::enqueue(LoopTask task, const MeasureOptions& measuring)
{
    m_queue.push_back({++m_lastId, std::move(task), measuring});
    emit queueChanged();
    return m_lastId;
}

std::vector<QueuedTask> TuningSession::notYetStarted() const
{
    std::vector<QueuedTask> all = m_queue;
    if (m_fromQueue) {
        all.insert(all.begin(), *m_fromQueue);
    }
    return all;
}

void TuningSession::setQueue(std::vector<QueuedTask> queue)
{
    if (queue.empty() && m_queue.empty()) {
        return;
    }
    m_queue = std::move(queue);
    for (QueuedTask& queued : m_queue) {
        queued.id = ++m_lastId;
    }
    emit queueChanged();
}

void TuningSession::removeQueued(qint64 id)
{
    if (std::erase_if(m_queue, [id](const QueuedTask& queued) { return queued.id == id; }) > 0) {
        emit queueChanged();
    }
}

void TuningSession::moveQueued(qint64 id, int place)
{
    const auto found = std::find_if(m_queue.begin(), m_queue.end(), [id](const QueuedTask& queued) { return queued.id == id; });
    if (found == m_queue.end()) {
        return;
    }
    const auto to = m_queue.begin() + std::clamp(place, 0, static_cast<int>(m_queue.size()) - 1);
    found < to ? std::rotate(found, found + 1, to + 1) : std::rotate(to, found, found + 1);
    emit queueChanged();
}

bool TuningSession::startQueue(const QString& projectPath)
{
    if (m_queue.empty() || isRunning()) {
        return false;
    }
    const QueuedTask next = std::move(m_queue.front());
    m_queue.erase(m_queue.begin());
    m_fromQueue = next;
    emit queueChanged();
    start(next.task, next.measuring, projectPath);
    return true;
}

void TuningSession::deliver()
{
    Events events;
    std::set<qint64> corrected;
    qint64 run = 0;
    bool done = false;
    {
        const std::lock_guard lock(m_shared->mutex);
        events = std::exchange(m_shared->events, {});
        run = m_shared->run;
        done = m_shared->done;
        if (done) {
            corrected.swap(m_shared->corrected);
            events.added.insert(run);
        }
    }
    if (run != m_run) {
        m_run = run;
        emit runStored(run);
        clearPending();
    }
    events.added.erase(0);
    corrected.erase(0);
    for (const qint64 one : events.added) {
        emit trialsStored(one);
    }
    for (const qint64 one : corrected) {
        emit trialsCorrected(one);
    }
    emitEvents(events);
    if (done) {
        end();
    }
}

void TuningSession::emitEvents(const Events& events)
{
    if (events.progress && m_kind != Kind::Network) {
        emit progressed(*events.progress);
    }
    if (events.network) {
        emit networkProgressed(*events.network);
    }
    for (const WholeRun& whole : events.wholeRuns) {
        emit networkRun(whole);
    }
    for (const Events::Line& line : events.lines) {
        emit logged(line.text, line.isProblem, line.config);
    }
    for (const Sentence& warning : events.warnings) {
        emit warned(warning);
    }
}

/// Clears the task taken from the queue: by now it is a run of the project, or queued again.
void TuningSession::clearPending()
{
    if (std::exchange(m_fromQueue, std::nullopt)) {
        emit queueChanged();
    }
}

void TuningSession::end()
{
    m_timer.stop();
    m_thread.join();
    const bool continuesQueue = m_continuesQueue && m_shared->problem.empty();
    m_lastLabel = QString::fromStdString(m_current->label);
    m_rescuedPath = m_shared->rescuedPath;
    m_tuned = m_shared->tuned;
    if (m_fromQueue && m_run == 0 && !m_shared->problem.empty()) {
        m_queue.insert(m_queue.begin(), *m_fromQueue); // it never started: queue it again
    }
    clearPending();
    const auto ended = m_shared; // listeners of finished() may start another run
    setState(State::Idle);
    emit finished(ended->finished, ended->problem);
    if (continuesQueue && !isRunning()) {
        startQueue(m_path);
    }
}

} // namespace knobscope
