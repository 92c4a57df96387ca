// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/pickbest.h"

#include "core/base/readjson.h"
#include "core/record/historybest.h"
#include "core/record/upgrade.h"

#include <filesystem>
#include <system_error>
#include <unordered_set>
#include <utility>

namespace knobscope {
namespace {

/// Existing records of the output file; empty if it is missing. Fails unless it is an error-free log, which may be replaced.
Result<std::vector<TuningRecord>> earlierRecords(const std::string& path)
{
    auto existing = readLog(path);
    if (!existing && existing.error().code == ErrorCode::NotFound) {
        return std::vector<TuningRecord>{};
    }
    if (!existing) {
        return fail(existing);
    }
    LogContents contents = upgradeRecords(std::move(*existing));
    if (contents.problemCount > 0) {
        return fail(ErrorCode::Corrupt, "{} is not overwritten, because its line {} cannot be read: {}", path,
                    contents.problems.front().line, contents.problems.front().why);
    }
    return std::move(contents.records);
}

} // namespace

std::vector<size_t> pickBest(std::span<const TuningRecord> records)
{
    HistoryBest history;
    history.add(records);
    std::unordered_set<std::string> wanted;
    for (const auto& record : history.bestRecords()) {
        wanted.insert(identityOf(*record));
    }
    Reach reach;
    std::vector<size_t> picked;
    for (size_t i = 0; i < records.size() && !wanted.empty(); ++i) {
        if (records[i].isUsable() && !records[i].isOldFormat() && !reach.whyBeyond(records[i])
            && wanted.erase(identityOf(records[i])) > 0) {
            picked.push_back(i);
        }
    }
    return picked;
}

std::vector<LogProblem> unreachableRecords(std::span<const TuningRecord> records)
{
    Reach reach;
    std::vector<LogProblem> beyond;
    for (const TuningRecord& record : records) {
        if (auto why = reach.whyBeyond(record)) {
            beyond.push_back({record.line, std::move(*why)});
        }
    }
    return beyond;
}

Result<PickedLog> pickBestLog(const std::string& inPath, const std::string& outPath)
{
    PickedLog result;
    result.input = TRY(readUpgraded(inPath));
    if (std::error_code missing; std::filesystem::equivalent(inPath, outPath, missing)) {
        return fail(ErrorCode::InvalidArgument, "{} would be overwritten by its own best records; name another output", inPath);
    }
    result.read = result.input.records.size();

    const auto earlier = TRY(earlierRecords(outPath));
    std::vector<TuningRecord> records = result.input.records;
    records.insert(records.end(), earlier.begin(), earlier.end());
    std::vector<TuningRecord> best;
    for (const size_t position : pickBest(records)) {
        best.push_back(std::move(records[position]));
    }
    result.written = best.size();
    TRY(writeLog(outPath, best));
    return result;
}

} // namespace knobscope
