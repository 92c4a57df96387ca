// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/matrixtiles.h"

#include "core/ir/integerdivision.h"
#include "core/template/blockedconv.h"

#include <algorithm>
#include <array>
#include <limits>

namespace knobscope {

namespace {

constexpr int64_t kFewChannels = 16; // fewer leave most of a tile empty
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
    cfg.defineNumbers({"tile_y", phrase("output rows")}, heights.empty() ? std::vector{rows} : heights);
    cfg.defineNumbers("tiles_y", {1, 2, 3, 4});
}

void defineRegionHeight(TemplateContext& cfg, int64_t rows)
{
    constexpr size_t mostHeights = 3;
    const auto cycles = [&](int64_t height) { // one for each row, eight to load a factor; 16 to load a region's second factors
        const int64_t tiles = ir::ceilDivide(rows, height);
        return tiles * std::max<int64_t>(height, 8) + ir::ceilDivide(tiles, ir::kMostTileSums) * ir::kTileRows;
    };
    std::vector<int64_t> heights;
    std::ranges::copy_if(kHeights, std::back_inserter(heights), [&](int64_t height) { return covers(rows, height); });
    std::ranges::stable_sort(heights, {}, cycles);
    std::erase_if(heights, [&](int64_t height) { return cycles(height) * 4 > cycles(heights.front()) * 5; });
    heights.resize(std::min(heights.size(), mostHeights));
    cfg.defineNumbers({"tile_y", phrase("output columns")}, heights.empty() ? std::vector{rows} : heights);
}

void defineTileBlock(TemplateContext& cfg, const KnobName& knob, int64_t channels, int64_t unit, int64_t most)
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

void defineFullBlock(TemplateContext& cfg, const KnobName& knob, int64_t channels, int64_t depth)
{
    const auto blocks = channels < kFewChannels ? std::vector{channels} : blocksOf(channels, depth / ir::kTileColumns, depth);
    if (blocks.empty()) {
        defineChannelBlock(cfg, knob, channels);
        return;
    }
    cfg.defineSplit(knob, channels, 2,
                    {SplitKnob::Policy::Factors, SplitFilter{SplitFilter::Op::SizeIn, -1, {blocks.back()}, {}}});
}

int64_t defineTileColumns(TemplateContext& cfg, const KnobName& knob, int64_t columns, bool isWhole)
{
    constexpr int64_t most = 64;
    if (isWhole) {
        defineTileBlock(cfg, knob, columns, ir::kTileColumns, most);
        return cfg.innermost(knob.name);
    }
    std::vector<int64_t> blocks{ir::kTileColumns};
    while (blocks.back() < std::min(columns, most)) {
        blocks.push_back(blocks.back() + ir::kTileColumns);
    }
    cfg.defineNumbers(knob, blocks);
    return cfg.numberWithin(knob.name, 1, most);
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

int64_t equalPart(int64_t extent, int64_t step, int64_t parts)
{
    const int64_t count = std::max<int64_t>(1, ir::ceilDivide(extent, step)); // a block larger than the channels is refused later
    if (extent % step != 0) {
        return count;
    }
    parts = std::min(parts, count);
    while (count % parts != 0) {
        ++parts;
    }
    return count / parts;
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
    const auto [steps, group] = sum.split(groups, fallbackSplit(groups.extent, {-1, ir::kTileColumns}).back());
    std::ranges::replace(around, groups, steps);
    around.insert(around.end(), {tileRows, tileColumns, tileRow, tileColumn, group, element});
    sum.reorder(around);
    sum.unrollAll({tileRows, tileColumns});
    sum.tensorize(tileRow, ir::kTileOperation);
}

bool fillsTiles(const Conv2d& conv)
{
    const bool isDeep = conv.c >= kFewChannels || (multipliesRowsOfWindows(conv) && conv.c * conv.s >= kFewChannels / 2);
    return isDeep && (conv.r * conv.s == 1 ? conv.oh() * conv.ow() : conv.ow()) > 1;
}

bool multipliesRowsOfWindows(const Conv2d& conv)
{
    return conv.c < kFewChannels && conv.s > 1 && conv.dilation[1] == 1;
}

int64_t largestTileBlock(int64_t channels)
{
    const auto blocks = blocksOf(channels, ir::kTileColumns, ir::tileDepth(ir::uint8, ir::int8, ir::int32));
    return blocks.empty() ? 0 : blocks.back();
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
