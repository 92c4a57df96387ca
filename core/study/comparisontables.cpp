// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/comparisontables.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

/// A value that is infinite if it was not reached.
TableCell reachCell(double value)
{
    return std::isfinite(value) ? TableCell(value) : TableCell(nullptr, phrase("not reached"));
}

/// "ga is faster".
Sentence briefVerdict(const TaskComparison& task)
{
    for (const Verdict& v : task.verdicts) {
        if (v.kind == Verdict::Kind::TooFewRuns) {
            return phrase("too few runs to tell");
        }
        if (v.kind == Verdict::Kind::NoDifference) {
            return phrase("no difference");
        }
        if (v.kind == Verdict::Kind::NothingWorked) {
            return phrase("nothing to compare");
        }
    }
    if (task.verdicts.empty()) {
        return task.best > 0 ? phrase("one group only") : phrase("all failed");
    }
    const Verdict& first = task.verdicts.front();
    const std::string& leader = task.groups[first.leader].name;
    return first.byFinal ? phrase("{} is better", leader) : phrase("{} is faster", leader);
}

} // namespace

Table reachTable(const TaskComparison& task)
{
    std::vector<TableColumn> columns{{"group", phrase("group")}, {"runs", phrase("runs"), "{}"}};
    for (const double share : kReachShares) {
        const std::string percent = fmt::format("{:.0f}", 100 * share);
        columns.emplace_back("trials_to_" + percent, phrase("{} %: trials", percent), "{:.10g}");
        columns.emplace_back("seconds_to_" + percent, phrase("{} %: s", percent), "{:.1f}");
    }
    columns.emplace_back("best_gflops", phrase("best {}", unitText(task.unit)), "{:.1f}");
    columns.emplace_back("failed_share", phrase("failed"), "{:.1f} %", 100);
    Table table(std::move(columns));
    for (const GroupResult& group : task.groups) {
        Table::Row row{group.name, group.runs.size()};
        for (const GroupReach& reach : group.reach) {
            row.push_back(reachCell(reach.trials));
            row.push_back(reachCell(reach.seconds));
        }
        row.insert(row.end(), {group.medianFinal, group.failedShare});
        table.add(std::move(row));
    }
    return table;
}

Table winsTable(const Comparison& comparison)
{
    std::vector<TableColumn> columns{{"task", phrase("task")}};
    for (const std::string& group : comparison.groups) {
        columns.emplace_back("group." + group, Sentence(group), "{:.1f}");
    }
    columns.emplace_back("verdict", phrase("verdict"));
    Table table(std::move(columns));
    for (const TaskComparison& task : comparison.tasks) {
        if (task.groups.empty()) {
            continue;
        }
        Table::Row row{task.label};
        for (const std::string& name : comparison.groups) {
            const auto group = std::ranges::find(task.groups, name, &GroupResult::name);
            row.push_back(group == task.groups.end() ? TableCell(nullptr, phrase("no run")) : TableCell(group->medianFinal));
        }
        row.emplace_back(briefVerdict(task));
        table.add(std::move(row));
    }
    Table::Row won{phrase("Tasks won")};
    for (const int wins : comparison.wins) {
        won.emplace_back(wins, std::to_string(wins));
    }
    won.emplace_back();
    table.add(std::move(won));
    return table;
}

Table groupTable(const TaskComparison& task)
{
    const auto outcome = [](const Verdict& v, bool isLeader) {
        switch (v.kind) {
        case Verdict::Kind::Faster: return isLeader ? phrase("faster") : phrase("slower");
        case Verdict::Kind::Better: return isLeader ? phrase("better") : phrase("worse");
        case Verdict::Kind::NothingWorked: return isLeader ? phrase("only this works") : phrase("all failed");
        case Verdict::Kind::TooFewRuns:
            return phrase("{} more (run|runs)", v.runsNeeded - std::min(v.runsNeeded, isLeader ? v.leaderRuns : v.otherRuns));
        case Verdict::Kind::NoDifference: break;
        }
        return phrase("undecided");
    };
    std::vector<TableColumn> columns{{"group", phrase("group")}};
    for (const GroupResult& group : task.groups) {
        columns.emplace_back("against." + group.name, Sentence(group.name));
    }
    Table table(std::move(columns));
    for (size_t g = 0; g < task.groups.size(); ++g) {
        Table::Row row{task.groups[g].name};
        for (size_t other = 0; other < task.groups.size(); ++other) {
            const auto pair = std::ranges::find_if(task.pairs, [&](const Verdict& v) {
                return (v.leader == g && v.other == other) || (v.leader == other && v.other == g);
            });
            row.push_back(pair == task.pairs.end() ? TableCell() : TableCell(outcome(*pair, pair->leader == g)));
        }
        table.add(std::move(row));
    }
    return table;
}

} // namespace knobscope
