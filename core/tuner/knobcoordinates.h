// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"

#include <cstdint>

namespace knobscope {

/// A space's points as numbers in which near means similar, for models that measure distance. A split gives the log2 of each
/// factor but the outermost (which the others imply), so that 8 is as far from 16 as 16 from 32; a numeric knob the log2 of its
/// value; a reorder each axis's place; words and annotations one number a word, 0 or 1. Every number is scaled to 0 … 1 over the
/// knob's candidates.
class KnobCoordinates
{
public:
    explicit KnobCoordinates(const ConfigSpace& space);

    size_t dimensions() const { return m_knobOf.size(); }
    /// The knob, by its place in the space, that a dimension belongs to.
    const std::vector<size_t>& knobOf() const { return m_knobOf; }
    /// Appends the coordinates of a point to `out`.
    void append(int64_t index, std::vector<float>& out) const;

private:
    const ConfigSpace& m_space;
    std::vector<size_t> m_knobOf;
    std::vector<size_t> m_widths;             ///< dimensions of each knob
    std::vector<std::vector<float>> m_values; ///< of each knob: candidates x width
};

} // namespace knobscope
