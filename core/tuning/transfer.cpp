// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/transfer.h"

#include "core/base/member.h"
#include "core/base/numbertext.h"
#include "core/record/log.h"
#include "core/record/reach.h"
#include "core/task/foreigntask.h"
#include "core/tuner/prior.h"
#include "core/tuning/storedrun.h"
#include "core/tuning/trialfigures.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace knobscope {

namespace {

/// Reads a log to learn from. The path may come from a project: rejects devices and pipes, which may never end.
Result<LogContents> readRegularLog(const std::string& path)
{
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        return fail(ErrorCode::InvalidArgument, "{} is not a file to learn from; name a log or a project", path);
    }
    return readLog(path);
}

constexpr size_t kMaxRecordsPerTask = 2000;

/// Maps config numbers of one space to those of another with the same knobs, by the knobs' values.
class SpaceMap
{
public:
    SpaceMap(const ConfigSpace& from, const ConfigSpace& to)
        : m_from(from)
        , m_to(to)
    {
        for (const Knob& knob : to.knobs()) {
            const Knob* const old = from.find(knob.name());
            if (!old) {
                m_digits.clear();
                return;
            }
            m_place.push_back(static_cast<size_t>(old - from.knobs().data()));
            m_digits.emplace_back();
            for (const KnobValue& value : old->candidates()) {
                m_digits.back().push_back(knob.indexOf(value).value_or(-1));
            }
        }
    }
    std::optional<int64_t> operator()(int64_t index) const
    {
        if (m_digits.size() != m_to.knobs().size() || index < 0 || index >= m_from.rangeLength()) {
            return std::nullopt;
        }
        const std::vector<int64_t> old = m_from.digits(index);
        std::vector<int64_t> digits;
        for (size_t k = 0; k < m_digits.size(); ++k) {
            digits.push_back(m_digits[k][static_cast<size_t>(old[m_place[k]])]);
            if (digits.back() < 0) {
                return std::nullopt;
            }
        }
        const int64_t mapped = m_to.indexOfDigits(digits);
        return m_to.isValid(mapped) ? std::optional(mapped) : std::nullopt;
    }

private:
    const ConfigSpace& m_from;
    const ConfigSpace& m_to;
    std::vector<size_t> m_place;
    std::vector<std::vector<int64_t>> m_digits;
};

/// Results of one task with one number of threads, from all its runs.
struct RunGroup {
    std::shared_ptr<const Task> task;
    std::string label;
    std::vector<TrialPoint> points;
    bool isKnown = false;
};

void addHistory(Transfer& out, const RunGroup& group)
{
    EarlierTask earlier{group.task, group.label, {}};
    for (const TrialPoint& point : thinned(group.points, kMaxRecordsPerTask, &TrialPoint::gflops)) {
        if (auto entity = group.task->space.at(point.index)) {
            earlier.trials.push_back({std::move(*entity), point.gflops * 1e9});
        }
    }
    if (!earlier.trials.empty()) {
        out.history.push_back(std::move(earlier));
    }
}

void addKnown(std::map<int64_t, double>& known, const RunGroup& group, const Task& task)
{
    const SpaceMap map(group.task->space, task.space);
    for (const TrialPoint& point : group.points) {
        if (const auto index = map(point.index)) {
            known[*index] = point.gflops * 1e9; // the latest counts
        }
    }
}

} // namespace

Result<Transfer> transferFrom(Project& project, const Task& task, int threads, double before)
{
    const auto rows = TRY(project.tasks());
    const auto runs = TRY(project.runs());
    std::map<int64_t, std::shared_ptr<const Task>> tasks;
    std::map<int64_t, std::string> labels;
    for (const TaskRow& row : rows) {
        if (memberOr(row.task, "task", std::string()) == task.name) {
            if (auto made = taskFromJson(row.task); made && !isForeign(*made)) {
                tasks[row.id] = std::make_shared<const Task>(std::move(*made));
                labels[row.id] = row.label;
            }
        }
    }
    std::map<std::pair<int64_t, int>, RunGroup> groups;
    int64_t records = 0;
    const std::string edits = editsToJson(task.edits).dump();
    for (const RunRow& run : runs) {
        const auto made = tasks.find(run.task);
        if (made == tasks.end() || (before > 0 && run.started >= before)) {
            continue;
        }
        auto points = TRY(measuredPoints(project, run.id));
        const int with = threadsOf(run);
        records += static_cast<int64_t>(points.size());
        RunGroup& group = groups[{run.task, with}];
        group.task = made->second;
        group.label = with == threads ? labels[run.task]
                                      : fmt::format("{} with {} {}", labels[run.task], with, with == 1 ? "thread" : "threads");
        group.isKnown = with == threads && workloadKey(*made->second) == workloadKey(task)
                     && editsToJson(made->second->edits).dump() != edits;
        for (const TrialPoint& point : points) {
            if (before <= 0 || point.timestamp < before) {
                group.points.push_back(point);
            }
        }
    }
    Transfer out;
    out.records = records;
    std::map<int64_t, double> known;
    for (const auto& [key, group] : groups) {
        group.isKnown ? addKnown(known, group, task) : addHistory(out, group);
    }
    for (const auto& [index, flops] : known) {
        out.known.push_back({index, flops});
    }
    if (!known.empty()) {
        out.sentences.push_back(phrase("{} of this space's configs were measured before its edits; their results are kept",
                                       groupedNumber(static_cast<int64_t>(known.size()))));
    }
    return out;
}

