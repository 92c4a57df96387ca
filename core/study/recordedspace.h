// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"
#include "core/timing/measurer.h"

#include <cstdint>

namespace knobscope {

/// Minimum share of measured configs of a whole space; in replays the rest are failed trials.
inline constexpr double kMinCompleteness = 0.95;

/// Maximum number of configs of a whole space.
inline constexpr int64_t kMaxRecordedConfigs = 100'000;

/// Maximum seconds per call; recordings with longer ones are rejected as damaged.
inline constexpr double kMaxRecordedSeconds = 1e5;

/// One measured point.
struct RecordedPoint {
    int64_t index = 0;
    double seconds = 0;                      ///< per call; 0 if it failed
    MeasureError error = MeasureError::None;
    bool isRetimed = false;                  ///< re-timed against others at the end: the best, and some that set their scale
    friend bool operator==(const RecordedPoint&, const RecordedPoint&) = default;
};

/// A task's space with its measured points (all, nearly all, or those that searches requested) on a named machine. A copyable
/// value.
///
/// The file format is text, to suit version control:
///   knobscope recorded space 1
///   {"label": "resnet-18:2", "machine": "…", "cores": 2, "threads": 1, "date": "2026-11-21", "task": {…}, "space": SHA-256}
///   0 1234.5      index, microseconds per call
///   1 1200.1*     re-timed
///   2 !1          failed, with AutoTVM's error number
struct RecordedSpace {
    std::string label;   ///< "resnet-18:2"
    std::string machine; ///< the CPU's name
    int cores = 1;
    int threads = 1;     ///< of the kernels
    std::string date;    ///< start of the recording, YYYY-MM-DD
    Task task;
    std::vector<RecordedPoint> points; ///< by index
    /// From another tuner (foreignspace.h): the task has a name and a space, but no template and no known FLOPs.
    bool isForeign = false;

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

/// Identifies a space with all its candidates and constraints: a file recorded with another version of the template is rejected.
std::string spaceDigest(const ConfigSpace& space);

/// Parses the text of a recorded space. Errors contain `name`, the line and the reason: another kind of file, a space that
/// differs from this version's, an index that is duplicate or not in the space, a time that is not a positive number.
Result<RecordedSpace> parseRecordedSpace(std::string_view text, const std::string& name);
Result<RecordedSpace> readRecordedSpace(const std::string& path);

/// "2026-11-21", in UTC.
std::string dayOf(double unixSeconds);

/// The first two lines.
std::string recordedHeader(const RecordedSpace& space);
/// Line of a point, with its line end. Five significant digits: measurements are accurate to three.
std::string recordedLine(const RecordedPoint& point);
/// The whole file, points by index.
std::string recordedText(const RecordedSpace& space);

} // namespace knobscope
