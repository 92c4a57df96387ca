// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/comparedrun.h"

#include "core/base/member.h"
#include "core/record/log.h"
#include "core/record/reach.h"
#include "core/record/upgrade.h"
#include "core/store/filehead.h"
#include "core/tuner/pruner.h"
#include "core/tuning/storedrun.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

namespace knobscope {

namespace {

/// Adds "pop_size = 50" for each parameter that differs from the tuner's default.
void nameParameters(const RunRow& row, std::vector<Sentence>& group)
{
    nlohmann::json usual;
    const auto all = tuners();
    if (const auto tuner = std::ranges::find(all, row.tuner, &TunerDescription::name); tuner != all.end()) {
        for (const TunerParameter& parameter : tuner->parameters) {
            usual[parameter.name] = parameterValue(parameter, parameter.defaultValue);
        }
    }
    for (const auto& [name, value] : row.parameters.items()) {
        if (value != memberOr(usual, name.c_str(), nlohmann::json())) {
            group.emplace_back(fmt::format("{} = {}", name, value.is_string() ? value.get<std::string>() : value.dump()));
        }
    }
}

/// Adds the pruning of slow configs if it differs from the default: on for CPUs, off for GPUs and random search.
void namePruning(const std::string& text, bool isUsual, std::vector<Sentence>& group)
{
    const double usual = isUsual ? PruneOptions::kDefaultFactor : 0;
    const double factor = text == "auto" ? usual : parsePruneOptions(text).value_or(PruneOptions()).factor;
    if (factor != usual) {
        group.push_back(factor > 0 ? phrase("pruning at {}", factor) : phrase("no pruning"));
    }
}

std::vector<Sentence> groupOf(const RunRow& row, const nlohmann::json& task)
{
    std::vector<Sentence> group{Sentence(row.tuner)};
    nameParameters(row, group);
    const RunOptions run = runOptionsOf(row);
    if (memberOr(row.options, "run", nlohmann::json()).is_object()) {
        const bool isCpu = memberOr(task, "target", std::string()).starts_with("llvm");
        namePruning(run.prune, isCpu && row.tuner != "random", group);
    }
    const auto edits = editsFromJson(memberOr(task, "edits", nlohmann::json::array()));
    if (edits && !edits->empty()) {
        std::vector<std::string> texts;
        for (const SpaceEdit& edit : *edits) {
            texts.push_back(editText(edit));
        }
        group.emplace_back(fmt::format("{}", fmt::join(texts, "; ")));
    }
    const MeasureOptions measuring = measuringOf(row);
    if (measuring.threads > 1) {
        group.push_back(phrase("{} (thread|threads)", measuring.threads));
    }
    if (measuring.coldWeights) {
        group.push_back(phrase("cold weights"));
    }
    if (!measuring.device.empty()) {
        group.emplace_back(measuring.device);
    }
    std::vector<int64_t> first = run.seeds;
    const auto warm = memberOr(row.options, "warm_start", nlohmann::json());
    if (warm.is_object() && memberOr(warm, "used", memberOr(warm, "usable", int64_t{1})) > 0) {
        group.push_back(phrase("warm start"));
    }
    if (memberOr(warm, "kept", int64_t{0}) > 0 && !first.empty()) {
        first.erase(first.begin()); // the best of the kept results, not chosen by the user
    }
    if (!first.empty()) {
        group.push_back(phrase("first {}", fmt::format("{}", fmt::join(first, "; "))));
    }
    return group;
}

/// Runs of one workload for several targets form one group per target.
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

Result<ComparedRun> readRun(Project& project, const RunRow& row, const TaskRow& task, RunTrials& trials)
{
    ComparedRun run;
    run.trials = TRY(trials.read(project, row.id));
    run.name = fmt::format("run {}", row.id);
    run.source = project.path();
    run.run = row.id;
    run.label = task.label;
    run.workload = memberOr(task.task, "task", std::string()) + " " + memberOr(task.task, "args", nlohmann::json::array()).dump();
    run.target = memberOr(task.task, "target", std::string());
    run.unit = speedUnitOf(task.task);
    run.tuner = row.tuner;
    run.isByHand = row.tuner == kManualTunerName;
    run.seed = row.seed;
    run.group = groupOf(row, task.task);
    run.started = row.started;
    run.isUnfinished = !run.isByHand && row.state != "finished" && (row.budget == 0 || row.trials < row.budget);
    if (const TrialPoint* best = run.best()) {
        const auto rows = project.trials(row.id, best - run.trials.begin(), 1);
        auto entity = rows && !rows->empty() ? entityFromJson(rows->front().entity) : fail(ErrorCode::NotFound, "none");
        if (entity) {
            entity->index = best->index;
            run.bestEntity = std::move(*entity);
        }
    }
    return run;
}

/// Converts a log's records to runs, one per task.
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
        const auto place = upgraded ? placeOf(*upgraded) : fail(upgraded);
        if (!place) {
            ++m_rejected.try_emplace(place.error().message, place.error(), 0).first->second.second;
            return;
        }
        auto& [run, flops, best] = m_entries[*place];
        TrialPoint point;
        point.number = static_cast<int64_t>(run.trials.size()) + 1;
        point.index = upgraded->entity.index.value_or(-1);
        point.errorNo = upgraded->errorNo;
        point.timestamp = upgraded->timestamp;
        point.gflops = upgraded->isUsable() && !m_reach.whyBeyond(*upgraded) ? flops / upgraded->meanCost() / 1e9 : 0;
        if (run.trials.empty()) {
            run.started = upgraded->timestamp - upgraded->allCost;
        }
        point.makeFinite();
        if (point.gflops > best) {
            best = point.gflops;
            run.bestEntity = upgraded->entity;
        }
        run.trials.push_back(point);
    }

