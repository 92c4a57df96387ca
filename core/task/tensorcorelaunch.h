// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/gpulaunch.h"
#include "core/template/tensorcore.h"

#include <cstdint>

namespace knobscope {

/// A config of a tensor-core template and the matrix product that it computes.
struct TensorcoreWork {
    WarpTiling tiling;
    int64_t batch = 1;
    int64_t rows = 1;
    int64_t columns = 1;
    int64_t depth = 1; ///< of one outer reduction step
    ir::DataType type;
};
/// nullopt for tasks of other templates, and where arguments or knobs are not what the template takes.
std::optional<TensorcoreWork> tensorcoreWork(const Task& task, const ConfigEntity& entity);

KnobLaunch tensorcoreLaunch(const TensorcoreWork& work);
/// Both matrices' parts of one step of the reduction, twice where they are double-buffered and there is a next step.
KnobShared tensorcoreShared(const TensorcoreWork& work);

} // namespace knobscope
