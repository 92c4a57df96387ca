// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace knobscope {

/// The points of a space that meet its constraints, numbered, for a space of which nearly none does: a search among all numbers
/// would take hours. Found knob by knob, where a condition ends a branch as soon as the knobs that it reads are chosen.
class ValidPoints
{
public:
    /// nullopt where the constraints leave too much, or take too long to be followed (seconds).
    static std::optional<ValidPoints> of(const ConfigSpace& space);

    int64_t count() const { return static_cast<int64_t>(m_chosen.size()) * m_freePoints; }
    /// The index of a number from 0 to count() - 1.
    int64_t at(int64_t number) const;

private:
    std::vector<int64_t> m_chosen; ///< of the knobs that constraints read: each combination's share of an index
    /// Of the other knobs: size and weight in an index.
    std::vector<std::pair<int64_t, int64_t>> m_free;
    int64_t m_freePoints = 1;
};

/// The first valid point from a number on, found as above, the last knob first. Nothing, too, where that takes too long
/// (seconds).
std::optional<int64_t> nextValidPoint(const ConfigSpace& space, int64_t first);
/// Some valid points, at most so many: the first by number, or where finding these takes too long, of those that are listed.
std::vector<int64_t> someValidPoints(const ConfigSpace& space, size_t most);

} // namespace knobscope
