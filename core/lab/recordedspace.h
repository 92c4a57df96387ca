// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measurer.h"
#include "core/task/task.h"

#include <cstdint>

namespace knobscope {

/// Of a space this share of the configs has to be measured to count as whole; in replays the rest is failed trials.
inline constexpr double leastCompleteness = 0.95;

/// So many configs a whole space has at most.
inline constexpr int64_t largestRecorded = 100'000;

/// A recording with a longer call is refused as damaged; seconds.
inline constexpr double longestSeconds = 1e5;

/// One measured point.
struct RecordedPoint {
    int64_t index = 0;
    double seconds = 0;                      ///< of a call; 0 when it failed
    MeasureError error = MeasureError::None;
    bool isRetimed = false;                  ///< timed against others at the end: the best, and some that set their scale
    friend bool operator==(const RecordedPoint&, const RecordedPoint&) = default;
};

/// A task's space with its measured points (all, nearly all, or those that searches came to) on a named machine. A copyable
/// value.
///
/// As a file it is text, so that it can be kept under version control:
///   knobscope recorded space 1
///   {"label": "resnet-18:2", "machine": "…", "cores": 2, "threads": 1, "date": "2026-11-21", "task": {…}, "space": SHA-256}
///   0 1234.5      index, microseconds of a call
///   1 1200.1*     timed again
///   2 !1          failed, with AutoTVM's error number
struct RecordedSpace {
    std::string label;   ///< "resnet-18:2"
    std::string machine; ///< the CPU's name
    int cores = 1;
    int threads = 1;     ///< of the kernels
    std::string date;    ///< when recording began, YYYY-MM-DD
    Task task;
    std::vector<RecordedPoint> points; ///< by index
    /// Another tuner's (foreignspace.h): the task has a name and a space, but no template and no known FLOPs.
    bool isForeign = false;

    /// FLOP/s of a point as AutoTVM counts them, calls a second of a foreign one; 0 when it failed; nullopt when it was not
    /// measured.
    std::optional<double> flopsAt(int64_t index) const;
    /// The fastest point's; 0 when all failed.
    double bestFlops() const;
    double bestSeconds() const;
    /// How many points have at least this share of the best.
    int64_t countAtLeast(double share) const;
    int64_t failures() const;
    /// Points measured, of those that the space has: 1 when complete.
    double completeness() const;
    /// Made of what searches asked for (searchrecorder.h), or not finished: of the other configs nothing is known.
    bool isSparse() const { return completeness() < leastCompleteness; }
};

/// Identifies a space with all its candidates and constraints: a file recorded with another version of the template is refused.
std::string spaceDigest(const ConfigSpace& space);

/// Reads the text of a recorded space. Errors name `name`, the line and what is wrong: another kind of file, a space that is not
/// that of this version, an index twice or not in the space, a time that is no positive number.
Result<RecordedSpace> parseRecordedSpace(std::string_view text, const std::string& name);
Result<RecordedSpace> readRecordedSpace(const std::string& path);

/// "2026-11-21", in UTC.
std::string dayOf(double unixSeconds);

/// The first two lines.
std::string recordedHeader(const RecordedSpace& space);
/// The line of a point, with its line end. Five significant digits: measuring knows three.
std::string recordedLine(const RecordedPoint& point);
/// The whole file, points by index.
std::string recordedText(const RecordedSpace& space);

} // namespace knobscope
