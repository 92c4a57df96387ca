// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/study/foreignspace.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

// Shared parts of the readers of other tuners' files (foreignspace.h).

namespace knobscope {

/// One tried config.
struct ForeignEntry {
    std::vector<nlohmann::json> values; ///< of the parameters: numbers, texts, booleans
    double seconds = 0;
    MeasureError error = MeasureError::None;
    Sentence why;            ///< of a failure
    double timestamp = 0;    ///< Unix seconds; 0: unknown
    double buildSeconds = 0;
    double runSeconds = 0;   ///< of measuring
    double gflops = 0;       ///< as the file states; 0: unknown
};

/// Contents of a file.
struct ForeignResults {
    std::string tuner; ///< "Kernel Tuner"
    std::vector<std::string> parameters;
    std::vector<ForeignEntry> entries;
    std::string kernel;
    std::string device;
    nlohmann::json sizes = nlohmann::json::array(); ///< integers
    std::vector<Sentence> problems;
};

/// Stands for the value of a parameter that a config does not have.
inline constexpr const char* kAbsentValue = "absent";

struct ForeignLimits {
    static constexpr size_t bytes = size_t{256} << 20; ///< unpacked; a few bytes of gzip can expand to gigabytes
    static constexpr size_t values = 10'000'000;
    static constexpr size_t results = 1'000'000;
    static constexpr size_t parameters = 1000; ///< ten are typical
    static constexpr int depth = 64;
    static constexpr double seconds = 1e5; ///< per call; files with longer times are rejected as damaged
};

/// Maps "CompilationFailedConfig", "runtime", "ValidationFailed", … to what failed.
MeasureError foreignError(const std::string& word);
/// Makes an entry a failure for which the file has this word.
void setFailed(ForeignEntry& entry, const std::string& word);
/// Unix seconds of "2023-12-22 09:54:05.5+00:00", taken as UTC; 0 if it is something else.
double timestampOf(const std::string& text);
/// Seconds of a unit of time: "seconds", "s", "milliseconds", "ms", …
Result<double> secondsOfUnit(const std::string& unit, const std::string& file);
/// Checks the numbers of results and parameters.
Result<void> checkSize(const std::string& file, size_t results, size_t parameters);
/// Whether this is the state of an Optuna trial that has not ended.
inline bool isUnfinishedTrial(std::string_view state)
{
    return state == "RUNNING" || state == "WAITING";
}
/// Sets the result of a study's trial from its objective; fails silently: what is no time makes the trial a failure.
void setObjective(ForeignEntry& entry, const nlohmann::json& value, const ForeignOptions& options);

using NamedValues = std::vector<std::pair<std::string, nlohmann::json>>;

/// Collects entries whose parameters are only known at the end, since not every config has all.
class NamedEntries
{
public:
    void add(NamedValues values, ForeignEntry entry);
    /// A trial of an Optuna study, by its state and the time of its end. One that has not ended is only counted.
    void addTrial(NamedValues values, const std::string& state, const std::string& ended, const nlohmann::json& objective,
                  const ForeignOptions& options);
    size_t size() const { return m_rows.size(); }
    /// Sets parameters, in the order of their first appearance, and entries; reports the trials that were only counted. Leaves
    /// out parameters that never have a value.
    Result<void> moveTo(ForeignResults& results, const std::string& file);

private:
    struct Row {
        NamedValues values;
        ForeignEntry entry;
    };
    std::vector<Row> m_rows;
    int64_t m_unfinished = 0;
};

/// JSON of Kernel Tuner, T4, KTT, Optuna or Triton; `stem`: the file's name without its ending.
Result<ForeignResults> readTunerJson(std::string_view text, const std::string& file, const std::string& stem,
                                     const ForeignOptions& options);
/// CSV of Optuna or Helion.
Result<ForeignResults> readTunerCsv(std::string_view text, const std::string& file, const std::string& stem,
                                    const ForeignOptions& options);
/// A study of Optuna's SQLite storage.
Result<ForeignResults> readOptunaStudy(const std::string& path, const ForeignOptions& options);

/// The results as a run. Names parameters of which there is no space; marks times that no machine needs as failures.
Result<ForeignRun> foreignRunOf(const ForeignResults& results, const std::string& file, const std::string& stem,
                                const ForeignOptions& options);

} // namespace knobscope
