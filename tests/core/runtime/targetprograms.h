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

/// What a program computes in its last run.
inline Result<std::vector<Tensor>> outputsOf(Program program, const std::vector<Tensor>& inputs, int runs = 1)
{
    auto executor = TRY(Executor::create(std::move(program)));
    for (size_t i = 0; i < inputs.size(); ++i) {
        TRY(executor->setInput(i, inputs[i]));
    }
    for (int run = 0; run < runs; ++run) {
        TRY(executor->run());
    }
    std::vector<Tensor> outputs;
    for (size_t i = 0; i < executor->program().outputs.size(); ++i) {
        outputs.push_back(executor->output(i));
    }
    return outputs;
}

/// The output of a program of one input and one output.
inline Result<Tensor> computed(Result<Program> program, const Tensor& input)
{
    return TRY(outputsOf(TRY(std::move(program)), {input})).front();
}

} // namespace knobscope
