// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tensor.h"
#include "core/ir/expr.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace knobscope {

/// Layout of a value in memory: row-major, or with blocks of channels (axis 1) innermost: (N, C / block, …, block), TVM's
/// NCHW[block]c.
struct ValueLayout {
    int64_t block = 0; ///< 0: row-major

    bool isPlain() const { return block == 0; }
    friend bool operator==(const ValueLayout&, const ValueLayout&) = default;
    friend auto operator<=>(const ValueLayout&, const ValueLayout&) = default;
};

/// Conversion of a value to another layout.
struct LayoutTransform {
    Shape shape;
    ValueLayout from, to;

    friend auto operator<=>(const LayoutTransform&, const LayoutTransform&) = default;
};

/// True for values that convolutions read and write: (N, C, W) and (N, C, H, W). Only these get blocks of channels.
bool isImage(const Shape& shape);
/// True if a shape can have the layout: its channels are a multiple of the block.
bool isCompatible(ValueLayout layout, const Shape& shape);
/// Extents in memory.
Shape extentsIn(ValueLayout layout, const Shape& shape);
/// Converts indices in memory to indices along a value's axes.
std::vector<ir::Expr> logicalIndices(ValueLayout layout, std::span<const ir::Expr> at);
/// True if both layouts are the same in memory: in an image of one pixel channels are in order with any block.
bool hasSameMemoryLayout(const Shape& shape, ValueLayout one, ValueLayout other);
/// Text of a layout: "NCHW16c"; "NCW16c" with one spatial axis; "NCHW", or "row-major" for other shapes.
std::string layoutText(ValueLayout layout, const Shape& shape);

/// Packs weights (O, I, R, S) into (O / o, I / i, R, S, i, o), where the blocks are the last two of `extents`, or into
/// (O / o, I / i, R, S, i / g, o, g), where zeros fill up the last group; (O, I) into (O / o, I, o) or (O / o, I / g, o, g),
/// filled up likewise; or copies them. `packed` must have room for `extents`.
void packWeights(const Tensor& weights, const Shape& extents, std::byte* packed);

} // namespace knobscope
