// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/tensor.h"

namespace knobscope {

/// FLOPs as AutoTVM counts them for templates that set none: for each compute stage, elements times operations of its expression,
/// plus the same for its inputs (a stage reached twice counts twice). A reduction counts extent times (combiner + source); + - *
/// / min max and comparisons count 1; a select counts its condition and the larger branch; reads and their index arithmetic count
/// 0. So padding counts 7 per padded element if both axes are padded. Not the plain 2 * MAC.
double autotvmFlops(const ir::Tensor& output);

} // namespace knobscope
