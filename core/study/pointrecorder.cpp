// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/pointrecorder.h"

#include <algorithm>

namespace knobscope {

namespace {

/// Converts a measurer's result.
RecordedPoint recordedPoint(int64_t index, const MeasureResult& result)
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

} // namespace

PointRecorder::PointRecorder(RecordingFile file, Measurer& measurer, const RecordOptions& options,
                             const std::function<void(const RecordProgress&)>& progress)
    : m_file(std::move(file))
    , m_measurer(measurer)
    , m_options(options)
    , m_progress(progress)
    , m_pending(measurer)
    , m_task(taskToJson(space().task))
    , m_kept(static_cast<int64_t>(space().points.size()))
    , m_best(space().bestFlops())
{
}

bool PointRecorder::isOver() const
{
    const bool isStopped = m_options.stop != nullptr && *m_options.stop;
    return isStopped || (m_options.seconds > 0 && elapsed() > m_options.seconds);
}

Result<void> PointRecorder::submit(int64_t index)
{
    return m_pending.submit(index, {m_task, *space().task.space.at(index)});
}

Result<std::optional<RecordedPoint>> PointRecorder::receive(std::chrono::milliseconds wait)
{
    const auto finished = TRY(m_pending.next(wait));
    if (!finished) {
        return std::optional<RecordedPoint>();
    }
    ++m_measured;
    const RecordedPoint point = recordedPoint(finished->job, *finished->answer);
    TRY(m_file.append(point));
    m_best = std::max(m_best, point.seconds > 0 ? space().task.autotvmFlops / point.seconds : 0.0);
    m_progress({static_cast<int64_t>(space().points.size()), m_total, elapsed(), m_best / 1e9});
    return std::optional(point);
}

Result<void> PointRecorder::measure(std::deque<int64_t> missing)
{
    while (!isIdle() || !missing.empty()) {
        for (const bool isEnding = isOver(); !isEnding && hasRoom() && !missing.empty(); missing.pop_front()) {
            TRY(submit(missing.front()));
        }
        if (isIdle()) {
            break;
        }
        TRY(receive(std::chrono::milliseconds(100)));
    }
    return {};
}

RecordOutcome PointRecorder::outcome(bool isComplete, bool isRetimed) const
{
    return {m_measured, m_kept, space().failures(), isComplete, isRetimed, elapsed(), space().bestFlops() / 1e9};
}

} // namespace knobscope
