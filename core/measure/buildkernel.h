// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/description.h"
#include "core/measure/kernelmessage.h"
#include "core/task/devicecode.h"
#include "core/task/task.h"

#include <map>
#include <optional>

namespace knobscope {

/// What building a config gave: a kernel, or AutoTVM's error number with a sentence.
struct BuildOutcome {
    MeasureError error = MeasureError::None;
    Sentence why;
    nlohmann::json kernel;         ///< its header (kernelHeader or imageHeader) …
    std::vector<std::byte> code;   ///< … and what it describes
    std::vector<StageTime> stages;
};

/// The worker's building side: template, lowering, code generation. Keeps the tasks that it has made.
class KernelBuilder
{
public:
    /// `device` is the description of the GPU that it will run on; null: what the task's target names.
    BuildOutcome build(const nlohmann::json& task, const nlohmann::json& entity, const nlohmann::json& device);
    /// The task of a description, made once.
    Result<const Task*> task(const nlohmann::json& description);
    /// What turns GPU kernels into code here, looked for when first asked for.
    const DeviceCompilers& compilers();

private:
    Result<void> build(BuildOutcome& out, const nlohmann::json& task, const nlohmann::json& entity, const nlohmann::json& device);
    std::map<std::string, Task> m_tasks;
    std::optional<DeviceCompilers> m_compilers;
};

} // namespace knobscope
