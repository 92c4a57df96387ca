// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace knobscope {

/// Exit code of a process whose kernel used up its CPU time.
inline constexpr int kCutOffExitCode = 86;

/// Limits the CPU time of the process, summed over its threads, while the object lives: beyond `seconds` it exits with
/// kCutOffExitCode. Time taken by other programs does not count, so that a busy machine does not trigger it. 0: no limit.
class FirstCallLimit
{
public:
    explicit FirstCallLimit(double seconds);
    ~FirstCallLimit();
    FirstCallLimit(const FirstCallLimit&) = delete;
    FirstCallLimit& operator=(const FirstCallLimit&) = delete;

private:
    bool m_isArmed = false;
};

} // namespace knobscope