    ComparedRuns take()
    {
        ComparedRuns all;
        for (Entry& entry : m_entries) {
            all.runs.push_back(std::move(entry.run));
        }
        for (const auto& [text, rejected] : m_rejected) {
            all.problems.push_back(
                phrase("{}: {} (record is|records are) left out: {}", m_path, rejected.second, rejected.first));
        }
        return all;
    }

private:
    struct Entry {
        ComparedRun run;
        double flops = 0;
        double best = 0;
    };

    /// Index of the record's entry.
    Result<size_t> placeOf(const TuningRecord& record)
    {
        const std::string key = record.target + '\n' + record.task + record.args.dump() + record.edits.dump();
        const auto [known, isNew] = m_places.try_emplace(key, size_t{0});
        if (isNew) {
            known->second = begin(record);
        }
        return known->second;
    }

    Result<size_t> begin(const TuningRecord& record)
    {
        const auto target = TRY(parseTarget(record.target));
        const auto task = TRY(makeTask(record.task, record.args, target));
        if (task.autotvmFlops <= 0) {
            return fail(ErrorCode::Unsupported, "{} has no FLOP count", record.task);
        }
        Entry& entry = m_entries.emplace_back();
        entry.flops = task.autotvmFlops;
        entry.run.name = std::filesystem::path(m_path).filename().string();
        entry.run.source = m_path;
        entry.run.label = fmt::format("{} {}", task.name, shapeText(task));
        entry.run.workload = task.name + " " + task.args.dump();
        entry.run.target = task.target.text;
        entry.run.group = {Sentence(std::filesystem::path(m_path).stem().string())};
        return m_entries.size() - 1;
    }

    std::string m_path;
    Reach m_reach;
    std::vector<Entry> m_entries;
    std::map<std::string, Result<size_t>> m_places;
    std::map<std::string, std::pair<Sentence, int64_t>> m_rejected; ///< reason and number of records, by the reason's text
};

} // namespace

std::string ComparedRun::groupName() const
{
    return fmt::format("{}", fmt::join(group, ", "));
}

const TrialPoint* ComparedRun::best() const
{
    const TrialPoint* best = std::ranges::max_element(trials, {}, &TrialPoint::gflops);
    return best == trials.end() || best->gflops <= 0 ? nullptr : best;
}

Result<ComparedRuns> runsOfProject(const std::string& path, std::span<const int64_t> numbers, RunTrials* shared)
{
    auto project = TRY(Project::open(path, Project::Mode::ReadOnly));
    const auto rows = TRY(project.runs());
    const auto tasks = TRY(project.tasks());
    for (const int64_t number : numbers) {
        if (std::ranges::find(rows, number, &RunRow::id) == rows.end()) {
            return fail(ErrorCode::NotFound, "{} has no run {}; it has {}", path, number, rows.size());
        }
    }
    RunTrials own;
    ComparedRuns all;
    for (const RunRow& row : rows) {
        if (!numbers.empty() && std::ranges::find(numbers, row.id) == numbers.end()) {
            continue;
        }
        const auto task = std::ranges::find(tasks, row.task, &TaskRow::id);
        auto run = task == tasks.end() ? fail(ErrorCode::Corrupt, "{}: run {} belongs to no task", path, row.id)
                                       : readRun(project, row, *task, shared ? *shared : own);
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
        all.problems.push_back(log.problemCount == 1 ? phrase("{}: line {} cannot be read: {}", path, first.line, first.why)
                                                     : phrase("{}: {} lines cannot be read; line {}: {}", path, log.problemCount,
                                                              first.line, first.why));
    }
    if (all.runs.empty()) {
        return all.problems.empty()
                 ? fail(ErrorCode::Parse, "{} contains no AutoTVM record that can be compared; it is empty", path)
                 : fail(ErrorCode::Parse, "{} contains no AutoTVM record that can be compared ({})", path, all.problems.front());
    }
    return all;
}

Result<ComparedRuns> runsOfFile(const std::string& path)
{
    const auto head = TRY(fileHead(path, 16));
    return beginsSqlite(head) ? runsOfProject(path) : runsOfLog(path);
}

} // namespace knobscope
