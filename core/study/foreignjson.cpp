// SPDX-License-Identifier: GPL-3.0-or-later
// Results of other tuners in JSON. The formats, as their programs write them:
// * Kernel Tuner's cache: kernel_tuner/util.py (store_cache, process_cache) and kernel_tuner/schema/cache; times in ms.
// * T4: github.com/auto-tuning/FAIR-formats, kernel_tuner/file_utils.py (store_output_file).
// * KTT: KTT's JsonConverters (Source/Output/JsonConverters.cpp).
// * Optuna: `optuna trials -f json`, with and without --flatten (optuna/cli.py, _format_output; optuna/study/_dataframe.py).
// * Triton: Autotuner.check_disk_cache (python/triton/runtime/autotuner.py) writes {"key": [...], "configs_timings": [[config,
//   timings], ...]}; timings are the median, the 20 % and the 80 % quantile in ms, infinity for a config that cannot run.
#include "core/study/foreignresults.h"

#include "core/base/lenientjson.h"
#include "core/base/member.h"
#include "core/base/readjson.h"
#include "core/base/strings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace knobscope {

namespace {

constexpr double kOldFailureTime = 1e20; // time of a failed config in Kernel Tuner's files before it wrote error names
constexpr double kMillisecond = 1e-3;

std::string textMember(const nlohmann::json& object, const char* key)
{
    return memberOr(object, key, std::string());
}

/// Reads a time in units of `unit` seconds, or the name of a failure; returns false for anything else.
bool readTime(const nlohmann::json* time, double unit, ForeignEntry& entry)
{
    if (!time || time->is_null() || time->is_string()) {
        setFailed(entry, time && time->is_string() ? time->get<std::string>() : std::string());
        return time != nullptr;
    }
    const double value = time->is_number() ? time->get<double>() : -1;
    if (value >= kOldFailureTime) {
        setFailed(entry, "");
        return true;
    }
    entry.seconds = value * unit;
    return std::isfinite(value) && value > 0 && entry.seconds <= ForeignLimits::seconds;
}

/// Accessors for a result's parameter values and its outcome.
using ParameterOf = std::function<const nlohmann::json*(const nlohmann::json& result, const std::string& name)>;
using OutcomeOf = std::function<bool(const nlohmann::json& result, ForeignEntry& entry)>;

Result<void> addEntries(ForeignResults& out, const nlohmann::json& results, const std::string& file,
                        const ParameterOf& parameterOf, const OutcomeOf& outcomeOf)
{
    TRY(checkSize(file, results.size(), out.parameters.size()));
    int64_t number = 0;
    for (const auto& [key, result] : results.items()) {
        ++number;
        const std::string named = results.is_object() ? fmt::format(" (\"{}\")", key.substr(0, 100)) : std::string();
        ForeignEntry entry;
        for (const std::string& name : out.parameters) {
            const nlohmann::json* value = parameterOf(result, name);
            if (!value || !value->is_primitive() || value->is_null()) {
                return fail(ErrorCode::Parse, "{}: result {} has no value for the parameter {}{}", file, number, name, named);
            }
            if (value->is_number_unsigned() && value->get<uint64_t>() > uint64_t{INT64_MAX}) {
                return fail(ErrorCode::Parse, "{}: result {} has a value above 2^63 for the parameter {}{}", file, number, name,
                            named);
            }
            entry.values.push_back(*value);
        }
        if (!outcomeOf(result, entry)) {
            return fail(ErrorCode::Parse, "{}: result {} has neither a positive time nor a failure{}", file, number, named);
        }
        entry.timestamp = timestampOf(textMember(result, "timestamp"));
        out.entries.push_back(std::move(entry));
    }
    return {};
}

/// Puts the entries of a JSON object, which are in the order of its keys, into that of the file; a key that came twice stands
/// where it came first.
void sortAsInFile(std::vector<ForeignEntry>& entries, const nlohmann::json& object, const std::vector<std::string>& order)
{
    std::map<std::string_view, size_t> places;
    for (const std::string& key : order) {
        places.emplace(key, places.size());
    }
    std::vector<ForeignEntry> sorted(places.size());
    size_t i = 0;
    for (const auto& [key, value] : object.items()) {
        const auto place = places.find(key);
        if (place == places.end() || i >= entries.size()) {
            return; // not of this object
        }
        sorted[place->second] = entries[i++];
    }
    if (i == entries.size() && i == sorted.size()) {
        entries = std::move(sorted);
    }
}

Result<ForeignResults> readKernelTunerCache(const nlohmann::json& json, const std::vector<std::string>& order,
                                            const std::string& file)
{
    ForeignResults out{.tuner = "Kernel Tuner"};
    for (const auto& [name, values] : json["tune_params"].items()) {
        out.parameters.push_back(name);
    }
    if (const nlohmann::json* keys = memberOf(json, "tune_params_keys"); keys && keys->is_array()) {
        // JSON objects are unordered; this keeps the author's order of the knobs.
        std::vector<std::string> ordered;
        for (const nlohmann::json& key : *keys) {
            ordered.push_back(key.is_string() ? key.get<std::string>() : std::string());
        }
        if (std::is_permutation(ordered.begin(), ordered.end(), out.parameters.begin(), out.parameters.end())) {
            out.parameters = std::move(ordered);
        }
    }
    out.kernel = textMember(json, "kernel_name");
    out.device = textMember(json, "device_name");
    if (const nlohmann::json* size = memberOf(json, "problem_size"); size && size->is_array()) {
        std::copy_if(size->begin(), size->end(), std::back_inserter(out.sizes),
                     [](const nlohmann::json& extent) { return extent.is_number_integer(); });
    }
    TRY(addEntries(
        out, json["cache"], file,
        [](const nlohmann::json& result, const std::string& name) { return memberOf(result, name.c_str()); },
        [](const nlohmann::json& result, ForeignEntry& entry) {
            entry.gflops = memberOr(result, "GFLOP/s", 0.0);
            entry.buildSeconds = std::max(0.0, memberOr(result, "compile_time", 0.0) * kMillisecond);
            entry.runSeconds = std::max(0.0, memberOr(result, "benchmark_time", 0.0) * kMillisecond);
            return readTime(memberOf(result, "time"), kMillisecond, entry);
        }));
    sortAsInFile(out.entries, json["cache"], order);
    return out;
}

/// Measurement of the first objective.
const nlohmann::json* objectiveOf(const nlohmann::json& result)
{
    const nlohmann::json* objectives = memberOf(result, "objectives");
    const nlohmann::json* measurements = memberOf(result, "measurements");
    if (!measurements || !measurements->is_array()) {
        return nullptr;
    }
    const bool isNamed = objectives && objectives->is_array() && !objectives->empty() && (*objectives)[0].is_string();
    const std::string name = isNamed ? (*objectives)[0].get<std::string>() : "time";
    for (const nlohmann::json& measurement : *measurements) {
        if (textMember(measurement, "name") == name) {
            return memberOf(measurement, "value");
        }
    }
    return nullptr;
}

Result<ForeignResults> readT4(const nlohmann::json& json, const std::string& file)
{
    const nlohmann::json* metadata = memberOf(json, "metadata");
    const std::string unitName = metadata ? textMember(*metadata, "timeunit") : std::string();
    const auto unit = TRY(secondsOfUnit(unitName.empty() ? "milliseconds" : unitName, file));
    ForeignResults out{.tuner = "T4"};
    // Not in the format, but written by this program's export.
    out.kernel = metadata ? textMember(*metadata, "kernel_name") : std::string();
    out.device = metadata ? textMember(*metadata, "device_name") : std::string();
    if (const nlohmann::json* first = json["results"].empty() ? nullptr : memberOf(json["results"][0], "configuration"); first) {
        for (const auto& [name, value] : first->items()) {
            out.parameters.push_back(name);
        }
    }
    TRY(addEntries(
        out, json["results"], file,
        [](const nlohmann::json& result, const std::string& name) {
            const nlohmann::json* configuration = memberOf(result, "configuration");
            return configuration ? memberOf(*configuration, name.c_str()) : nullptr;
        },
        [&](const nlohmann::json& result, ForeignEntry& entry) {
            const std::string invalidity = textMember(result, "invalidity");
            if (!invalidity.empty() && invalidity != "correct") {
                setFailed(entry, invalidity);
                return true;
            }
            return readTime(objectiveOf(result), unit, entry);
        }));
    return out;
}

Result<ForeignResults> readKtt(const nlohmann::json& json, const std::string& file)
{
    const nlohmann::json& metadata = json["Metadata"];
    const auto unit = TRY(secondsOfUnit(textMember(metadata, "TimeUnit"), file));
    ForeignResults out{.tuner = "KTT"};
    out.device = textMember(metadata, "Device");
    const nlohmann::json& results = json["Results"];
    if (!results.empty()) {
        out.kernel = textMember(results[0], "KernelName");
        const nlohmann::json* configuration = memberOf(results[0], "Configuration");
        for (size_t i = 0; configuration && configuration->is_array() && i < configuration->size(); ++i) {
            out.parameters.push_back(textMember((*configuration)[i], "Name"));
        }
    }
    TRY(addEntries(
        out, results, file,
        [](const nlohmann::json& result, const std::string& name) -> const nlohmann::json* {
            const nlohmann::json* configuration = memberOf(result, "Configuration");
            for (size_t i = 0; configuration && configuration->is_array() && i < configuration->size(); ++i) {
                if (textMember((*configuration)[i], "Name") == name) {
                    return memberOf((*configuration)[i], "Value");
                }
            }
            return nullptr;
        },
        [&](const nlohmann::json& result, ForeignEntry& entry) {
            const std::string status = textMember(result, "Status");
            if (status != "Ok") {
                setFailed(entry, status);
                return !status.empty();
            }
            return readTime(memberOf(result, "TotalDuration"), unit, entry) && entry.error == MeasureError::None;
        }));
    for (ForeignEntry& entry : out.entries) { // one time for all results
        entry.timestamp = timestampOf(textMember(metadata, "Timestamp"));
    }
    return out;
}

Result<ForeignResults> readOptunaTrials(const nlohmann::json& trials, const std::string& file, const ForeignOptions& options)
{
    ForeignResults out{.tuner = "Optuna"};
    TRY(checkSize(file, trials.size(), 0));
    NamedEntries entries;
    for (size_t i = 0; i < trials.size(); ++i) {
        const nlohmann::json& trial = trials[i];
        const std::string state = textMember(trial, "state");
        NamedValues values;
        nlohmann::json objective;
        for (const auto& [key, value] : trial.items()) { // no members if it is no object
            if (key == "params" && value.is_object()) {
                for (const auto& [name, chosen] : value.items()) {
                    values.emplace_back(name, chosen);
                }
            } else if (key.starts_with("params_")) {
                values.emplace_back(key.substr(7), value);
            } else if (objective.is_null() && key.starts_with("value")) { // "value", "value_NAME", "values", "values_0"
                objective = value.is_structured() && !value.empty() ? *value.begin() : value;
            }
        }
        if (state.empty() || (values.empty() && !isUnfinishedTrial(state))) {
            return fail(ErrorCode::Parse, "{}: trial {} has no {}; write it with `optuna trials -f json`", file, i + 1,
                        state.empty() ? "\"state\"" : "\"params\"");
        }
        entries.addTrial(std::move(values), state, textMember(trial, "datetime_complete"), objective, options);
    }
    TRY(entries.moveTo(out, file));
    return out;
}

Result<ForeignResults> readTriton(const nlohmann::json& json, const std::string& file, const std::string& stem)
{
    ForeignResults out{.tuner = "Triton"};
    out.kernel = stem.ends_with(".autotune") ? stem.substr(0, stem.size() - std::string_view(".autotune").size()) : stem;
    const nlohmann::json key = memberOr(json, "key", nlohmann::json());
    for (size_t i = 0; key.is_array() && i < key.size(); ++i) { // sizes, as numbers or texts, and types of the arguments
        const auto size = key[i].is_string() ? nlohmann::json::parse(key[i].get<std::string>(), nullptr, false) : key[i];
        if (size.is_number_integer()) {
            out.sizes.push_back(size);
        }
    }
    const nlohmann::json& all = json["configs_timings"];
    TRY(checkSize(file, all.size(), 0));
    NamedEntries entries;
    for (size_t i = 0; i < all.size(); ++i) {
        const bool isPair = all[i].is_array() && all[i].size() == 2 && all[i][0].is_object();
        if (!isPair) {
            return fail(ErrorCode::Parse, "{}: entry {} of \"configs_timings\" is not a config with its timings", file, i + 1);
        }
        std::vector<std::pair<std::string, nlohmann::json>> values;
        for (const auto& [name, value] : all[i][0].items()) {
            if (name == "kwargs" && value.is_object()) {
                for (const auto& [parameter, chosen] : value.items()) {
                    values.emplace_back(parameter, chosen);
                }
            } else if (name != "pre_hook") {
                values.emplace_back(name, value);
            }
        }
        const nlohmann::json& timings = all[i][1];
        ForeignEntry entry;
        if (!readTime(timings.is_array() && !timings.empty() ? &timings[0] : &timings, kMillisecond, entry)) {
            return fail(ErrorCode::Parse, "{}: entry {} of \"configs_timings\" has neither a positive time nor Infinity", file,
                        i + 1);
        }
        if (entry.error != MeasureError::None) { // Infinity: out of shared memory, too few registers, a failed assertion
            entry.error = MeasureError::CompileDevice;
            entry.why = phrase("Triton could not run it");
        }
        entries.add(std::move(values), std::move(entry));
    }
    TRY(entries.moveTo(out, file));
    return out;
}

struct ParsedFile {
    nlohmann::json json;
    std::vector<std::string> order; ///< keys of "cache" as in the file; JSON objects here are sorted by key
};

/// Parses JSON up to limits of size and depth. Skips the times of single runs and profiler counters, which are most of such a
/// file and unused here.
Result<ParsedFile> parseLimited(const std::string& text, const std::string& name)
{
    static const std::set<std::string> skippedKeys{"times", "ComputationResults"};
    enum class Excess : uint8_t { Values, Depth };
    size_t values = 0;
    ParsedFile file;
    bool isInCache = false;
    try {
        const auto keeps = [&](int depth, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
            if (++values > ForeignLimits::values || depth > ForeignLimits::depth) {
                throw depth > ForeignLimits::depth ? Excess::Depth : Excess::Values;
            }
            if (event != nlohmann::json::parse_event_t::key) {
                return true;
            }
            const auto& key = parsed.get_ref<const std::string&>();
            isInCache = depth == 1 ? key == "cache" : isInCache;
            if (isInCache && depth == 2) {
                file.order.push_back(key);
            }
            return !skippedKeys.contains(key);
        };
        file.json = nlohmann::json::parse(text, keeps);
        return file;
    } catch (const Excess& excess) {
        return excess == Excess::Depth
                 ? fail(ErrorCode::LimitExceeded, "{} is nested more than {} levels deep", name, ForeignLimits::depth)
                 : fail(ErrorCode::LimitExceeded, "{} contains more than {} values, too many for the results of a tuner", name,
                        ForeignLimits::values);
    } catch (const nlohmann::json::exception& problem) {
        return fail(ErrorCode::Parse, "{} is not JSON, or is incomplete: {}", name, jsonErrorCause(problem));
    }
}

/// A text whose end is missing, up to its last whole result and with the missing brackets; nullopt if it has none. Kernel Tuner
/// writes its cache like that until a run ends.
struct Repaired {
    std::string text;
    size_t end = 0; ///< of what was kept
    bool isCut = false; ///< a result was cut off
};
std::optional<Repaired> repaired(const std::string& text)
{
    std::string open; // brackets
    std::string openAtEnd;
    size_t end = 0;
    bool isInText = false;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (isInText) {
            i += c == '\\' ? 1 : 0;
            isInText = c != '"';
        } else if (c == '"') {
            isInText = true;
        } else if (c == '{' || c == '[') {
            open += c;
        } else if (c == '}' || c == ']') {
            if (open.empty()) {
                return std::nullopt;
            }
            open.pop_back();
            // Results are in a list, or in a member of an object.
            if (!open.empty() && open.size() <= (open[0] == '{' ? 2U : 1U)) {
                end = i + 1;
                openAtEnd = open;
            }
        }
    }
    if (end == 0 || open.empty()) {
        return std::nullopt;
    }
    Repaired out{text.substr(0, end), end, text.find_first_not_of(" \t\r\n,", end) != std::string::npos};
    for (; !openAtEnd.empty(); openAtEnd.pop_back()) {
        out.text += openAtEnd.back() == '{' ? '}' : ']';
    }
    return out;
}

