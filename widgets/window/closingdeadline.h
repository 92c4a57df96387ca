// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>
#include <thread>

namespace knobscope {

/// So long the end of the program waits for what still goes on: it is told to stop, and trials in flight are given up, so that
/// less than a second is usual.
inline constexpr std::chrono::seconds closingPatience(10);

/// Ends the program at once, with these words on the terminal: threads still run, and what they use would be taken down below
/// them. What was committed to a project stays, as when the program is killed.
[[noreturn]] void endAtOnce(const std::string& words);

/// A window's end waits for the threads of its views, and one of them may never come back: it reads a pipe, or a disk that is
/// gone. Made before the window, and so destroyed after it; one that is not within closingPatience of start() ends the program.
class ClosingDeadline
{
public:
    /// Call once, when the event loop has ended.
    void start();

private:
    std::jthread m_watch; ///< ends with this
};

} // namespace knobscope
