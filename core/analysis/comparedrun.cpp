// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/comparedrun.h"

#include "core/json/member.h"
#include "core/record/log.h"
#include "core/record/upgrade.h"
#include "core/store/filehead.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

namespace knobscope {

namespace {

/// A damaged file may hold any number.
void makeFinite(std::vector<TrialPoint>& trials)
{
    for (TrialPoint& trial : trials) {
        if (trial.errorNo != 0 || !std::isfinite(trial.gflops) || trial.gflops < 0) {
            trial.gflops = 0;
        }
        if (!std::isfinite(trial.timestamp)) {
            trial.timestamp = 0;
        }
    }
}

std::vector<Sentence> groupOf(const RunRow& row, const nlohmann::json& task)
{
    std::vector<Sentence> group{Sentence(row.tuner)};
    const auto edits = editsFromJson(memberOr(task, "edits", nlohmann::json::array()));
    if (edits && !edits->empty()) {
        std::vector<std::string> texts;
        for (const SpaceEdit& edit : *edits) {
            texts.push_back(editText(edit));
        }
        group.emplace_back(fmt::format("{}", fmt::join(texts, "; ")));
    }
    const auto measuring = memberOr(row.options, "measure", nlohmann::json());
    if (const int threads = memberOr(measuring, "threads", 1); threads > 1) {
        group.push_back(phrase("{} threads", threads));
    }
    if (memberOr(measuring, "cold_weights", false)) {
        group.push_back(phrase("cold weights"));
    }
    if (const std::string device = memberOr(measuring, "device", std::string()); !device.empty()) {
        group.emplace_back(device);
    }
    return group;
}

/// Runs of one workload for several targets are several groups.
void nameTargets(std::vector<ComparedRun>& runs)
{
    std::map<std::string, std::set<std::string>> targets;
    for (const ComparedRun& run : runs) {
        targets[run.workload].insert(run.target);
    }
    for (ComparedRun& run : runs) {
        if (targets[run.workload].size() > 1) {
            run.group.emplace_back(run.target);
        }
    }
}

const TrialPoint* bestOf(const SharedTrials& trials)
{
    const auto best = std::max_element(trials.begin(), trials.end(),
                                       [](const TrialPoint& a, const TrialPoint& b) { return a.gflops < b.gflops; });
    return best == trials.end() || best->gflops <= 0 ? nullptr : &*best;
}

Result<ComparedRun> readRun(Project& project, const RunRow& row, const TaskRow& task)
{
    auto points = TRY(project.points(row.id));
    ComparedRun run;
    run.name = fmt::format("run {}", row.id);
    run.source = project.path();
    run.run = row.id;
    run.label = task.label;
    run.workload = memberOr(task.task, "task", std::string()) + " " + memberOr(task.task, "args", nlohmann::json::array()).dump();
    run.target = memberOr(task.task, "target", std::string());
    run.tuner = row.tuner;
    run.isByHand = row.tuner == byHandName;
    run.seed = row.seed;
    run.group = groupOf(row, task.task);
    run.started = row.started;
    run.isCutShort = (row.state == "stopped" || row.state == "killed") && (row.budget == 0 || row.trials < row.budget);
    makeFinite(points);
    run.trials = std::move(points);
    if (const TrialPoint* best = bestOf(run.trials)) {
        const auto rows = project.trials(row.id, best - run.trials.data(), 1);
        auto entity = rows && !rows->empty() ? entityFromJson(rows->front().entity) : fail(ErrorCode::NotFound, "none");
        if (entity) {
            entity->index = best->index;
            run.bestEntity = std::move(*entity);
        }
    }
    return run;
}

/// A log's records become runs, a task each.
class LogRuns
{
public:
    explicit LogRuns(std::string path)
        : m_path(std::move(path))
    {
    }

    void add(const TuningRecord& record)
    {
        const auto upgraded = upgradeRecord(record);
        if (!upgraded) {
            leaveOut(upgraded.error());
            return;
        }
        Entry* entry = entryOf(*upgraded);
        if (!entry) {
            return;
        }
        ComparedRun& run = entry->run;
        TrialPoint point;
        point.number = static_cast<int64_t>(run.trials.size()) + 1;
        point.index = upgraded->entity.index.value_or(-1);
        point.errorNo = upgraded->errorNo;
        point.timestamp = upgraded->timestamp;
        point.gflops = upgraded->isUsable() && upgraded->meanCost() > 0 ? entry->flops / upgraded->meanCost() / 1e9 : 0;
        if (run.trials.empty()) {
            run.started = upgraded->timestamp - upgraded->allCost;
        }
        if (std::isfinite(point.gflops) && point.gflops > entry->best) {
            entry->best = point.gflops;
            run.bestEntity = upgraded->entity;
        }
        run.trials.push_back(point);
    }

