// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace knobscope {

/// The numbered points that meet the constraints of a space in which almost none does: testing all numbers would take hours.
/// Searches knob by knob and prunes a branch as soon as the knobs that a condition reads are assigned.
class ValidPoints
{
public:
    /// nullopt if too many points are left or the search takes too long (seconds).
    static std::optional<ValidPoints> search(const ConfigSpace& space);

    int64_t count() const { return static_cast<int64_t>(m_chosen.size()) * m_freePoints; }
    /// The index of the point with a number from 0 to count() - 1.
    int64_t at(int64_t number) const;

private:
    std::vector<int64_t> m_chosen; ///< partial index of each combination of the knobs that constraints read
    /// Size and weight in an index of each of the other knobs.
    std::vector<std::pair<int64_t, int64_t>> m_free;
    int64_t m_freePoints = 1;
};

/// The first valid point from a number on, by the same search, last knob first. nullopt also if that takes too long (seconds).
std::optional<int64_t> nextValidPoint(const ConfigSpace& space, int64_t first);
/// At most `most` valid points: the first by number or, if finding these takes too long, the first of ValidPoints.
std::vector<int64_t> someValidPoints(const ConfigSpace& space, size_t most);

} // namespace knobscope
