// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/searchrecorder.h"

#include "core/study/pointrecorder.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <future>
#include <limits>
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
    explicit RequestQueue(const RecordedSpace& space)
        : m_space(space)
    {
    }

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

    void answer(const RecordedPoint& point)
    {
        const std::lock_guard lock(m_mutex);
        m_asked.insert(point.index);
        m_answers[point.index] = point.seconds > 0 ? m_space.task.autotvmFlops / point.seconds : 0;
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
    const RecordedSpace& m_space;
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
    SearchRecording(RecordingFile file, Measurer& measurer, const SearchRecordOptions& options,
                    const std::function<void(const RecordProgress&)>& progress)
        : m_recorder(std::move(file), measurer, options.recording, progress)
        , m_measurer(measurer)
        , m_options(options)
    {
    }

    Result<RecordOutcome> go()
    {
        bool isDone = false;
        bool isRetimed = false;
        while (!isDone && !isOver()) {
            const int64_t before = m_recorder.measured();
            TRY(followSearches());
            TRY(measureSurroundings());
            const bool retimed = !isOver() && isToRetime() && m_recorder.retime();
            TRY(m_recorder.file().rewrite());
            isRetimed = isRetimed || retimed;
            isDone = !isOver() && !retimed && m_recorder.measured() == before;
        }
        return m_recorder.outcome(isDone, isRetimed);
    }

private:
    const RecordedSpace& space() const { return m_recorder.space(); }
    bool isOver() const { return m_recorder.isOver(); }

    /// Runs all searches once and measures the configs that they request.
    Result<void> followSearches()
    {
        const std::vector<RecordedSpace> known{space()}; // a copy for the replays, since the file's space grows
        RequestQueue requests(known.front());
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
            measured = m_recorder.measure({});
        }
        const auto result = searches.get();
        TRY(measured);
        return result || isStopped ? Result<void>() : fail(result);
    }

    Result<void> measureAsked(RequestQueue& requests)
    {
        while (m_recorder.hasRoom()) {
            const auto index = requests.take();
            if (!index) {
                break;
            }
            TRY(m_recorder.submit(*index));
        }
        if (m_recorder.isIdle()) {
            std::this_thread::sleep_for(1ms); // the searches are computing
            return {};
        }
        const auto point = TRY(m_recorder.receive(10ms));
        if (point) {
            requests.answer(*point);
        }
        return {};
    }

    /// Returns the best points, fastest first.
    std::vector<RecordedPoint> bestPoints(int count) const
    {
        std::vector<RecordedPoint> worked = space().points;
        std::erase_if(worked, [](const RecordedPoint& point) { return point.seconds <= 0; });
        std::ranges::sort(worked, {}, [](const RecordedPoint& point) { return std::pair(point.seconds, point.index); });
        worked.resize(std::min(worked.size(), static_cast<size_t>(std::max(0, count))));
        return worked;
    }

    Result<void> measureSurroundings()
    {
        std::unordered_set<int64_t> there;
        for (const RecordedPoint& point : space().points) {
            there.insert(point.index);
        }
        std::deque<int64_t> missing;
        for (const RecordedPoint& centre : bestPoints(m_options.around)) {
            for (const int64_t index : space().task.space.neighbours(centre.index)) {
                if (there.insert(index).second) {
                    missing.push_back(index);
                }
            }
        }
        return m_recorder.measure(std::move(missing));
    }

    /// Returns true if a config seems faster than all re-timed ones by more than `luck`. Smaller differences are ignored: on a
    /// plateau of many hundred configs there is always one, so that re-timing would never end.
    bool isToRetime() const
    {
        constexpr double luck = 1.01;
        double retimed = std::numeric_limits<double>::infinity(); // seconds of the best, re-timed and other
        double other = retimed;
        for (const RecordedPoint& point : space().points) {
            if (point.seconds > 0) {
                double& best = point.isRetimed ? retimed : other;
                best = std::min(best, point.seconds);
            }
        }
        return m_options.recording.retimed > 0 && other * luck < retimed;
    }

    PointRecorder m_recorder;
    Measurer& m_measurer;
    const SearchRecordOptions& m_options;
};

} // namespace

Result<RecordOutcome> recordSearches(const RecordedSpace& space, const std::string& path, Measurer& measurer,
                                     const SearchRecordOptions& options,
                                     const std::function<void(const RecordProgress&)>& progress)
{
    TRY(measurer.accepts(space.task));
    auto file = TRY(RecordingFile::open(space, path));
    return SearchRecording(std::move(file), measurer, options, progress).go();
}

} // namespace knobscope
