// SPDX-License-Identifier: GPL-3.0-or-later
// Which template is used without tuning.
#include "core/ir/dot.h"
#include "core/op/conv2d.h"
#include "core/template/template.h"
#include "core/template/untuned.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace knobscope {

namespace {

/// Whether the output has the rows for Winograd's convolution, which saves multiply-adds and reads more weights: `least`, or
/// fewer with half the multiply-adds a cycle (AVX2, or one unit of AVX-512), if all threads have rows. In bfloat16, it takes 0.65
/// of the time of dot products with 28 and 56 rows, 0.89 with 14 (a Zen 4). A stride of 2 leaves it 0.56 to 0.69 of the products,
/// and an image of 3 channels takes twice as long.
bool hasEnoughRows(int64_t least, const nlohmann::json& args, const TargetTraits& target)
{
    ArgumentReader reader("", args);
    const Conv2d conv = readUnpackedConv(reader, false);
    if (reader.error()) {
        return false;
    }
    const int64_t rows = conv.oh();
    constexpr int64_t fewChannels = 16; // their transforms are not shared by enough products
    const bool isStrided = conv.stride[0] > 1;
    if (isStrided && std::min(conv.c, conv.k) < fewChannels) {
        return false;
    }
    const bool isFast = target.simdLanes >= 16 && target.fmaUnits != 1;
    if (conv.type == ir::bfloat16) {
        return !isStrided && !target.hasMatrixTiles && rows >= (isFast ? least : least / 2);
    }
    const bool isOfWords = conv.type == ir::int16;
    const bool isSlow = isOfWords ? target.simdLanes < 16 : !isFast;
    const int64_t few = isSlow && !isStrided ? least / 4 : isSlow || isOfWords ? least / 2 : least;
    return rows >= few && (isOfWords || isFast || conv.n * rows >= least / 2);
}

} // namespace

size_t untunedRank(std::string_view name, const nlohmann::json& args, const TargetTraits& target)
{
    const auto found = findTemplate(name);
    const int64_t least = found ? (*found)->leastUntunedRows : 0;
    const bool isUsed = found && (least == 0 || hasEnoughRows(least, args, target));
    return isUsed ? (*found)->untunedRank : std::numeric_limits<size_t>::max();
}

} // namespace knobscope
