// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/foreigntask.h"

#include "core/base/member.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr double kOperationsIfUnknown = 1e9; // 1e9 / seconds / 1e9: calls per second
constexpr double kMaxOperations = 1e21;
constexpr int64_t kMaxConfigs = 10'000'000;

/// Numbers of configs as lengths: skipped, kept, skipped, kept …
nlohmann::json lengthsOf(const std::unordered_set<int64_t>& points)
{
    std::vector<int64_t> sorted(points.begin(), points.end());
    std::ranges::sort(sorted);
    nlohmann::json lengths = nlohmann::json::array();
    int64_t next = 0; // after the last run of configs
    for (size_t i = 0; i < sorted.size();) {
        size_t end = i + 1;
        while (end < sorted.size() && sorted[end] == sorted[end - 1] + 1) {
            ++end;
        }
        lengths.push_back(sorted[i] - next);
        lengths.push_back(static_cast<int64_t>(end - i));
        next = sorted[end - 1] + 1;
        i = end;
    }
    return lengths;
}

Result<std::unordered_set<int64_t>> pointsOf(const nlohmann::json& lengths, int64_t range)
{
    std::unordered_set<int64_t> points;
    int64_t at = 0;
    for (size_t i = 0; i < lengths.size(); ++i) {
        const auto length = valueOr<int64_t>(lengths[i], -1);
        if (length < 0 || length > range - at || (i % 2 == 1 && static_cast<int64_t>(points.size()) + length > kMaxConfigs)) {
            return fail(ErrorCode::Corrupt, "The list of configs of a task that another tuner measured is damaged at entry {}",
                        i + 1);
        }
        for (int64_t k = 0; i % 2 == 1 && k < length; ++k) {
            points.insert(at + k);
        }
        at += length;
    }
    return points;
}

Result<ConfigSpace> spaceFromJson(const nlohmann::json& json)
{
    ConfigSpace space;
    const nlohmann::json knobs = memberOr(json, "knobs", nlohmann::json());
    for (size_t i = 0; knobs.is_array() && i < knobs.size(); ++i) {
        const nlohmann::json& entry = knobs[i];
        OtherKnob knob;
        const bool isKnob = entry.is_array() && entry.size() == 2 && entry[0].is_string() && entry[1].is_array();
        for (size_t k = 0; isKnob && k < entry[1].size(); ++k) {
            if (const auto value = otherFromJson(entry[1][k])) {
                knob.candidates.push_back(*value);
            }
        }
        if (!isKnob || knob.candidates.size() != entry[1].size()) {
            return fail(ErrorCode::Corrupt, "Knob {} of a task that another tuner measured is damaged", i + 1);
        }
        auto made = TRY(Knob::make(entry[0].get<std::string>(), std::move(knob)));
        TRY(space.define(std::move(made)));
    }
    const nlohmann::json lengths = memberOr(json, "configs", nlohmann::json());
    auto points = TRY(pointsOf(lengths.is_array() ? lengths : nlohmann::json::array(), space.rangeLength()));
    TRY(space.keepOnly(std::move(points)));
    return space;
}

} // namespace

Task foreignTask(std::string kernel, nlohmann::json sizes, std::string device, ConfigSpace space, double operations)
{
    Task task;
    task.name = std::move(kernel);
    task.args = std::move(sizes);
    task.target.text = std::move(device);
    task.templateSpace = space;
    task.space = std::move(space);
    const bool isKnown = operations > 0 && operations < kMaxOperations;
    task.autotvmFlops = isKnown ? operations : kOperationsIfUnknown;
    task.plainFlops = isKnown ? operations : 0;
    task.isGpu = true; // no loop nest for a CPU
    return task;
}

bool isForeign(const Task& task)
{
    return task.templateSpace.listed() != nullptr;
}

bool hasOperations(const Task& task)
{
    return !isForeign(task) || task.plainFlops > 0;
}

void foreignMembersToJson(const Task& task, nlohmann::json& json)
{
    nlohmann::json knobs = nlohmann::json::array();
    for (const Knob& knob : task.space.knobs()) {
        nlohmann::json values = nlohmann::json::array();
        for (const KnobValue& value : knob.candidates()) {
            values.push_back(valueToJson(value));
        }
        knobs.push_back({knob.name(), std::move(values)});
    }
    json["space"] = {{"knobs", std::move(knobs)}, {"configs", lengthsOf(*task.templateSpace.listed())}};
    json["operations"] = task.plainFlops;
}

Result<Task> foreignTaskFromJson(const nlohmann::json& json)
{
    if (const nlohmann::json edits = memberOr(json, "edits", nlohmann::json::array()); !edits.empty()) {
        return fail(ErrorCode::Unsupported, "The space of {} was measured by another tuner and cannot be edited",
                    memberOr(json, "task", std::string()));
    }
    auto space = TRY(spaceFromJson(memberOr(json, "space", nlohmann::json())));
    const nlohmann::json given = memberOr(json, "args", nlohmann::json());
    nlohmann::json sizes = nlohmann::json::array();
    for (size_t i = 0; given.is_array() && i < given.size(); ++i) {
        if (given[i].is_number_integer()) {
            sizes.push_back(given[i]);
        }
    }
    return foreignTask(memberOr(json, "task", std::string()), std::move(sizes), memberOr(json, "target", std::string()),
                       std::move(space), memberOr(json, "operations", 0.0));
}

} // namespace knobscope
