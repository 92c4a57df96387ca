// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/recorder.h"

#include <cstdint>
#include <fstream>

namespace knobscope {

/// The file of a recorded space that grows while configs are measured. What is in it stays, whatever ends the program.
class RecordingFile
{
public:
    /// Begins a file with the header of `wanted`, or opens one of the same task, machine and threads, less a line that was cut
    /// off while it was written. Any other file is refused and left alone.
    static Result<RecordingFile> open(const RecordedSpace& wanted, const std::string& path);

    /// With what was measured so far, in the order measured.
    const RecordedSpace& space() const { return m_space; }
    std::vector<RecordedPoint>& points() { return m_space.points; }
    Result<void> append(const RecordedPoint& point);
    /// Replaces the file by one with its points in order.
    Result<void> writeAnew();

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

/// Times the best against each other, a few dozen at a time with some of all speeds down to half of theirs, which bring the times
/// to the scale of the recording. One that fails now is a failed point. False: nothing was timed again. Until
/// RecordingFile::writeAnew the points are in the order of what they took before.
bool retimeBest(std::vector<RecordedPoint>& points, const Task& task, Measurer& measurer, const RecordOptions& options);

} // namespace knobscope