    ComparedRuns take()
    {
        ComparedRuns all;
        for (Entry& entry : m_entries) {
            makeFinite(entry.run.trials.own());
            all.runs.push_back(std::move(entry.run));
        }
        for (const auto& [words, left] : m_leftOut) {
            all.problems.push_back(phrase("{}: {} records left out: {}", m_path, left.count, left.why));
        }
        return all;
    }

private:
    struct Entry {
        ComparedRun run;
        double flops = 0;
        double best = 0;
    };

    struct LeftOut {
        Sentence why;
        int64_t count = 0;
    };
    void leaveOut(const Sentence& why)
    {
        LeftOut& left = m_leftOut.try_emplace(why.message, LeftOut{why, 0}).first->second;
        ++left.count;
    }

    Entry* entryOf(const TuningRecord& record)
    {
        const std::string key = record.target + '\n' + record.task + record.args.dump() + record.edits.dump();
        if (const auto known = m_byKey.find(key); known != m_byKey.end()) {
            if (!known->second) {
                leaveOut(m_whyNot[key]);
                return nullptr;
            }
            return &m_entries[*known->second];
        }
        const auto target = parseTarget(record.target);
        const auto task = target ? makeTask(record.task, record.args, *target) : fail(target);
        if (!task || task->autotvmFlops <= 0) {
            m_byKey[key] = std::nullopt;
            m_whyNot[key] = task ? phrase("{} has no count of FLOPs", record.task) : Sentence(task.error());
            leaveOut(m_whyNot[key]);
            return nullptr;
        }
        Entry entry;
        entry.flops = task->autotvmFlops;
        entry.run.name = std::filesystem::path(m_path).filename().string();
        entry.run.source = m_path;
        entry.run.label = fmt::format("{} {}", task->name, shapeText(*task));
        entry.run.workload = task->name + " " + task->args.dump();
        entry.run.target = task->target.text;
        entry.run.group = {Sentence(std::filesystem::path(m_path).stem().string())};
        m_byKey[key] = m_entries.size();
        m_entries.push_back(std::move(entry));
        return &m_entries.back();
    }

    std::string m_path;
    std::vector<Entry> m_entries;
    std::map<std::string, std::optional<size_t>> m_byKey;
    std::map<std::string, Sentence> m_whyNot;
    std::map<std::string, LeftOut> m_leftOut; ///< by the reason's words
};

} // namespace

std::string ComparedRun::groupName() const
{
    return fmt::format("{}", fmt::join(group, ", "));
}

double ComparedRun::bestGflops() const
{
    const TrialPoint* best = bestOf(trials);
    return best ? best->gflops : 0;
}

Result<ComparedRuns> runsOfProject(const std::string& path, std::span<const int64_t> numbers)
{
    auto project = TRY(Project::open(path, Project::Mode::ReadOnly));
    const auto rows = TRY(project.runs());
    const auto tasks = TRY(project.tasks());
    for (const int64_t number : numbers) {
        if (std::none_of(rows.begin(), rows.end(), [&](const RunRow& row) { return row.id == number; })) {
            return fail(ErrorCode::NotFound, "{} has no run {}; it has {}", path, number, rows.size());
        }
    }
    ComparedRuns all;
    for (const RunRow& row : rows) {
        if (!numbers.empty() && std::find(numbers.begin(), numbers.end(), row.id) == numbers.end()) {
            continue;
        }
        const auto task = std::find_if(tasks.begin(), tasks.end(), [&](const TaskRow& t) { return t.id == row.task; });
        auto run = task == tasks.end() ? fail(ErrorCode::Corrupt, "{}: run {} belongs to no task", path, row.id)
                                       : readRun(project, row, *task);
        if (run) {
            all.runs.push_back(std::move(*run));
        } else {
            all.problems.push_back(run.error());
        }
    }
    nameTargets(all.runs);
    return all;
}

Result<ComparedRuns> runsOfLog(const std::string& path)
{
    const auto log = TRY(readLog(path));
    LogRuns runs(path);
    for (const TuningRecord& record : log.records) {
        runs.add(record);
    }
    ComparedRuns all = runs.take();
    if (log.problemCount > 0) {
        const LogProblem& first = log.problems.front();
        all.problems.push_back(
            phrase("{}: {} lines could not be read; line {}: {}", path, log.problemCount, first.line, first.why));
    }
    if (all.runs.empty()) {
        return all.problems.empty()
                 ? fail(ErrorCode::Parse, "{} holds no AutoTVM record that can be compared; it is empty", path)
                 : fail(ErrorCode::Parse, "{} holds no AutoTVM record that can be compared ({})", path, all.problems.front());
    }
    return all;
}

Result<ComparedRuns> runsOfFile(const std::string& path)
{
    const auto head = TRY(fileHead(path, 16));
    return beginsSqlite(head) ? runsOfProject(path) : runsOfLog(path);
}

} // namespace knobscope
