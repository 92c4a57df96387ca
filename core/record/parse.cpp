// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/member.h"
#include "core/base/readjson.h"
#include "core/record/record.h"
#include "core/target/target.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace knobscope {
namespace {

using nlohmann::json;

/// Replaces Python's NaN, Infinity and -Infinity, which are not JSON, by strings that secondsFrom() reads.
std::string withQuotedNonFinite(std::string_view text)
{
    std::string result;
    bool inString = false;
    while (!text.empty()) {
        size_t length = inString && text.front() == '\\' ? 2 : 1;
        for (const std::string_view word : {"NaN", "-Infinity", "Infinity"}) {
            if (!inString && text.starts_with(word)) {
                length = word.size();
            }
        }
        inString = inString != (text.front() == '"');
        const std::string piece(text.substr(0, length));
        result += !inString && length > 1 ? '"' + piece + '"' : piece;
        text.remove_prefix(piece.size());
    }
    return result;
}

Result<json> parseJson(std::string_view line)
{
    if (line.empty() || line.front() != '{') {
        const auto isOfText = [](char c) { return c == '\t' || (c >= ' ' && c <= '~'); };
        if (line.find('\t') != std::string_view::npos && std::ranges::all_of(line, isOfText)) {
            return fail(ErrorCode::Unsupported,
                        "the record is in AutoTVM's pickle encoding, which is not supported; write the log with protocol 'json'");
        }
        return fail(ErrorCode::Parse, "this is not a tuning record: it does not start with '{{'");
    }
    const bool mayHaveNonFinite = line.find("NaN") != std::string_view::npos || line.find("Infinity") != std::string_view::npos;
    return mayHaveNonFinite ? readJson(withQuotedNonFinite(line), "the record") : readJson(line, "the record");
}

Result<double> secondsFrom(const json& value, const char* what)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (value.is_number()) {
        return value.get<double>();
    }
    if (value == "NaN") {
        return std::numeric_limits<double>::quiet_NaN();
    }
    if (value == "Infinity" || value == "-Infinity") {
        return value == "Infinity" ? kInfinity : -kInfinity;
    }
    return fail(ErrorCode::Parse, "{} must be a number", what);
}

/// [target, task name, args, kwargs, …]: the first four items are the same in both formats.
Result<void> readInput(const json& input, size_t items, TuningRecord& record)
{
    if (!input.is_array() || input.size() != items) {
        return fail(ErrorCode::Parse, "the input must be a list of {} items", items);
    }
    if (!input[0].is_string() || !input[1].is_string()) {
        return fail(ErrorCode::Parse, "the input must start with a target and a task name, both as text");
    }
    if (!input[2].is_array()) {
        return fail(ErrorCode::Parse, "the task's arguments must be a list");
    }
    if (!input[3].is_object()) {
        return fail(ErrorCode::Parse, "the task's keyword arguments must be an object");
    }
    record.target = withTripleSpelling(input[0].get_ref<const std::string&>());
    record.task = input[1].get<std::string>();
    record.args = input[2];
    record.kwargs = input[3];
    return {};
}

/// Reads the config object; the formats differ only in its key names.
Result<void> readConfig(const json& config, const char* indexKey, const char* hashKey, const char* entityKey,
                        TuningRecord& record)
{
    const json* list = config.is_object() ? memberOf(config, entityKey) : nullptr;
    if (!list) {
        return fail(ErrorCode::Parse, "the config must be an object with the list \"{}\" of knob values", entityKey);
    }
    record.entity = TRY(entityFromJson(*list));
    record.entity.index.reset();
    if (const json* index = memberOf(config, indexKey); index && !index->is_null()) {
        constexpr auto kLargest = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
        if (!index->is_number_unsigned() || index->get<uint64_t>() > kLargest) {
            return fail(ErrorCode::Parse, "the config's index must be a whole number from 0 to 2^63-1");
        }
        record.entity.index = index->get<int64_t>();
    }
    if (const json* hash = memberOf(config, hashKey); hash && !hash->is_null()) {
        if (!hash->is_string()) {
            return fail(ErrorCode::Parse, "the config's code hash must be text or null");
        }
        record.codeHash = hash->get<std::string>();
    }
    return {};
}

