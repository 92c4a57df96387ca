// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"
#include "core/template/context.h"

#include <cstdint>
#include <string>
#include <string_view>

// What the extra convolutions for CPUs share: they take AutoTVM's arguments in NCHW and choose the channels' blocks themselves.

namespace knobscope {

/// Declares the knob of a block of channels: a divisor of them, at most 64.
void defineChannelBlock(TemplateContext& cfg, const std::string& knob, int64_t channels);
/// What it is without tuning: two vectors of channels, or fewer that divide them.
SplitEntity fallbackBlock(const ConfigSpace& space, std::string_view knob, const TargetTraits& target);

/// Rows and columns of an output in blocks of channels, cut into register tiles of tile_oh x tile_ow, and the rows of tiles into
/// parts of `rows`.
struct PixelLoops {
    ir::IterVar part;
    ir::IterVar tileRow; ///< of a part
    ir::IterVar columns; ///< of tiles
    ir::IterVar row;     ///< of a tile
    ir::IterVar column;
};
PixelLoops cutIntoTiles(TemplateContext& cfg, StageRef out);

/// The padding, where there is any, is filled in within `axis` of `consumer`, a vector of channels (of `knob`) at a time.
void padWithin(Schedule& s, const Conv2dExpression& e, const StageRef& consumer, const ir::IterVar& axis,
               const std::string& knob);
/// What is left of the products where there is no padding (Template::productShare).
double shareInside(const nlohmann::json& args, bool depthwise);

} // namespace knobscope
