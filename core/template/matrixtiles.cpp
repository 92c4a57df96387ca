// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/matrixtiles.h"

#include "core/ir/integerdivision.h"
#include "core/op/conv2d.h"
#include "core/template/blockedconv.h"

#include <algorithm>
#include <array>
#include <limits>

namespace knobscope {

namespace {

constexpr std::array<int64_t, 9> kHeights{16, 14, 13, 12, 10, 8, 7, 6, 4};

/// The divisors of the channels that are multiples of `unit`, at most `most`.
std::vector<int64_t> blocksOf(int64_t channels, int64_t unit, int64_t most)
{
    std::vector<int64_t> blocks;
    for (int64_t block = unit; block <= std::min(channels, most); block += unit) {
        if (channels % block == 0) {
            blocks.push_back(block);
        }
    }
    return blocks;
}

/// Whether tiles of this height can cover the rows: a last tile of one row would be no loop, and run as plain loops.
bool covers(int64_t rows, int64_t height)
{
    return height <= rows && rows % height != 1;
}

/// Rows of tiles over all rows.
int64_t filledRows(int64_t rows, int64_t height)
{
    return ir::roundedUp(rows, height);
}

} // namespace

void defineTileKnobs(TemplateContext& cfg, int64_t rows)
{
    int64_t least = std::max(rows, int64_t{1}) * 2;
    for (const int64_t height : kHeights) {
        least = covers(rows, height) ? std::min(least, filledRows(rows, height)) : least;
    }
    std::vector<int64_t> heights;
    for (const int64_t height : kHeights) {
        if (covers(rows, height) && filledRows(rows, height) * 8 <= least * 9) {
            heights.push_back(height);
        }
    }
    std::ranges::stable_sort(heights, {}, [&](int64_t height) { return filledRows(rows, height); });
    cfg.defineNumbers("tile_y", heights.empty() ? std::vector{rows} : heights);
    cfg.defineNumbers("tiles_y", {1, 2, 3, 4});
}

void defineTileBlock(TemplateContext& cfg, const std::string& knob, int64_t channels, int64_t unit, int64_t most)
{
    for (const int64_t wanted : {unit, unit / 2, unit / 4}) {
        if (const auto blocks = wanted > 0 ? blocksOf(channels, wanted, most) : std::vector<int64_t>(); !blocks.empty()) {
            cfg.defineSplit(knob, channels, 2,
                            {SplitKnob::Policy::Factors, SplitFilter{SplitFilter::Op::SizeIn, -1, blocks, {}}});
            return;
        }
    }
    defineChannelBlock(cfg, knob, channels);
}

int64_t defineTileColumns(TemplateContext& cfg, const std::string& knob, int64_t columns, bool isWhole)
{
    constexpr int64_t most = 64;
    if (isWhole) {
        defineTileBlock(cfg, knob, columns, ir::kTileColumns, most);
        return cfg.innermost(knob);
    }
    std::vector<int64_t> blocks{ir::kTileColumns};
    while (blocks.back() < std::min(columns, most)) {
        blocks.push_back(blocks.back() + ir::kTileColumns);
    }
    cfg.defineNumbers(knob, blocks);
    return cfg.numberWithin(knob, 1, most);
}

void checkTileKnobs(TemplateContext& cfg, int64_t block)
{
    const int64_t columns = (block + ir::kTileColumns - 1) / ir::kTileColumns;
    const int64_t rows = cfg.numberWithin("tiles_y", 1, ir::kMostTileSums);
    if (!cfg.error() && rows * columns > ir::kMostTileSums) {
        cfg.refuse(phrase("Knobs tiles_y and the block of columns: {} x {} tiles of sums, but there are registers for {}", rows,
                          columns, ir::kMostTileSums));
    }
}

int64_t tileHeight(TemplateContext& cfg)
{
    return cfg.numberWithin("tile_y", 1, ir::kTileRows);
}

void scheduleTileSums(StageRef sum, TemplateContext& cfg, const ir::IterVar& row, const ir::IterVar& column,
                      std::vector<ir::IterVar> around, const ir::IterVar& groups, const ir::IterVar& element)
{
    const auto [tileRows, tileRow] = sum.chosenBy("tile_y").split(row, tileHeight(cfg));
    const auto [tileColumns, tileColumn] = sum.split(column, ir::kTileColumns);
    const auto [steps, group] = sum.split(groups, ir::kTileColumns);
    std::ranges::replace(around, groups, steps);
    around.insert(around.end(), {tileRows, tileColumns, tileRow, tileColumn, group, element});
    sum.reorder(around);
    sum.unrollAll({tileRows, tileColumns});
    sum.tensorize(tileRow, ir::kTileOperation);
}

namespace {

/// The largest divisor of the channels that is a multiple of `unit` and at most `most`; 0 if there is none.
int64_t largestBlock(int64_t channels, int64_t unit, int64_t most)
{
    const auto blocks = blocksOf(channels, unit, most);
    return blocks.empty() ? 0 : blocks.back();
}

} // namespace

bool fillsTiles(const Conv2d& conv)
{
    constexpr int64_t leastChannels = 16; // fewer leave most of a tile empty
    return conv.c >= leastChannels && (conv.r * conv.s == 1 ? conv.oh() * conv.ow() : conv.ow()) > 1;
}

int64_t largestTileBlock(int64_t channels)
{
    return largestBlock(channels, ir::kTileColumns, ir::tileDepth(ir::uint8, ir::int8, ir::int32));
}

namespace {

/// How threads share a convolution. Parts are equal: a condition around the last one would make plain loops of its products.
struct TileShares {
    int64_t rows = 64; ///< of a part; 64: all
    int64_t channelParts = 1;
};

/// `steps`: iterations of the loop that `rows` splits; `isWhole`: its last one is as long as the others.
TileShares tileShares(int64_t blocks, int64_t steps, bool isWhole, int threads)
{
    TileShares shares;
    if (threads == 1) {
        return shares;
    }
    while (shares.channelParts < std::min(2 * threads, 8) && blocks % (2 * shares.channelParts) == 0) {
        shares.channelParts *= 2;
    }
    for (const int64_t rows : {1, 2, 4}) {
        shares.rows = shares.channelParts < threads && isWhole && steps % rows == 0 ? rows : shares.rows;
    }
    return shares;
}

/// Blocks of output channels are as the next layer reads them, in full rows of its tiles.
ConfigEntity convTilesFor(const ConfigSpace& space, const Conv2d& conv, int threads)
{
    const int64_t depth = ir::tileDepth(conv.type, conv.kernelType, conv.outType);
    const int64_t ic = std::max(largestBlock(conv.c, depth / ir::kTileColumns, depth), fallbackSplit(conv.c, {-1, 4}).back());
    const int64_t oc = std::max(largestBlock(conv.k, ir::kTileColumns, depth), fallbackSplit(conv.k, {-1, 16}).back());
    const bool isOneRow = space.find("one_row") != nullptr;
    const int64_t wide = isOneRow ? conv.oh() * conv.ow() : conv.ow();
    const int64_t tilesOc = oc >= 2 * ir::kTileColumns ? 2 : 1;
    const TileRows tile = bestTileRows(wide, ir::kMostTileSums / tilesOc);
    const int64_t rows = isOneRow ? 1 : std::min(ir::kMostTileSums / tilesOc / tile.tiles, conv.oh() > 1 ? int64_t{2} : 1);
    const int64_t height = tile.rows * tile.tiles;
    const TileShares shares = tileShares(conv.k / oc, isOneRow ? ir::ceilDivide(wide, height) : ir::ceilDivide(conv.oh(), rows),
                                         isOneRow ? wide % height == 0 : conv.oh() % rows == 0, threads);
    return configWith(space, {{"tile_ic", SplitEntity{fallbackSplit(conv.c, {-1, ic})}},
                              {"tile_oc", SplitEntity{fallbackSplit(conv.k, {-1, oc})}},
                              {"tile_y", OtherEntity{tile.rows}},
                              {"tiles_y", OtherEntity{tile.tiles}},
                              {"tile_oh", OtherEntity{rows}},
                              {"tiles_oc", OtherEntity{tilesOc}},
                              {"rows", OtherEntity{shares.rows}},
                              {"channel_parts", OtherEntity{shares.channelParts}},
                              {"channels_outside", OtherEntity{true}},
                              {"one_row", OtherEntity{isOneRow}}});
}

} // namespace

std::optional<ConfigEntity> untunedMatrixTiles(const ConfigSpace& space, const TargetTraits&, const nlohmann::json& args,
                                               int threads)
{
    ArgumentReader reader("untuned", args);
    const Conv2d conv = readUnpackedConv(reader, false);
    return reader.error() ? std::nullopt : std::optional(convTilesFor(space, conv, std::max(1, threads)));
}

KnobValue twoTilesOf(const ConfigSpace& space, std::string_view knob)
{
    const Knob& of = *space.find(knob);
    const auto* split = std::get_if<SplitKnob>(&of.definition());
    if (!split) {
        return of.at(std::min<int64_t>(1, of.size() - 1));
    }
    const int64_t two = 2 * ir::kTileColumns;
    return SplitEntity{fallbackSplit(split->extent, {-1, split->extent % two == 0 ? two : ir::kTileColumns})};
}

int64_t blockOf(const KnobValue& columns)
{
    const auto* split = std::get_if<SplitEntity>(&columns);
    return split ? split->sizes.back() : std::get<int64_t>(std::get<OtherEntity>(columns).value);
}

TileRows bestTileRows(int64_t rows, int64_t most)
{
    TileRows best{rows, 1};
    int64_t least = std::numeric_limits<int64_t>::max();
    for (const int64_t height : kHeights) {
        const int64_t count = ir::ceilDivide(rows, height);
        const int64_t cycles = count * std::max<int64_t>(height, 8); // one for each row, eight to load the factors
        if (covers(rows, height) && cycles < least) {
            least = cycles;
            best = {height, std::min(count, most)};
        }
    }
    return best;
}

} // namespace knobscope
