// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/recordedspace.h"
#include "tests/fuzz/readers.h"

namespace knobscope::fuzz {

/// Reads a .space file; computes its figures, writes it and reads it again.
void readRecordedSpaceText(std::string_view input)
{
    const auto space = parseRecordedSpace(input, "it");
    if (!space) {
        return;
    }
    (void)space->bestFlops();
    (void)space->countAtLeast(0.9);
    (void)space->failures();
    (void)space->isSparse();
    const std::string text = recordedText(*space);
    const auto again = parseRecordedSpace(text, "what was written");
    require(again.has_value(), again ? "" : again.error().message);
    require(recordedText(*again) == text, "Written again it is another text");
}

} // namespace knobscope::fuzz