Result<Transfer> transferFromLog(const std::string& path, const Task& task)
{
    const auto log = TRY(readRegularLog(path));
    Transfer out;
    std::map<std::string, EarlierTask> tasks;
    Reach reach;
    size_t others = 0;
    size_t unusable = log.problemCount;
    out.records = static_cast<int64_t>(log.records.size() + log.problemCount);
    for (const TuningRecord& record : log.records) {
        if (record.isOldFormat() || record.task != task.name) {
            ++others;
            continue;
        }
        const std::string key = record.target + record.args.dump() + record.edits.dump();
        auto found = tasks.find(key);
        if (found == tasks.end()) {
            const auto target = parseTarget(record.target);
            const auto edits = record.edits.is_null() ? Result<std::vector<SpaceEdit>>({}) : editsFromJson(record.edits);
            auto made = target && edits ? makeTask(record.task, record.args, *target, *edits)
                                        : Result<Task>(fail(ErrorCode::Parse, "{}", record.target));
            EarlierTask earlier;
            if (made) {
                earlier.label = shapeText(*made);
                earlier.task = std::make_shared<const Task>(std::move(*made));
            }
            found = tasks.emplace(key, std::move(earlier)).first;
        }
        if (!found->second.task) {
            ++unusable;
            continue;
        }
        double seconds = 0;
        for (const double cost : record.costs) {
            seconds += cost / static_cast<double>(record.costs.size());
        }
        if (reach.whyBeyond(record)) {
            ++unusable;
            continue;
        }
        const bool worked = record.errorNo == 0 && seconds > 0;
        found->second.trials.push_back({record.entity, worked ? found->second.task->autotvmFlops / seconds : 0});
    }
    for (auto& [key, earlier] : tasks) {
        if (!earlier.trials.empty()) {
            out.history.push_back(std::move(earlier));
        }
    }
    if (others + unusable > 0) {
        out.sentences.push_back(
            phrase("In {}, {} (record is of another template|records are of other templates) and {} cannot be used", path, others,
                   unusable));
    }
    return out;
}

Result<void> checkTransferSource(const std::string& source)
{
    if (source.empty() || source == "none" || source == "project") {
        return {};
    }
    if (source.ends_with(".knobscope")) {
        TRY(Project::open(source, Project::Mode::ReadOnly));
        return {};
    }
    const auto log = TRY(readRegularLog(source));
    if (log.records.empty()) {
        return fail(ErrorCode::Parse, "{} is not a log to learn from: {}", source,
                    log.problems.empty() ? phrase("it contains no records")
                                         : phrase("line {}: {}", log.problems[0].line, log.problems[0].why));
    }
    return {};
}

Result<std::vector<Sentence>> applyTransfer(LoopTask& task, Project* project, int threads, double before)
{
    const std::string& source = task.options.transfer;
    if (task.options.fromScratch || source.empty() || source == "none" || (source == "project" && !project)) {
        return std::vector<Sentence>();
    }
    Transfer found;
    if (source == "project") {
        found = TRY(transferFrom(*project, task.task, threads, before));
    } else if (source.ends_with(".knobscope")) {
        auto other = TRY(Project::open(source, Project::Mode::ReadOnly));
        found = TRY(transferFrom(other, task.task, threads, before));
    } else {
        found = TRY(transferFromLog(source, task.task));
    }
    task.warm = {};
    if (found.records > 0) { // otherwise a new project
        task.warm = {.source = source, .records = found.records, .kept = static_cast<int64_t>(found.known.size())};
    }
    task.history = std::move(found.history);
    task.known = std::move(found.known);
    const auto best = std::ranges::max_element(task.known, {}, &Trial::flops);
    if (best == task.known.end() || !(best->flops > 0)) {
        return std::move(found.sentences);
    }
    std::vector<int64_t>& seeds = task.options.seeds;
    const bool isResumed = task.resumedRow > 0 && !task.prepare; // its options contain its seeds
    if (!isResumed && std::find(seeds.begin(), seeds.end(), best->index) == seeds.end()) {
        seeds.insert(seeds.begin(), best->index);
        found.sentences.push_back(phrase("The fastest of them, config {}, is measured again first", best->index));
    }
    return std::move(found.sentences);
}

std::function<std::vector<Sentence>(LoopTask&)> transferWhenStarted(const std::string& path, int threads)
{
    return [path, threads](LoopTask& task) -> std::vector<Sentence> {
        std::optional<Project> project;
        if (task.options.transfer == "project") {
            auto opened = Project::open(path, Project::Mode::ReadOnly);
            if (!opened) {
                return {phrase("No warm start: {}", opened.error())};
            }
            project.emplace(std::move(*opened));
        }
        auto lines = applyTransfer(task, project ? &*project : nullptr, threads);
        return lines ? std::move(*lines) : std::vector<Sentence>{phrase("No warm start: {}", lines.error())};
    };
}

Result<TransferPreview> previewTransfer(LoopTask task, Project* project, int threads)
{
    TransferPreview preview;
    preview.sentences = TRY(applyTransfer(task, project, threads));
    preview.tasks = static_cast<int64_t>(task.history.size());
    preview.known = static_cast<int64_t>(task.known.size());
    for (const EarlierTask& earlier : task.history) {
        preview.records += static_cast<int64_t>(earlier.trials.size());
    }
    const size_t before = preview.sentences.size();
    const auto onMessage = [&](const Sentence& line) { preview.sentences.push_back(line); };
    TRY(makeTuner(task.options.tuner, {.space = &task.task.space,
                                       .task = &task.task,
                                       .seed = task.options.seed,
                                       .parameters = task.options.parameters,
                                       .history = task.history,
                                       .onMessage = onMessage}));
    preview.tunerLearns = preview.sentences.size() > before || task.history.empty();
    return preview;
}

} // namespace knobscope
