// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/target/description.h"
#include "core/task/devicecode.h"
#include "core/task/task.h"
#include "core/worker/kernelmessage.h"

#include <map>
#include <optional>

namespace knobscope {

/// Result of building a config: a kernel, or AutoTVM's error number with a message.
struct BuildOutcome {
    MeasureError error = MeasureError::None;
    Sentence why;
    nlohmann::json kernel;         ///< kernel header (kernelHeader or imageHeader)
    std::vector<std::byte> code;   ///< code that the header describes
    std::vector<StageTime> stages;
};

/// Building side of the worker: template, lowering, code generation. Caches the tasks.
class KernelBuilder
{
public:
    /// `device`: description of the GPU that runs the kernel; null for the one that the task's target names.
    BuildOutcome build(const nlohmann::json& task, const nlohmann::json& entity, const nlohmann::json& device);
    /// Returns the task of a description; cached.
    Result<const Task*> task(const nlohmann::json& description);
    /// The compiler of GPU kernels, searched for on the first call.
    const DeviceCompiler& compiler();

private:
    Result<void> build(BuildOutcome& out, const nlohmann::json& task, const nlohmann::json& entity, const nlohmann::json& device);
    std::map<std::string, Task> m_tasks;
    std::optional<DeviceCompiler> m_compiler;
};

} // namespace knobscope
