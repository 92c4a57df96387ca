// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/searchrecorder.h"

#include "core/study/projectspaces.h"
#include "core/target/machineprofile.h"
#include "core/timing/inflight.h"
#include "core/tuning/scoreboard.h"
#include "core/tuning/storelistener.h"
#include "core/worker/kernelmessage.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <future>
#include <map>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

namespace knobscope {

namespace {

using namespace std::chrono_literals;

/// Configs that replays request from their threads and one thread measures.
class RequestQueue
{
public:
    /// Waits for the answer; nullopt if there will be none.
    std::optional<double> ask(int64_t index)
    {
        std::unique_lock lock(m_mutex);
        if (m_asked.insert(index).second) {
            m_queue.push_back(index);
        }
        m_changed.wait(lock, [&] { return m_isClosed || m_answers.contains(index); });
        const auto answer = m_answers.find(index);
        return answer == m_answers.end() ? std::nullopt : std::optional(answer->second);
    }

    std::optional<int64_t> take()
    {
        const std::lock_guard lock(m_mutex);
        if (m_queue.empty()) {
            return std::nullopt;
        }
        const int64_t index = m_queue.front();
        m_queue.pop_front();
        return index;
    }

    void answer(int64_t index, double flops)
    {
        const std::lock_guard lock(m_mutex);
        m_answers[index] = flops;
        m_changed.notify_all();
    }

    void close()
    {
        const std::lock_guard lock(m_mutex);
        m_isClosed = true;
        m_queue.clear();
        m_changed.notify_all();
    }

private:
    std::mutex m_mutex; ///< guards the members below
    std::condition_variable m_changed;
    std::deque<int64_t> m_queue;
    std::unordered_set<int64_t> m_asked;
    std::unordered_map<int64_t, double> m_answers; ///< FLOP/s; 0: failed
    bool m_isClosed = false;
};

class SearchRecording
{
public:
    SearchRecording(RecordedSpace known, ProjectWriter& writer, Measurer& measurer, const SearchRecordOptions& options,
                    const std::function<void(const RecordProgress&)>& progress)
        : m_space(std::move(known))
        , m_store(writer, options.measuring)
        , m_measurer(measurer)
        , m_options(options)
        , m_progress(progress)
        , m_kept(std::ssize(m_space.points))
        , m_pending(measurer)
    {
    }

    Result<RecordOutcome> go()
    {
        const Task& task = m_space.task;
        RunStarted started{.task = &task, .label = m_options.label, .machine = m_measurer.machine().cpu};
        started.options.tuner = kSearchedTunerName;
        started.options.prune = "off";
        started.options.confirmTop = m_options.confirmTop;
        TRY(m_store.prepare(started));
        m_measurer.beginRun(task, m_store.baseline());
        const auto isDone = record();
        started.options.trials = m_score.done();
        m_store.limitsChanged(started.options);
        m_store.runFinished({.reason = "finished"}); // a later session is a run of its own
        if (!m_store.problem().empty()) {
            return fail(ErrorCode::Io, "{}", m_store.problem());
        }
        TRY(isDone);
        return RecordOutcome{m_score.done(), m_kept,    m_space.failures(),       *isDone,
                             m_isRetimed,    elapsed(), m_space.bestFlops() / 1e9};
    }

private:
    double elapsed() const { return steadySeconds() - m_started; }
    bool isOver() const { return m_options.seconds > 0 && elapsed() > m_options.seconds; }

    /// Returns true if nothing is missing.
    Result<bool> record()
    {
        bool isDone = false;
        while (!isDone && !isOver()) {
            const int64_t before = m_score.done();
            TRY(followSearches());
            TRY(measureSurroundings());
            isDone = !isOver() && m_score.done() == before && !confirm();
        }
        return isDone;
    }

    /// Runs all searches once and measures the configs that they request.
    Result<void> followSearches()
    {
        const std::vector<RecordedSpace> known{m_space}; // a copy for the replays, since the space grows
        RequestQueue requests;
        std::atomic<bool> isStopped = false;
        LabOptions lab = m_options.lab;
        lab.cores = m_measurer.freeCores();
        lab.replaying.measure = [&](int64_t index) { return requests.ask(index); };
        auto searches = std::async(std::launch::async, [&] { return runLab(known, m_options.tuners, lab, &isStopped); });
        Result<void> measured;
        while (searches.wait_for(0ms) != std::future_status::ready) {
            if (!measured || isOver()) {
                isStopped = true;
                requests.close();
                searches.wait_for(10ms);
                continue;
            }
            measured = measureAsked(requests);
        }
        requests.close();
        if (measured) {
            measured = measure({});
        }
        const auto result = searches.get();
        TRY(measured);
        return result || isStopped ? Result<void>() : fail(result);
    }

    Result<void> measureAsked(RequestQueue& requests)
    {
        while (m_pending.hasRoom()) {
            const auto index = requests.take();
            if (!index) {
                break;
            }
            TRY(submit(*index));
        }
        if (m_pending.isEmpty()) {
            std::this_thread::sleep_for(1ms); // the searches are computing
            return {};
        }
        const auto index = TRY(receive(10ms));
        if (index) {
            requests.answer(*index, *m_space.flopsAt(*index));
        }
        return {};
    }

