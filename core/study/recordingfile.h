// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/recorder.h"

#include <cstdint>
#include <fstream>

namespace knobscope {

/// File of a recorded space that grows while configs are measured. Its contents survive any end of the program.
class RecordingFile
{
public:
    /// Creates a file with the header of `wanted`, or opens one of the same task, machine and threads, without an incomplete last
    /// line. Rejects any other file and leaves it unchanged.
    static Result<RecordingFile> open(const RecordedSpace& wanted, const std::string& path);

    /// Contains the points measured so far, in the order measured.
    const RecordedSpace& space() const { return m_space; }
    std::vector<RecordedPoint>& points() { return m_space.points; }
    Result<void> append(const RecordedPoint& point);
    /// Replaces the file by one with the points in order.
    Result<void> rewrite();

private:
    RecordingFile(RecordedSpace space, std::string path)
        : m_space(std::move(space))
        , m_path(std::move(path))
    {
    }
    RecordedSpace m_space;
    std::string m_path;
    std::ofstream m_stream; ///< opened by the first append
};

/// Re-times the best against each other, a few dozen at a time together with points of all speeds down to half of the best, which
/// convert the times to the scale of the recording. A point that fails now becomes a failed point. Returns false if nothing was
/// re-timed. The points stay sorted by their earlier times until RecordingFile::rewrite.
bool retimeBest(std::vector<RecordedPoint>& points, const Task& task, Measurer& measurer, const RecordOptions& options);

} // namespace knobscope
