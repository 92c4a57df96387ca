// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/assemblyfacts.h"
#include "core/codegen/llvm/compile.h"
#include "core/task/steps.h"

#include <array>
#include <cstdint>

namespace knobscope {

enum class CodeLevel : uint8_t { Loops, Llvm, Assembly };
inline constexpr std::array<CodeLevel, 3> codeLevels{CodeLevel::Loops, CodeLevel::Llvm, CodeLevel::Assembly};

/// One level of a config's code. Without lines, `problem` says why.
struct LevelText {
    std::vector<std::string> lines;
    std::vector<int> nestLine; ///< parallel: the line (from 1) of the loop nest that it came from; 0: none
    std::string problem;
};

/// A config as loop nest, LLVM IR and assembly, linked by line; of a GPU task the kernels as loops, CUDA C and PTX in their
/// places.
struct KernelCode {
    bool isGpu = false;
    std::array<LevelText, 3> levels; ///< by CodeLevel
    std::vector<NestLine> nest;
    std::vector<ir::Provenance> provenance; ///< what the numbers in NestLine::loops mean
    AssemblyFacts assembly; ///< of CPUs

    const LevelText& level(CodeLevel which) const { return levels[static_cast<size_t>(which)]; }
    /// The knob behind a line of the loop nest: of its own loop or else of the nearest one around it that a knob made. Empty:
    /// none.
    std::string knobOf(int nestLine) const;
    /// How a knob made a line: Own for its loops, Within for what is inside them.
    enum class Part : uint8_t { None, Within, Own };
    Part partOf(const std::string& knob, int nestLine) const;
};

/// Generates all levels; runs nothing. Never fails: what cannot be made says why in its level. Takes up to a second for large
/// unrolled kernels. Callable from any thread.
KernelCode kernelCode(const Task& task, const ConfigEntity& entity);

/// LLVM IR or assembly of a loop nest; Unsupported in a build without LLVM.
Result<CodeText> generatedText(const Target& target, const ir::LoopNest& nest, CodeLevel level);

} // namespace knobscope
