// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace knobscope::bench {

/// A figure that the project answers for.
struct Row {
    std::string name;
    double value = 0;
    std::string unit;
    std::string target;
    bool holds = false;
};

} // namespace knobscope::bench
