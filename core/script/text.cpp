// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/text.h"

#include "core/base/numbertext.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr std::string_view kPlacePattern = "Line {}, column {}: {}";

/// The part of a sentence that errorAt() made; null if there is none.
const Sentence* placedPart(const Sentence& error)
{
    if (error.pattern == kPlacePattern && error.arguments.size() == 3) {
        return &error;
    }
    for (const Sentence& part : error.arguments) {
        if (const Sentence* found = placedPart(part)) {
            return found;
        }
    }
    return nullptr;
}

bool isStep(const PrimitiveLine& line)
{
    return line.isEnabled && !line.isName();
}

} // namespace

Error errorAt(const TextPlace& place, ErrorCode code, const Sentence& why)
{
    return {code, phrase("Line {}, column {}: {}", place.line, place.column, why)};
}

std::optional<TextPlace> placeOf(const Sentence& error)
{
    const Sentence* placed = placedPart(error);
    if (!placed) {
        return std::nullopt;
    }
    return TextPlace{parseNumber<size_t>(placed->arguments[0].message).value_or(1),
                     parseNumber<size_t>(placed->arguments[1].message).value_or(1)};
}

Sentence withoutPlace(const Sentence& error)
{
    const Sentence* placed = placedPart(error);
    return placed ? placed->arguments[2] : error;
}

size_t ScheduleText::stepCount() const
{
    return static_cast<size_t>(std::ranges::count_if(lines, isStep));
}

std::optional<size_t> ScheduleText::lineOfStep(size_t step) const
{
    for (size_t i = 0; i < lines.size() && step > 0; ++i) {
        step -= isStep(lines[i]) ? 1 : 0;
        if (step == 0) {
            return i;
        }
    }
    return std::nullopt;
}

} // namespace knobscope
