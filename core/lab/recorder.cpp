// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/recorder.h"

#include "core/measure/statistics.h"
#include "core/result/unfinishedfile.h"
#include "core/tuner/randomnumbers.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <unordered_set>

namespace knobscope {

namespace {

constexpr int64_t mostPoints = 100'000;
constexpr int64_t longestRange = 20'000'000; // all its numbers are looked at

/// What the file has already, less a line that was cut off while it was written.
Result<RecordedSpace> openFile(const RecordedSpace& wanted, const std::string& path)
{
    std::error_code none;
    if (!std::filesystem::exists(path, none) || std::filesystem::file_size(path, none) == 0) {
        std::ofstream file(path, std::ios::binary);
        file << recordedHeader(wanted);
        if (!file.flush()) {
            return fail(ErrorCode::Io, "{} cannot be written", path);
        }
        RecordedSpace fresh = wanted;
        fresh.points.clear();
        return fresh;
    }
    std::ifstream file(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    text.resize(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1);
    auto there = parseRecordedSpace(text, path);
    if (!there) {
        return there;
    }
    if (taskToJson(there->task) != taskToJson(wanted.task) || there->threads != wanted.threads
        || there->machine != wanted.machine) {
        return fail(ErrorCode::InvalidArgument,
                    "{} holds another task, machine or number of threads ({} on {}); name another file", path, there->label,
                    there->machine);
    }
    std::filesystem::resize_file(path, text.size(), none);
    if (none) {
        return fail(ErrorCode::Io, "{} cannot be written: {}", path, none.message());
    }
    return there;
}

RecordedPoint pointOf(int64_t index, const MeasureResult& result)
{
    RecordedPoint point;
    point.index = index;
    if (result.error == MeasureError::None && result.meanCost() > 0) {
        point.seconds = result.meanCost();
    } else {
        point.error = result.error == MeasureError::None ? MeasureError::Unknown : result.error;
    }
    return point;
}

class Recording
{
public:
    Recording(RecordedSpace space, std::string path, Measurer& measurer, const RecordOptions& options)
        : m_space(std::move(space))
        , m_path(std::move(path))
        , m_measurer(measurer)
        , m_options(options)
        , m_task(taskToJson(m_space.task))
    {
    }

    Result<RecordOutcome> go(const std::function<void(const RecordProgress&)>& progress)
    {
        m_outcome.kept = static_cast<int64_t>(m_space.points.size());
        const int64_t total = queueMissing();
        if (auto ok = measure(total, progress); !ok) {
            return fail(ok);
        }
        m_outcome.isComplete = static_cast<int64_t>(m_space.points.size()) == total;
        const bool isNew = m_outcome.measured > 0
                        || std::none_of(m_space.points.begin(), m_space.points.end(), [](const auto& p) { return p.isRetimed; });
        if (m_outcome.isComplete && isNew) {
            retime();
            if (auto ok = writeAnew(); !ok) {
                return fail(ok);
            }
        }
        m_outcome.failed = m_space.failures();
        m_outcome.bestGflops = m_space.bestFlops() / 1e9;
        m_outcome.seconds = elapsed();
        return m_outcome;
    }

private:
    double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_started).count(); }

    /// How many valid points the space has.
    int64_t queueMissing()
    {
        std::unordered_set<int64_t> there;
        for (const RecordedPoint& point : m_space.points) {
            there.insert(point.index);
        }
        int64_t valid = 0;
        ShuffledRange order(m_space.task.space.rangeLength(), m_options.seed);
        while (const auto index = order.next()) {
            if (m_space.task.space.isValid(*index)) {
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
        std::ofstream file(m_path, std::ios::binary | std::ios::app);
        const auto window = static_cast<size_t>(std::max(1, m_measurer.capacity()));
        size_t next = 0;
        size_t flying = 0;
        while (flying > 0 || next < m_missing.size()) {
            const bool isStopped = m_options.stop != nullptr && *m_options.stop;
            const bool isOver = isStopped || (m_options.seconds > 0 && elapsed() > m_options.seconds);
            while (!isOver && flying < window && next < m_missing.size()) {
                const int64_t index = m_missing[next++];
                if (auto ok = m_measurer.submit(index, {m_task, *m_space.task.space.at(index)}); !ok) {
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
            --flying;
            ++m_outcome.measured;
            m_space.points.push_back(pointOf(finished->first, finished->second));
            file << recordedLine(m_space.points.back());
            if (!file.flush()) {
                return fail(ErrorCode::Io, "{} cannot be written; what it has is kept", m_path);
            }
            m_best = std::max(
                m_best, m_space.points.back().seconds > 0 ? m_space.task.autotvmFlops / m_space.points.back().seconds : 0.0);
            progress({static_cast<int64_t>(m_space.points.size()), total, elapsed(), m_best / 1e9});
        }
        return {};
    }

    /// A trial's time rests on few pairs and on a reference that changed; the best of a thousand such times is a lucky one.
    void retime()
    {
        auto& points = m_space.points;
        std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) {
            return std::pair(a.seconds <= 0, a.seconds) < std::pair(b.seconds <= 0, b.seconds);
        });
        const double best = points.empty() ? 0 : points.front().seconds;
        std::vector<MeasureInput> inputs;
        for (const RecordedPoint& point : points) {
            const bool isNear = point.seconds > 0 && point.seconds * m_options.within <= best;
            if (!isNear || static_cast<int>(inputs.size()) >= m_options.retimed) {
                break;
            }
            inputs.push_back({m_task, *m_space.task.space.at(point.index)});
        }
        if (inputs.size() < 2) {
            return;
        }
        const std::vector<MeasureResult> again = m_measurer.compare(inputs);
        std::vector<double> scales;
        for (size_t i = 0; i < again.size(); ++i) {
            if (again[i].error == MeasureError::None) {
                scales.push_back(points[i].seconds / again[i].meanCost());
            }
        }
        if (scales.size() < 2) {
            return;
        }
        // Their mean level stays that of the others, which were measured over a longer time.
        const double scale = median(scales);
        for (size_t i = 0; i < again.size(); ++i) {
            if (again[i].error == MeasureError::None) {
                points[i].seconds = again[i].meanCost() * scale;
                points[i].isRetimed = true;
            }
        }
        m_outcome.isRetimed = true;
    }

    Result<void> writeAnew()
    {
        std::sort(m_space.points.begin(), m_space.points.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
        auto fresh = UnfinishedFile::begin(m_path);
        if (!fresh) {
            return fail(fresh);
        }
        std::ofstream file(fresh->writingPath(), std::ios::binary);
        file << recordedText(m_space);
        file.close();
        return file ? fresh->putInPlace() : fail(ErrorCode::Io, "{} cannot be written", m_path);
    }

    RecordedSpace m_space;
    std::string m_path;
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
        return fail(ErrorCode::LimitExceeded,
                    "The space has {} configs, and a recording measures them all; keep it below {} with --edit", count.high,
                    mostPoints);
    }
    auto there = openFile(space, path);
    if (!there) {
        return fail(there);
    }
    return Recording(std::move(*there), path, measurer, options).go(progress);
}

} // namespace knobscope
