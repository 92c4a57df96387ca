// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/kernel.h"
#include "core/graph/graph.h"
#include "core/graph/zeroedbytes.h"
#include "core/runtime/groupkernel.h"
#include "core/runtime/objectcache.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace knobscope {

/// Place of a tensor: an offset in a program's weights or arena.
struct Place {
    bool isWeight = false;
    int64_t offset = 0;
    int64_t bytes = 0;
};

enum class StepKind : uint8_t {
    Kernel,  ///< calls Program::kernels[kernel] with the places in the order of its parameters
    Copy,    ///< copies the first place to the second
    Operator ///< computes node `node` with the operator's own code; all places are row-major
};

/// One call in a program.
struct Step {
    StepKind kind = StepKind::Kernel;
    std::string name;     ///< name of the graph's node, or of the value that is transformed
    std::string op;       ///< "Conv + Add + Relu"; "layout" for transforms
    std::string layout;   ///< of its output: "NCHW16c"
    std::string task;     ///< the template of a chosen kernel; empty for others
    int kernel = -1;
    int node = -1;        ///< anchor of the group, or the computed node; -1: a transform
    std::vector<Place> places; ///< arguments of a kernel, then its prepared weights
    int64_t scratch = 0;  ///< offset of the kernel's workspace in the arena
    double flops = 0;     ///< plain operations; 0 if not counted
    std::optional<LayoutTransform> transform; ///< set for layout transforms
};

/// A runnable network: kernels, their order, and all places. Inputs and outputs are row-major.
struct Program {
    Graph graph; ///< with only the constants that Operator steps read; all others are in `weights`
    std::vector<CompiledKernel> kernels;
    ZeroedBytes weights; ///< in the kernels' layouts, aligned to 64 bytes; one block, for large pages
    int64_t runWeightBytes = 0; ///< bytes at the start that runs read; only preparation reads the rest
    int64_t preparedBytes = 0; ///< bytes at the end of these that preparation writes
    std::vector<Step> steps;
    std::vector<Place> inputs, outputs; ///< of the graph's inputs and outputs
    int threads = 1; ///< number of threads that have scratch memory
    int64_t arenaBytes = 0; ///< for values between steps, and scratch memory of steps
    int64_t leastArenaBytes = 0; ///< lower bound for all plans
    int cachedKernels = 0; ///< number found in the cache
    double lowerSeconds = 0; ///< time for loop nests and packing weights
    double compileSeconds = 0; ///< time for generating code
};

/// Options for making a program.
struct ProgramOptions {
    std::map<size_t, KernelChoice> choices; ///< by a group's anchor; groups without one use their definitions
    Target target;
    int compilers = 1; ///< threads for lowering, compiling and packing
    std::string prefix; ///< of the kernels' symbols
    const ObjectCache* cache = nullptr; ///< cache of compiled kernels; null: none
    int threads = 1; ///< number of threads that run it
};

/// Returns an error that names the node if a part of the graph cannot be computed: an unsupported operator, or inputs of
/// unsupported types.
Result<void> checkRunnable(const Graph& graph);

/// Makes a program from a graph without unsupported nodes: compiles kernels for its groups, adds layout transforms where one
/// kernel's output layout is not the next one's input layout, and writes concatenations along channels in place. Errors name the
/// node.
Result<Program> makeProgram(const Graph& graph, const std::vector<Group>& groups, const ProgramOptions& options);

/// Makes a program with a single layout transform, for timing it.
Result<Program> transformProgram(const Shape& shape, ValueLayout from, ValueLayout to, const Target& target, int threads);

} // namespace knobscope
