// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/kernelmessage.h"
#include "core/task/task.h"

#include <map>

namespace knobscope {

/// What building a config gave: a kernel, or AutoTVM's error number with a sentence.
struct BuildOutcome {
    MeasureError error = MeasureError::None;
    std::string message;
    CompiledKernel kernel;
    std::vector<StageTime> stages;
};

/// The worker's building side: template, lowering, code generation. Keeps the tasks that it has made.
class KernelBuilder
{
public:
    BuildOutcome build(const nlohmann::json& task, const nlohmann::json& entity);
    /// The task of a description, made once.
    Result<const Task*> task(const nlohmann::json& description);

private:
    std::map<std::string, Task> m_tasks;
};

} // namespace knobscope
