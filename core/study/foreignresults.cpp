// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/foreignresults.h"

#include "core/base/member.h"
#include "core/base/numbertext.h"
#include "core/base/statistics.h"
#include "core/base/strings.h"
#include "core/task/foreigntask.h"
#include "core/task/machinelimit.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <map>

namespace knobscope {

using Json = nlohmann::json;

MeasureError foreignError(const std::string& word)
{
    const std::string text = lowered(word);
    const auto contains = [&](const char* part) { return text.find(part) != std::string::npos; };
    return contains("compil")                                                        ? MeasureError::CompileDevice
         : contains("timeout")                                                       ? MeasureError::RunTimeout
         : contains("runtime") || contains("computation")                            ? MeasureError::RuntimeDevice
         : contains("correctness") || contains("validation") || contains("accuracy") ? MeasureError::WrongAnswer
         : contains("constraint") || contains("invalid") || contains("limit")        ? MeasureError::Instantiation
                                                                                     : MeasureError::Unknown;
}

void setFailed(ForeignEntry& entry, const std::string& word)
{
    entry.seconds = 0;
    entry.error = foreignError(word);
    entry.why = word.empty() ? phrase("The file has no time for it") : phrase("From the file: {}", word.substr(0, 200));
}

double timestampOf(const std::string& text)
{
    std::tm day{};
    double seconds = 0;
    char between = ' ';
    const int read = std::sscanf(text.c_str(), "%4d-%2d-%2d%c%2d:%2d:%lf", &day.tm_year, &day.tm_mon, &day.tm_mday, &between,
                                 &day.tm_hour, &day.tm_min, &seconds);
    if (read < 3 || day.tm_year < 1970 || !std::isfinite(seconds) || std::abs(seconds) > 100) {
        return 0;
    }
    day.tm_year -= 1900;
    day.tm_mon -= 1;
    return static_cast<double>(timegm(&day)) + (read == 7 ? seconds : 0);
}

Result<double> secondsOfUnit(const std::string& unit, const std::string& file)
{
    // Kernel Tuner's T4 has the spelling "miliseconds".
    static const std::map<std::string, double> units{{"seconds", 1},         {"milliseconds", 1e-3}, {"miliseconds", 1e-3},
                                                     {"microseconds", 1e-6}, {"nanoseconds", 1e-9},  {"s", 1},
                                                     {"ms", 1e-3},           {"us", 1e-6},           {"ns", 1e-9}};
    const auto known = units.find(lowered(unit));
    if (known == units.end()) {
        return fail(ErrorCode::Parse, "{}: unknown time unit '{}'; use seconds, milliseconds, microseconds or nanoseconds", file,
                    unit);
    }
    return known->second;
}

Result<void> checkSize(const std::string& file, size_t results, size_t parameters)
{
    if (results > ForeignLimits::results) {
        return fail(ErrorCode::LimitExceeded, "{} contains {} results; at most {} are read", file, results,
                    ForeignLimits::results);
    }
    if (parameters > ForeignLimits::parameters) {
        return fail(ErrorCode::LimitExceeded, "{} has {} parameters; at most {} are read", file, parameters,
                    ForeignLimits::parameters);
    }
    return {};
}

void setObjective(ForeignEntry& entry, const Json& value, const ForeignOptions& options)
{
    const double number = value.is_string() ? parseNumber<double>(value.get_ref<const std::string&>()).value_or(NAN)
                        : value.is_number() ? value.get<double>()
                                            : NAN;
    const bool isSpeed = options.unit == "1/s";
    const auto unit = isSpeed ? Result<double>(1.0) : secondsOfUnit(options.unit, "");
    const double seconds = isSpeed ? 1 / number : number * unit.value_or(1.0);
    if (!std::isfinite(number)) {
        setFailed(entry, value.is_string() ? value.get<std::string>() : std::string());
    } else if (!(number > 0) || !std::isfinite(seconds) || !(seconds > 0) || seconds > ForeignLimits::seconds) {
        entry.error = MeasureError::Unknown;
        entry.why = phrase("Its objective {:g} is no time in {}; --unit says what it is", number, options.unit);
    } else {
        entry.seconds = seconds;
    }
}

void NamedEntries::add(NamedValues values, ForeignEntry entry)
{
    std::erase_if(values, [](const auto& value) { return value.second.is_null(); });
    for (auto& [name, value] : values) {
        const bool isBeyond = value.is_number_unsigned() && value.template get<uint64_t>() > uint64_t{INT64_MAX};
        if (value.is_structured() || isBeyond) { // a choice among lists: shown as text
            value = value.dump(-1, ' ', false, Json::error_handler_t::replace);
        }
    }
    m_rows.push_back({std::move(values), std::move(entry)});
}

void NamedEntries::addTrial(NamedValues values, const std::string& state, const std::string& ended, const Json& objective,
                            const ForeignOptions& options)
{
    if (isUnfinishedTrial(state)) {
        ++m_unfinished;
        return;
    }
    ForeignEntry entry;
    entry.timestamp = timestampOf(ended);
    if (state == "COMPLETE" || state.empty()) {
        setObjective(entry, objective, options);
    } else {
        setFailed(entry, state);
    }
    add(std::move(values), std::move(entry));
}

Result<void> NamedEntries::moveTo(ForeignResults& results, const std::string& file)
{
    if (m_unfinished > 0) {
        results.problems.push_back(phrase("{} (trial has|trials have) not ended and (was|were) left out.", m_unfinished));
    }
    std::map<std::string, size_t> places;
    for (const Row& row : m_rows) {
        for (const auto& [name, value] : row.values) {
            if (places.emplace(name, results.parameters.size()).second) {
                results.parameters.push_back(name);
            }
        }
        TRY(checkSize(file, m_rows.size(), results.parameters.size()));
    }
    if (m_rows.size() * results.parameters.size() > ForeignLimits::values) {
        return fail(ErrorCode::LimitExceeded, "{} contains more than {} values, too many for the results of a tuner", file,
                    ForeignLimits::values);
    }
    for (Row& row : m_rows) {
        row.entry.values.assign(results.parameters.size(), kAbsentValue);
        for (auto& [name, value] : row.values) {
            row.entry.values[places.at(name)] = std::move(value);
        }
        results.entries.push_back(std::move(row.entry));
    }
    m_rows.clear();
    return {};
}

namespace {

/// Operations of a call by the GFLOP/s of the file, if all its results agree; 0 otherwise.
double statedOperations(const ForeignResults& results)
{
    std::vector<double> operations;
    for (const ForeignEntry& entry : results.entries) {
        if (entry.seconds > 0 && entry.gflops > 0 && std::isfinite(entry.gflops)) {
            operations.push_back(entry.gflops * 1e9 * entry.seconds);
        }
    }
    if (operations.empty()) {
        return 0;
    }
    const auto [least, most] = std::ranges::minmax(operations);
    return most <= 1.001 * least ? median(operations) : 0;
}

/// Digits of the values of each parameter; defines the knobs.
Result<std::vector<std::map<Json, int64_t>>> defineKnobs(ConfigSpace& space, const ForeignResults& results,
                                                         const std::string& file)
{
    std::vector<std::map<Json, int64_t>> digits(results.parameters.size());
    for (size_t k = 0; k < results.parameters.size(); ++k) {
        for (const ForeignEntry& entry : results.entries) {
            digits[k].emplace(entry.values[k], 0);
        }
        OtherKnob knob;
        for (auto& [value, digit] : digits[k]) {
            digit = static_cast<int64_t>(knob.candidates.size());
            knob.candidates.push_back(otherFromJson(value).value());
        }
        auto made = Knob::make(results.parameters[k], std::move(knob));
        const auto defined = made ? space.define(std::move(*made)) : Result<void>(fail(made));
        TRY(withPrefix(file, defined));
    }
    if (space.knobs().size() != results.parameters.size()) {
        return fail(ErrorCode::Parse, "{}: two parameters have the same name", file);
    }
    return digits;
}

void addTrials(ForeignRun& run, const ForeignResults& results, const ConfigSpace& space,
               const std::vector<std::map<Json, int64_t>>& digits, double operations)
{
    int64_t unreachable = 0;
    std::optional<Sentence> first;
    for (const ForeignEntry& entry : results.entries) {
        std::vector<int64_t> point;
        for (size_t k = 0; k < entry.values.size(); ++k) {
            point.push_back(digits[k].at(entry.values[k]));
        }
        ForeignTrial trial{.index = space.indexOfDigits(point),
                           .seconds = entry.error == MeasureError::None ? entry.seconds : 0,
                           .error = entry.error,
                           .why = entry.why,
                           .timestamp = entry.timestamp,
                           .buildSeconds = entry.buildSeconds,
                           .runSeconds = entry.runSeconds};
        if (const auto why = trial.seconds > 0 ? whyUnreachable(operations, trial.seconds) : std::nullopt) {
            ++unreachable;
            first = first ? first : phrase("Result {}: {}", run.trials.size() + 1, *why);
            trial.seconds = 0;
            trial.error = MeasureError::Unknown;
            trial.why = *why;
        }
        run.trials.push_back(std::move(trial));
    }
    if (unreachable > 0) {
        run.space.problems.push_back(
            phrase("{} (result counts|results count) as failed, since no machine can be that fast. {}", unreachable, *first));
    }
}

} // namespace

Result<ForeignRun> foreignRunOf(const ForeignResults& results, const std::string& file, const std::string& stem,
                                const ForeignOptions& options)
{
    if (results.entries.empty() || results.parameters.empty()) {
        return fail(ErrorCode::Parse, "{} contains no result with parameters", file);
    }
    ForeignRun run;
    run.tuner = results.tuner;
    run.space.problems = results.problems;
    ConfigSpace space;
    const auto digits = TRY(defineKnobs(space, results, file));
    const double operations = options.operations > 0 ? options.operations : statedOperations(results);
    addTrials(run, results, space, digits, operations);
    std::map<int64_t, RecordedPoint> points; // the later result of a config tried twice counts
    for (const ForeignTrial& trial : run.trials) {
        points[trial.index] = {trial.index, trial.seconds, trial.error};
    }
    std::unordered_set<int64_t> listed;
    for (const auto& [index, point] : points) {
        listed.insert(index);
        run.space.points.push_back(point);
    }
    TRY(withPrefix(file, space.keepOnly(std::move(listed))));
    const auto dated = std::ranges::find_if(results.entries, [](const ForeignEntry& e) { return e.timestamp > 0; });
    run.space.label = stem;
    run.space.machine = results.device.empty() ? "a device that the file does not name" : results.device;
    run.space.date = dated == results.entries.end() ? std::string() : dayOf(dated->timestamp);
    run.space.isForeign = true;
    run.space.task = foreignTask(results.kernel.empty() ? stem : results.kernel, results.sizes, run.space.machine,
                                 std::move(space), operations);
    return run;
}

} // namespace knobscope
