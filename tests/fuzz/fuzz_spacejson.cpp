// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/readjson.h"
#include "core/space/spacejson.h"
#include "tests/fuzz/readers.h"

namespace knobscope::fuzz {

/// Reads knob definitions, like `space --from`.
void readSpaceDefinitions(std::string_view input)
{
    const auto json = readJson(input, "it");
    if (!json) {
        return;
    }
    const auto described = describeCase(*json);
    const auto space = spaceFromJson(*json);
    require(space.has_value() || !described, "A case is described whose space is refused");
    if (!space) {
        return;
    }
    (void)space->text();
    if (const auto count = space->validCount(); count.exact && count.low == 0) {
        return;
    }
    for (const int64_t index : {int64_t{0}, space->rangeLength() / 2, space->rangeLength() - 1}) {
        if (const auto entity = space->at(index)) {
            require(space->isValid(index), "A config that is given but not valid");
            const auto found = space->indexOf(*entity);
            require(found.has_value(), found ? "" : found.error().message);
            require(entityFromJson(entityToJson(*entity)).has_value(), "A config that cannot be read again");
        }
    }
}

} // namespace knobscope::fuzz
