// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"
#include "core/template/context.h"

#include <cstdint>

// Regions of the convolution in matrix tiles (matrixtiles.h).

namespace knobscope {

/// Pixels and channels of a region: tiles in each direction, of which there are at most four.
struct PixelRegion {
    int64_t columns = 1; ///< output channels, a divisor of their block
    int64_t rows = 1;    ///< of the image
    int64_t height = 1;  ///< pixels of a row
};
/// Reads tiles_oc, tile_oh and tile_y; whatever registers they leave take more pixels of a row.
PixelRegion pixelRegionOf(TemplateContext& cfg, const Conv2d& image, int64_t oc);

/// Parts of the rows and of the output channels in parallel; in each, regions of pixels by channels.
void scheduleRegions(Schedule& s, TemplateContext& cfg, const Conv2d& image, const Conv2dExpression& e,
                     const PixelRegion& region);
/// Copies the pixels that `conv` reads (pixelsRead), rows in parallel.
void schedulePixels(Schedule& s, const ir::Tensor& pixels, const Conv2d& conv);

} // namespace knobscope
