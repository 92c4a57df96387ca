// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/foreignspace.h"

#include "core/base/member.h"
#include "core/base/readjson.h"
#include "core/base/strings.h"
#include "core/trace/gzstream.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <istream>
#include <map>
#include <set>

namespace knobscope {

namespace {

using Json = nlohmann::json;

constexpr size_t kMaxBytes = size_t{256} << 20; // unpacked; a few bytes of gzip can expand to gigabytes
constexpr size_t kMaxValues = 10'000'000;       // kept of a file
constexpr size_t kMaxResults = 1'000'000;
constexpr size_t kMaxParameters = 1000; // ten are typical
constexpr double kMaxSeconds = 1e5;             // per call; files with longer times are rejected as damaged
constexpr double kOldFailureTime = 1e20; // time of a failed config in Kernel Tuner's files before it wrote error names

/// One tried config, in any format.
struct Entry {
    std::vector<Json> values; ///< of the parameters
    double seconds = 0;
    MeasureError error = MeasureError::None;
};
struct Results {
    std::vector<std::string> parameters;
    std::vector<Entry> entries;
    std::string kernel;
    std::string device;
    std::string date;
    Json shape = Json::array(); ///< integers
};

std::string textMember(const Json& object, const char* key)
{
    return memberOr(object, key, std::string());
}

/// Maps "CompilationFailedConfig", "runtime", "ValidationFailed", …
MeasureError errorOf(const std::string& word)
{
    const std::string text = lowered(word);
    const auto contains = [&](const char* part) { return text.find(part) != std::string::npos; };
    return contains("compil")                                                 ? MeasureError::CompileDevice
         : contains("runtime") || contains("computation")                     ? MeasureError::RuntimeDevice
         : contains("correctness") || contains("validation")                  ? MeasureError::WrongAnswer
         : contains("timeout")                                                ? MeasureError::RunTimeout
         : contains("constraint") || contains("invalid") || contains("limit") ? MeasureError::Instantiation
                                                                              : MeasureError::Unknown;
}

/// Seconds of a time unit; Kernel Tuner's T4 has the spelling "miliseconds".
Result<double> secondsOf(const std::string& unit, const std::string& file)
{
    static const std::map<std::string, double> units{
        {"seconds", 1}, {"milliseconds", 1e-3}, {"miliseconds", 1e-3}, {"microseconds", 1e-6}, {"nanoseconds", 1e-9}};
    const auto known = units.find(lowered(unit));
    if (known == units.end()) {
        return fail(ErrorCode::Parse, "{}: unknown time unit '{}'; use seconds, milliseconds, microseconds or nanoseconds", file,
                    unit);
    }
    return known->second;
}

/// Reads a time in units of `unit` seconds, or the name of a failure; returns false for anything else.
bool readTime(const Json* time, double unit, Entry& entry)
{
    if (!time || time->is_null() || time->is_string()) {
        entry.error = time && time->is_string() ? errorOf(time->get<std::string>()) : MeasureError::Unknown;
        return time != nullptr;
    }
    const double value = time->is_number() ? time->get<double>() : -1;
    if (value >= kOldFailureTime) {
        entry.error = MeasureError::Unknown;
        return true;
    }
    entry.seconds = value * unit;
    return std::isfinite(value) && value > 0 && entry.seconds <= kMaxSeconds;
}

/// Accessors for a result's parameter values and its outcome.
using ParameterOf = std::function<const Json*(const Json& result, const std::string& name)>;
using OutcomeOf = std::function<bool(const Json& result, Entry& entry)>;

Result<void> addEntries(Results& out, const Json& results, const std::string& file, const ParameterOf& parameterOf,
                        const OutcomeOf& outcomeOf)
{
    if (results.size() > kMaxResults) {
        return fail(ErrorCode::LimitExceeded, "{} contains {} results; at most {} are read", file, results.size(), kMaxResults);
    }
    if (out.parameters.size() > kMaxParameters) {
        return fail(ErrorCode::LimitExceeded, "{} has {} parameters; at most {} are read", file, out.parameters.size(),
                    kMaxParameters);
    }
    int64_t number = 0;
    for (const Json& result : results) {
        ++number;
        Entry entry;
        for (const std::string& name : out.parameters) {
            const Json* value = parameterOf(result, name);
            if (!value || !value->is_primitive() || value->is_null()) {
                return fail(ErrorCode::Parse, "{}: result {} has no value for the parameter {}", file, number, name);
            }
            if (value->is_number_unsigned() && value->get<uint64_t>() > uint64_t{INT64_MAX}) {
                return fail(ErrorCode::Parse, "{}: result {} has a value above 2^63 for the parameter {}", file, number, name);
            }
            entry.values.push_back(*value);
        }
        if (!outcomeOf(result, entry)) {
            return fail(ErrorCode::Parse, "{}: result {} has neither a positive time nor a failure", file, number);
        }
        if (out.date.empty()) {
            out.date = textMember(result, "timestamp").substr(0, 10);
        }
        out.entries.push_back(std::move(entry));
    }
    return {};
}

/// Reads Kernel Tuner's cache, with times in milliseconds.
Result<Results> readCache(const Json& json, const std::string& file)
{
    Results out;
    for (const auto& [name, values] : json["tune_params"].items()) {
        out.parameters.push_back(name);
    }
    if (const Json* keys = memberOf(json, "tune_params_keys"); keys && keys->is_array()) {
        // JSON objects are unordered; this keeps the author's order of the knobs.
        std::vector<std::string> ordered;
        for (const Json& key : *keys) {
            ordered.push_back(key.is_string() ? key.get<std::string>() : std::string());
        }
        if (std::is_permutation(ordered.begin(), ordered.end(), out.parameters.begin(), out.parameters.end())) {
            out.parameters = std::move(ordered);
        }
    }
    out.kernel = textMember(json, "kernel_name");
    out.device = textMember(json, "device_name");
    if (const Json* size = memberOf(json, "problem_size"); size && size->is_array()) {
        std::copy_if(size->begin(), size->end(), std::back_inserter(out.shape),
                     [](const Json& extent) { return extent.is_number_integer(); });
    }
    TRY(addEntries(
        out, json["cache"], file, [](const Json& result, const std::string& name) { return memberOf(result, name.c_str()); },
        [](const Json& result, Entry& entry) { return readTime(memberOf(result, "time"), 1e-3, entry); }));
    return out;
}

/// Measurement of the first objective.
const Json* objectiveOf(const Json& result)
{
    const Json* objectives = memberOf(result, "objectives");
    const Json* measurements = memberOf(result, "measurements");
    if (!measurements || !measurements->is_array()) {
        return nullptr;
    }
    const bool isNamed = objectives && objectives->is_array() && !objectives->empty() && (*objectives)[0].is_string();
    const std::string name = isNamed ? (*objectives)[0].get<std::string>() : "time";
    for (const Json& measurement : *measurements) {
        if (textMember(measurement, "name") == name) {
            return memberOf(measurement, "value");
        }
    }
    return nullptr;
}

Result<Results> readT4(const Json& json, const std::string& file)
{
    const Json* metadata = memberOf(json, "metadata");
    const std::string unitName = metadata ? textMember(*metadata, "timeunit") : std::string();
    const auto unit = TRY(secondsOf(unitName.empty() ? "milliseconds" : unitName, file));
    Results out;
    if (const Json* first = json["results"].empty() ? nullptr : memberOf(json["results"][0], "configuration"); first) {
        for (const auto& [name, value] : first->items()) {
            out.parameters.push_back(name);
        }
    }
    TRY(addEntries(
        out, json["results"], file,
        [](const Json& result, const std::string& name) {
            const Json* configuration = memberOf(result, "configuration");
            return configuration ? memberOf(*configuration, name.c_str()) : nullptr;
        },
        [&](const Json& result, Entry& entry) {
            const std::string invalidity = textMember(result, "invalidity");
            if (!invalidity.empty() && invalidity != "correct") {
                entry.error = errorOf(invalidity);
                return true;
            }
            return readTime(objectiveOf(result), unit, entry);
        }));
    return out;
}

Result<Results> readKtt(const Json& json, const std::string& file)
{
    const Json& metadata = json["Metadata"];
    const auto unit = TRY(secondsOf(textMember(metadata, "TimeUnit"), file));
    Results out;
    out.device = textMember(metadata, "Device");
    out.date = textMember(metadata, "Timestamp").substr(0, 10);
    const Json& results = json["Results"];
    if (!results.empty()) {
        out.kernel = textMember(results[0], "KernelName");
        if (const Json* configuration = memberOf(results[0], "Configuration"); configuration && configuration->is_array()) {
            for (const Json& parameter : *configuration) {
                out.parameters.push_back(textMember(parameter, "Name"));
            }
        }
    }
    TRY(addEntries(
        out, results, file,
        [](const Json& result, const std::string& name) -> const Json* {
            const Json* configuration = memberOf(result, "Configuration");
            for (size_t i = 0; configuration && configuration->is_array() && i < configuration->size(); ++i) {
                if (textMember((*configuration)[i], "Name") == name) {
                    return memberOf((*configuration)[i], "Value");
                }
            }
            return nullptr;
        },
        [&](const Json& result, Entry& entry) {
            const std::string status = textMember(result, "Status");
            if (status != "Ok") {
                entry.error = errorOf(status);
                return !status.empty();
            }
            return readTime(memberOf(result, "TotalDuration"), unit, entry) && entry.error == MeasureError::None;
        }));
    return out;
}

Result<Results> readAny(const Json& json, const std::string& file)
{
    const auto has = [&](const char* key, bool (Json::*is)() const noexcept) {
        const Json* value = memberOf(json, key);
        return value && (value->*is)();
    };
    if (has("cache", &Json::is_object) && has("tune_params", &Json::is_object)) {
        return readCache(json, file);
    }
    if (has("results", &Json::is_array)) {
        return readT4(json, file);
    }
    if (has("Results", &Json::is_array) && has("Metadata", &Json::is_object)) {
        return readKtt(json, file);
    }
    return fail(ErrorCode::Corrupt,
                "{} contains no results to replay; Kernel Tuner caches (\"cache\" and \"tune_params\"), T4 (\"results\") and KTT "
                "(\"Results\" and \"Metadata\") are supported",
                file);
}

/// "…/convolution-A100.json.gz": "convolution-A100".
std::string stemOf(const std::string& path)
{
    std::filesystem::path stem = std::filesystem::path(path).filename();
    while (stem.extension() == ".gz" || stem.extension() == ".json") {
        stem = stem.stem();
    }
    return stem.string();
}

Result<RecordedSpace> spaceOf(const Results& results, const std::string& file)
{
    if (results.entries.empty() || results.parameters.empty()) {
        return fail(ErrorCode::Parse, "{} contains no result with parameters", file);
    }
    RecordedSpace out;
    std::vector<std::map<Json, int64_t>> digits(results.parameters.size());
    for (size_t k = 0; k < results.parameters.size(); ++k) {
        for (const Entry& entry : results.entries) {
            digits[k].emplace(entry.values[k], 0);
        }
        OtherKnob knob;
        for (auto& [value, digit] : digits[k]) {
            digit = static_cast<int64_t>(knob.candidates.size());
            knob.candidates.push_back(otherFromJson(value).value());
        }
        auto made = Knob::make(results.parameters[k], std::move(knob));
        const auto defined = made ? out.task.space.define(std::move(*made)) : Result<void>(fail(made));
        TRY(withPrefix(file, defined));
    }
    if (out.task.space.knobs().size() != results.parameters.size()) {
        return fail(ErrorCode::Parse, "{}: two parameters have the same name", file);
    }
    std::map<int64_t, RecordedPoint> points; // the later result of a config tried twice counts
    for (const Entry& entry : results.entries) {
        std::vector<int64_t> point;
        for (size_t k = 0; k < entry.values.size(); ++k) {
            point.push_back(digits[k].at(entry.values[k]));
        }
        const int64_t index = out.task.space.indexOfDigits(point);
        points[index] = {index, entry.error == MeasureError::None ? entry.seconds : 0, entry.error};
    }
    std::unordered_set<int64_t> listed;
    for (const auto& [index, point] : points) {
        listed.insert(index);
        out.points.push_back(point);
    }
    TRY(withPrefix(file, out.task.space.keepOnly(std::move(listed))));
    out.label = stemOf(file);
    out.machine = results.device.empty() ? "a device that the file does not name" : results.device;
    out.date = results.date;
    out.isForeign = true;
    out.task.name = results.kernel.empty() ? out.label : results.kernel;
    out.task.args = results.shape;
    out.task.target.text = out.machine;
    out.task.isGpu = true;
    out.task.templateSpace = out.task.space;
    return out;
}

} // namespace

bool beginsForeignSpace(std::string_view head)
{
    const size_t first = head.find_first_not_of(" \t\r\n");
    return head.starts_with("\x1f\x8b") || (first != std::string_view::npos && head[first] == '{');
}

Result<RecordedSpace> parseForeignSpace(std::string_view text, const std::string& name)
{
    // Skips the times of single runs and profiler counters, which are most of such a file and unused here.
    static const std::set<std::string> skippedKeys{"times", "ComputationResults"};
    struct TooMany {
    };
    size_t values = 0;
    Json json;
    try {
        const auto keeps = [&](int, Json::parse_event_t event, Json& parsed) {
            if (++values > kMaxValues) {
                throw TooMany();
            }
            return event != Json::parse_event_t::key || !skippedKeys.contains(parsed.get_ref<const std::string&>());
        };
        json = Json::parse(text, keeps);
    } catch (const TooMany&) {
        return fail(ErrorCode::LimitExceeded, "{} contains more than {} values, too many for the results of a tuner", name,
                    kMaxValues);
    } catch (const Json::exception& problem) {
        return fail(ErrorCode::Parse, "{} is not JSON, or is incomplete: {}", name, jsonErrorCause(problem));
    }
    const auto results = TRY(readAny(json, name));
    return spaceOf(results, name);
}

Result<RecordedSpace> readForeignSpace(const std::string& path)
{
    GzInput input(path);
    if (!input.isOpen()) {
        return tl::make_unexpected(input.error());
    }
    std::istream stream(&input);
    std::string text;
    std::vector<char> piece(size_t{1} << 18);
    while (stream.read(piece.data(), static_cast<std::streamsize>(piece.size())) || stream.gcount() > 0) {
        text.append(piece.data(), static_cast<size_t>(stream.gcount()));
        if (text.size() > kMaxBytes) {
            return fail(ErrorCode::LimitExceeded, "{} contains more than {} MiB of text, too much for the results of a tuner",
                        path, kMaxBytes >> 20);
        }
    }
    if (input.isDamaged()) {
        return fail(ErrorCode::Corrupt, "{} is incomplete or damaged; copy it again", path);
    }
    return parseForeignSpace(text, path);
}

} // namespace knobscope
