// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/unit.h"

#include "core/codegen/llvm/targetmachine.h"

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

namespace knobscope {

LlvmUnit::LlvmUnit()
{
    context.setDiagnosticHandlerCallBack(
        [](const llvm::DiagnosticInfo* info, void* self) {
            if (info->getSeverity() == llvm::DS_Error) {
                llvm::raw_string_ostream stream(static_cast<LlvmUnit*>(self)->diagnostics);
                llvm::DiagnosticPrinterRawOStream printer(stream);
                info->print(printer);
            }
        },
        this);
}

Result<void> LlvmUnit::verify() const
{
    std::string problem;
    llvm::raw_string_ostream stream(problem);
    if (llvm::verifyModule(*module, &stream)) {
        return fail(ErrorCode::Internal, "The code generator made invalid LLVM IR for {}: {}", module->getName().str(), problem);
    }
    return {};
}

Result<llvm::SmallVector<char, 0>> generateCode(LlvmUnit& unit, const LlvmTarget& target, llvm::CodeGenFileType type)
{
    const auto machine = makeTargetMachine(target);
    if (!machine) {
        return fail(machine);
    }
    unit.module->setDataLayout((*machine)->createDataLayout());
    llvm::SmallVector<char, 0> out;
    llvm::raw_svector_ostream stream(out);
    llvm::legacy::PassManager passes;
    if ((*machine)->addPassesToEmitFile(passes, stream, nullptr, type, true)) {
        return fail(ErrorCode::Unsupported, "LLVM cannot write code for {}", target.triple);
    }
    passes.run(*unit.module);
    if (!unit.diagnostics.empty()) {
        return fail(ErrorCode::Internal, "LLVM could not generate code: {}", unit.diagnostics);
    }
    return out;
}

} // namespace knobscope
