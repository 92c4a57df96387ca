// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"
#include "core/task/task.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// One tuning task of a network: the input of makeTask, and the columns of a list.
struct NetworkTask {
    std::string id; ///< "resnet-18:1", counted from 1 for each network and target; for an extra task "resnet-18:1/TEMPLATE"
    std::string op;        ///< "conv2d", "depthwise_conv2d", "dense" or "batch_matmul"
    std::string task;      ///< name of the template: "conv2d_NCHWc.x86"
    nlohmann::json args;   ///< AutoTVM's serialized argument list
    int64_t count = 1;     ///< number of the network's layers with this workload
    double plainFlops = 0; ///< of one layer, 2 per multiply-accumulate; AutoTVM may count more
    std::string shape;     ///< text for the user
    bool isExtra = false;  ///< its template is not one of AutoTVM's
};

/// Tasks of a network on a target, and one sentence for each layer without a task: first those of the network (Network::skipped),
/// then those of the target.
struct ExtractedTasks {
    std::vector<NetworkTask> tasks;
    std::vector<std::string> skipped;
    std::vector<std::string> onlyExtra; ///< a sentence for each layer that a list of AutoTVM's tasks leaves to extra templates
};

/// Templates to make tasks for.
enum class TaskChoice : uint8_t {
    AutoTvm, ///< AutoTVM's only: the list that its logs and figures refer to
    WithExtra ///< also this program's own templates, each after the AutoTVM tasks of the same workload
};

/// Extracts the tasks that AutoTVM (v0.8 and later) extracts: one for each template that supports a workload, so a convolution
/// can have a direct and a winograd task and a dense layer an unpacked and a packed one. Convolutions come first in network
/// order, then dense layers, then batched products; tasks of one workload are adjacent. Equal tasks are merged and their counts
/// added. Supports CPUs (x86), `-device=arm_cpu`, and the GPUs that share the CUDA templates; returns an error for other targets.
/// In int8 and bfloat16 all CPUs use the x86 templates; int8 layers multiply uint8 by int8, or int8 by int8 if the CPU only has
/// an instruction for that. Extra tasks do not change the numbering: "resnet-50:5/TEMPLATE" is the workload of task 5 with
/// another template. Workloads that only extra templates compute are numbered after all others.
Result<ExtractedTasks> extractTasks(const Network&, const Target&, TaskChoice choice = TaskChoice::AutoTvm);

/// Finds "NETWORK:N" or "NETWORK/VARIANT:N", optionally with "/TEMPLATE" for an extra task. Errors state the number of tasks if N
/// is out of range, and list the available templates if the template is not one of them.
Result<NetworkTask> findTask(std::span<const Network> networks, std::string_view id, const Target&);

/// Tasks that compute the same as a template with these arguments, using the extra templates that support them; on tensor cores
/// also in float16 for float32. Empty if the arguments do not make a task.
std::vector<Task> extraTasksOf(std::string_view name, const nlohmann::json& args, const Target&);

/// AutoTVM's task that computes the same as an extra template with these arguments. nullopt if the template is AutoTVM's, or if
/// no AutoTVM template computes the operator.
std::optional<Task> autotvmTaskOf(std::string_view name, const nlohmann::json& args, const Target&);

} // namespace knobscope
