// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace knobscope::ir {

/// One row of a comparison of two texts. Lines count from 1; 0: this text has no line here.
struct DiffRow {
    enum class Kind : uint8_t { Same, Removed, Added };
    Kind kind = Kind::Same;
    int left = 0;
    int right = 0;
    friend bool operator==(const DiffRow&, const DiffRow&) = default;
};

/// The fewest removed and added lines that turn `left` into `right` (a longest common subsequence; Myers, "An O(ND) difference
/// algorithm and its variations", 1986), removed before added. Texts that differ in more than a few thousand lines between
/// two lines that they share are answered with fewer shared lines than there are, so that time stays below a second.
std::vector<DiffRow> diffLines(std::span<const std::string> left, std::span<const std::string> right);

/// Lines removed and lines added.
struct DiffCount {
    int removed = 0;
    int added = 0;
};
DiffCount countChanges(std::span<const DiffRow> rows);

} // namespace knobscope::ir
