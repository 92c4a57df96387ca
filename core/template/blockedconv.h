// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"
#include "core/template/context.h"

#include <cstdint>
#include <string>
#include <string_view>

// Common parts of the extra convolutions for CPUs, which take AutoTVM's arguments in NCHW and choose their channel blocks.

namespace knobscope {

/// Declares the knob of a channel block: a divisor of the channels, at most 64.
void defineChannelBlock(TemplateContext& cfg, const std::string& knob, int64_t channels);
/// Untuned value: two vectors of channels, or the largest smaller divisor of the channels.
SplitEntity fallbackBlock(const ConfigSpace& space, std::string_view knob, const TargetTraits& target);

/// Loops over the rows and columns of an output in channel blocks: register tiles of tile_oh x tile_ow, with the rows of tiles
/// split into parts of `rows`.
struct PixelLoops {
    ir::IterVar part;
    ir::IterVar tileRow; ///< within a part
    ir::IterVar columns; ///< of tiles
    ir::IterVar row;     ///< within a tile
    ir::IterVar column;
};
PixelLoops splitIntoTiles(TemplateContext& cfg, StageRef out);

/// Computes the padding, if any, within `axis` of `consumer`, one vector of channels (of `knob`) at a time.
void computePaddingAt(Schedule& s, const Conv2dExpression& e, const StageRef& consumer, const ir::IterVar& axis,
                      const std::string& knob);
/// Share of the products that do not fall on padding (Template::productShare).
double unpaddedShare(const nlohmann::json& args, bool depthwise);

} // namespace knobscope
