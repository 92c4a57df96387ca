// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/matrixdot.h"
#include "core/template/template.h"

#include <cstdint>

// Register tiles (rowtiles.h) of matrix products in dot products: common parts of dense layers and batched products.

namespace knobscope {

/// Values of the knob `pack`: each part of the rows packs the columns that it reads, or all are packed before, once.
inline constexpr int64_t kPackInParts = 1;
inline constexpr int64_t kPackBefore = 2;

/// Schedules a product whose columns are in blocks of `block`, by the knobs of row tiles, and `prefetch` if its weights come
/// packed, else `pack`.
void scheduleDotTiles(Schedule& s, TemplateContext& cfg, const MatrixDotExpression& e, int64_t block);

/// The untuned config of a product for this number of threads.
ConfigEntity dotTilesFor(const ConfigSpace& space, const TargetTraits& target, const MatrixProduct& p, int threads);
/// The same for a matrix as tall and wide as the registers.
ConfigEntity fallbackDotTiles(const ConfigSpace& space, const TargetTraits& target);

} // namespace knobscope
