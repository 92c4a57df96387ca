// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/assemblyfacts.h"
#include "core/codegen/llvm/compile.h"
#include "core/task/steps.h"

#include <array>
#include <cstdint>
#include <span>

namespace knobscope {

enum class CodeLevel : uint8_t { Loops, Llvm, Assembly };
inline constexpr std::array<CodeLevel, 3> codeLevels{CodeLevel::Loops, CodeLevel::Llvm, CodeLevel::Assembly};

/// One level of a config's code. Without lines, `problem` says why.
struct LevelText {
    std::vector<std::string> lines;
    std::vector<int> nestLine; ///< parallel: the line (from 1) of the loop nest that it came from; 0: none
    Sentence problem;
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

/// The levels that need no compiler: the loop nest, and CUDA C of a GPU config; the others are left empty. Never fails: what
/// cannot be made says why in its level. Callable from any thread.
KernelCode uncompiledCode(const Task& task, const ConfigEntity& entity);

// What follows runs LLVM in this process, which it ends for some targets: for workers and tests. Programs ask a CodeWorker
// (core/measure/codeworker.h).

/// Generates these levels besides those that need no compiler; runs nothing. Takes up to a second for large unrolled kernels.
KernelCode kernelCode(const Task& task, const ConfigEntity& entity, std::span<const CodeLevel> compiled = codeLevels);

/// LLVM IR or assembly of a loop nest; Unsupported in a build without LLVM.
Result<CodeText> generatedText(const Target& target, const ir::LoopNest& nest, CodeLevel level);

/// Makes a small kernel of vectors for a CPU target: its assembly, and its object where it can run on this machine. In a build
/// without LLVM, and for other kinds of targets, there is nothing to try.
Result<void> trySimpleKernel(const Target& target);

} // namespace knobscope
