// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"
#include "core/runtime/program.h"
#include "core/runtime/threadpool.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace knobscope {

/// A program loaded into this process. Runs generated code: only for workers and tests. Use from one thread.
class Executor
{
public:
    /// Loads the kernels, allocates memory, and prepares what depends only on weights; frees weights that only preparation reads.
    /// Uses the program's number of threads: its own, or those of another executor with as many.
    static Result<std::unique_ptr<Executor>> create(Program program, std::shared_ptr<ThreadPool> pool = nullptr);
    ~Executor();

    /// The loaded program, without weights that only preparation reads.
    const Program& program() const;
    /// Copies the elements of an input, which stay for all following runs. Returns an error if the type differs from the graph's.
    Result<void> setInput(size_t input, const Tensor& tensor);
    Result<void> run();
    /// Returns an output of the last run.
    Tensor output(size_t output) const;
    /// Copies an output of the last run into a tensor of its type.
    void readOutput(size_t output, Tensor& tensor) const;
    /// Memory of an input and of an output, row-major.
    std::span<std::byte> inputBytes(size_t input);
    std::span<const std::byte> outputBytes(size_t output) const;
    std::shared_ptr<ThreadPool> pool() const;
    /// The program's threads, for operators outside of it.
    const Workers& workers() const;
    /// Runs once and returns the seconds of each step by the steady clock, which adds some 50 ns per step.
    Result<std::vector<double>> profile();

private:
    struct Impl;
    explicit Executor(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace knobscope
