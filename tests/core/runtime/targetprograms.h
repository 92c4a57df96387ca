// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Programs of graphs for a target, on two threads, for tests.

#include "core/runtime/executor.h"
#include "tests/core/runtime/untunedchoices.h"

#include <utility>

namespace knobscope {

inline Result<KernelChoices> choicesFor(const Graph& graph, const Target& target)
{
    return untunedChoices(graph, groupEpilogues(graph), target);
}

inline Result<Program> programFor(const Graph& graph, KernelChoices choices, const Target& target)
{
    ProgramOptions options;
    options.choices = std::move(choices);
    options.target = target;
    options.compilers = options.threads = 2;
    return makeProgram(graph, groupEpilogues(graph), options);
}

/// The output of a program of one input and one output.
inline Result<Tensor> computed(Result<Program> program, const Tensor& input)
{
    auto executor = TRY(Executor::create(TRY(std::move(program))));
    TRY(executor->setInput(0, input));
    TRY(executor->run());
    return executor->output(0);
}

} // namespace knobscope
