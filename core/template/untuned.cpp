// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/untuned.h"

#include "core/template/blockedconv.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace knobscope {

namespace {

/// Vector operations on a block of channels: whole vectors, then halves, quarters, …
int64_t vectorsOf(int64_t channels, int64_t lanes)
{
    return channels / lanes + std::popcount(static_cast<uint64_t>(channels % lanes));
}

/// The divisor of the channels that fills vectors best; among those two vectors, then three, one and four.
int64_t blockOf(int64_t channels, int64_t lanes)
{
    constexpr std::array<double, 5> dislike{0, 0.02, 0, 0.01, 0.03};
    int64_t best = 1;
    double most = 0;
    for (int64_t block = 1; block <= std::min(channels, 4 * lanes); ++block) {
        const int64_t vectors = vectorsOf(block, lanes);
        if (channels % block == 0 && block <= 64 && vectors <= 4) {
            const double filled =
                static_cast<double>(block) / static_cast<double>(vectors * lanes) - dislike[static_cast<size_t>(vectors)];
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

/// What a register tile is put over.
struct Plane {
    int64_t rows = 1, columns = 1;
    int64_t blocks = 1;  ///< of output channels
    int64_t vectors = 1; ///< of a block
};

struct Tile {
    int64_t rows = 1, columns = 1;
    int64_t blocks = 1;
};

/// Lengths of the pieces that an extent is cut into, and how many there are of each.
std::array<std::pair<int64_t, int64_t>, 2> pieces(int64_t extent, int64_t size)
{
    return {std::pair(size, extent / size), std::pair(extent % size, extent % size > 0 ? 1 : 0)};
}

/// Cycles that all tiles of a plane take for one input channel and one place of the window: two multiply-adds and two loads a
/// cycle, four cycles until a sum can be added to again, and weights that come from farther than the image.
double cyclesOf(const Plane& plane, const Tile& tile)
{
    constexpr double latency = 4;
    constexpr double fartherLoads = 0.25;
    double cycles = 0;
    for (const auto& [blocks, manyBlocks] : pieces(plane.blocks, tile.blocks)) {
        for (const auto& [rows, manyRows] : pieces(plane.rows, tile.rows)) {
            for (const auto& [columns, manyColumns] : pieces(plane.columns, tile.columns)) {
                const auto vectors = static_cast<double>(plane.vectors * blocks);
                const auto pixels = static_cast<double>(rows * columns);
                const double one = std::max({vectors * pixels / 2, (vectors + pixels) / 2, latency}) + fartherLoads * vectors;
                cycles += one * static_cast<double>(manyBlocks * manyRows * manyColumns);
            }
        }
    }
    return cycles;
}

/// The tile that takes least, of those that fit the registers beside a tile's weights and a broadcast.
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
                const double cycles = fits ? cyclesOf(plane, {r, c, b}) : least;
                if (cycles < least) {
                    least = cycles;
                    best = {r, c, b};
                }
            }
        }
    }
    return best;
}

/// How many times as long the busiest thread works as all would if it came out even: `extent` rows in parts of `size`, each with
/// `channels` blocks in `groups`, taken in turn by whoever is free.
double unevenness(int64_t extent, int64_t size, int64_t channels, int64_t groups, int64_t copies, int threads)
{
    std::vector<int64_t> busy(static_cast<size_t>(threads));
    const int64_t group = (channels + groups - 1) / groups;
    for (int64_t row = 0; row < extent * copies; row += size) {
        for (int64_t channel = 0; channel < channels; channel += group) {
            *std::min_element(busy.begin(), busy.end()) +=
                std::min(size, extent * copies - row) * std::min(group, channels - channel);
        }
    }
    return static_cast<double>(*std::max_element(busy.begin(), busy.end())) * threads
         / static_cast<double>(extent * copies * channels);
}

/// Whether weights, so many numbers a pair of channels, are more than stays in the core's own cache between two inferences.
/// Asking for fewer only costs.
bool comeFromAfar(const Conv2d& conv, int64_t numbersOfPair)
{
    constexpr int64_t least = 256 << 10;
    return conv.k * conv.c * numbersOfPair * conv.kernelType.bytes() >= least;
}

SplitEntity splitInto(const ConfigSpace& space, std::string_view knob, int64_t block)
{
    return SplitEntity{fallbackSplit(extentOf(space, knob), {-1, block})};
}

