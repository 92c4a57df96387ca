// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/program.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace knobscope {

/// A program in this process's memory. Running it runs generated code: for workers and tests. One thread calls it.
class Executor
{
public:
    /// Loads the kernels, takes the memory, and prepares once what depends on weights alone; weights that only that reads are
    /// given back. It runs on the program's number of threads.
    static Result<std::unique_ptr<Executor>> create(Program program);
    ~Executor();

    /// What is run: without weights that only preparing reads.
    const Program& program() const;
    /// Copies the elements of an input, which stay for all following runs. Refuses another type than the graph's.
    Result<void> setInput(size_t input, const Tensor& tensor);
    Result<void> run();
    /// Of the last run.
    Tensor output(size_t output) const;
    /// The seconds of each step of one run, by the steady clock: the clock itself costs some 50 ns a step.
    Result<std::vector<double>> profile();

private:
    struct Impl;
    explicit Executor(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace knobscope
