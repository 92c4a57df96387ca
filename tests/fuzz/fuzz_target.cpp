// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/targetdevice.h"
#include "core/target/targetoptions.h"
#include "core/task/task.h"
#include "tests/fuzz/readers.h"

namespace knobscope::fuzz {

/// Reads a target as written by users and records. Does not ask LLVM, which only workers call.
void readTargetText(std::string_view input)
{
    const auto target = parseTarget(input);
    const std::string respelt = withTripleSpelling(input);
    require(withTripleSpelling(respelt) == respelt, "Spelt anew twice it is another text");
    if (!target) {
        require(!target.error().message.empty(), "A refusal without a word");
        return;
    }
    const auto again = parseTarget(target->text);
    require(again.has_value(), again ? "" : "Its canonical text is refused: " + target->text + ": " + again.error().message);
    require(again->text == target->text, "Read again it is another target: " + target->text + ", " + again->text);
    require(again->attrs == target->attrs && again->keys == target->keys && again->kind == target->kind,
            "Of the same text, but another target: " + target->text);
    (void)target->model();
    (void)checkTargetOptions(*target);
    (void)checkModel(*target);
    (void)architectureOf(*target);
    (void)checkArchitecture(*target, deviceOf(*target));
    (void)deviceOf(*target).limitsOf();
}

} // namespace knobscope::fuzz