Result<void> readResult(const json& result, TuningRecord& record)
{
    if (!result.is_array() || result.size() != 4 || !result[0].is_array()) {
        return fail(ErrorCode::Parse, "the result must be a list of costs, error number, total cost and timestamp");
    }
    if (!result[1].is_number_integer() || result[1] < 0 || result[1] > 8) {
        return fail(ErrorCode::Parse, "the error number must be a whole number from 0 to 8");
    }
    record.errorNo = result[1].get<int>();
    for (const json& item : result[0]) {
        const auto cost = TRY(secondsFrom(item, "a cost"));
        if (cost < 0) {
            return fail(ErrorCode::InvalidArgument, "a cost is {} seconds; a time cannot be negative", cost);
        }
        if (record.errorNo == 0 && !(cost > 0 && std::isfinite(cost))) {
            return fail(ErrorCode::InvalidArgument,
                        "a cost is {} seconds without an error; a successful kernel has a finite time above 0", cost);
        }
        record.costs.push_back(cost);
    }
    if (record.costs.empty() && record.errorNo == 0) {
        return fail(ErrorCode::Parse, "a record without an error must have at least one cost");
    }
    record.allCost = TRY(secondsFrom(result[2], "the total cost"));
    record.timestamp = TRY(secondsFrom(result[3], "the timestamp"));
    return {};
}

Result<void> readOld(const json& row, TuningRecord& record)
{
    record.version = 0.1;
    record.tvmVersion.clear();
    const json* input = memberOf(row, "i");
    const json* result = memberOf(row, "r");
    if (!input || !result) {
        return fail(ErrorCode::Parse, "a record of format 0.1 must have \"i\" and \"r\"");
    }
    TRY(readInput(*input, 6, record));
    TRY(readConfig((*input)[5], "i", "c", "e", record));
    if (const json* key = memberOf((*input)[5], "t"); key && key->is_string()) {
        record.templateKey = key->get<std::string>();
    }
    return readResult(*result, record);
}

Result<void> readCurrent(const json& row, TuningRecord& record)
{
    const json* input = memberOf(row, "input");
    const json* config = memberOf(row, "config");
    const json* result = memberOf(row, "result");
    if (!input || !config || !result) {
        return fail(ErrorCode::Parse, "a record must have \"input\", \"config\" and \"result\"");
    }
    TRY(readInput(*input, 4, record));
    TRY(readConfig(*config, "index", "code_hash", "entity", record));
    record.tvmVersion.clear();
    if (const json* version = memberOf(row, "tvm_version"); version && version->is_string()) {
        record.tvmVersion = version->get<std::string>();
    }
    if (const json* edits = memberOf(row, "space_edits")) {
        record.edits = *edits;
    }
    return readResult(*result, record);
}

/// The format that a row states; 0 if none, NaN if it is not a number.
double statedVersion(const json& row)
{
    for (const char* name : {"version", "v"}) {
        if (const json* version = memberOf(row, name)) {
            return version->is_number() ? version->get<double>() : std::numeric_limits<double>::quiet_NaN();
        }
    }
    return 0;
}

} // namespace

Result<TuningRecord> parseRecordLine(std::string_view line)
{
    const auto row = TRY(parseJson(line));
    const double version = statedVersion(row);
    if (version != 0 && version != 0.1 && version != 0.2) {
        return fail(ErrorCode::Unsupported, "the record's format version is neither 0.1 nor 0.2; it may come from a newer TVM");
    }
    TuningRecord record;
    const bool isOld = version == 0 ? row.contains("i") : version == 0.1;
    TRY(isOld ? readOld(row, record) : readCurrent(row, record));
    return record;
}

} // namespace knobscope
