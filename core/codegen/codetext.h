// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace knobscope {

/// Code for display. `nestLine[i]` is the line (from 1) of the printed loop nest that text line i came from; 0 if none.
struct CodeText {
    std::vector<std::string> lines;
    std::vector<int> nestLine;

    std::string joined() const
    {
        std::string out;
        for (const std::string& line : lines) {
            out += line + "\n";
        }
        return out;
    }
};

} // namespace knobscope
