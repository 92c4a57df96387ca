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

/// Where a tensor of a program lies: at a byte of its weights, or of its arena.
struct Place {
    bool isWeight = false;
    int64_t offset = 0;
    int64_t bytes = 0;
};

enum class StepKind : uint8_t {
    Kernel,  ///< calls Program::kernels[kernel] with the places in the order of its parameters
    Copy,    ///< the first place to the second
    Operator ///< computes node `node` of the graph by its own definition, from row-major places to row-major places
};

/// One call of a program.
struct Step {
    StepKind kind = StepKind::Kernel;
    std::string name;     ///< the graph's node, or the value that is laid out anew
    std::string op;       ///< "Conv + Add + Relu"; "layout" for transforms
    std::string layout;   ///< of what it makes: "NCHW16c"
    std::string task;     ///< the template of a chosen kernel; empty for others
    int kernel = -1;
    int node = -1;        ///< the group's anchor, or the node that is computed; -1: a transform
    std::vector<Place> places; ///< of a kernel's arguments, then of what it has prepared
    int64_t scratch = 0;  ///< the byte of the arena where its kernel's workspace begins
    double flops = 0;     ///< plain ones; 0 where none are counted
    std::optional<LayoutTransform> transform; ///< of a step that lays a value out anew
};

/// A network ready to be run: kernels, their order, and where everything lies. Inputs and outputs are row-major.
struct Program {
    Graph graph; ///< of constants only those that steps of the kind Operator read: all others are weights
    std::vector<CompiledKernel> kernels;
    ZeroedBytes weights; ///< as its kernels want them, each at a multiple of 64 bytes; one block, so that all lie on large pages
    int64_t runWeightBytes = 0; ///< of them, at their start, that runs read; preparing alone reads the others …
    int64_t preparedBytes = 0; ///< … and makes the last so many of these
    std::vector<Step> steps;
    std::vector<Place> inputs, outputs; ///< of the graph's
    int threads = 1; ///< that it has scratch memory for
    int64_t arenaBytes = 0; ///< for values between steps, and scratch memory of steps
    int64_t leastArenaBytes = 0; ///< that any plan needs
    int cachedKernels = 0; ///< that were compiled another time
    double lowerSeconds = 0; ///< what making it took: loop nests, and weights as kernels want them …
    double compileSeconds = 0; ///< … and their code
};

/// What a program is made with.
struct ProgramOptions {
    std::map<size_t, KernelChoice> choices; ///< by a group's anchor; anchors without one are computed by their definitions
    Target target;
    int compilers = 1; ///< threads that lower, compile and pack
    std::string prefix; ///< of the kernels' symbols
    const ObjectCache* cache = nullptr; ///< where compiled kernels are looked for and kept; null: nowhere
    int threads = 1; ///< that it is to run on
};

/// Refuses a graph of which something cannot be computed, naming the node: an operator that is not supported, inputs of such
/// types.
Result<void> checkRunnable(const Graph& graph);

/// Makes a program of a graph whose nodes are all supported: kernels of its groups, compiled; layout transforms where what one
/// kernel writes is not what the next one reads; concatenations along channels that are written in place. The failure names the
/// node.
Result<Program> makeProgram(const Graph& graph, const std::vector<Group>& groups, const ProgramOptions& options);

/// A program that does nothing but lay a value out anew, to be timed.
Result<Program> transformProgram(const Shape& shape, ValueLayout from, ValueLayout to, const Target& target, int threads);

} // namespace knobscope
