// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"

namespace knobscope {

/// A task that another auto-tuner measured: a kernel's name, sizes, a device and the configs that were tried. There is no
/// template, so its configs can be shown, compared and replayed, but not built. `space` has a list of its configs
/// (ConfigSpace::keepOnly). `operations` of a call; 0: unknown, and then speeds are calls per second, kept in the place of
/// GFLOPS.
Task foreignTask(std::string kernel, nlohmann::json sizes, std::string device, ConfigSpace space, double operations);

/// Whether a task is one of those.
bool isForeign(const Task& task);
/// Whether a speed of this task is a number of operations; false: of calls.
bool hasOperations(const Task& task);

/// The members "space" and "operations" of taskToJson() of a foreign task.
void foreignMembersToJson(const Task& task, nlohmann::json& json);
/// The task of such JSON, which has "space". Rejects damaged lists of knobs and configs, and edits: what the other tuner left out
/// is unknown.
Result<Task> foreignTaskFromJson(const nlohmann::json& json);

} // namespace knobscope
