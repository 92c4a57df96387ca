// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/onnx/dynamictail.h"
#include "core/runtime/executor.h"
#include "core/worker/tailkernels.h"

#include <memory>
#include <optional>
#include <vector>

namespace knobscope {

/// A loaded network that runs whole: its program, and after it the dynamic tail if it has one, on the program's threads, whose
/// sections have programs of their own. Use from one thread.
class WholeProgram
{
public:
    /// `tail` may be null. `sections` has its sectionPrograms().
    static Result<std::unique_ptr<WholeProgram>> create(Program program, std::shared_ptr<const DynamicTail> tail,
                                                        std::vector<std::optional<Program>> sections = {});

    const Program& program() const { return m_executor->program(); }
    Result<void> setInputs(const std::vector<Tensor>& inputs);
    Result<void> run();
    /// Outputs of the program's graph: those that are compared with a reference. Definitions compute a tail on both sides, and
    /// kernels of its sections are compared by themselves (checkSections()).
    std::vector<Tensor> graphOutputs() const;
    /// Outputs of the whole model in the last run, if it has a tail.
    const std::vector<SharedTensor>& tailOutputs() const { return m_tailOutputs; }
    /// Compares the kernels of the tail's sections with their operators' definitions. Correct if there are none.
    Result<NetworkCheck> checkSections(Precision precision, const Target& target);
    /// Runs once and returns the seconds of each step, the tail last.
    Result<std::vector<double>> profile();

private:
    WholeProgram(std::unique_ptr<Executor> executor, std::shared_ptr<const DynamicTail> tail);
    Result<void> computeTail();

    std::unique_ptr<Executor> m_executor;
    std::shared_ptr<const DynamicTail> m_tail;
    std::vector<std::unique_ptr<SectionExecutor>> m_sections; ///< by the tail's; null: by definition
    std::vector<SharedTensor> m_tailOutputs;
    std::vector<std::shared_ptr<Tensor>> m_tailInputs; ///< kept, as new memory costs page faults
};

} // namespace knobscope