    Result<void> measureSurroundings()
    {
        std::vector<RecordedPoint> best = m_space.points;
        std::erase_if(best, [](const RecordedPoint& point) { return point.seconds <= 0; });
        std::ranges::sort(best, {}, [](const RecordedPoint& point) { return std::pair(point.seconds, point.index); });
        best.resize(std::min(best.size(), static_cast<size_t>(m_options.around)));
        std::deque<int64_t> missing;
        std::unordered_set<int64_t> seen;
        for (const RecordedPoint& centre : best) {
            for (const int64_t index : m_space.task.space.neighbours(centre.index)) {
                if (!m_space.flopsAt(index) && seen.insert(index).second) {
                    missing.push_back(index);
                }
            }
        }
        return measure(std::move(missing));
    }

    /// Measures these configs until isOver(), and waits for those in flight.
    Result<void> measure(std::deque<int64_t> missing)
    {
        while (!m_pending.isEmpty() || !missing.empty()) {
            for (const bool isEnding = isOver(); !isEnding && m_pending.hasRoom() && !missing.empty(); missing.pop_front()) {
                TRY(submit(missing.front()));
            }
            if (m_pending.isEmpty()) {
                break;
            }
            TRY(receive(100ms));
        }
        return {};
    }

    Result<void> submit(int64_t index) { return m_pending.submit(index, {m_taskJson, *m_space.task.space.at(index)}); }

    /// Stores a result that arrives within `wait`, and returns its config. Fails if the measurer or the project is unusable.
    Result<std::optional<int64_t>> receive(std::chrono::milliseconds wait)
    {
        const auto finished = TRY(m_pending.next(wait));
        if (!finished) {
            return std::optional<int64_t>();
        }
        const double flops = m_score.count(finished->job, *finished->answer, false);
        setPoint(finished->job, *finished->answer);
        m_store.trialFinished({.number = m_score.done(),
                               .entity = *m_space.task.space.at(finished->job),
                               .result = *finished->answer,
                               .gflops = flops / 1e9,
                               .stages = finished->answer->stages});
        TRY(m_store.checkCanContinue());
        m_progress({std::ssize(m_space.points), elapsed(), m_space.bestFlops() / 1e9});
        return std::optional(finished->job);
    }

    void setPoint(int64_t index, const MeasureResult& result)
    {
        const bool works = result.error == MeasureError::None && result.meanCost() > 0;
        const RecordedPoint point{index, works ? result.meanCost() : 0,
                                  works || result.error != MeasureError::None ? result.error : MeasureError::Unknown};
        auto& points = m_space.points;
        const auto at = std::ranges::lower_bound(points, index, {}, &RecordedPoint::index);
        if (at != points.end() && at->index == index) {
            *at = point;
        } else {
            points.insert(at, point);
        }
    }

    /// Re-times the best few of this session, unless the best was re-timed before; returns true if it did.
    bool confirm()
    {
        if (m_options.confirmTop < 2 || m_score.worked().empty() || !m_confirmed.insert(m_score.best().index).second) {
            return false;
        }
        const Confirmation found =
            confirmBest(m_space.task, m_score.worked(), static_cast<size_t>(m_options.confirmTop), m_measurer);
        for (const Confirmation::Refuted& refuted : found.refuted) {
            for (const RankedTrial& trial : m_score.trialsOf(refuted.index)) {
                correct(trial, refuted.result);
            }
        }
        if (!found.scale.isIdentity()) {
            m_score.scale(found.scale);
            m_store.scaleCorrected(found.scale);
            for (const RankedTrial& trial : m_score.worked()) {
                setPoint(trial.index, MeasureResult{.costs = {trial.seconds}});
            }
        }
        if (found.best) {
            correct(*found.best, found.bestResult);
            m_confirmed.insert(found.best->index);
        }
        m_isRetimed = true;
        return true;
    }

    void correct(const RankedTrial& trial, const MeasureResult& result)
    {
        m_score.correct(trial.number, result);
        setPoint(trial.index, result);
        m_store.trialCorrected(
            {trial.number, *m_space.task.space.at(trial.index), result, *m_space.flopsAt(trial.index) / 1e9, trial.seconds});
    }

    RecordedSpace m_space;
    StoreListener m_store;
    Measurer& m_measurer;
    const SearchRecordOptions& m_options;
    const std::function<void(const RecordProgress&)>& m_progress;
    const nlohmann::json m_taskJson = taskToJson(m_space.task);
    const double m_started = steadySeconds();
    int64_t m_kept;
    MeasureQueue<int64_t> m_pending;
    Scoreboard m_score{m_space.task.autotvmFlops, m_space.task.plainFlops}; ///< of this session's trials
    std::unordered_set<int64_t> m_confirmed;
    bool m_isRetimed = false;
};

/// Configs of the task's space that the project's runs measured on this machine.
Result<RecordedSpace> knownSpace(const Task& task, const std::string& projectPath, int threads)
{
    auto project = TRY(Project::open(projectPath, Project::Mode::Create));
    const std::string machine = thisMachine().cpu;
    auto spaces = TRY(spacesOfProject(project, 0));
    const auto found = std::ranges::find_if(spaces, [&](const RecordedSpace& space) {
        return space.threads == threads && space.machine == machine && taskToJson(space.task) == taskToJson(task);
    });
    return found != spaces.end() ? std::move(*found) : RecordedSpace{.machine = machine, .threads = threads, .task = task};
}

} // namespace

Result<RecordOutcome> recordSearches(const Task& task, const std::string& projectPath, Measurer& measurer,
                                     const SearchRecordOptions& options,
                                     const std::function<void(const RecordProgress&)>& progress)
{
    TRY(measurer.accepts(task));
    auto known = TRY(knownSpace(task, projectPath, options.measuring.threads));
    const auto writer = TRY(ProjectWriter::open(projectPath));
    return SearchRecording(std::move(known), *writer, measurer, options, progress).go();
}

} // namespace knobscope
