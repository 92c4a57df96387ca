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
void defineChannelBlock(TemplateContext& cfg, const KnobName& knob, int64_t channels);
/// The same of whole pairs of channels.
void definePairedChannelBlock(TemplateContext& cfg, const KnobName& knob, int64_t channels);
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
/// The same of an output that may have all pixels of `conv` in one row (withOneRow): then tiles have tile_ow pixels, and parts
/// those of tile_oh * `rows` rows.
PixelLoops splitIntoTiles(TemplateContext& cfg, StageRef out, const Conv2d& conv);

/// Whether a convolution's pixels could as well be one row: 1x1, stride 1, no padding, several rows.
bool canBeOneRow(const Conv2d& conv);
/// Whether they could be if those that it reads were copied: it has a stride.
bool canBeOneRowOfPixels(const Conv2d& conv);
/// The convolution of an image of one row, which computes the same.
Conv2d inOneRow(Conv2d conv);

/// Declares the knob one_row for convolutions whose pixels could as well be one row: 1x1, stride 1, no padding, several rows.
/// Tiles then have no tail at the end of each row.
void defineOneRow(TemplateContext& cfg, const Conv2d& conv);
/// The convolution, or that of an image of one row if the knob is set.
Conv2d withOneRow(TemplateContext& cfg, Conv2d conv);

/// Computes the padding, if any, within `axis` of `consumer`, one vector of channels (of `knob`) at a time.
void computePaddingAt(Schedule& s, const Conv2dExpression& e, const StageRef& consumer, const ir::IterVar& axis,
                      const std::string& knob);
/// Share of the products that do not fall on padding (Template::productShare).
double unpaddedShare(const nlohmann::json& args, bool depthwise);

} // namespace knobscope
