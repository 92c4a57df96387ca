// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/programfor.h"

#include "core/ir/visit.h"

#include <algorithm>

namespace knobscope {

namespace {

bool copiesAsynchronously(const ir::DeviceProgram& program)
{
    return std::ranges::any_of(
        program.kernels, [](const ir::DeviceKernel& kernel) { return !ir::statementsOf<ir::CopyWait>(kernel.body).empty(); });
}

} // namespace

ir::DeviceProgram programFor(const ir::DeviceProgram& program, const CudaArchitecture& architecture)
{
    ir::DeviceProgram out = program;
    constexpr int leastCapability = 80; // first GPUs with asynchronous copies from global to shared memory (PTX ISA, cp.async)
    if (!program.plainCopies && architecture.capability < leastCapability && copiesAsynchronously(program)) {
        out.plainCopies = true;
        out.notes.push_back(fmt::format(
            "Copies to shared memory go through registers, because {} has no asynchronous copies (they need sm_80 or newer)",
            architecture.text()));
    }
    return out;
}

} // namespace knobscope
