// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace knobscope::ir {

/// One row of a comparison of two texts. Line numbers start at 1; 0 means that this text has no line here.
struct DiffRow {
    enum class Kind : uint8_t { Same, Removed, Added };
    Kind kind = Kind::Same;
    int left = 0;
    int right = 0;
    friend bool operator==(const DiffRow&, const DiffRow&) = default;
};

/// The fewest removed and added lines that turn `left` into `right` (a longest common subsequence; Myers, "An O(ND) difference
/// algorithm and its variations", 1986), removed lines before added ones. If the texts differ in more than a few thousand lines
/// between two shared lines, the result may miss some shared lines, which keeps the time below a second.
std::vector<DiffRow> diffLines(std::span<const std::string> left, std::span<const std::string> right);

/// Numbers of removed and added lines.
struct DiffCount {
    int removed = 0;
    int added = 0;
};
DiffCount countChanges(std::span<const DiffRow> rows);

} // namespace knobscope::ir
