// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/template/template.h"

#include <optional>

// Regions that convolutions in matrix tiles (pixelregions.h) begin with; docs/results/2026-11-28-amx.md has the measurements.

namespace knobscope {

/// For a convolution alone: the first candidates, four tiles of pixels, in rows of 64 bytes side by side. If these have 32 KiB or
/// more of input channels, they leave no room in L1: then four tiles of weights, if those have less, or two of both.
ConfigEntity fallbackTileRegions(const ConfigSpace& space, const TargetTraits& target);
/// In a network: blocks of output channels as the next layer reads them, in full rows of its tiles, and channels for each
/// thread. Weights come from memory there, so they are prefetched.
std::optional<ConfigEntity> untunedTileRegions(const ConfigSpace& space, const TargetTraits& target, const nlohmann::json& args,
                                               int threads);

} // namespace knobscope
