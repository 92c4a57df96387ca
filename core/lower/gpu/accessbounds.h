// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"

namespace knobscope {

/// A device program that watches its accesses to shared and local arrays, dimension by dimension: memory that belongs to another
/// array, or to nobody, does not show in results. What follows from the ranges of loops and threads is proved beforehand; the
/// other accesses are tested while the program runs, and left out where they fail.
struct CheckedProgram {
    ir::DeviceProgram program; ///< with one parameter more, the last, unless `arrays` is empty
    ir::Buffer flags;          ///< that parameter: int32, to be cleared before; not 0 where the array was left
    std::vector<std::string> arrays; ///< "shared array A.shared[8, 12] of kernel mm", one a flag
};
CheckedProgram withBoundsChecked(const ir::DeviceProgram& program);

} // namespace knobscope
