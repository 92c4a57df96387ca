// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/edit.h"
#include "core/space/editset.h"
#include "core/task/task.h"
#include "tests/fuzz/readers.h"

namespace knobscope::fuzz {

namespace {

const ConfigSpace& editedSpace()
{
    static const Task task =
        makeTask("conv2d_NCHWc.x86",
                 nlohmann::json::parse(R"([["TENSOR", [1, 64, 56, 56], "float32"], ["TENSOR", [64, 64, 3, 3], "float32"], [1, 1],
                                           [1, 1, 1, 1], [1, 1], "NCHW", "NCHW", "float32"])"),
                 parseTarget("llvm").value())
            .value();
    return task.space;
}

} // namespace

/// Reads edits, one per line: writes and reads them again, and applies them to a convolution's space.
void readEditText(std::string_view input)
{
    std::vector<SpaceEdit> edits;
    while (!input.empty() && edits.size() < 8) {
        const std::string_view line = takeLine(input);
        auto edit = parseEdit(line);
        if (!edit) {
            require(!edit.error().message.empty(), "A refusal without a word");
            continue;
        }
        const std::string text = editText(*edit);
        const auto again = parseEdit(text);
        require(again.has_value(), again ? "" : text + ": " + again.error().message);
        require(*again == *edit, text + ": written and read it is another edit");
        edits.push_back(*std::move(edit));
    }
    require(editsFromJson(editsToJson(edits)).has_value(), "Edits that cannot be kept");
    const auto space = applyEdits(editedSpace(), edits);
    if (!space) {
        return;
    }
    (void)space->text();
    (void)space->validCount();
    const auto sorted = applyEdits(editedSpace(), EditSet(edits).list());
    require(sorted.has_value(), sorted ? "" : "Sorted they cannot be made: " + sorted.error().message);
    require(sorted->rangeLength() == space->rangeLength(), "Sorted they make a space of another length");
}

} // namespace knobscope::fuzz
