// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"

namespace knobscope {

/// A warp's product as loops that gather the tiles' elements from the lanes that hold them. The fragments' buffers have a place
/// for each thread of the block, their first dimension; `firstThread` is lane 0's. Products are exact, sums are added in float32
/// one after the other (a GPU adds them in an order and with roundings of its own).
ir::Stmt emulatedProduct(const ir::WarpMma& mma, const ir::Expr& firstThread);

} // namespace knobscope
