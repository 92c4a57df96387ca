// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace knobscope {

/// What a process ends with whose kernel used up its time.
inline constexpr int cutOffExit = 86;

/// While it lives, the process may use so many seconds of its cores, all threads together; then it ends with cutOffExit. Time in
/// which other programs had the cores does not count, so that a busy machine cuts nothing off. 0: no limit.
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
