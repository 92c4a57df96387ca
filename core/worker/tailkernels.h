// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/onnx/dynamictail.h"
#include "core/network/kernelchoices.h"
#include "core/network/precision.h"
#include "core/runtime/executor.h"
#include "core/worker/networkcheck.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace knobscope {

/// How the sections of a tail are compiled.
struct SectionOptions {
    Target target;
    KnownConfigs known;
    Precision precision = Precision::Float32; ///< Int8: float32, as the ranges of what depends on data are unknown
    int threads = 1;
    int compilers = 1;  ///< threads for compiling
    std::string prefix; ///< of the kernels' symbols
    const ObjectCache* cache = nullptr;
};

/// Makes a program for itemsAtOnce() of each section of a tail. Nullopt for sections that cannot be compiled: their operators'
/// definitions compute them.
std::vector<std::optional<Program>> sectionPrograms(const DynamicTail& tail, const SectionOptions& options);

/// A loaded program of a section. Use from one thread.
class SectionExecutor
{
public:
    /// `pool`: the threads of the network's program.
    static Result<std::unique_ptr<SectionExecutor>> create(Program program, std::shared_ptr<ThreadPool> pool);

    const Program& program() const { return m_executor->program(); }
    /// Computes any number of items, in parts. The last one is filled up with copies of the last item.
    Result<std::vector<Tensor>> run(const std::vector<SharedTensor>& inputs);

private:
    explicit SectionExecutor(std::unique_ptr<Executor> executor);
    void readItems(const std::vector<SharedTensor>& inputs, int64_t first);
    void writeItems(std::vector<Tensor>& outputs, int64_t first) const;

    std::unique_ptr<Executor> m_executor;
    int64_t m_itemsAtOnce = 1;
};

/// Compares the kernels of a section with its operators' definitions in the same precision, on a few random items.
Result<NetworkCheck> checkSection(const TailSection& section, SectionExecutor& executor, Precision precision,
                                  const Target& target);

} // namespace knobscope