Result<ForeignResults> readDocument(const ParsedFile& parsed, const std::string& file, const std::string& stem,
                                    const ForeignOptions& options)
{
    const nlohmann::json& json = parsed.json;
    const auto has = [&](const char* key, bool (nlohmann::json::*is)() const noexcept) {
        const nlohmann::json* value = memberOf(json, key);
        return value && (value->*is)();
    };
    const auto isAsked = [&](const char* format) { return options.from == "auto" || options.from == format; };
    if (isAsked("kernel-tuner") && has("cache", &nlohmann::json::is_object) && has("tune_params", &nlohmann::json::is_object)) {
        return readKernelTunerCache(json, parsed.order, file);
    }
    if (isAsked("t4") && has("results", &nlohmann::json::is_array)) {
        return readT4(json, file);
    }
    if (isAsked("ktt") && has("Results", &nlohmann::json::is_array) && has("Metadata", &nlohmann::json::is_object)) {
        return readKtt(json, file);
    }
    if (isAsked("triton") && has("configs_timings", &nlohmann::json::is_array)) {
        return readTriton(json, file, stem);
    }
    const bool isOptuna = json.is_array() && !json.empty() && json[0].is_object() && json[0].contains("state");
    if (isAsked("optuna") && (isOptuna || (options.from == "optuna" && json.is_array()))) {
        return readOptunaTrials(json, file, options);
    }
    if (options.from != "auto") {
        return fail(ErrorCode::Corrupt, "{} is not a file of {}; leave out --from to find its format by its content", file,
                    options.from);
    }
    return fail(ErrorCode::Corrupt,
                "{} contains no results to replay; Kernel Tuner caches (\"cache\" and \"tune_params\"), T4 (\"results\"), KTT "
                "(\"Results\" and \"Metadata\"), Triton (\"configs_timings\"), Optuna's trials and Helion's CSV are supported",
                file);
}

} // namespace

Result<ForeignResults> readTunerJson(std::string_view text, const std::string& file, const std::string& stem,
                                     const ForeignOptions& options)
{
    const std::string json = lenientJson(text);
    const auto whole = parseLimited(json, file);
    if (whole || whole.error().code != ErrorCode::Parse) {
        return whole ? readDocument(*whole, file, stem, options) : fail(whole);
    }
    const auto repair = repaired(json);
    const auto parsed = repair ? parseLimited(repair->text, file) : fail(whole);
    auto results = parsed ? readDocument(*parsed, file, stem, options) : fail(whole);
    if (!results) {
        return fail(whole);
    }
    if (repair->isCut) {
        const auto line = std::ranges::count(std::string_view(json).substr(0, repair->end), '\n') + 1;
        results->problems.insert(results->problems.begin(), phrase("{} is incomplete: it ends inside of a result after line {}; "
                                                                   "the {} (result|results) before that (was|were) kept.",
                                                                   file, line, results->entries.size()));
    }
    return results;
}

} // namespace knobscope
