// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace knobscope::fuzz {

/// Returns a path in a folder that is removed when this process ends. Deletes an existing file at the path, with SQLite's files
/// next to it.
std::string freshPath(std::string_view name);

/// Runs all of the program's queries on a project file: reading, then resuming its runs, then writing.
void askProject(const std::string& path);

} // namespace knobscope::fuzz
