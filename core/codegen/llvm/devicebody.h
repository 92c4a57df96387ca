// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"

#include <unordered_map>

namespace knobscope {

struct DeviceBody {
    ir::Stmt body;
    std::unordered_map<const void*, const void*> origin; ///< Stmt::id() of a statement here -> of the kernel's statement it was
};

/// What a thread does, ready to be written out: indices simplified with what is known of blocks, threads and loops; loops that
/// have to be unrolled marked so, up to a bound on the stores that this makes.
DeviceBody prepareDeviceBody(const ir::DeviceKernel& kernel, int vectorBits);

} // namespace knobscope
