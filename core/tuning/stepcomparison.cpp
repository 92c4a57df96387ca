// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/stepcomparison.h"

#include "core/base/statistics.h"
#include "core/graph/graph.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace knobscope {

namespace {

constexpr int kTurns = 5;

bool isSameStep(const NetworkStep& a, const NetworkStep& b)
{
    return a.name == b.name && (a.op == "layout") == (b.op == "layout");
}

/// "conv2d_tiles_NCHWc.x86, NCHW8c".
std::string kernelText(const NetworkStep& step)
{
    return step.task.empty() ? step.layout : step.task + ", " + step.layout;
}

TableCell millisecondsCell(std::optional<double> seconds)
{
    return seconds ? TableCell(*seconds * 1e3) : TableCell();
}

} // namespace

Result<std::array<std::vector<double>, 2>> profileInTurn(NetworkRunner& before, NetworkRunner& after, int runs,
                                                         const std::atomic<bool>* stop)
{
    const int each = std::max(1, runs / kTurns);
    std::array<std::vector<std::vector<double>>, 2> samples; // of each step
    for (int turn = 0; turn <= kTurns; ++turn) {
        for (const size_t which : {size_t{0}, size_t{1}}) {
            const auto seconds = TRY((which == 0 ? before : after).profile(each, stop));
            samples[which].resize(seconds.size());
            for (size_t s = 0; turn > 0 && s < seconds.size(); ++s) { // the first turn warms caches and clocks
                samples[which][s].push_back(seconds[s]);
            }
        }
    }
    std::array<std::vector<double>, 2> medians;
    for (const size_t which : {size_t{0}, size_t{1}}) {
        for (const std::vector<double>& step : samples[which]) {
            medians[which].push_back(median(step));
        }
    }
    return medians;
}

Table stepComparison(const ProfiledSteps& before, const ProfiledSteps& after)
{
    Table table({{"name", "step"},
                 {"before_milliseconds", "ms before", "{:.4f}"},
                 {"after_milliseconds", "ms after", "{:.4f}"},
                 {"change_milliseconds", "change, ms", "{:+.4f}"},
                 {"op", "operators"},
                 {"before_kernel", "kernel before"},
                 {"after_kernel", "kernel after"}});
    const auto add = [&](const NetworkStep* was, std::optional<double> old, const NetworkStep* is, std::optional<double> now) {
        const NetworkStep& step = is ? *is : *was;
        table.add({TableCell(step.name, quotedName(step.name)), millisecondsCell(old), millisecondsCell(now),
                   (now.value_or(0) - old.value_or(0)) * 1e3, step.op, was ? TableCell(kernelText(*was)) : TableCell(),
                   is ? TableCell(kernelText(*is)) : TableCell()});
    };
    size_t next = 0; // of `before`
    for (size_t s = 0; s < after.seconds.size(); ++s) {
        const NetworkStep& step = after.report.steps[s];
        size_t found = next;
        while (found < before.seconds.size() && !isSameStep(before.report.steps[found], step)) {
            ++found;
        }
        if (found == before.seconds.size()) {
            add(nullptr, std::nullopt, &step, after.seconds[s]);
            continue;
        }
        for (; next < found; ++next) {
            add(&before.report.steps[next], before.seconds[next], nullptr, std::nullopt);
        }
        add(&before.report.steps[found], before.seconds[found], &step, after.seconds[s]);
        next = found + 1;
    }
    for (; next < before.seconds.size(); ++next) {
        add(&before.report.steps[next], before.seconds[next], nullptr, std::nullopt);
    }
    return table;
}

} // namespace knobscope
