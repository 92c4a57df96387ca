// SPDX-License-Identifier: GPL-3.0-or-later
// Two suites: `./dev test` runs the quick one, `./dev test nightly` the long one.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace knobscope {

/// Whether this is the nightly run of a test that is in both suites (EXTENDED in its CMakeLists.txt).
inline bool isNightly()
{
    return std::getenv("KNOBSCOPE_NIGHTLY") != nullptr;
}

/// Number of cases: all in the nightly suite, one in `share` in the quick one, but at least one.
inline int casesOf(int all, int share)
{
    return isNightly() ? all : std::max(1, all / share);
}

} // namespace knobscope
