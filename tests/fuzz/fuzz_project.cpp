// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/readers.h"
#include "tests/fuzz/wholeproject.h"

#include <fstream>

namespace knobscope::fuzz {

/// Reads a project file from arbitrary bytes.
void readProjectFile(std::string_view input)
{
    const std::string path = freshPath("whole.knobscope");
    std::ofstream(path, std::ios::binary) << input;
    askProject(path);
}

} // namespace knobscope::fuzz
