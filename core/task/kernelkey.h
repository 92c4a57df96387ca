// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"

#include <cstdint>

namespace knobscope {

/// What a kernel, its schedule and its figures are made of: target, template, arguments and the config's values. An edit of the
/// space gives a config another number, but not another key.
std::string kernelKey(const Task& task, const ConfigEntity& entity);
/// Of a task as taskToJson writes it.
std::string kernelKey(nlohmann::json task, const ConfigEntity& entity);
/// Of the config with this number. A number that is no config of the space has a key that no config has.
std::string kernelKey(const Task& task, int64_t index);

} // namespace knobscope
