// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/llvm/emitstmt.h"
#include "core/ir/deviceprogram.h"

namespace knobscope {

/// Emits a GPU program for LLVM's NVPTX target: pointers to global memory, blocks and threads from special registers, shared
/// memory as globals in its address space.
class DeviceEmitter : private StatementEmitter
{
public:
    DeviceEmitter(llvm::Module& module, const LlvmTarget& target, bool lines)
        : StatementEmitter(module, target, lines)
    {
    }

    /// Defines one function per kernel. With `lines`, line numbers refer to `nest`.
    Result<void> emit(const ir::DeviceProgram& program, const std::vector<ir::PrintedLine>& nest);

private:
    using StatementEmitter::emit;
    void emitKernel(const ir::DeviceKernel& kernel);
    void defineShared(const ir::DeviceKernel& kernel);
    void bindIndices(const ir::DeviceKernel& kernel);
    void annotateKernel(llvm::Function& function, const ir::DeviceKernel& kernel);
};

} // namespace knobscope
