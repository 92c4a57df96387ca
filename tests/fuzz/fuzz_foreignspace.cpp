// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/foreignspace.h"
#include "core/task/foreigntask.h"
#include "tests/fuzz/readers.h"

namespace knobscope::fuzz {

/// Reads another tuner's results: JSON or CSV, plain or gzip-compressed, or a database.
void readForeignSpaceText(std::string_view input)
{
    const bool isFile = input.starts_with("\x1f\x8b") || input.starts_with("SQLite format 3");
    const MemoryFile file(isFile ? input : "");
    const auto run = isFile ? readForeignRun(file.path()) : parseForeignRun(input, "it.json.gz");
    if (!run) {
        require(!run.error().message.empty(), "A refusal without a word");
        return;
    }
    const RecordedSpace* const space = &run->space;
    require(!run->trials.empty(), "A run without trials");
    for (const ForeignTrial& trial : run->trials) {
        require(space->task.space.isValid(trial.index), "A trial that is not in the space");
        require((trial.seconds > 0) == (trial.error == MeasureError::None), "A trial that both failed and worked");
    }
    const auto stored = taskFromJson(taskToJson(space->task));
    require(stored && isForeign(*stored) && stored->space.validCount() == space->task.space.validCount(),
            "A task that does not come back from a project");
    (void)space->task.space.text();
    (void)space->bestFlops();
    (void)space->completeness();
    for (const RecordedPoint& point : space->points) {
        require(space->task.space.isValid(point.index), "A point that is not in the space");
        require(space->flopsAt(point.index).has_value(), "A point that is not found by its number");
        const auto entity = space->task.space.at(point.index);
        require(entity && space->task.space.indexOf(*entity) == point.index, "A config whose number is another one");
    }
}

} // namespace knobscope::fuzz
