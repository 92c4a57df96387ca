// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/task.h"

#include "core/task/foreigntask.h"

#include "core/lower/gpu/lowerdevice.h"
#include "core/lower/lower.h"
#include "core/op/conv2d.h"
#include "core/space/validpoints.h"
#include "core/target/host.h"
#include "core/target/machineprofile.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace knobscope {

namespace {

constexpr int64_t kMaxBytes = int64_t{16} << 30;

/// An instance with a valid schedule.
Result<TemplateInstance> scheduledInstance(const Task& task, const ConfigEntity& entity, History history)
{
    if (isForeign(task)) {
        return fail(ErrorCode::Unsupported,
                    "{} was measured by another tuner and has no template here, so it has no schedule and no code", task.name);
    }
    const auto found = TRY(findTemplate(task.name));
    TemplateContext cfg(traitsOf(task.target), entity);
    if (history == History::Keep) {
        cfg.keepHistory();
    }
    auto instance = TRY(found->run(cfg, task.args));
    TRY(cfg.check());
    if (!instance.schedule) {
        return fail(ErrorCode::Unsupported,
                    "{} cannot be run in this version, because it has no schedule. Its space can be explored and edited",
                    task.name);
    }
    TRY(instance.schedule->check());
    return instance;
}

Result<void> checkTarget(const Template& chosen, const Target& target)
{
    const bool gpuTarget = target.hasKey("gpu");
    if (chosen.isGpu != gpuTarget) {
        return fail(ErrorCode::InvalidArgument, "Template {} is for {}, but the target '{}' is {}; choose the target {}",
                    chosen.name, chosen.isGpu ? "GPUs" : "CPUs", target.text, gpuTarget ? "a GPU" : "a CPU",
                    chosen.isGpu ? "cuda" : "llvm");
    }
    return {};
}

Result<void> checkMemory(const Task& task, const std::vector<ir::Buffer>& buffers)
{
    int64_t bytes = 0;
    for (const ir::Buffer& buffer : buffers) {
        if (__builtin_add_overflow(bytes, buffer->bytes(), &bytes) || bytes > kMaxBytes) {
            return fail(ErrorCode::LimitExceeded, "{} needs more than 16 GiB for its tensors", task.name);
        }
    }
    return {};
}

} // namespace

TargetTraits traitsOf(const Target& target)
{
    return {target.kind, simdLanesOf(target)};
}

TargetTraits traitsOf(const Target& target, const MachineProfile& machine)
{
    return {target.kind, simdLanesOf(target), machine.fmaUnits, hasMatrixTiles(target)};
}

Result<Task> makeTask(const std::string& name, const nlohmann::json& args, const Target& target, std::span<const SpaceEdit> edits)
{
    const auto found = TRY(findTemplate(name));
    TRY(checkTarget(*found, target));
    TemplateContext cfg(traitsOf(target));
    const auto instance = TRY(found->run(cfg, args));
    TRY(cfg.check());
    Task task;
    task.name = name;
    task.args = args;
    task.target = target;
    task.templateSpace = cfg.takeSpace();
    task.edits.assign(edits.begin(), edits.end());
    task.autotvmFlops = instance.autotvmFlops;
    task.plainFlops = instance.plainFlops;
    task.isGpu = found->isGpu;
    task.space = TRY(applyEdits(task.templateSpace, edits));
    return task;
}

Result<Schedule> scheduleConfig(const Task& task, const ConfigEntity& entity, History history)
{
    auto instance = TRY(scheduledInstance(task, entity, history));
    return std::move(*instance.schedule);
}

Result<OperatorDefinition> definitionOf(const Task& task, const ConfigEntity& entity)
{
    auto instance = TRY(scheduledInstance(task, entity, History::None));
    const Schedule& schedule = *instance.schedule;
    return instance.definition ? std::move(*instance.definition)
                               : OperatorDefinition{schedule.inputs(), schedule.outputs().front()};
}

std::string kernelName(const Task& task)
{
    std::string name = task.name;
    for (char& c : name) {
        c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    }
    return name;
}

Result<ir::LoopNest> lowerConfig(const Task& task, const ConfigEntity& entity)
{
    return lowerConfig(task, entity, {});
}

Result<ir::LoopNest> lowerConfig(const Task& task, const ConfigEntity& entity, const LowerOptions& options)
{
    if (task.isGpu) {
        return fail(ErrorCode::Unsupported, "{} is for GPUs and has no loop nest for a CPU", task.name);
    }
    const auto schedule = TRY(scheduleConfig(task, entity));
    auto nest = TRY(lower(schedule, kernelName(task), options));
    TRY(checkMemory(task, nest.parameters));
    return nest;
}

Result<ir::DeviceProgram> lowerDeviceConfig(const Task& task, const ConfigEntity& entity)
{
    if (!task.isGpu) {
        return fail(ErrorCode::Unsupported, "{} is for CPUs and has no kernels for a GPU", task.name);
    }
    const auto schedule = TRY(scheduleConfig(task, entity));
    auto program = TRY(lowerDevice(schedule, kernelName(task)));
    std::vector<ir::Buffer> global = program.parameters;
    global.insert(global.end(), program.intermediates.begin(), program.intermediates.end());
    TRY(checkMemory(task, global));
    return program;
}

Result<ConfigEntity> fallbackConfig(const Task& task)
{
    if (isForeign(task)) {
        return fail(ErrorCode::Unsupported, "{} was measured by another tuner and has no fallback config", task.name);
    }
    const auto found = TRY(findTemplate(task.name));
    if (!found->fallback) {
        return fail(ErrorCode::Unsupported,
                    "{} has no fallback config: AutoTVM uses the most similar record of its TopHub logs, which are not part of "
                    "this program; tune the task, or use a config from a record",
                    task.name);
    }
    return found->fallback(task.templateSpace, traitsOf(task.target));
}

