// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/recorder.h"

#include "core/lab/recordingfile.h"
#include "core/tuner/randomnumbers.h"

#include <algorithm>
#include <chrono>
#include <unordered_set>

namespace knobscope {

namespace {

constexpr int64_t mostPoints = 100'000;
constexpr int64_t longestRange = 20'000'000; // all its numbers are looked at

class Recording
{
public:
    Recording(RecordingFile file, Measurer& measurer, const RecordOptions& options)
        : m_file(std::move(file))
        , m_measurer(measurer)
        , m_options(options)
        , m_task(taskToJson(m_file.space().task))
    {
    }

    Result<RecordOutcome> go(const std::function<void(const RecordProgress&)>& progress)
    {
        m_outcome.kept = static_cast<int64_t>(space().points.size());
        const int64_t total = queueMissing();
        if (auto ok = measure(total, progress); !ok) {
            return fail(ok);
        }
        m_outcome.isComplete = static_cast<int64_t>(space().points.size()) == total;
        const bool isNew = m_outcome.measured > 0
                        || std::none_of(space().points.begin(), space().points.end(), [](const auto& p) { return p.isRetimed; });
        if (m_outcome.isComplete && isNew) {
            m_outcome.isRetimed = retimeBest(m_file.points(), space().task, m_measurer, m_options);
            if (auto ok = m_file.writeAnew(); !ok) {
                return fail(ok);
            }
        }
        m_outcome.failed = space().failures();
        m_outcome.bestGflops = space().bestFlops() / 1e9;
        m_outcome.seconds = elapsed();
        return m_outcome;
    }

private:
    const RecordedSpace& space() const { return m_file.space(); }
    double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_started).count(); }

    /// How many valid points the space has.
    int64_t queueMissing()
    {
        std::unordered_set<int64_t> there;
        for (const RecordedPoint& point : space().points) {
            there.insert(point.index);
        }
        int64_t valid = 0;
        ShuffledRange order(space().task.space.rangeLength(), m_options.seed);
        while (const auto index = order.next()) {
            if (space().task.space.isValid(*index)) {
                ++valid;
                if (!there.contains(*index)) {
                    m_missing.push_back(*index);
                }
            }
        }
        return valid;
    }

    Result<void> measure(int64_t total, const std::function<void(const RecordProgress&)>& progress)
    {
        const auto window = static_cast<size_t>(std::max(1, m_measurer.capacity()));
        size_t next = 0;
        size_t flying = 0;
        while (flying > 0 || next < m_missing.size()) {
            const bool isStopped = m_options.stop != nullptr && *m_options.stop;
            const bool isOver = isStopped || (m_options.seconds > 0 && elapsed() > m_options.seconds);
            while (!isOver && flying < window && next < m_missing.size()) {
                const int64_t index = m_missing[next++];
                if (auto ok = m_measurer.submit(index, {m_task, *space().task.space.at(index)}); !ok) {
                    return ok;
                }
                ++flying;
            }
            if (flying == 0) {
                break;
            }
            const auto finished = m_measurer.next(std::chrono::milliseconds(100));
            if (!finished) {
                continue;
            }
            if (finished->second.isUntried) {
                return fail(ErrorCode::Io, "{}", finished->second.message);
            }
            --flying;
            ++m_outcome.measured;
            const RecordedPoint point = recordedPoint(finished->first, finished->second);
            if (auto ok = m_file.append(point); !ok) {
                return ok;
            }
            m_best = std::max(m_best, point.seconds > 0 ? space().task.autotvmFlops / point.seconds : 0.0);
            progress({static_cast<int64_t>(space().points.size()), total, elapsed(), m_best / 1e9});
        }
        return {};
    }

    RecordingFile m_file;
    Measurer& m_measurer;
    RecordOptions m_options;
    nlohmann::json m_task;
    std::vector<int64_t> m_missing;
    RecordOutcome m_outcome;
    double m_best = 0;
    std::chrono::steady_clock::time_point m_started = std::chrono::steady_clock::now();
};

} // namespace

Result<RecordOutcome> recordSpace(const RecordedSpace& space, const std::string& path, Measurer& measurer,
                                  const RecordOptions& options, const std::function<void(const RecordProgress&)>& progress)
{
    if (auto accepted = measurer.accepts(space.task); !accepted) {
        return fail(accepted);
    }
    if (const SpaceCount count = space.task.space.validCount();
        count.high > mostPoints || space.task.space.rangeLength() > longestRange) {
        return fail(
            ErrorCode::LimitExceeded,
            "The space has {} configs, and a recording measures them all; keep it below {} with --edit, or record only what "
            "searches ask for (`knobscope-cli lab record --tuners`)",
            count.high, mostPoints);
    }
    auto file = RecordingFile::open(space, path);
    if (!file) {
        return fail(file);
    }
    return Recording(std::move(*file), measurer, options).go(progress);
}

} // namespace knobscope
