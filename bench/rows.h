// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace knobscope::bench {

/// A figure and what is expected of it.
struct Row {
    std::string name;
    double value;
    std::string unit;
    std::string target;
    bool holds;
};

/// Ten million spans: written as an import writes them, opened, panned. Only where the window is built.
std::vector<Row> timelineFigures();

} // namespace knobscope::bench
