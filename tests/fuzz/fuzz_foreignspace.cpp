// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/foreignspace.h"
#include "tests/fuzz/readers.h"

namespace knobscope::fuzz {

/// Reads another tuner's results, plain or gzip-compressed.
void readForeignSpaceText(std::string_view input)
{
    const MemoryFile file(input.starts_with("\x1f\x8b") ? input : "");
    const auto space = input.starts_with("\x1f\x8b") ? readForeignSpace(file.path()) : parseForeignSpace(input, "it.json.gz");
    if (!space) {
        return;
    }
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
