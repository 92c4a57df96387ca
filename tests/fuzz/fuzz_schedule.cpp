// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/parse.h"
#include "core/script/workload.h"
#include "core/task/handschedule.h"
#include "tests/fuzz/readers.h"

#include <algorithm>

namespace knobscope::fuzz {

namespace {

void requirePlaceWithin(const Error& error, std::string_view input)
{
    require(!error.message.empty(), "A refusal without a word");
    const auto place = placeOf(error);
    const auto lines = static_cast<size_t>(std::ranges::count(input, '\n')) + 1;
    require(!place || (place->line >= 1 && place->line <= lines && place->column >= 1 && place->column <= input.size() + 2),
            "An error outside of the text");
}

/// The primitives alone: a text that is printed has numbers in place of knobs.
std::string withoutKnobs(const Schedule& schedule)
{
    std::string out;
    for (size_t i = 1; i < schedule.primitives().size(); ++i) {
        out += fmt::format("s[{}].{}\n", schedule.primitives()[i].stage, schedule.primitives()[i].primitive);
    }
    return out;
}

/// Schedules and lowers a config, writes it as a text, and makes that a task.
void followConfig(const Task& task, int64_t index, std::string_view input)
{
    const auto entity = task.space.at(index);
    const auto schedule = entity ? scheduleConfig(task, *entity) : fail(entity);
    if (!schedule) {
        requirePlaceWithin(schedule.error(), input);
        return;
    }
    if (task.isGpu) {
        (void)lowerDeviceConfig(task, *entity);
    } else {
        (void)lowerConfig(task, *entity);
    }
    const auto text = scheduleAsText(task, *entity);
    require(text.has_value(), text ? "" : text.error().message);
    const auto workload = workloadOfText(*text, "again");
    require(workload.has_value(), workload ? "" : "Its own text is refused: " + workload.error().message + "\n" + *text);
    const auto again = makeTask(workload->name, workload->args, task.target);
    require(again.has_value(), again ? "" : "Its own text makes no task: " + again.error().message + "\n" + *text);
    const auto same = scheduleConfig(*again, again->space.at(0).value());
    require(same.has_value() && same->text() == withoutKnobs(*schedule), "Its own text makes another schedule:\n" + *text);
}

} // namespace

/// Reads a schedule by hand: makes it a task, with and without its states, and follows its first and last configs.
void readScheduleText(std::string_view input)
{
    const auto parsed = parseSchedule(input);
    if (!parsed) {
        requirePlaceWithin(parsed.error(), input);
        return;
    }
    const Target target = parseTarget(parsed->isGpu ? "cuda -arch=sm_80" : "llvm -mcpu=znver3").value();
    for (const TextSteps steps : {TextSteps::All, TextSteps::Steps}) {
        const auto workload = workloadOfText(std::string(input), "fuzzed", {}, steps);
        const auto task = workload ? makeTask(workload->name, workload->args, target) : fail(workload);
        if (!task) {
            requirePlaceWithin(task.error(), input);
            continue;
        }
        followConfig(*task, 0, input);
        followConfig(*task, task->space.rangeLength() - 1, input);
    }
}

} // namespace knobscope::fuzz
