// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/trialexport.h"

#include "core/base/statistics.h"
#include "core/base/table.h"
#include "core/base/unfinishedfile.h"
#include "core/store/filehead.h"
#include "core/task/foreigntask.h"
#include "core/tuning/loglistener.h"
#include "core/tuning/trialfigures.h"

#include <algorithm>
#include <fstream>
#include <map>

namespace knobscope {

namespace {

constexpr int64_t kPageSize = 256;

tl::unexpected<Error> notWritten(const std::string& path)
{
    return fail(ErrorCode::Io, "{} cannot be written. Does the folder exist, is it writable, and is there enough space?", path);
}

/// Writes `head`, then `line(key, row)` for each trial.
template<class Line>
Result<int64_t> writeLines(Project& project, const TrialOrder& trials, const std::string& path, const ExportProgress& onProgress,
                           const std::string& head, Line line)
{
    if (trials.size() == 0 && isNonEmptyFile(path)) {
        return fail(ErrorCode::Unsupported, "{} was not replaced: there are no trials to write", path);
    }
    TRY(refuseDatabase(path));
    auto unfinished = TRY(UnfinishedFile::begin(path));
    std::ofstream file(unfinished.temporaryPath(), std::ios::binary);
    file << head;
    for (int64_t first = 0; first < trials.size(); first += kPageSize) {
        const auto keys = trials.keys(first, kPageSize);
        const auto rows = TRY(trialRows(project, keys));
        for (size_t i = 0; i < rows.size(); ++i) {
            file << line(keys[i], rows[i]);
        }
        if (!file) {
            return notWritten(path);
        }
        if (onProgress && !onProgress(std::min(first + kPageSize, trials.size()))) {
            return fail(ErrorCode::Timeout, "The export was cancelled; {} is unchanged", path);
        }
    }
    file.close();
    if (!file) {
        return notWritten(path);
    }
    TRY(unfinished.commit());
    return trials.size();
}

} // namespace

std::vector<std::string> TrialFields::header() const
{
    std::vector<std::string> names{"run",     "trial", "config",        "error_no",    "error",     "gflops", "seconds",
                                   "speedup", "pace",  "build_seconds", "run_seconds", "timestamp", "message"};
    names.insert(names.end(), m_knobs.begin(), m_knobs.end());
    return names;
}

std::vector<std::string> TrialFields::fields(int64_t run, const TrialRow& row) const
{
    const bool isMeasured = row.errorNo == 0;
    const TrialFigures figures = figuresOf(row);
    std::vector<std::string> out{std::to_string(run),
                                 std::to_string(row.number),
                                 std::to_string(row.index),
                                 std::to_string(row.errorNo),
                                 isMeasured ? "" : errorText(static_cast<MeasureError>(row.errorNo)),
                                 isMeasured ? fmt::format("{}", figures.gflops) : "",
                                 isMeasured && !figures.costs.empty() ? fmt::format("{}", mean(figures.costs)) : "",
                                 figures.speedup > 0 ? fmt::format("{}", figures.speedup) : "",
                                 row.pace > 0 ? fmt::format("{}", row.pace) : "",
                                 fmt::format("{}", row.buildSeconds),
                                 fmt::format("{}", row.runSeconds),
                                 fmt::format("{:.6f}", row.timestamp),
                                 row.why.message};
    const auto entity = entityFromJson(row.entity);
    for (const std::string& knob : m_knobs) {
        const KnobValue* value = entity ? entity->find(knob) : nullptr;
        out.push_back(value ? valueText(*value) : std::string());
    }
    return out;
}

std::string tsvLine(std::span<const std::string> fields)
{
    std::string line;
    for (size_t i = 0; i < fields.size(); ++i) {
        line += i == 0 ? "" : "\t";
        for (const char c : fields[i]) {
            line += c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
        }
    }
    return line + "\n";
}

std::vector<std::string> knobsOf(std::span<const TunedRun> runs)
{
    std::vector<std::string> names;
    for (const TunedRun& run : runs) {
        if (!run.task) {
            continue;
        }
        for (const Knob& knob : run.task->space.knobs()) {
            if (std::find(names.begin(), names.end(), knob.name()) == names.end()) {
                names.push_back(knob.name());
            }
        }
    }
    return names;
}

Result<int64_t> exportCsv(Project& project, const TrialOrder& trials, std::span<const TunedRun> runs, const std::string& path,
                          const ExportProgress& onProgress)
{
    const TrialFields fields(knobsOf(runs));
    return writeLines(project, trials, path, onProgress, csvLine(fields.header()),
                      [&](const TrialKey& key, const TrialRow& row) { return csvLine(fields.fields(key.run, row)); });
}

Result<int64_t> exportLog(Project& project, const TrialOrder& trials, std::span<const TunedRun> runs, const std::string& path,
                          const ExportProgress& onProgress)
{
    std::map<int64_t, TuningRecord> patterns;
    for (const TunedRun& run : runs) {
        if (run.task && !isForeign(*run.task)) {
            patterns.emplace(run.run, recordOf(*run.task, {}, {}));
        }
    }
    for (int64_t row = 0; row < trials.size(); ++row) {
        if (!patterns.contains(trials.at(row).run)) {
            return fail(ErrorCode::Unsupported,
                        "The task of run {} has no template in this version, so its records would have no workload; runs of "
                        "other tuners are written with --to kernel-tuner",
                        trials.at(row).run);
        }
    }
    return writeLines(project, trials, path, onProgress, "", [&](const TrialKey& key, const TrialRow& row) {
        TuningRecord record = patterns.at(key.run);
        record.entity = entityFromJson(row.entity).value_or(ConfigEntity{});
        record.entity.index = row.index;
        record.costs = row.costs;
        record.errorNo = row.errorNo;
        record.allCost = row.allCost;
        record.timestamp = row.timestamp;
        return recordLine(record) + "\n";
    });
}

} // namespace knobscope
