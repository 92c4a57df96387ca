// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"

#include <cstdint>

namespace knobscope {

/// Maps a space's points to coordinates in which near means similar, for distance-based models. A split gives the log2 of each
/// factor except the outermost (which follows from the others), so that 8 is as far from 16 as 16 from 32; a numeric knob the
/// log2 of its value; a reorder each axis's position; texts and annotations a one-hot vector. Scales each number to 0 … 1 over
/// the knob's candidates.
class KnobCoordinates
{
public:
    explicit KnobCoordinates(const ConfigSpace& space);

    size_t dimensions() const { return m_knobOf.size(); }
    /// Index of the knob in the space, for each dimension.
    const std::vector<size_t>& knobOf() const { return m_knobOf; }
    /// Appends the coordinates of a point to `out`.
    void append(int64_t index, std::vector<float>& out) const;

private:
    const ConfigSpace& m_space;
    std::vector<size_t> m_knobOf;
    std::vector<size_t> m_widths;             ///< number of dimensions of each knob
    std::vector<std::vector<float>> m_values; ///< for each knob: candidates x width
};

} // namespace knobscope