ConfigEntity tilesFor(const ConfigSpace& space, const TargetTraits& target, const Conv2d& conv, int threads)
{
    const int64_t block = blockOf(conv.k, target.simdLanes);
    const Plane plane{conv.oh(), conv.ow(), conv.k / block, vectorsOf(block, target.simdLanes)};
    const Tile tile = tileOf(plane, target, {1, 2}, numbersOf(space, "tile_oh"), numbersOf(space, "tile_ow"));
    // Fewer rows a part read the weights more often, more parts of channels pad the image more often.
    const bool isPadded = std::any_of(conv.pad.begin(), conv.pad.end(), [](int64_t pad) { return pad > 0; });
    const int64_t tileRows = (plane.rows + tile.rows - 1) / tile.rows;
    const int64_t tileBlocks = (plane.blocks + tile.blocks - 1) / tile.blocks;
    int64_t rows = 8 / tile.rows;
    int64_t parts = 1;
    double least = threads > 1 ? std::numeric_limits<double>::infinity() : 0;
    for (const int64_t r : {8 / tile.rows, 4 / tile.rows, 2 / tile.rows}) {
        for (const int64_t p : numbersOf(space, "channel_parts")) {
            if (r < 1 || p > tileBlocks) {
                continue;
            }
            const double cost = unevenness(tileRows, r, tileBlocks, p, conv.n, threads)
                              * (1 + (isPadded ? 0.02 : 0.002) * static_cast<double>(p - 1))
                              * (1 + 0.04 * (8.0 / static_cast<double>(r * tile.rows) - 1));
            if (cost < least) {
                least = cost;
                rows = r;
                parts = p;
            }
        }
    }
    return configWith(space, {{"tile_ic", splitInto(space, "tile_ic", blockOf(conv.c, target.simdLanes))},
                              {"tile_oc", splitInto(space, "tile_oc", block)},
                              {"tile_ko", OtherEntity{tile.blocks}},
                              {"tile_oh", OtherEntity{tile.rows}},
                              {"tile_ow", OtherEntity{tile.columns}},
                              {"rows", OtherEntity{rows}},
                              {"channel_parts", OtherEntity{parts}},
                              {"channels_outside", OtherEntity{true}},
                              {"unroll_kw", OtherEntity{true}},
                              {"prefetch", OtherEntity{comeFromAfar(conv, conv.r * conv.s)}}});
}

ConfigEntity winogradFor(const ConfigSpace& space, const TargetTraits& target, const Conv2d& conv, int threads)
{
    constexpr int64_t m = 4;
    const int64_t block = blockOf(conv.k, target.simdLanes);
    const int64_t tileRows = (conv.oh() + m - 1) / m;
    int64_t blocks = 4;
    double least = threads > 1 ? std::numeric_limits<double>::infinity() : 0;
    for (const int64_t b : {4, 8, 2}) {
        const double uneven = unevenness(tileRows, (tileRows + b - 1) / b, 1, 1, conv.n, threads);
        if (uneven * 1.03 < least) {
            least = uneven;
            blocks = b;
        }
    }
    const Plane plane{(tileRows + blocks - 1) / blocks, (conv.ow() + m - 1) / m, 1, vectorsOf(block, target.simdLanes)};
    const Tile tile = tileOf(plane, target, {1}, numbersOf(space, "tile_r"), numbersOf(space, "tile_s"));
    return configWith(space, {{"tile_m", OtherEntity{m}},
                              {"tile_ic", splitInto(space, "tile_ic", blockOf(conv.c, target.simdLanes))},
                              {"tile_oc", splitInto(space, "tile_oc", block)},
                              {"tile_r", OtherEntity{tile.rows}},
                              {"tile_s", OtherEntity{tile.columns}},
                              {"row_blocks", OtherEntity{blocks}},
                              {"prefetch", OtherEntity{comeFromAfar(conv, (m + 2) * (m + 2))}}});
}

ConfigEntity depthwiseFor(const ConfigSpace& space, const TargetTraits& target, const Conv2d& conv, int)
{
    const int64_t block = blockOf(conv.c, target.simdLanes);
    return configWith(space, {{"tile_c", splitInto(space, "tile_c", block)},
                              {"tile_oh", OtherEntity{int64_t{1}}},
                              {"tile_ow", OtherEntity{int64_t{7}}},
                              {"rows", OtherEntity{int64_t{8}}}});
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

std::optional<ConfigEntity> untunedConfig(const Template& made, const ConfigSpace& space, const TargetTraits& target,
                                          const nlohmann::json& args, int threads)
{
    auto known = made.untuned ? made.untuned(space, target, args, threads) : std::nullopt;
    return known || !made.fallback ? known : std::optional(made.fallback(space, target));
}

size_t untunedRank(std::string_view name, const nlohmann::json& args)
{
    constexpr auto last = std::numeric_limits<size_t>::max();
    const auto found = findTemplate(name);
    const int64_t least = found ? (*found)->leastUntunedRows : 0;
    const bool isTooSmall = least > 0 && args.at(0).at(1).at(2).get<int64_t>() < least;
    return found && !isTooSmall ? (*found)->untunedRank : last;
}

} // namespace knobscope
