// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/ptxlines.h"

#include <cstdio>
#include <sstream>

namespace knobscope {

int locLine(const std::string& line)
{
    int file = 0;
    int number = 0;
    return std::sscanf(line.c_str(), " .loc %d %d", &file, &number) == 2 ? number : 0;
}

CodeText ptxLines(const std::string& ptx, const std::vector<int>& lineOf)
{
    CodeText out;
    int current = 0;
    std::istringstream stream(ptx);
    for (std::string line; std::getline(stream, line);) {
        const size_t first = line.find_first_not_of(" \t");
        if (line.find(".section") != std::string::npos) {
            break; // debug information, up to the end
        }
        if (first != std::string::npos && line.compare(first, 4, ".loc") == 0) {
            const auto number = static_cast<size_t>(locLine(line)); // 0 if an instruction has no line of its own
            if (number > 0) {
                current = number <= lineOf.size() ? lineOf[number - 1] : 0;
            }
            continue;
        }
        if (first == std::string::npos || line.compare(first, 2, "//") == 0 || line.compare(first, 5, ".file") == 0) {
            continue;
        }
        if (line[first] == '}') {
            current = 0;
        }
        const bool isInstruction = line[0] == '\t' && line[first] != '.';
        out.lines.push_back(line);
        out.nestLine.push_back(isInstruction ? current : 0);
    }
    return out;
}

} // namespace knobscope
