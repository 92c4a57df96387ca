// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/untuned.h"

#include "core/ir/dot.h"
#include "core/op/groupedconv.h"
#include "core/template/blockedconv.h"
#include "core/template/matrixtiles.h"
#include "core/template/rowtiles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

namespace knobscope {

namespace {

/// The divisor of the channels that fills vectors best; among equals two vectors, then three, one, four and more, which leave
/// registers for few pixels.
int64_t blockOf(int64_t channels, int64_t lanes)
{
    constexpr std::array<double, 9> penalty{0, 0.02, 0, 0.01, 0.03, 0.08, 0.11, 0.14, 0.17};
    int64_t best = 1;
    double most = 0;
    for (int64_t block = 1; block <= std::min<int64_t>(channels, 64); ++block) {
        const int64_t vectors = vectorsOf(block, lanes);
        if (channels % block == 0 && vectors < std::ssize(penalty)) {
            const double filled =
                static_cast<double>(block) / static_cast<double>(vectors * lanes) - penalty[static_cast<size_t>(vectors)];
            best = filled > most ? block : best;
            most = std::max(most, filled);
        }
    }
    return best;
}

std::vector<int64_t> numbersOf(const ConfigSpace& space, std::string_view knob)
{
    std::vector<int64_t> numbers;
    const Knob* found = space.find(knob);
    for (const KnobValue& value : found ? found->candidates() : std::span<const KnobValue>()) {
        const auto* other = std::get_if<OtherEntity>(&value);
        if (const auto* number = other ? std::get_if<int64_t>(&other->value) : nullptr) {
            numbers.push_back(*number);
        }
    }
    return numbers;
}

/// The output that register tiles cover.
struct Plane {
    int64_t rows = 1, columns = 1;
    int64_t blocks = 1;  ///< of output channels
    int64_t vectors = 1; ///< per block
    bool isOfWords = false; ///< int16: a product and an addition in place of a multiply-add, for two input channels
    double latency = 4; ///< cycles from one addition to a sum to the next
};

struct Tile {
    int64_t rows = 1, columns = 1;
    int64_t blocks = 1;
};

/// Lengths of the pieces that an extent is split into, with the number of each.
std::array<std::pair<int64_t, int64_t>, 2> pieces(int64_t extent, int64_t size)
{
    return {std::pair(size, extent / size), std::pair(extent % size, extent % size > 0 ? 1 : 0)};
}

/// Cycles of all tiles of a plane for one input channel and one window position, limited by the multiply-add units, by two loads
/// per cycle, and by the latency of each sum; weights come from a more distant cache than the image. Sums of words have
/// one cycle of latency, but half of their additions take the units of the products (a Zen 3: 150 of 230 GFLOPS).
double cyclesOf(const Plane& plane, const Tile& tile, int fmaUnits)
{
    const double latency = plane.isOfWords ? 1 : plane.latency;
    const double units = (fmaUnits > 0 ? fmaUnits : 2) / (plane.isOfWords ? 1.5 : 1);
    constexpr double remoteLoadCost = 0.25;
    double cycles = 0;
    for (const auto& [blocks, manyBlocks] : pieces(plane.blocks, tile.blocks)) {
        for (const auto& [rows, manyRows] : pieces(plane.rows, tile.rows)) {
            for (const auto& [columns, manyColumns] : pieces(plane.columns, tile.columns)) {
                const auto vectors = static_cast<double>(plane.vectors * blocks);
                const auto pixels = static_cast<double>(rows * columns);
                const double one =
                    std::max({vectors * pixels / units, (vectors + pixels) / 2, latency}) + remoteLoadCost * vectors;
                cycles += one * static_cast<double>(manyBlocks * manyRows * manyColumns);
            }
        }
    }
    return cycles;
}

/// The fastest tile of those that fit into the registers together with the tile's weights and a broadcast value.
Tile tileOf(const Plane& plane, const TargetTraits& target, const std::vector<int64_t>& blocks, const std::vector<int64_t>& rows,
            const std::vector<int64_t>& columns)
{
    const int64_t registers = target.simdLanes >= 16 ? 32 : 16;
    Tile best;
    double least = std::numeric_limits<double>::infinity();
    for (const int64_t b : blocks) {
        for (const int64_t r : rows) {
            for (const int64_t c : columns) {
                const int64_t sums = plane.vectors * b * r * c;
                const bool fits = b <= plane.blocks && r <= plane.rows && sums <= registers - 2 - plane.vectors * b;
                const double cycles = fits ? cyclesOf(plane, {r, c, b}, target.fmaUnits) : least;
                if (cycles < least) {
                    least = cycles;
                    best = {r, c, b};
                }
            }
        }
    }
    return best;
}

/// Whether the weights (numbersOfPair numbers per pair of channels) exceed what stays in a core's L2 cache between inferences.
bool exceedsL2(const Conv2d& conv, int64_t numbersOfPair)
{
    constexpr int64_t least = 256 << 10;
    return conv.k * conv.c * numbersOfPair * conv.kernelType.bytes() >= least;
}

/// Whether the columns of the window are unrolled within the loop over channels, which reads weights from several places at once.
/// In order, those from beyond the caches arrive sooner (512 channels: 122 in place of 108 GFLOPS on a Zen 4); dot products are
/// never slower, and with 16 registers faster (119 to 134 in place of 111 to 128).
bool unrollsWindow(const Conv2d& conv)
{
    constexpr int64_t most = 4 << 20;
    const bool hasDots = ir::dotLength(conv.type, conv.kernelType, conv.outType) > 1;
    return !hasDots && conv.k * conv.c * conv.r * conv.s * conv.kernelType.bytes() < most;
}

/// Work distribution of a convolution: parts of rows, each with all groups of channels; idle threads take the next one.
struct Shares {
    int64_t rows = 1; ///< rows of the image or of tiles
    int64_t partRows = 1;
    int64_t blocks = 1; ///< of output channels
    int64_t groups = 1;
    double weights = 0; ///< cost of reading all weights, relative to one thread's multiply-adds
    double image = 0; ///< cost of reading the image, likewise
    bool staysInCache = true; ///< a part of the image stays in a core's L2 cache while the blocks of a group pass over it
};

struct Thread {
    double busy = 0;
    std::set<int64_t> groups; ///< groups whose weights it has read
    int64_t lastRow = -1; ///< first row of the part that it read last
};

/// Time of the busiest thread, relative to perfectly balanced multiply-adds without reads. A thread reads the weights of each new
/// group and the rows of each new part, which are in no cache or in another core's.
double timeOf(const Shares& shares, int64_t copies, int threads)
{
    const int64_t group = (shares.blocks + shares.groups - 1) / shares.groups;
    const int64_t rows = shares.rows * copies;
    const auto blocks = static_cast<double>(shares.blocks);
    std::vector<Thread> all(static_cast<size_t>(threads));
    for (int64_t row = 0; row < rows; row += shares.partRows) {
        const double part = static_cast<double>(std::min(shares.partRows, rows - row)) / static_cast<double>(rows);
        for (int64_t block = 0; block < shares.blocks; block += group) {
            Thread& thread = *std::ranges::min_element(all, {}, &Thread::busy);
            const double share = static_cast<double>(std::min(group, shares.blocks - block)) / blocks;
            const bool isSamePart = std::exchange(thread.lastRow, row) == row;
            const double reads = !shares.staysInCache ? share * blocks : isSamePart ? 0 : 1;
            thread.busy += part * share + part * reads * shares.image;
            thread.busy += thread.groups.insert(block).second ? share * shares.weights : 0;
        }
    }
    return std::ranges::max_element(all, {}, &Thread::busy)->busy * threads;
}

SplitEntity splitInto(const ConfigSpace& space, std::string_view knob, int64_t block)
{
    return SplitEntity{fallbackSplit(extentOf(space, knob), {-1, block})};
}

/// Partitioning of a tiled convolution in its untuned config.
struct Partitioning {
    int64_t rows = 1; ///< rows of tiles per part
    int64_t parts = 1; ///< parts of the channels
};

/// Cost of reading the weights of sixteen channels, relative to their multiply-adds with one pixel: 64 bytes at four per cycle,
/// against half a cycle.
constexpr double kReadCostPerPixel = 30;
constexpr int64_t kAllRows = 32;

/// CPUs with AVX-512 have second-level caches of a megabyte or more, others of half a megabyte (bytes, less the weights').
double l2BytesForImage(const TargetTraits& target)
{
    return target.simdLanes >= 16 ? 512 << 10 : 256 << 10;
}

/// Time of parts of `partRows` rows relative to one part with all: each part reads the weights again, and a part that exceeds the
/// first-level cache is read from the second, by a window less often. Fitted to ResNet-50's layers on a Zen 3
/// (docs/results/2026-11-28-zen3.md); with AVX-512, to those of docs/results/2026-11-24-untuned.md.
double costOfRows(const TargetTraits& target, const Conv2d& conv, const Plane& plane, double partRows, double partBytes)
{
    if (target.simdLanes >= 16) {
        return 1 + 0.04 * (8.0 / partRows - 1);
    }
    constexpr double l1Bytes = 32 << 10;
    const double parts = std::ceil(static_cast<double>(plane.rows) / partRows);
    const double rereading = 3 * (parts - 1) / static_cast<double>(plane.rows * plane.columns);
    return (1 + rereading) * (1 + 0.08 / static_cast<double>(conv.r * conv.s) * std::max(0.0, std::log2(partBytes / l1Bytes)));
}

Partitioning choosePartitioning(const ConfigSpace& space, const TargetTraits& target, const Conv2d& conv, const Plane& plane,
                                const Tile& tile, int threads)
{
    const bool isPadded = std::any_of(conv.pad.begin(), conv.pad.end(), [](int64_t pad) { return pad > 0; });
    const auto pixels = static_cast<double>(plane.rows * plane.columns);
    const auto imagePixels = static_cast<double>(conv.h * conv.w);
    const double imageBytes = imagePixels * static_cast<double>(conv.c * conv.kernelType.bytes());
    Shares shares{(plane.rows + tile.rows - 1) / tile.rows, 1, (plane.blocks + tile.blocks - 1) / tile.blocks, 1, 0, 0, true};
    shares.weights = kReadCostPerPixel / pixels;
    shares.image = shares.weights * imagePixels / static_cast<double>(conv.k * conv.r * conv.s);
    Partitioning best;
    double least = std::numeric_limits<double>::infinity();
    for (const int64_t rows : {kAllRows, 8 / tile.rows, 4 / tile.rows, 2 / tile.rows}) {
        for (const int64_t parts : numbersOf(space, "channel_parts")) {
            if (rows < 1 || parts > shares.blocks) {
                continue;
            }
            const auto partRows = static_cast<double>(std::min(rows * tile.rows, plane.rows));
            shares.partRows = rows;
            shares.groups = parts;
            const double partBytes = imageBytes * partRows / static_cast<double>(plane.rows);
            shares.staysInCache = partBytes <= l2BytesForImage(target);
            // Smaller row parts read the weights more often, more channel parts the image. Measured when each part copied a
            // padded image, and not measured again since lowering splits loops at borders.
            const double cost = timeOf(shares, conv.n, threads) * (1 + (isPadded ? 0.02 : 0.002) * static_cast<double>(parts - 1))
                              * costOfRows(target, conv, plane, partRows, partBytes);
            if (cost < least) {
                least = cost;
                best = {rows, parts};
            }
        }
    }
    return best;
}

/// The rows of a part of an image of which all pixels are one row: the largest divisor up to `most`.
int64_t wholeRows(int64_t rows, int64_t most)
{
    int64_t part = std::min(rows, most);
    while (rows % part != 0) {
        --part;
    }
    return part;
}

/// The fastest tile of one or two blocks. Not one that is cut short both at the last pixels and at the last blocks: 208 to 440
/// channels at 14x14 reach 45 GFLOPS with it, with others 80 to 94 (a Zen 3).
Tile tileOfBlocks(const Plane& plane, const TargetTraits& target, const std::vector<int64_t>& rows,
                  const std::vector<int64_t>& columns)
{
    if (plane.blocks % 2 == 0 || target.simdLanes >= 16) { // not measured with more registers
        return tileOf(plane, target, {1, 2}, rows, columns);
    }
    const auto dividing = [](int64_t extent, const std::vector<int64_t>& sizes) {
        std::vector<int64_t> whole;
        std::ranges::copy_if(sizes, std::back_inserter(whole), [&](int64_t size) { return extent % size == 0; });
        return whole;
    };
    const Tile one = tileOf(plane, target, {1}, rows, columns);
    const Tile two = tileOf(plane, target, {1, 2}, dividing(plane.rows, rows), dividing(plane.columns, columns));
    return cyclesOf(plane, two, target.fmaUnits) < cyclesOf(plane, one, target.fmaUnits) ? two : one;
}

/// The same for an image of which all pixels are one row: fewer parts, as each reads the weights again, unless the image exceeds
/// the second-level cache. Fitted to ResNet-50's 1x1 layers on a Zen 3 (docs/results/2026-11-28-zen3.md).
Partitioning partitionOneRow(const ConfigSpace& space, const TargetTraits& target, const Conv2d& conv, const Plane& plane,
                             const Tile& tile, int threads)
{
    const double cacheBytes = l2BytesForImage(target);
    const auto rowBytes = static_cast<double>(conv.w * conv.c * conv.kernelType.bytes());
    const double rereading = static_cast<double>(conv.k * conv.c * conv.kernelType.bytes()) > cacheBytes ? 0.038 : 0.008;
    Shares shares{conv.h, 1, (plane.blocks + tile.blocks - 1) / tile.blocks, 1, 0, 0, true};
    Partitioning best;
    double least = std::numeric_limits<double>::infinity();
    for (const int64_t rows : {kAllRows, int64_t{8}, int64_t{4}, int64_t{2}}) {
        shares.partRows = wholeRows(conv.h, rows);
        const double bytes = rowBytes * static_cast<double>(shares.partRows);
        const double reading = bytes <= cacheBytes ? 1 : bytes <= 2 * cacheBytes ? 1.05 : 1.18;
        for (const int64_t parts : numbersOf(space, "channel_parts")) {
            shares.groups = parts;
            const double cost = timeOf(shares, conv.n, threads) * reading * (1 + 0.02 * static_cast<double>(parts - 1))
                              * (1 + rereading * static_cast<double>(conv.h / shares.partRows - 1));
            if (parts <= shares.blocks && cost < least) {
                least = cost;
                best = {rows, parts};
            }
        }
    }
    return best;
}

ConfigEntity tilesFor(const ConfigSpace& space, const TargetTraits& target, const Conv2d& conv, int threads)
{
    const int64_t block = blockOf(conv.k, target.simdLanes);
    const bool isOfWords = conv.type == ir::int16 && conv.kernelType == ir::int16;
    // Eight sums just overlap in four cycles, and then every delay shows; rows of a window are delayed more often (a Zen 3).
    const double latency = target.simdLanes < 16 && conv.r * conv.s > 1 ? 5 : 4;
    const Plane plane{conv.oh(), conv.ow(), conv.k / block, vectorsOf(block, target.simdLanes), isOfWords, latency};
    Tile tile = tileOfBlocks(plane, target, numbersOf(space, "tile_oh"), numbersOf(space, "tile_ow"));
    Partitioning partitioning = choosePartitioning(space, target, conv, plane, tile, threads);
    bool isOneRow = false;
    if (target.simdLanes < 16 && space.find("one_row")) { // with more registers nothing is gained (decision 0034)
        Plane row = plane;
        row.columns *= std::exchange(row.rows, 1);
        const Tile ofRow = tileOfBlocks(row, target, {1}, numbersOf(space, "tile_ow"));
        const Partitioning parts = partitionOneRow(space, target, conv, plane, ofRow, threads);
        const double busiest = timeOf({(plane.rows + tile.rows - 1) / tile.rows, partitioning.rows,
                                       (plane.blocks + tile.blocks - 1) / tile.blocks, partitioning.parts},
                                      conv.n, threads);
        const double busiestOfRow =
            timeOf({plane.rows, wholeRows(plane.rows, parts.rows), (plane.blocks + ofRow.blocks - 1) / ofRow.blocks, parts.parts},
                   conv.n, threads);
        isOneRow = cyclesOf(row, ofRow, target.fmaUnits) * busiestOfRow < cyclesOf(plane, tile, target.fmaUnits) * busiest;
        tile = isOneRow ? ofRow : tile;
        partitioning = isOneRow ? parts : partitioning;
    }
    return configWith(space, {{"tile_ic", splitInto(space, "tile_ic", blockOf(conv.c, target.simdLanes))},
                              {"tile_oc", splitInto(space, "tile_oc", block)},
                              {"tile_ko", OtherEntity{tile.blocks}},
                              {"tile_oh", OtherEntity{tile.rows}},
                              {"tile_ow", OtherEntity{tile.columns}},
                              {"rows", OtherEntity{partitioning.rows}},
                              {"channel_parts", OtherEntity{partitioning.parts}},
                              {"channels_outside", OtherEntity{true}},
                              {"unroll_kw", OtherEntity{unrollsWindow(conv)}},
                              {"prefetch", OtherEntity{exceedsL2(conv, conv.r * conv.s)}},
                              {"one_row", OtherEntity{isOneRow}}});
}

/// Time of a block of `tiles` tiles of the image relative to one whose tiles and all weights fit into the core's L2 cache;
/// measured (docs/results/2026-11-24-untuned.md). Arguments: bytes of one tile over all input channels, and of all weights, both
/// transformed.
double blockedCost(double tiles, double tileBytes, double weightBytes)
{
    constexpr double l2BytesForTiles = 512 << 10;
    constexpr double l2BytesForWeights = 1 << 20;
    const double overflow = std::clamp(std::log2(tiles * tileBytes / l2BytesForTiles), 0.0, 2.4);
    const double rereading = weightBytes > l2BytesForWeights ? 20 / (tiles * tiles) : 0;
    return (1 + 0.28 * overflow) * (1 + rereading);
}

ConfigEntity winogradFor(const ConfigSpace& space, const TargetTraits& target, const Conv2d& conv, int threads)
{
    const bool isOfWords = conv.type == ir::int16;
    const int64_t stride = conv.stride[0];
    const int64_t leastRows = 14 * stride; // with fewer, larger tiles save little and read 2.25 to 3.24 times the weights
    const int64_t m = (isOfWords || stride > 1) && conv.oh() < leastRows ? 2 : 4;
    const int64_t alpha = (m - 1) * stride + conv.r;
    const int64_t block = blockOf(conv.k, target.simdLanes);
    const int64_t in = blockOf(conv.c, target.simdLanes);
    const int64_t tileRows = (conv.oh() + m - 1) / m;
    const int64_t tileColumns = (conv.ow() + m - 1) / m;
    const int64_t numbers = alpha * alpha * conv.c * (isOfWords ? 2 : 4); // bytes per tile, and of one channel's weights
    int64_t blocks = 4;
    double least = std::numeric_limits<double>::infinity();
    for (const int64_t b : {4, 8, 16, 2, 1}) {
        const int64_t rows = (tileRows + b - 1) / b;
        const double cost = timeOf({tileRows, rows, 1, 1, 0, 0, true}, conv.n, threads)
                          * blockedCost(static_cast<double>(rows * tileColumns), static_cast<double>(numbers),
                                        static_cast<double>(conv.k * numbers));
        if (cost < least) {
            least = cost;
            blocks = b;
        }
    }
    const Plane plane{(tileRows + blocks - 1) / blocks, tileColumns, 1, vectorsOf(block, target.simdLanes), isOfWords};
    const Tile tile = tileOf(plane, target, {1}, numbersOf(space, "tile_r"), numbersOf(space, "tile_s"));
    return configWith(space, {{"tile_m", OtherEntity{m}},
                              {"tile_ic", splitInto(space, "tile_ic", isOfWords && in % 2 != 0 ? 2 : in)},
                              {"tile_oc", splitInto(space, "tile_oc", block)},
                              {"tile_r", OtherEntity{tile.rows}},
                              {"tile_s", OtherEntity{tile.columns}},
                              {"row_blocks", OtherEntity{blocks}},
                              {"prefetch", OtherEntity{exceedsL2(conv, alpha * alpha)}}});
}

/// Small images use one part with all rows: with 14 rows, a second part of 6 costs a fifth (docs/results/2026-11-24-untuned.md).
ConfigEntity depthwiseFor(const ConfigSpace& space, const TargetTraits& target, const Conv2d& conv, int)
{
    const bool isOfIntegers = conv.type != ir::float32 && conv.type.isInteger();
    const int64_t wide =
        target.hasMatrixTiles && conv.type.bits == 8 ? largestTileBlock(conv.c) : 0; // as its neighbours choose it
    const int64_t block = wide > 0 ? wide : blockOf(conv.c, target.simdLanes);
    // Widened integers gain by one vector at a time, if that is a whole one (0.92 of the time of MobileNet v2's layers, a Zen 4);
    // floats lose 10 to 20 % in networks, where all of a pixel's vectors come from memory together.
    const bool isDivided = isOfIntegers && block % target.simdLanes == 0;
    const bool isWide = vectorsOf(block, target.simdLanes) > 4 && !isDivided; // sums of more pixels than one fill the registers
    const int64_t columns = isOfIntegers ? 4 : 7; // they are widened into registers of their own
    return configWith(space, {{"tile_c", splitInto(space, "tile_c", block)},
                              {"tile_oh", OtherEntity{int64_t{1}}},
                              {"tile_ow", OtherEntity{isWide ? 1 : columns}},
                              {"rows", OtherEntity{int64_t{conv.oh() > 8 && conv.oh() <= 16 ? 16 : 8}}},
                              {"one_vector", OtherEntity{isDivided}}});
}

/// A block as neighbouring convolutions choose it, or one within a group if that does not fit the groups.
int64_t groupBlockOf(const ConfigSpace& space, std::string_view knob, int64_t channels, int64_t inGroup, int64_t lanes)
{
    const std::vector<int64_t> offered = numbersOf(space, knob);
    const int64_t block = blockOf(channels, lanes);
    return std::ranges::find(offered, block) != offered.end() ? block : blockOf(inGroup, lanes);
}

ConfigEntity groupsFor(const ConfigSpace& space, const TargetTraits& target, const GroupedConv2d& conv)
{
    const int64_t block = groupBlockOf(space, "tile_oc", conv.k, conv.groupK(), target.simdLanes);
    const int64_t lanes = std::min(block, conv.groupK()); // of a tile
    const Plane plane{conv.oh(), conv.ow(), conv.k / lanes, vectorsOf(lanes, target.simdLanes)};
    const Tile tile = tileOf(plane, target, {1}, numbersOf(space, "tile_oh"), numbersOf(space, "tile_ow"));
    int64_t in = groupBlockOf(space, "tile_ic", conv.c, conv.groupC(), target.simdLanes);
    const int64_t word = ir::dotLength(conv.type, conv.kernelType, conv.outType);
    if (conv.groupC() % word == 0 && std::min(in, conv.groupC()) % word != 0) {
        in = blockOf(conv.groupC() / word, target.simdLanes / word) * word;
    }
    return configWith(space, {{"tile_ic", OtherEntity{in}},
                              {"tile_oc", OtherEntity{block}},
                              {"tile_oh", OtherEntity{tile.rows}},
                              {"tile_ow", OtherEntity{tile.columns}},
                              {"rows", OtherEntity{std::max<int64_t>(1, 8 / tile.rows)}},
                              {"unroll_kw", OtherEntity{true}}});
}

template<auto Choose>
std::optional<ConfigEntity> untunedFor(const ConfigSpace& space, const TargetTraits& target, const nlohmann::json& args,
                                       int threads, bool isDepthwise)
{
    ArgumentReader reader("untuned", args);
    const Conv2d conv = readUnpackedConv(reader, isDepthwise);
    return reader.error() ? std::nullopt : std::optional(Choose(space, target, conv, std::max(1, threads)));
}

} // namespace

std::optional<ConfigEntity> untunedTiles(const ConfigSpace& space, const TargetTraits& target, const nlohmann::json& args,
                                         int threads)
{
    return untunedFor<tilesFor>(space, target, args, threads, false);
}

std::optional<ConfigEntity> untunedWinograd(const ConfigSpace& space, const TargetTraits& target, const nlohmann::json& args,
                                            int threads)
{
    return untunedFor<winogradFor>(space, target, args, threads, false);
}

std::optional<ConfigEntity> untunedDepthwise(const ConfigSpace& space, const TargetTraits& target, const nlohmann::json& args,
                                             int threads)
{
    return untunedFor<depthwiseFor>(space, target, args, threads, true);
}

std::optional<ConfigEntity> untunedGroups(const ConfigSpace& space, const TargetTraits& target, const nlohmann::json& args, int)
{
    ArgumentReader reader("untuned", args);
    const GroupedConv2d conv = readGroupedConv(reader);
    return reader.error() ? std::nullopt : std::optional(groupsFor(space, target, conv));
}

std::optional<ConfigEntity> untunedConfig(const Template& made, const ConfigSpace& space, const TargetTraits& target,
                                          const nlohmann::json& args, int threads)
{
    auto known = made.untuned ? made.untuned(space, target, args, threads) : std::nullopt;
    return known || !made.fallback ? known : std::optional(made.fallback(space, target));
}

} // namespace knobscope
