// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"

namespace knobscope {

/// A device program that checks its accesses to shared and local arrays, dimension by dimension: out-of-bounds accesses do not
/// always show in results. Accesses proven in bounds by the ranges of loops and threads are not tested; the others are tested at
/// run time and skipped if they fail.
struct CheckedProgram {
    ir::DeviceProgram program; ///< with one extra parameter, the last, unless `arrays` is empty
    ir::Buffer flags;          ///< that parameter: int32, must be cleared before the run; nonzero if an access left the array
    std::vector<std::string> arrays; ///< "shared array A.shared[8, 12] of kernel mm", one per flag
};
CheckedProgram addBoundsChecks(const ir::DeviceProgram& program);

} // namespace knobscope
