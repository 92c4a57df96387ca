// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/trialcondition.h"
#include "tests/fuzz/readers.h"

namespace knobscope::fuzz {

/// Reads conditions on trials in the syntax of --where, one per line, and queries a small task's trials.
void readFilterText(std::string_view input)
{
    static const Task task = makeTask("tutorial/matmul", {16, 16, 16, "float32"}, parseTarget("llvm").value()).value();
    std::vector<TrialFilter> filters;
    while (!input.empty() && filters.size() < 8) {
        auto filter = parseTrialFilter(takeLine(input));
        if (!filter) {
            require(!filter.error().message.empty(), "A refusal without a word");
            continue;
        }
        (void)filterValueText(filter->value);
        (void)checkFilter(*filter, task);
        filters.push_back(*std::move(filter));
    }
    const TrialCondition condition(filters, 1, &task);
    const TrialCondition withoutTask(filters, 1, nullptr);
    const int64_t last = task.space.rangeLength() - 1;
    for (const int64_t index : {int64_t{-1}, int64_t{0}, last / 2, last, last + 1, INT64_MAX}) {
        for (const int error : {0, 4}) {
            const TrialPoint trial{1, index, 1.5, error, 1.7e9};
            const bool holds = condition.matches(trial);
            require(!holds || !condition.matchesNothing(), "It holds for none and for one");
            (void)withoutTask.matches(trial);
        }
    }
}

} // namespace knobscope::fuzz
