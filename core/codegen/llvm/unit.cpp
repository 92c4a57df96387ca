// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/unit.h"

#include "core/codegen/llvm/targetmachine.h"

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

namespace knobscope {

LlvmUnit::LlvmUnit()
{
    context.setDiagnosticHandlerCallBack(
        [](const llvm::DiagnosticInfo* info, void* self) {
            auto& unit = *static_cast<LlvmUnit*>(self);
            if (info->getSeverity() == llvm::DS_Error && ++unit.errors == 1) {
                llvm::raw_string_ostream stream(unit.firstError);
                llvm::DiagnosticPrinterRawOStream printer(stream);
                info->print(printer);
                unit.firstError.resize(std::min(unit.firstError.find('\n'), unit.firstError.size()));
            }
        },
        this);
}

Result<void> LlvmUnit::verify() const
{
    std::string problem;
    llvm::raw_string_ostream stream(problem);
    if (llvm::verifyModule(*module, &stream)) {
        return fail(ErrorCode::Internal, "The code generator created invalid LLVM IR for {}: {}", module->getName().str(),
                    problem);
    }
    return {};
}

Result<llvm::SmallVector<char, 0>> generateCode(LlvmUnit& unit, const LlvmTarget& target, llvm::CodeGenFileType type)
{
    const auto machine = TRY(makeTargetMachine(target));
    unit.module->setDataLayout(machine->createDataLayout());
    llvm::SmallVector<char, 0> out;
    llvm::raw_svector_ostream stream(out);
    llvm::legacy::PassManager passes;
    if (machine->addPassesToEmitFile(passes, stream, nullptr, type, true)) {
        return fail(ErrorCode::Unsupported, "LLVM cannot generate code for {}", target.triple);
    }
    passes.run(*unit.module);
    if (unit.errors > 0) {
        return fail(ErrorCode::Internal, "LLVM could not generate code: {}{}", unit.firstError,
                    unit.errors == 1   ? std::string()
                    : unit.errors == 2 ? std::string(" (and 1 more error)")
                                       : fmt::format(" (and {} more errors)", unit.errors - 1));
    }
    return out;
}

} // namespace knobscope
