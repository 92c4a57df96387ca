// SPDX-License-Identifier: GPL-3.0-or-later
// Results of other tuners in CSV. The formats, as their programs write them:
// * Optuna: study.trials_dataframe().to_csv(): number, value (or values_0 …), datetime_*, duration, params_NAME …, state
//   (optuna/study/_dataframe.py).
// * Helion: HELION_AUTOTUNE_LOG=BASE writes BASE.csv (helion/autotuner/logger.py, AutotuneLogSink): …, generation, status,
//   perf_ms, compile_time_s, …, config. A config has a row with the status "started" and one with its result; the config is text,
//   helion.Config(block_sizes=[32, 64], indexing='pointer', num_warps=4, …). The first versions have no run_id; later ones append
//   the rows of each run, one of a kernel, to the same file and tell them apart by run_id, for a time also by kernel_id.
#include "core/study/foreignresults.h"

#include "core/base/numbertext.h"
#include "core/base/readjson.h"
#include "core/base/strings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace knobscope {

namespace {

constexpr size_t kMaxColumns = 2000;

struct CsvRow {
    int64_t line = 0; ///< of its beginning, from 1
    std::vector<std::string> fields;
};

/// Rows of a CSV text (RFC 4180). A last row without its line break is kept, since a program may just be writing it.
std::vector<CsvRow> csvRows(std::string_view text)
{
    std::vector<CsvRow> rows;
    CsvRow row{1, {""}};
    int64_t line = 1;
    bool isQuoted = false;
    const auto endRow = [&] {
        if (row.fields.size() > 1 || !row.fields[0].empty()) {
            rows.push_back(std::move(row));
        }
        row = {line, {""}};
    };
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        line += c == '\n' ? 1 : 0;
        if (isQuoted) {
            if (c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
                row.fields.back() += '"';
                ++i;
            } else if (c == '"') {
                isQuoted = false;
            } else {
                row.fields.back() += c;
            }
        } else if (c == '"') {
            isQuoted = true;
        } else if (c == ',' && row.fields.size() < kMaxColumns) {
            row.fields.emplace_back();
        } else if (c == '\n') {
            endRow();
        } else if (c != '\r') {
            row.fields.back() += c;
        }
    }
    endRow();
    return rows;
}

/// A field or a Python literal as a value: a number, True or False, null for an empty one and None, otherwise text.
nlohmann::json valueOfText(std::string_view text)
{
    text = trimmed(text);
    if (text.empty() || text == "None") {
        return nullptr;
    }
    if (text == "True" || text == "False") {
        return text == "True";
    }
    if (const auto whole = parseNumber<int64_t>(text)) {
        return *whole;
    }
    if (const auto number = parseNumber<double>(text); number && std::isfinite(*number)) {
        return *number;
    }
    if (text.size() >= 2 && (text.front() == '\'' || text.front() == '"') && text.back() == text.front()) {
        text = text.substr(1, text.size() - 2);
    }
    return std::string(text);
}

/// Splits at the commas outside of brackets and quotes.
std::vector<std::string_view> splitLiterals(std::string_view text)
{
    std::vector<std::string_view> parts;
    int depth = 0;
    char quote = '\0';
    size_t begin = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != '\0') {
            i += c == '\\' ? 1 : 0;
            quote = c == quote ? '\0' : quote;
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else if (c == '[' || c == '(' || c == '{') {
            ++depth;
        } else if (c == ']' || c == ')' || c == '}') {
            --depth;
        } else if (c == ',' && depth == 0) {
            parts.push_back(text.substr(begin, i - begin));
            begin = i + 1;
        }
    }
    if (!trimmed(text.substr(begin)).empty()) {
        parts.push_back(text.substr(begin));
    }
    return parts;
}

/// The values of a Helion config; a list becomes a parameter for each of its entries, as each is tuned by itself.
std::optional<std::vector<std::pair<std::string, nlohmann::json>>> helionConfig(std::string_view text, bool isSplit)
{
    const size_t open = text.find_first_of("({");
    const size_t close = text.find_last_of(")}");
    if (open == text.npos || close == text.npos || close < open) {
        return std::nullopt;
    }
    std::vector<std::pair<std::string, nlohmann::json>> values;
    for (const std::string_view part : splitLiterals(text.substr(open + 1, close - open - 1))) {
        const size_t between = part.find_first_of("=:");
        if (between == part.npos) {
            return std::nullopt;
        }
        std::string_view name = trimmed(part.substr(0, between));
        if (name.size() >= 2 && (name.front() == '\'' || name.front() == '"')) { // of a dict
            name = name.substr(1, name.size() - 2);
        }
        const std::string_view value = trimmed(part.substr(between + 1));
        const bool isList = isSplit && value.size() >= 2 && value.front() == '[' && value.back() == ']';
        if (!isList) {
            values.emplace_back(name, valueOfText(value));
            continue;
        }
        const auto entries = splitLiterals(value.substr(1, value.size() - 2));
        for (size_t i = 0; i < entries.size(); ++i) {
            values.emplace_back(entries.size() == 1 ? std::string(name) : fmt::format("{}[{}]", name, i),
                                valueOfText(entries[i]));
        }
    }
    return values;
}

/// The fields of a row by the names of the columns.
class Columns
{
public:
    explicit Columns(const CsvRow& header)
    {
        for (size_t i = 0; i < header.fields.size(); ++i) {
            m_places.emplace(header.fields[i], i);
        }
    }
    bool has(const std::string& name) const { return m_places.contains(name); }
    std::string_view of(const CsvRow& row, const std::string& name) const
    {
        const auto place = m_places.find(name);
        return place != m_places.end() && place->second < row.fields.size() ? std::string_view(row.fields[place->second])
                                                                            : std::string_view();
    }

private:
    std::map<std::string, size_t> m_places;
};

