// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/compile.h"

#include "core/codegen/cuda/ptxlines.h"
#include "core/codegen/llvm/emitnest.h"
#include "core/codegen/llvm/unit.h"

#include <llvm-c/Core.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <sstream>

namespace knobscope {

namespace {

Result<CompiledKernel> emitModule(LlvmUnit& unit, const ir::LoopNest& nest, const LlvmTarget& target, bool lines)
{
    unit.module = std::make_unique<llvm::Module>(nest.name, unit.context);
    auto kernel = TRY(NestEmitter(*unit.module, target, lines).emit(nest));
    TRY(unit.verify());
    return kernel;
}

Result<void> addObject(LlvmUnit& unit, const LlvmTarget& target, CompiledKernel& kernel)
{
    const auto object = TRY(generateCode(unit, target, llvm::CodeGenFileType::ObjectFile));
    kernel.object.resize(object.size());
    std::memcpy(kernel.object.data(), object.data(), object.size());
    return {};
}

bool isDirective(const std::string& line)
{
    const size_t first = line.find_first_not_of(" \t");
    if (first == std::string::npos) {
        return true;
    }
    const bool local = line.compare(first, 2, ".L") == 0;
    constexpr std::array<const char*, 7> ofDebugger{".Lfunc", ".Ltmp", ".Lcu_", ".Lline", ".Linfo", ".Ldebug", ".Lsection"};
    const bool debug = std::ranges::any_of(ofDebugger, [&](const char* label) { return line.find(label) != std::string::npos; });
    return debug || (line[first] == '.' && !local) || line[first] == '#';
}

} // namespace

Result<CompiledKernel> compileLoopNest(const ir::LoopNest& nest, const LlvmTarget& wanted)
{
    const auto target = TRY(checkLlvmTarget(wanted));
    LlvmUnit unit;
    auto kernel = TRY(emitModule(unit, nest, target, false));
    TRY(addObject(unit, target, kernel));
    return kernel;
}

Result<CompiledKernel> compileIrText(std::string_view ir, const std::string& symbol, const LlvmTarget& wanted,
                                     std::vector<KernelArgument> arguments)
{
    const auto target = TRY(checkLlvmTarget(wanted));
    LlvmUnit unit;
    llvm::SMDiagnostic problem;
    unit.module = llvm::parseAssemblyString(llvm::StringRef(ir.data(), ir.size()), problem, unit.context);
    if (!unit.module) {
        return fail(ErrorCode::Parse, "LLVM IR, line {}: {}", problem.getLineNo(), problem.getMessage().str());
    }
    if (!unit.module->getFunction(symbol)) {
        return fail(ErrorCode::NotFound, "The LLVM IR defines no function '{}'", symbol);
    }
    unit.module->setTargetTriple(target.triple);
    CompiledKernel kernel;
    kernel.symbol = symbol;
    kernel.arguments = std::move(arguments);
    TRY(addObject(unit, target, kernel));
    return kernel;
}

std::string codeGeneratorName()
{
    unsigned major = 0;
    unsigned minor = 0;
    unsigned patch = 0;
    LLVMGetVersion(&major, &minor, &patch);
    return fmt::format("LLVM {}.{}.{}", major, minor, patch);
}

Result<CodeText> llvmText(const ir::LoopNest& nest, const LlvmTarget& wanted)
{
    const auto target = TRY(checkLlvmTarget(wanted));
    LlvmUnit unit;
    TRY(emitModule(unit, nest, target, true));
    std::string whole;
    llvm::raw_string_ostream stream(whole);
    unit.module->print(stream, nullptr);
    // "!dbg !17" ends a line that has a location; "!17 = !DILocation(line: 4, …" defines it.
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
    const auto target = TRY(checkLlvmTarget(wanted));
    LlvmUnit unit;
    TRY(emitModule(unit, nest, target, true));
    const auto text = TRY(generateCode(unit, target, llvm::CodeGenFileType::AssemblyFile));
    CodeText out;
    int current = 0;
    std::istringstream stream(std::string(text.begin(), text.end()));
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
