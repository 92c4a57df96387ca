// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/readjson.h"
#include "core/network/extract.h"
#include "core/task/task.h"
#include "tests/fuzz/readers.h"

namespace knobscope::fuzz {

namespace {

/// Makes a task from a workload in JSON, or from NETWORK:N.
Result<Task> taskOf(std::string_view text, const Target& target, std::span<const SpaceEdit> edits)
{
    static const auto networks = loadNetworks().value();
    if (!text.starts_with('[')) {
        const auto found = TRY(findTask(networks, text, target));
        return makeTask(found.task, found.args, target, edits);
    }
    auto json = readJson(text, "TASK");
    if (!json || !json->is_array() || json->empty() || !(*json)[0].is_string()) {
        return fail(ErrorCode::InvalidArgument, "no workload");
    }
    const std::string name = (*json)[0].get<std::string>();
    json->erase(0);
    return makeTask(name, *json, target, edits);
}

} // namespace

/// Reads a target, a TASK and edits, one per line.
void readTaskText(std::string_view input)
{
    const auto target = parseTarget(takeLine(input));
    const std::string_view argument = takeLine(input);
    std::vector<SpaceEdit> edits;
    while (!input.empty()) {
        if (auto edit = parseEdit(takeLine(input))) {
            edits.push_back(*std::move(edit));
        }
    }
    const auto task = target ? taskOf(argument, *target, edits) : fail(target);
    if (!task) {
        require(!task.error().message.empty(), "A refusal without a word");
        return;
    }
    (void)shapeText(*task);
    (void)kernelName(*task);
    (void)fallbackConfig(*task);
    (void)workloadKey(*task);
    const auto again = taskFromJson(taskToJson(*task));
    require(again.has_value(), again ? "" : "It cannot be made again: " + again.error().message);
    require(again->space.text() == task->space.text(), "Made again it has another space");
    const int64_t last = task->space.rangeLength() - 1;
    if (const auto entity = task->space.at(last)) {
        const auto found = task->space.indexOf(*entity);
        require(found.has_value(), "A config of its own space that it does not have");
        (void)scheduleConfig(*task, *entity);
    }
}

} // namespace knobscope::fuzz
