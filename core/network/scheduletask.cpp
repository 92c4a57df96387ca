// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/scheduletask.h"

#include "core/script/workload.h"
#include "core/template/user_schedule.h"

#include <fmt/ranges.h>

namespace knobscope {

Result<NetworkTask> taskOfSchedule(const std::string& source, const std::string& name, const Target& target)
{
    const auto workload = TRY(workloadOfText(source, name));
    const auto opened = TRY(openText(source, {}, traitsOf(target)));
    if (opened.text.isGpu != target.hasKey("gpu")) {
        return fail(ErrorCode::Unsupported, "{} is for {}", workload.name, opened.text.isGpu ? "GPUs" : "CPUs");
    }
    NetworkTask task;
    task.id = workload.name;
    task.op = opened.text.operation ? opened.text.operation->text : opened.output.name();
    task.task = workload.name;
    task.args = workload.args;
    task.plainFlops = opened.plainFlops;
    for (const ir::Tensor& input : opened.inputs) {
        task.shape += fmt::format("{}{}", task.shape.empty() ? "" : ", ", fmt::join(input.shape(), "x"));
    }
    task.shape += fmt::format(" -> {}", fmt::join(opened.output.shape(), "x"));
    return task;
}

} // namespace knobscope
