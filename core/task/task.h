// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"
#include "core/space/edit.h"
#include "core/task/target.h"
#include "core/template/template.h"

#include <cstdint>

namespace knobscope {

struct MachineFacts;

/// A workload (template name and AutoTVM's serialized arguments) on a target, with its config space.
struct Task {
    std::string name;             ///< the template's: "conv2d_NCHWc.x86"
    nlohmann::json args;          ///< AutoTVM's serialized argument list
    Target target;
    ConfigSpace templateSpace;    ///< as the template declares it
    ConfigSpace space;            ///< after the edits
    std::vector<SpaceEdit> edits;
    double autotvmFlops = 0;      ///< what GFLOPS are computed from, as AutoTVM counts
    double plainFlops = 0;        ///< 2 * multiply-accumulates
    bool isGpu = false;           ///< a GPU's: lowerDeviceConfig instead of lowerConfig
};

/// Refuses an unknown template, arguments that do not fit it, a template that is not for the target, edits that cannot be made.
Result<Task> makeTask(const std::string& name, const nlohmann::json& args, const Target& target,
                      std::span<const SpaceEdit> edits = {});

/// The schedule of one config.
enum class Lookback : uint8_t { None, Kept }; ///< whether Schedule::after can be asked
Result<Schedule> scheduleConfig(const Task& task, const ConfigEntity& entity, Lookback lookback = Lookback::None);
/// What its answers are held against: the operator on plain terms where the template computes it otherwise (Winograd), else the
/// schedule's own tensors.
Result<OperatorDefinition> definitionOf(const Task& task, const ConfigEntity& entity);
/// Its loop nest, for CPU templates. A kernel whose buffers exceed 16 GiB is refused.
Result<ir::LoopNest> lowerConfig(const Task& task, const ConfigEntity& entity);
/// Its kernels, for GPU templates; refused as lowerConfig does.
Result<ir::DeviceProgram> lowerDeviceConfig(const Task& task, const ConfigEntity& entity);

/// What the kernel of a task is called: the template's name as an identifier.
std::string kernelName(const Task& task);

/// The config that AutoTVM would use without records; Unsupported where it looks for a similar record.
Result<ConfigEntity> fallbackConfig(const Task& task);

/// The configs that may be a task's anchor, the kernel that its speed-ups are relative to: its fallback config, what an untuned
/// program would run; where its template has none, or that does not work, the first valid ones. In the order in which they are
/// tried, at most four, none twice.
std::vector<ConfigEntity> anchorConfigs(const Task& task);

/// Identifies task and target in stores: target text, name and arguments. Edits are not part of it.
std::string workloadKey(const Task& task);
/// {"task", "args", "target", "edits"}
nlohmann::json taskToJson(const Task& task);
Result<Task> taskFromJson(const nlohmann::json& json);

/// What a kernel, its schedule and its figures are made of: target, template, arguments and the config's values. An edit of the
/// space gives a config another number, but not another key.
std::string kernelKey(const Task& task, const ConfigEntity& entity);
/// Of a task as taskToJson writes it.
std::string kernelKey(nlohmann::json task, const ConfigEntity& entity);
/// Of the config with this number. A number that is no config of the space has a key that no config has.
std::string kernelKey(const Task& task, int64_t index);

/// "64x56x56 -> 64, 3x3": the arguments' shapes for people.
std::string shapeText(const Task& task);

TargetTraits traitsOf(const Target& target);
/// The same with what the machine adds: for configs that are to run on it.
TargetTraits traitsOf(const Target& target, const MachineFacts& machine);

} // namespace knobscope
