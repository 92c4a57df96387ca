// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/assemblyfacts.h"
#include "core/codegen/llvm/compile.h"
#include "core/codegen/loopestimate.h"
#include "core/task/steps.h"

#include <array>
#include <cstdint>
#include <span>

namespace knobscope {

enum class CodeLevel : uint8_t { Loops, Llvm, Assembly };
inline constexpr std::array<CodeLevel, 3> kCodeLevels{CodeLevel::Loops, CodeLevel::Llvm, CodeLevel::Assembly};

/// One level of a config's code. If there are no lines, `problem` gives the reason.
struct LevelText {
    std::vector<std::string> lines;
    std::vector<int> nestLine; ///< parallel to lines: line (from 1) of the loop nest that it came from; 0: none
    Sentence problem;
};

/// A config as loop nest, LLVM IR and assembly, linked by line; for a GPU task instead the kernels as loops, CUDA C and PTX.
struct KernelCode {
    bool isGpu = false;
    std::array<LevelText, 3> levels; ///< indexed by CodeLevel
    std::vector<NestLine> nest;
    std::vector<ir::Provenance> provenance; ///< table for the ids in NestLine::loops
    AssemblyFacts assembly; ///< CPUs only
    LoopEstimate loop;      ///< of the assembly's innermost loop; without cycles if there is none, or no model of the CPU
    Sentence loopProblem;   ///< why there is no estimate

    const LevelText& level(CodeLevel which) const { return levels[static_cast<size_t>(which)]; }
    /// The knob of a line of the loop nest: of its own loop, or of the nearest enclosing loop made by a knob; empty if none.
    std::string knobOf(int nestLine) const;
    /// Relation of a line to a knob: Own for its loops, Within for lines inside them.
    enum class Part : uint8_t { None, Within, Own };
    Part partOf(const std::string& knob, int nestLine) const;
};

/// Generates the levels that need no compiler: the loop nest, and CUDA C of a GPU config; the others stay empty. Never fails:
/// each level holds its own error. Callable from any thread.
KernelCode uncompiledCode(const Task& task, const ConfigEntity& entity);

// The functions below run LLVM in this process, which it aborts for some targets: use them in workers and tests only. Programs
// ask a CodeWorker (core/worker/codeworker.h).

/// Generates these levels in addition to those without compiler; runs no kernel. Up to a second for large unrolled kernels.
KernelCode kernelCode(const Task& task, const ConfigEntity& entity, std::span<const CodeLevel> compiled = kCodeLevels);

/// LLVM's estimate of the innermost loop of a config's assembly. InvalidArgument if it has no loop.
Result<LoopEstimate> loopEstimate(const Target& target, std::span<const std::string> assembly);

/// LLVM IR or assembly of a loop nest; Unsupported in a build without LLVM.
Result<CodeText> generatedText(const Target& target, const ir::LoopNest& nest, CodeLevel level);

/// Compiles a small vectorized kernel for a CPU target: its assembly, and its object if it can run on this machine. Does nothing
/// for other kinds of targets and in a build without LLVM.
Result<void> trySimpleKernel(const Target& target);

} // namespace knobscope