std::vector<ConfigEntity> anchorConfigs(const Task& task)
{
    constexpr size_t mostAnchors = 4;
    std::vector<ConfigEntity> configs;
    if (auto fallback = fallbackConfig(task)) {
        configs.push_back(std::move(*fallback));
    }
    for (const int64_t index : someValidPoints(task.space, mostAnchors)) {
        auto config = task.space.at(index);
        if (config && configs.size() < mostAnchors && (configs.empty() || config->values != configs.front().values)) {
            configs.push_back(std::move(*config));
        }
    }
    return configs;
}

std::string workloadKey(const Task& task)
{
    return fmt::format("{} {} {}", task.target.text, task.name, task.args.dump());
}

nlohmann::json taskToJson(const Task& task)
{
    nlohmann::json json{
        {"task", task.name}, {"args", task.args}, {"target", task.target.text}, {"edits", editsToJson(task.edits)}};
    if (isForeign(task)) {
        foreignMembersToJson(task, json);
    }
    return json;
}

Result<Task> taskFromJson(const nlohmann::json& json)
{
    if (!json.is_object() || !json.contains("task") || !json["task"].is_string() || !json.contains("args")
        || !json.contains("target") || !json["target"].is_string()) {
        return fail(ErrorCode::Parse, "A task must be an object with \"task\", \"args\" and \"target\"");
    }
    const auto make = [&]() -> Result<Task> {
        if (json.contains("space")) {
            return foreignTaskFromJson(json);
        }
        const auto target = TRY(parseTarget(json["target"].get<std::string>()));
        const auto edits = TRY(editsFromJson(json.value("edits", nlohmann::json::array())));
        return makeTask(json["task"].get<std::string>(), json["args"], target, edits);
    };
    auto made = make();
    if (!made && (made.error().code == ErrorCode::InvalidArgument || made.error().code == ErrorCode::NotFound)) {
        made.error().code = ErrorCode::Corrupt; // the file is at fault, not the caller
    }
    return made;
}

namespace {

/// "64x56x56 -> 64, 3x3 s2"; nullopt: these are not the arguments of a convolution.
std::optional<std::string> convolutionText(const Task& task)
{
    const auto isNamed = [&](const char* part) { return task.name.find(part) != std::string::npos; };
    if (!isNamed("conv2d")) {
        return std::nullopt;
    }
    ArgumentReader reader(task.name, task.args);
    const bool hasLayouts = task.args.size() > 6 && task.args[5].is_string() && task.args[6].is_string();
    const Conv2d conv = isNamed("conv2d_nhwc") ? readConv2dNhwc(reader) : readConv2d(reader, isNamed("depthwise"), hasLayouts);
    if (reader.error()) {
        return std::nullopt;
    }
    std::string text = conv.n == 1 ? "" : fmt::format("batch {}: ", conv.n);
    text += fmt::format("{}x{}x{} -> {}, {}x{}", conv.c, conv.h, conv.w, conv.k, conv.r, conv.s);
    const auto [down, across] = conv.stride;
    return text + (down != across ? fmt::format(" s{}x{}", down, across) : down > 1 ? fmt::format(" s{}", down) : "");
}

/// "512 -> 1000"; nullopt: these are not the arguments of a dense layer.
std::optional<std::string> denseText(const Task& task)
{
    if (!task.name.starts_with("dense")) {
        return std::nullopt;
    }
    ArgumentReader reader(task.name, task.args);
    const auto data = reader.tensor(0, "data", {2});
    const auto weights = reader.tensor(1, "weight", {2});
    if (reader.error()) {
        return std::nullopt;
    }
    const std::string batch = data.shape[0] == 1 ? "" : fmt::format("batch {}: ", data.shape[0]);
    return fmt::format("{}{} -> {}", batch, data.shape[1], weights.shape[0]);
}

} // namespace

std::string shapeText(const Task& task)
{
    for (const auto& text : {convolutionText(task), denseText(task)}) {
        if (text) {
            return *text;
        }
    }
    std::vector<std::string> parts;
    for (const auto& argument : task.args) {
        if (argument.is_array() && argument.size() == 3 && argument[0] == "TENSOR") {
            parts.push_back(fmt::format("{}", fmt::join(argument[1].get<std::vector<int64_t>>(), "x")));
        } else if (argument.is_number_integer()) {
            parts.push_back(std::to_string(argument.get<int64_t>()));
        } else if (argument.is_object()) { // sizes given to a schedule by hand
            for (const auto& [name, value] : argument.items()) {
                parts.push_back(name + "=" + value.dump());
            }
        }
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string kernelKey(const Task& task, const ConfigEntity& entity)
{
    return kernelKey({{"task", task.name}, {"args", task.args}, {"target", task.target.text}}, entity);
}

std::string kernelKey(nlohmann::json task, const ConfigEntity& entity)
{
    for (const char* member : {"edits", "space", "operations"}) {
        task.erase(member);
    }
    return task.dump() + " " + entityToJson(entity).dump();
}

std::string kernelKey(const Task& task, int64_t index)
{
    const auto entity = task.space.at(index);
    return entity ? kernelKey(task, *entity)
                  : fmt::format("{} none: {} of {}", workloadKey(task), index, editsToJson(task.edits).dump());
}

} // namespace knobscope
