// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tensor.h"

#include <cstdint>
#include <span>
#include <string>

namespace knobscope {

/// How a value lies in memory: row-major as its shape says, or with its channels (axis 1) in blocks that are innermost:
/// (N, C / block, …, block), TVM's NCHW[block]c.
struct ValueLayout {
    int64_t block = 0; ///< 0: row-major

    bool isPlain() const { return block == 0; }
    friend bool operator==(const ValueLayout&, const ValueLayout&) = default;
    friend auto operator<=>(const ValueLayout&, const ValueLayout&) = default;
};

/// A value laid out anew.
struct LayoutTransform {
    Shape shape;
    ValueLayout from, to;

    friend auto operator<=>(const LayoutTransform&, const LayoutTransform&) = default;
};

/// Whether a shape can lie so: its channels are whole blocks.
bool suits(ValueLayout layout, const Shape& shape);
/// The extents in memory.
Shape extentsIn(ValueLayout layout, const Shape& shape);
/// Whether a tensor lies the same in both: an image of one pixel has its channels in order whatever their blocks.
bool liesAlike(const Shape& shape, ValueLayout one, ValueLayout other);
/// "NCHW16c"; "NCHW", "row-major" for shapes that are no images.
std::string layoutText(ValueLayout layout, const Shape& shape);

/// Copies float32 weights (O, I, R, S) into (O / o, I / i, R, S, i, o), the blocks being the last two of `extents`; (O, I) into
/// (O / o, I, o); or as they are. `extents` must have as many elements.
void packWeights(std::span<const float> weights, const Shape& shape, const Shape& extents, std::span<float> packed);

} // namespace knobscope
