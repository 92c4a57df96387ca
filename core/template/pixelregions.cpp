// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/pixelregions.h"

#include "core/ir/integerdivision.h"
#include "core/template/matrixtiles.h"

#include <algorithm>

namespace knobscope {

PixelRegion pixelRegionOf(TemplateContext& cfg, const Conv2d& image, int64_t oc)
{
    int64_t tilesOc = cfg.numberWithin("tiles_oc", 1, ir::kMostTileSums);
    while (oc % (tilesOc * ir::kTileColumns) != 0 && tilesOc > 1) {
        --tilesOc;
    }
    const bool isWhole = oc % (tilesOc * ir::kTileColumns) == 0;
    int64_t columns = isWhole ? tilesOc * ir::kTileColumns : std::min(oc, ir::kMostTileSums * ir::kTileColumns);
    while (oc % columns != 0) {
        --columns;
    }
    const int64_t most = ir::kMostTileSums / ir::ceilDivide(columns, ir::kTileColumns);
    const int64_t rows = std::min({image.oh(), most, cfg.numberWithin("tile_oh", 1, ir::kMostTileSums)});
    return {columns, rows, std::min(image.ow(), most / rows * tileHeight(cfg))};
}

void scheduleRegions(Schedule& s, TemplateContext& cfg, const Conv2d& image, const Conv2dExpression& e, const PixelRegion& region)
{
    const ir::Tensor sums = s.cacheWrite(e.output, ir::Scope::Local);
    StageRef out = s[e.output];
    const auto a = out.axes();
    const auto [rows, row] = out.chosenBy("tile_oh").split(a[2], region.rows);
    const auto [regions, pixel] = out.chosenBy("tile_y").split(a[3], region.height);
    const bool isOneRow = image.oh() == 1;
    const int64_t extent = isOneRow ? image.ow() : image.oh(), step = isOneRow ? region.height : region.rows;
    const auto [part, member] =
        out.chosenBy("row_parts").split(isOneRow ? regions : rows, equalPart(extent, step, cfg.numberWithin("row_parts", 1)));
    const auto [group, block] =
        out.chosenBy("channel_parts").split(a[1], equalPart(a[1].extent, 1, cfg.numberWithin("channel_parts", 1)));
    const auto [tiles, channel] = out.chosenBy("tiles_oc").split(a[4], region.columns);
    const std::vector<ir::IterVar> pixels = isOneRow ? std::vector{rows, member} : std::vector{member, regions};
    const std::vector<ir::IterVar> channels{block, tiles};
    const bool isOutside = cfg.flag("channels_outside");
    std::vector<ir::IterVar> order{a[0], part, group};
    for (const auto& loops : isOutside ? std::array{channels, pixels} : std::array{pixels, channels}) {
        order.insert(order.end(), loops.begin(), loops.end());
    }
    const ir::IterVar inner = order.back();
    order.insert(order.end(), {row, pixel, channel});
    out.chosenBy("channels_outside").reorder(order);
    out.parallel(out.fuse({a[0], part, group}));
    out.chosenBy("tile_oc").vectorize(channel);

    StageRef sum = s[sums];
    sum.computeAt(out, inner);
    const auto& own = sum.axes();
    const auto& in = sum.reduceAxes();
    sum.chosenBy("tile_oh").unroll(own[2]);
    if (multipliesRowsOfWindows(image)) {
        const ir::IterVar groups = sum.fuse({in[2], in[3]});
        scheduleTileSums(sum, cfg, own[3], own[4], {in[0], in[1], groups, own[2]}, groups, in[4]);
    } else {
        scheduleTileSums(sum, cfg, own[3], own[4], {in[0], in[1], in[2], in[3], own[2]}, in[3], in[4]);
    }
    if (cfg.flag("prefetch")) { // weights of the next block, shared by the regions that read this one
        sum.chosenBy("prefetch").prefetch(e.kernel, 0, 1, isOutside ? pixels : std::vector<ir::IterVar>());
    }
}

void schedulePixels(Schedule& s, const ir::Tensor& pixels, const Conv2d& conv)
{
    StageRef copy = s[pixels];
    const auto axes = copy.axes();
    const auto [y, x] = copy.split(axes[3], conv.ow());
    copy.parallel(copy.fuse({axes[0], axes[1], axes[2], y}));
    copy.vectorize(axes[4]);
}

} // namespace knobscope
