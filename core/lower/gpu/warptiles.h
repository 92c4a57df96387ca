// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"
#include "core/result/result.h"

namespace knobscope {

/// Replaces tensorized loops by what one lane of a warp does: products become WarpMma statements; loops that fill, clear or store
/// a tile run over the lane's elements of it (ir/warpmma.h); the tiles' local buffers, which until then are those of a whole
/// warp, shrink to a lane's part, its elements in a last dimension of their own. Lanes are the threads of x, of which there must
/// be 32. Refuses loops that are not the operation they are named after, and tiles that other statements touch.
Result<void> shareAmongLanes(ir::DeviceKernel& kernel);

} // namespace knobscope
