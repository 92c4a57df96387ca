// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/tileregionchoice.h"

#include "core/template/matrixtiles.h"

#include <algorithm>

namespace knobscope {

namespace {

/// What decides which registers are best, from the first candidates.
struct LayerShape {
    int64_t height; ///< rows of a tile
    int64_t steps;  ///< tiles of 64 bytes in a pixel
    bool isSmall;   ///< an image of few pixels
    bool hasWindow;
};

LayerShape layerShapeOf(const ConfigSpace& space)
{
    const int64_t height = integerValue(firstCandidates(space, {}), "tile_y");
    return {height, extentOf(space, "tile_ic") / blockOf(space.find("tile_ic")->at(0)), height != ir::kTileRows && height != 14,
            space.find("channels_outside")->at(0) == KnobValue(OtherEntity{true})};
}

} // namespace

ConfigEntity fallbackTileRegions(const ConfigSpace& space, const TargetTraits& target)
{
    const auto [height, steps, isSmall, hasWindow] = layerShapeOf(space);
    const int64_t block = steps > 8 ? 32 : 64;
    if (isSmall || hasWindow || height * steps < 128 || extentOf(space, "tile_oc") % block != 0) {
        return firstCandidates(space, target);
    }
    return configWith(space, {{"tile_oc", SplitEntity{{-1, block}}},
                              {"tiles_oc", OtherEntity{block / ir::kTileColumns}},
                              {"channels_outside", OtherEntity{true}}});
}

std::optional<ConfigEntity> untunedTileRegions(const ConfigSpace& space, const TargetTraits&, const nlohmann::json&, int threads)
{
    const LayerShape shape = layerShapeOf(space);
    const int64_t unit = blockOf(space.find("tile_ic")->at(0)); // few channels say nothing about the next layer
    const int64_t wanted = unit < ir::kTileColumns ? 2 * ir::kTileColumns : unit;
    const int64_t block = fallbackSplit(extentOf(space, "tile_oc"), {-1, wanted}).back();
    const bool isOfTiles = block % ir::kTileColumns == 0;
    return configWith(space, {{"tile_oc", isOfTiles ? SplitEntity{{-1, block}} : space.find("tile_oc")->at(0)},
                              {"tiles_oc", OtherEntity{shape.isSmall || shape.hasWindow ? int64_t{1} : ir::kMostTileSums}},
                              {"channel_parts", OtherEntity{threads <= 1 ? int64_t{1} : int64_t{threads == 2 ? 4 : 8}}},
                              {"channels_outside", OtherEntity{true}},
                              {"prefetch", OtherEntity{true}}});
}

} // namespace knobscope
