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

/// One tuning task of a network: what makeTask needs, and what a list shows.
struct NetworkTask {
    std::string id;        ///< "resnet-18:1", counted from 1 within network and target; an extra one's: "resnet-18:1/TEMPLATE"
    std::string op;        ///< "conv2d", "depthwise_conv2d" or "dense"
    std::string task;      ///< the template's name: "conv2d_NCHWc.x86"
    nlohmann::json args;   ///< AutoTVM's serialized argument list
    int64_t count = 1;     ///< layers of the network with this workload
    double plainFlops = 0; ///< of one layer, 2 a multiply-accumulate; what AutoTVM counts may be more
    std::string shape;     ///< for people
    bool isExtra = false;  ///< by a template that AutoTVM does not have
};

/// The tasks of a network on a target, and one sentence for each layer that has none there: the network's own (Network::skipped)
/// before those of the target.
struct ExtractedTasks {
    std::vector<NetworkTask> tasks;
    std::vector<std::string> skipped;
};

/// Which templates a list of tasks is of.
enum class TaskChoice : uint8_t {
    AutoTvm,  ///< AutoTVM's own: the list that its logs and figures are about
    WithExtra ///< this program's own templates too, each after the AutoTVM tasks of the same workload
};

/// The tasks AutoTVM (v0.8 and later) extracts: every template that suits a workload gives one, so a convolution can have a
/// direct and a winograd task and a dense layer an unpacked and a packed one. Convolutions come first in network order,
/// then dense layers; a workload's templates stand next to each other. Equal tasks are one, with their counts added.
/// Templates exist for CPUs (x86), `-device=arm_cpu`, and the GPUs that share the CUDA templates; other targets are refused. In
/// int8 and bfloat16 all CPUs have those of x86; int8 layers multiply uint8 by int8, or int8 by int8 where the CPU has an
/// instruction for that alone.
/// Extra tasks do not count: "resnet-50:5/TEMPLATE" is the workload of task 5 with another template, whichever others there are.
Result<ExtractedTasks> extractTasks(const Network&, const Target&, TaskChoice choice = TaskChoice::AutoTvm);

/// Looks up "NETWORK:N" or "NETWORK/VARIANT:N", or either with "/TEMPLATE" behind for an extra task. The message for a number out
/// of range says how many there are, that for a template that is not offered which ones are.
Result<NetworkTask> findTask(std::span<const Network> networks, std::string_view id, const Target&);

/// What computes the same as a template with these arguments by the extra templates of its operator, as far as they take them;
/// on tensor cores a float32 task in float16, too. None for arguments that make no task.
std::vector<Task> extraTasksOf(std::string_view name, const nlohmann::json& args, const Target&);

/// AutoTVM's task with an extra template's arguments, of the same operator; none for what is AutoTVM's, or is computed by no
/// template of it.
std::optional<Task> autotvmTaskOf(std::string_view name, const nlohmann::json& args, const Target&);

} // namespace knobscope