Result<ForeignResults> optunaTable(const std::vector<CsvRow>& rows, const std::string& file, const ForeignOptions& options)
{
    ForeignResults out{.tuner = "Optuna"};
    const Columns columns(rows[0]);
    const auto objective =
        std::ranges::find_if(rows[0].fields, [](const std::string& name) { return name.starts_with("value"); });
    NamedEntries entries;
    for (size_t r = 1; r < rows.size(); ++r) {
        const CsvRow& row = rows[r];
        if (row.fields.size() != rows[0].fields.size()) {
            const bool isLast = r + 1 == rows.size();
            if (!isLast) {
                return fail(ErrorCode::Parse, "{}: line {} has {} fields, the first line {}", file, row.line, row.fields.size(),
                            rows[0].fields.size());
            }
            out.problems.push_back(phrase("{} is incomplete: line {} is cut off and was left out.", file, row.line));
            continue;
        }
        NamedValues values;
        for (size_t i = 0; i < row.fields.size(); ++i) {
            if (rows[0].fields[i].starts_with("params_")) {
                values.emplace_back(rows[0].fields[i].substr(7), valueOfText(row.fields[i]));
            }
        }
        const auto value = objective == rows[0].fields.end() ? std::string_view() : columns.of(row, *objective);
        entries.addTrial(std::move(values), std::string(columns.of(row, "state")),
                         std::string(columns.of(row, "datetime_complete")), std::string(value), options);
    }
    TRY(entries.moveTo(out, file));
    return out;
}

Result<ForeignResults> helionTable(const std::vector<CsvRow>& rows, const std::string& file, const std::string& stem,
                                   bool isSplit)
{
    ForeignResults out{.tuner = "Helion"};
    out.kernel = stem;
    const Columns columns(rows[0]);
    const char* kernelColumn = columns.has("kernel_id") ? "kernel_id" : "run_id";
    const std::string kernel(rows.size() > 1 ? columns.of(rows[1], kernelColumn) : std::string_view());
    NamedEntries entries;
    std::map<std::string, int64_t> started; // configs without a result
    int64_t others = 0;
    for (size_t r = 1; r < rows.size(); ++r) {
        const CsvRow& row = rows[r];
        const std::string config(columns.of(row, "config"));
        const std::string status = lowered(columns.of(row, "status"));
        if (columns.of(row, kernelColumn) != kernel) {
            ++others;
            continue;
        }
        if (status == "started") {
            ++started[config];
            continue;
        }
        auto values = helionConfig(config, isSplit);
        if (!values || values->empty()) {
            if (r + 1 == rows.size()) {
                out.problems.push_back(phrase("{} is incomplete: line {} is cut off and was left out.", file, row.line));
                continue;
            }
            return fail(ErrorCode::Parse, "{}: line {} has no config like helion.Config(name=value, …)", file, row.line);
        }
        started.erase(config);
        ForeignEntry entry;
        entry.buildSeconds = std::max(0.0, parseNumber<double>(columns.of(row, "compile_time_s")).value_or(0));
        if (status == "ok") {
            setObjective(entry, std::string(columns.of(row, "perf_ms")), {.unit = "ms"});
        } else {
            setFailed(entry, status);
        }
        entries.add(std::move(*values), std::move(entry));
    }
    if (!started.empty()) {
        out.problems.push_back(phrase("{} (config was|configs were) started and (has|have) no result.", started.size()));
    }
    if (others > 0) {
        out.problems.push_back(
            phrase("{} (row is|rows are) of other kernels or runs than the first and (was|were) left out.", others));
    }
    TRY(entries.moveTo(out, file));
    return out;
}

/// Whether the numbers of configs of these parameters fit a space.
bool isSmallSpace(const ForeignResults& results)
{
    double configs = 1;
    for (size_t k = 0; k < results.parameters.size(); ++k) {
        std::set<nlohmann::json> values;
        for (const ForeignEntry& entry : results.entries) {
            values.insert(entry.values[k]);
        }
        configs *= static_cast<double>(std::max<size_t>(1, values.size()));
    }
    return configs < 4e18;
}

} // namespace

Result<ForeignResults> readTunerCsv(std::string_view text, const std::string& file, const std::string& stem,
                                    const ForeignOptions& options)
{
    if (!isUtf8(text)) {
        return fail(ErrorCode::Parse, "{} is neither JSON nor a table in UTF-8; save it as UTF-8", file);
    }
    const auto rows = csvRows(text);
    if (rows.size() < 2) {
        return fail(ErrorCode::Parse, "{} contains no result", file);
    }
    TRY(checkSize(file, rows.size(), 0));
    const Columns columns(rows[0]);
    const bool isHelion = columns.has("perf_ms") && columns.has("config") && columns.has("status");
    if (isHelion && (options.from == "auto" || options.from == "helion")) {
        auto split = TRY(helionTable(rows, file, stem, true));
        return isSmallSpace(split) ? Result<ForeignResults>(std::move(split)) : helionTable(rows, file, stem, false);
    }
    const bool isOptuna =
        std::ranges::any_of(rows[0].fields, [](const std::string& name) { return name.starts_with("params_"); });
    if (isOptuna && (options.from == "auto" || options.from == "optuna")) {
        return optunaTable(rows, file, options);
    }
    return fail(ErrorCode::Corrupt,
                "{} contains no results of a tuner; a CSV table of Optuna has columns params_NAME, one of Helion config, status "
                "and perf_ms",
                file);
}

} // namespace knobscope
