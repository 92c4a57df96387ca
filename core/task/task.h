// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"
#include "core/space/edit.h"
#include "core/target/target.h"
#include "core/template/template.h"

#include <cstdint>

namespace knobscope {

struct LowerOptions;
struct MachineProfile;

/// A workload (template name and AutoTVM's serialized arguments) on a target, with its config space.
struct Task {
    std::string name;             ///< template name: "conv2d_NCHWc.x86"
    nlohmann::json args;          ///< AutoTVM's serialized argument list
    Target target;
    ConfigSpace templateSpace;    ///< as the template declares it
    ConfigSpace space;            ///< after the edits
    std::vector<SpaceEdit> edits;
    double autotvmFlops = 0;      ///< FLOPs that GFLOPS are computed from, as AutoTVM counts them
    double plainFlops = 0;        ///< 2 * multiply-accumulates
    bool isGpu = false;           ///< GPU template: use lowerDeviceConfig instead of lowerConfig
};

/// Rejects an unknown template or one not for the target, arguments that do not fit it, and edits that cannot be applied.
Result<Task> makeTask(const std::string& name, const nlohmann::json& args, const Target& target,
                      std::span<const SpaceEdit> edits = {});

/// The schedule of one config.
enum class History : uint8_t { None, Keep }; ///< whether Schedule::stateAfter is available
Result<Schedule> scheduleConfig(const Task& task, const ConfigEntity& entity, History history = History::None);
/// The operator that results are checked against: its plain definition if the template computes it in another way (Winograd),
/// otherwise the schedule's own tensors.
Result<OperatorDefinition> definitionOf(const Task& task, const ConfigEntity& entity);
/// The loop nest of a CPU config. Rejects a kernel whose buffers exceed 16 GiB.
Result<ir::LoopNest> lowerConfig(const Task& task, const ConfigEntity& entity);
Result<ir::LoopNest> lowerConfig(const Task& task, const ConfigEntity& entity, const LowerOptions& options);
/// The kernels of a GPU config; same limit as lowerConfig.
Result<ir::DeviceProgram> lowerDeviceConfig(const Task& task, const ConfigEntity& entity);

/// Kernel name of a task: the template's name as an identifier.
std::string kernelName(const Task& task);

/// The config that AutoTVM would use without records; Unsupported if it searches for a similar record.
Result<ConfigEntity> fallbackConfig(const Task& task);

/// Candidates for a task's anchor, the kernel that speed-ups are relative to: the fallback config, which an untuned program would
/// run; if there is none or it fails, the first valid configs. In the order of attempts, at most four, without duplicates.
std::vector<ConfigEntity> anchorConfigs(const Task& task);

/// Identifies task and target in databases: target text, name and arguments. Does not include edits.
std::string workloadKey(const Task& task);
/// {"task", "args", "target", "edits"}
nlohmann::json taskToJson(const Task& task);
Result<Task> taskFromJson(const nlohmann::json& json);

/// Key of a config's kernel, schedule and figures: target, template, arguments and the config's values. Editing the space changes
/// a config's number but not this key.
std::string kernelKey(const Task& task, const ConfigEntity& entity);
/// Same for a task in taskToJson form.
std::string kernelKey(nlohmann::json task, const ConfigEntity& entity);
/// Same for the config with this number; an invalid number gives a key that no config has.
std::string kernelKey(const Task& task, int64_t index);

/// "64x56x56 -> 64, 3x3": the arguments' shapes for display.
std::string shapeText(const Task& task);

TargetTraits traitsOf(const Target& target);
/// Adds the machine's properties: for configs that run on it.
TargetTraits traitsOf(const Target& target, const MachineProfile& machine);

} // namespace knobscope
