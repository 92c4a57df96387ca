// SPDX-License-Identifier: GPL-3.0-or-later
// Writes what foreignjson.cpp reads: Kernel Tuner's cache (kernel_tuner/schema/cache/1.0.0) and T4 (kernel_tuner/file_utils.py).
#include "core/base/statistics.h"
#include "core/base/unfinishedfile.h"
#include "core/store/filehead.h"
#include "core/study/foreignimport.h"
#include "core/task/foreigntask.h"
#include "core/tuning/storedrun.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>

namespace knobscope {

namespace {

using Ordered = nlohmann::ordered_json;
constexpr double kPerMillisecond = 1e3;

/// The facts in a file about a run as a whole.
struct ExportedRun {
    Task task;
    RunRow row;
    std::vector<TrialRow> trials;
};

Ordered valueForExport(const KnobValue& value)
{
    const auto* other = std::get_if<OtherEntity>(&value);
    return other ? std::visit([](const auto& plain) { return Ordered(plain); }, other->value) : Ordered(valueText(value));
}

/// "2023-12-22 09:54:05.502007+00:00"
std::string isoTime(double unixSeconds)
{
    constexpr double endOf9999 = 253402300799;
    const double clamped = std::isfinite(unixSeconds) ? std::clamp(unixSeconds, 0.0, endOf9999) : 0;
    const auto whole = static_cast<std::time_t>(clamped);
    std::tm day{};
    gmtime_r(&whole, &day);
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}.{:06}+00:00", day.tm_year + 1900, day.tm_mon + 1, day.tm_mday,
                       day.tm_hour, day.tm_min, day.tm_sec, static_cast<int>((clamped - static_cast<double>(whole)) * 1e6));
}

struct FailureName {
    const char* kernelTuner;
    const char* t4;
};
FailureName failureName(int errorNo)
{
    switch (static_cast<MeasureError>(errorNo)) {
    case MeasureError::Instantiation: return {"InvalidConfig", "constraints"};
    case MeasureError::CompileHost:
    case MeasureError::CompileDevice:
    case MeasureError::BuildTimeout: return {"CompilationFailedConfig", "compile"};
    case MeasureError::WrongAnswer: return {"RuntimeFailedConfig", "correctness"};
    case MeasureError::RunTimeout: return {"RuntimeFailedConfig", "timeout"};
    default: return {"RuntimeFailedConfig", "runtime"};
    }
}

/// A value as Kernel Tuner's keys have it: as Python prints it.
std::string keyText(const Ordered& value)
{
    return value.is_boolean() ? value.get<bool>() ? "True" : "False"
         : value.is_string()  ? value.get<std::string>()
                              : value.dump(-1, ' ', false, Ordered::error_handler_t::replace);
}

Result<Ordered> configurationOf(const ExportedRun& run, const TrialRow& trial)
{
    const auto entity = entityFromJson(trial.entity);
    Ordered out = Ordered::object();
    for (const Knob& knob : run.task.space.knobs()) {
        const KnobValue* value = entity ? entity->find(knob.name()) : nullptr;
        if (!value) {
            return fail(ErrorCode::Unsupported, "Trial {} has no value for the knob {}, so it cannot be written", trial.number,
                        knob.name());
        }
        out[knob.name()] = valueForExport(*value);
    }
    return out;
}

Ordered timesOf(const TrialRow& trial)
{
    Ordered times = Ordered::array();
    for (const double seconds : trial.costs) {
        times.push_back(seconds * kPerMillisecond);
    }
    return times;
}

