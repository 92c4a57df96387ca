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
    return a.name == b.name && a.isTransform() == b.isTransform();
}

TableCell millisecondsCell(std::optional<double> seconds)
{
    return seconds ? TableCell(*seconds * 1e3) : TableCell();
}

} // namespace

Result<std::vector<std::vector<double>>> profileInTurn(std::span<NetworkRunner* const> networks, int runs,
                                                       const std::atomic<bool>* stop)
{
    const int each = std::max(1, runs / kTurns);
    std::vector<std::vector<std::vector<double>>> samples(networks.size()); // of each step
    for (int turn = 0; turn <= kTurns; ++turn) {
        for (size_t which = 0; which < networks.size(); ++which) {
            const auto seconds = TRY(networks[which]->profile(each, stop));
            samples[which].resize(seconds.size());
            for (size_t s = 0; turn > 0 && s < seconds.size(); ++s) { // the first turn warms caches and clocks
                samples[which][s].push_back(seconds[s]);
            }
        }
    }
    std::vector<std::vector<double>> medians(networks.size());
    for (size_t which = 0; which < networks.size(); ++which) {
        for (const std::vector<double>& step : samples[which]) {
            medians[which].push_back(median(step));
        }
    }
    return medians;
}

std::vector<std::vector<int>> alignSteps(std::span<const NetworkReport* const> states)
{
    std::vector<std::vector<int>> rows;
    const auto stepOf = [&](const std::vector<int>& row) -> const NetworkStep& {
        const auto first = std::ranges::find_if(row, [](int step) { return step >= 0; });
        return states[static_cast<size_t>(first - row.begin())]->steps[static_cast<size_t>(*first)];
    };
    for (size_t state = 0; state < states.size(); ++state) {
        size_t next = 0; // row
        for (size_t s = 0; s < states[state]->steps.size(); ++s) {
            const auto same =
                std::find_if(rows.begin() + static_cast<ptrdiff_t>(next), rows.end(),
                             [&](const std::vector<int>& row) { return isSameStep(stepOf(row), states[state]->steps[s]); });
            const auto row = same != rows.end()
                               ? same
                               : rows.insert(rows.begin() + static_cast<ptrdiff_t>(next), std::vector<int>(states.size(), -1));
            (*row)[state] = static_cast<int>(s);
            next = static_cast<size_t>(row - rows.begin()) + 1;
        }
    }
    return rows;
}

std::string kernelText(const NetworkStep& step)
{
    return step.task.empty() ? step.layout : step.task + ", " + step.layout;
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
    for (const std::vector<int>& row : alignSteps(std::array{&before.report, &after.report})) {
        const auto was = row[0] < 0 ? nullptr : &before.report.steps[static_cast<size_t>(row[0])];
        const auto is = row[1] < 0 ? nullptr : &after.report.steps[static_cast<size_t>(row[1])];
        const auto old = was ? std::optional(before.seconds[static_cast<size_t>(row[0])]) : std::nullopt;
        const auto now = is ? std::optional(after.seconds[static_cast<size_t>(row[1])]) : std::nullopt;
        const NetworkStep& step = is ? *is : *was;
        table.add({TableCell(step.name, quotedName(step.name)), millisecondsCell(old), millisecondsCell(now),
                   (now.value_or(0) - old.value_or(0)) * 1e3, step.op, was ? TableCell(kernelText(*was)) : TableCell(),
                   is ? TableCell(kernelText(*is)) : TableCell()});
    }
    return table;
}

} // namespace knobscope
