// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/compile.h"

#include "core/codegen/llvm/emitter.h"
#include "core/codegen/llvm/targetmachine.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <cstring>
#include <sstream>

namespace knobscope {

namespace {

/// A module of its own context, so that threads do not share any.
struct Unit {
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> module;
    std::string diagnostics;

    Unit()
    {
        context.setDiagnosticHandlerCallBack(
            [](const llvm::DiagnosticInfo* info, void* self) {
                if (info->getSeverity() == llvm::DS_Error) {
                    llvm::raw_string_ostream stream(static_cast<Unit*>(self)->diagnostics);
                    llvm::DiagnosticPrinterRawOStream printer(stream);
                    info->print(printer);
                }
            },
            this);
    }
};

Result<CompiledKernel> emitModule(Unit& unit, const ir::LoopNest& nest, const LlvmTarget& target, bool lines)
{
    unit.module = std::make_unique<llvm::Module>(nest.name, unit.context);
    Emitter::Options options;
    options.lines = lines;
    auto kernel = Emitter(*unit.module, target, options).emit(nest);
    if (!kernel) {
        return kernel;
    }
    std::string problem;
    llvm::raw_string_ostream stream(problem);
    if (llvm::verifyModule(*unit.module, &stream)) {
        return fail(ErrorCode::Internal, "The code generator made invalid LLVM IR for {}: {}", nest.name, problem);
    }
    return kernel;
}

Result<llvm::SmallVector<char, 0>> generate(Unit& unit, const LlvmTarget& target, llvm::CodeGenFileType type)
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

Result<void> addObject(Unit& unit, const LlvmTarget& target, CompiledKernel& kernel)
{
    const auto object = generate(unit, target, llvm::CodeGenFileType::ObjectFile);
    if (!object) {
        return fail(object);
    }
    kernel.object.resize(object->size());
    std::memcpy(kernel.object.data(), object->data(), object->size());
    return {};
}

/// "\t.loc\t1 12 0" -> 12; 0 for any other line.
int locLine(const std::string& line)
{
    int file = 0;
    int number = 0;
    return std::sscanf(line.c_str(), " .loc %d %d", &file, &number) == 2 ? number : 0;
}

bool isDirective(const std::string& line)
{
    const size_t first = line.find_first_not_of(" \t");
    if (first == std::string::npos) {
        return true;
    }
    const bool local = line.compare(first, 2, ".L") == 0;
    const bool debug = line.find(".Lfunc") != std::string::npos || line.find(".Ltmp") != std::string::npos
                    || line.find(".Lcu_") != std::string::npos || line.find(".Lline") != std::string::npos
                    || line.find(".Linfo") != std::string::npos || line.find(".Ldebug") != std::string::npos
                    || line.find(".Lsection") != std::string::npos;
    return debug || (line[first] == '.' && !local) || line[first] == '#';
}

} // namespace

Result<CompiledKernel> compileLoopNest(const ir::LoopNest& nest, const LlvmTarget& wanted)
{
    const auto target = checkLlvmTarget(wanted);
    if (!target) {
        return fail(target);
    }
    Unit unit;
    auto kernel = emitModule(unit, nest, *target, false);
    if (!kernel) {
        return kernel;
    }
    if (auto made = addObject(unit, *target, *kernel); !made) {
        return fail(made);
    }
    return kernel;
}

Result<CompiledKernel> compileIrText(std::string_view ir, const std::string& symbol, const LlvmTarget& wanted,
                                     std::vector<KernelArgument> arguments)
{
    const auto target = checkLlvmTarget(wanted);
    if (!target) {
        return fail(target);
    }
    Unit unit;
    llvm::SMDiagnostic problem;
    unit.module = llvm::parseAssemblyString(llvm::StringRef(ir.data(), ir.size()), problem, unit.context);
    if (!unit.module) {
        return fail(ErrorCode::Parse, "LLVM IR, line {}: {}", problem.getLineNo(), problem.getMessage().str());
    }
    if (!unit.module->getFunction(symbol)) {
        return fail(ErrorCode::NotFound, "The LLVM IR defines no function '{}'", symbol);
    }
    unit.module->setTargetTriple(target->triple);
    CompiledKernel kernel;
    kernel.symbol = symbol;
    kernel.arguments = std::move(arguments);
    if (auto made = addObject(unit, *target, kernel); !made) {
        return fail(made);
    }
    return kernel;
}

Result<CodeText> llvmText(const ir::LoopNest& nest, const LlvmTarget& wanted)
{
    const auto target = checkLlvmTarget(wanted);
    if (!target) {
        return fail(target);
    }
    Unit unit;
    if (auto kernel = emitModule(unit, nest, *target, true); !kernel) {
        return fail(kernel);
    }
    std::string whole;
    llvm::raw_string_ostream stream(whole);
    unit.module->print(stream, nullptr);
    // "!dbg !17" ends a line that has a location; "!17 = !DILocation(line: 4, …" says which.
    std::map<std::string, int> locations;
    std::istringstream first(whole);
    for (std::string line; std::getline(first, line);) {
        const size_t at = line.find(" = !DILocation(line: ");
        if (at != std::string::npos) {
            locations[line.substr(0, at)] = std::atoi(line.c_str() + at + 21);
        }
    }
    CodeText out;
    std::istringstream second(whole);
    for (std::string line; std::getline(second, line);) {
        if (line.starts_with("!") || line.starts_with("source_filename")) {
            continue;
        }
        int nestLine = 0;
        if (const size_t at = line.find(", !dbg "); at != std::string::npos) {
            const auto found = locations.find(line.substr(at + 7));
            nestLine = found == locations.end() ? 0 : found->second;
            line.resize(at);
        }
        out.lines.push_back(line);
        out.nestLine.push_back(nestLine);
    }
    return out;
}

Result<CodeText> assemblyText(const ir::LoopNest& nest, const LlvmTarget& wanted)
{
    const auto target = checkLlvmTarget(wanted);
    if (!target) {
        return fail(target);
    }
    Unit unit;
    if (auto kernel = emitModule(unit, nest, *target, true); !kernel) {
        return fail(kernel);
    }
    const auto text = generate(unit, *target, llvm::CodeGenFileType::AssemblyFile);
    if (!text) {
        return fail(text);
    }
    CodeText out;
    int current = 0;
    std::istringstream stream(std::string(text->begin(), text->end()));
    for (std::string line; std::getline(stream, line);) {
        if (line.find(".section\t.debug") != std::string::npos) {
            break;
        }
        if (const int number = locLine(line); number > 0) {
            current = number;
        }
        if (!isDirective(line)) {
            out.lines.push_back(line.substr(0, line.find("\t#")));
            out.nestLine.push_back(line[0] == '\t' ? current : 0);
        }
    }
    return out;
}

} // namespace knobscope