Result<Ordered> kernelTunerCache(const ExportedRun& run)
{
    Ordered keys = Ordered::array();
    Ordered parameters = Ordered::object();
    for (const Knob& knob : run.task.space.knobs()) {
        keys.push_back(knob.name());
        Ordered values = Ordered::array();
        for (const KnobValue& value : knob.candidates()) {
            values.push_back(valueForExport(value));
        }
        parameters[knob.name()] = std::move(values);
    }
    Ordered cache = Ordered::object();
    for (const TrialRow& trial : run.trials) {
        Ordered line = TRY(configurationOf(run, trial));
        std::string key;
        for (const auto& [name, value] : line.items()) {
            key += (key.empty() ? "" : ",") + keyText(value);
        }
        line["time"] =
            trial.errorNo == 0 ? Ordered(mean(trial.costs) * kPerMillisecond) : Ordered(failureName(trial.errorNo).kernelTuner);
        if (trial.errorNo == 0) {
            line["times"] = timesOf(trial);
            if (hasOperations(run.task)) {
                line["GFLOP/s"] = trial.gflops;
            }
        }
        line["compile_time"] = trial.buildSeconds * kPerMillisecond;
        line["verification_time"] = 0;
        line["benchmark_time"] = trial.runSeconds * kPerMillisecond;
        line["strategy_time"] = 0;
        line["framework_time"] = 0;
        line["timestamp"] = isoTime(trial.timestamp);
        cache[key] = std::move(line);
    }
    Ordered sizes = Ordered::array();
    for (const auto& size : run.task.args) {
        if (size.is_number_integer()) {
            sizes.push_back(size.get<int64_t>());
        }
    }
    return Ordered{{"device_name", machineOf(run.row).empty() ? run.task.target.text : machineOf(run.row)},
                   {"kernel_name", run.task.name},
                   {"problem_size", std::move(sizes)},
                   {"tune_params_keys", std::move(keys)},
                   {"tune_params", std::move(parameters)},
                   {"objective", "time"},
                   {"cache", std::move(cache)}};
}

Result<Ordered> t4Results(const ExportedRun& run)
{
    Ordered results = Ordered::array();
    for (const TrialRow& trial : run.trials) {
        Ordered configuration = TRY(configurationOf(run, trial));
        const bool isRight = trial.errorNo == 0;
        Ordered measurements = Ordered::array();
        if (isRight) {
            measurements.push_back({{"name", "time"}, {"value", mean(trial.costs) * kPerMillisecond}, {"unit", "ms"}});
        }
        results.push_back({{"timestamp", isoTime(trial.timestamp)},
                           {"configuration", std::move(configuration)},
                           {"times",
                            {{"compilation", trial.buildSeconds * kPerMillisecond},
                             {"framework", 0},
                             {"search_algorithm", 0},
                             {"validation", 0},
                             {"runtimes", timesOf(trial)}}},
                           {"invalidity", isRight ? "correct" : failureName(trial.errorNo).t4},
                           {"correctness", isRight ? 1 : 0},
                           {"measurements", std::move(measurements)},
                           {"objectives", Ordered::array({"time"})}});
    }
    return Ordered{{"metadata",
                    {{"timeunit", "milliseconds"},
                     {"kernel_name", run.task.name},
                     {"device_name", machineOf(run.row).empty() ? run.task.target.text : machineOf(run.row)}}},
                   {"results", std::move(results)}};
}

} // namespace

const std::vector<std::string>& writableFormats()
{
    static const std::vector<std::string> names{"kernel-tuner", "t4"};
    return names;
}

Result<int64_t> exportForeign(Project& project, int64_t run, const std::string& format, const std::string& path)
{
    ExportedRun exported;
    exported.row = TRY(project.run(run));
    const auto stored = TRY(project.task(exported.row.task));
    exported.task = TRY(taskFromJson(stored.task));
    exported.trials = TRY(project.trials(run));
    std::erase_if(exported.trials, [](const TrialRow& trial) { return trial.errorNo == 0 && !(mean(trial.costs) > 0); });
    if (exported.trials.empty()) {
        return fail(ErrorCode::Unsupported, "Run {} has no trials, so {} was not written", run, path);
    }
    TRY(refuseDatabase(path));
    const Ordered json = TRY(format == "t4" ? t4Results(exported) : kernelTunerCache(exported));
    auto unfinished = TRY(UnfinishedFile::begin(path));
    std::ofstream file(unfinished.temporaryPath(), std::ios::binary);
    file << json.dump(1, ' ', false, Ordered::error_handler_t::replace) << '\n';
    file.close();
    if (!file) {
        return fail(ErrorCode::Io, "{} cannot be written. Does the folder exist, is it writable, and is there enough space?",
                    path);
    }
    TRY(unfinished.commit());
    return static_cast<int64_t>(exported.trials.size());
}

} // namespace knobscope
