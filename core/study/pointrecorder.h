// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/recordingfile.h"
#include "core/timing/inflight.h"
#include "core/worker/kernelmessage.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>

namespace knobscope {

/// Measures points of a recorded space, a few at a time, and appends each to its file immediately.
class PointRecorder
{
public:
    /// `options` and `progress` must outlive this object.
    PointRecorder(RecordingFile file, Measurer& measurer, const RecordOptions& options,
                  const std::function<void(const RecordProgress&)>& progress);

    RecordingFile& file() { return m_file; }
    const RecordedSpace& space() const { return m_file.space(); }
    /// Sets the number of points in the space, for progress; 0: unknown.
    void setTotal(int64_t total) { m_total = total; }
    /// Returns true if stopped or out of time.
    bool isOver() const;
    bool hasRoom() const { return m_pending.hasRoom(); }
    bool isIdle() const { return m_pending.isEmpty(); }
    Result<void> submit(int64_t index);
    /// Stores a result that arrives within `wait`. Fails if the measurer or the file is unusable.
    Result<std::optional<RecordedPoint>> receive(std::chrono::milliseconds wait);
    /// Measures these points until isOver(), and waits for those in flight.
    Result<void> measure(std::deque<int64_t> missing);
    /// Re-times the best against each other on one scale; returns false if nothing was re-timed.
    bool retime() { return retimeBest(m_file.points(), space().task, m_measurer, m_options); }
    int64_t measured() const { return m_measured; }
    RecordOutcome outcome(bool isComplete, bool isRetimed) const;

private:
    double elapsed() const { return steadySeconds() - m_started; }

    RecordingFile m_file;
    Measurer& m_measurer;
    const RecordOptions& m_options;
    const std::function<void(const RecordProgress&)>& m_progress;
    MeasureQueue<int64_t> m_pending;
    nlohmann::json m_task;
    int64_t m_kept;
    int64_t m_measured = 0;
    int64_t m_total = 0;
    double m_best;
    double m_started = steadySeconds();
};

} // namespace knobscope
