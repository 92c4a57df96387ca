// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace knobscope::fuzz {

/// A path in a folder of this process that is gone when it ends. Whatever lies at the path, and SQLite's files beside it, is
/// removed first.
std::string freshPath(std::string_view name);

/// Asks a project file whatever the program asks: for reading, then for going on with its runs, then for writing.
void askProject(const std::string& path);

} // namespace knobscope::fuzz
