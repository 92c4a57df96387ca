// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/programfor.h"

#include "core/ir/visit.h"

namespace knobscope {

namespace {

bool copiesAsynchronously(const ir::DeviceProgram& program)
{
    bool found = false;
    for (const ir::DeviceKernel& kernel : program.kernels) {
        ir::forEachStmt(kernel.body, [&](const ir::Stmt& s) { found = found || s.as<ir::CopyWait>(); });
    }
    return found;
}

} // namespace

ir::DeviceProgram programFor(const ir::DeviceProgram& program, const CudaArchitecture& architecture)
{
    ir::DeviceProgram out = program;
    if (!program.plainCopies && !hasAsyncCopies(architecture) && copiesAsynchronously(program)) {
        out.plainCopies = true;
        out.notes.push_back(
            fmt::format("Copies to shared memory go through registers: {} has no asynchronous ones, which came with sm_80",
                        architecture.text()));
    }
    return out;
}

} // namespace knobscope
