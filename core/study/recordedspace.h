// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"
#include "core/timing/measurer.h"

#include <cstdint>

namespace knobscope {

/// Minimum share of measured configs of a whole space; in replays the rest are failed trials.
inline constexpr double kMinCompleteness = 0.95;

/// One measured point.
struct RecordedPoint {
    int64_t index = 0;
    double seconds = 0;                      ///< per call; 0 if it failed
    MeasureError error = MeasureError::None;
    friend bool operator==(const RecordedPoint&, const RecordedPoint&) = default;
};

/// A task's space with its measured points (all, nearly all, or those that searches requested) on a named machine: what the runs
/// of a project know of it (projectspaces.h), or another tuner's results (foreignspace.h). A copyable value.
struct RecordedSpace {
    std::string label;   ///< "resnet-18:2"
    std::string machine; ///< the CPU's name; the target if unknown
    int threads = 1;     ///< of the kernels
    std::string date;    ///< start of the first run, YYYY-MM-DD
    Task task;
    std::vector<RecordedPoint> points; ///< by index
    /// From another tuner (foreignspace.h): the task has a name and a space, but no template and no known FLOPs.
    bool isForeign = false;
    std::vector<Sentence> problems; ///< what of its file could not be read or believed

    /// FLOP/s of a point as AutoTVM counts them, or calls per second of a foreign one; 0 if it failed; nullopt if it was not
    /// measured.
    std::optional<double> flopsAt(int64_t index) const;
    /// Speed of the fastest point; 0 if all failed.
    double bestFlops() const;
    double bestSeconds() const;
    /// Number of points with at least this share of the best speed.
    int64_t countAtLeast(double share) const;
    int64_t failures() const;
    /// Measured share of the space's points: 1 when complete.
    double completeness() const;
    /// Returns true if recorded from searches (searchrecorder.h), or not finished: other configs are unknown.
    bool isSparse() const { return completeness() < kMinCompleteness; }
};

/// "2026-11-21", in UTC.
std::string dayOf(double unixSeconds);

} // namespace knobscope
