// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "core/graph/onnx/onnxfile.h"
#include "core/measure/measureoptions.h"
#include "core/task/target.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
class Validator;
} // namespace CLI

namespace knobscope {
class Measurer;
}

namespace knobscope::cli {

/// Options that say which task and in which variant; the same for every command that takes a TASK.
struct TaskOptions {
    std::string target;              ///< "" means this machine's CPU
    std::vector<std::string> edits;  ///< --edit texts, in order
    std::vector<std::string> shapes; ///< --shape texts, for ONNX files that leave extents open
};

/// Adds --target and --shape.
void addTargetOptions(CLI::App& command, TaskOptions& options);
/// --target where only this machine's CPU will do.
constexpr const char* cpuTarget = "The CPU to compile for (default: this machine's)";
/// Adds --edit, --target and --shape.
void addTaskOptions(CLI::App& command, TaskOptions& options);
/// What a TASK can be, for --help.
constexpr const char* taskForms = "NETWORK:N, NETWORK:N/TEMPLATE, FILE.onnx:N, or an AutoTVM workload as JSON";
/// Adds an option that may be given again, with one value each time.
CLI::Option* addRepeated(CLI::App& command, const std::string& name, std::vector<std::string>& texts, const std::string& what);
/// Adds PROJECT, a file that must be named.
void addProjectArgument(CLI::App& command, std::string& path);
/// Adds --tuner, and --param for readParameters.
void addTunerOptions(CLI::App& command, std::string& tuner, std::vector<std::string>& parameters);

/// The measuring options, named as AutoTVM's, on a command.
void addMeasureFlags(CLI::App& command, MeasureOptions& options);

/// Those of them that say what workers take of the machine, for a command that must know which were given.
void addWorkerFlags(CLI::App& command, std::function<void(int builders)> onBuilders, std::function<void(int64_t bytes)> onMemory);

/// Says on stderr what disturbs what is to be measured (Measurer::whatDisturbs), which it returns.
Sentence warnIfDisturbed(const Output& output, const Measurer& measurer);
/// Refuses a device named for a CPU task; says on stderr when kernels get more threads than this machine has cores.
Result<void> checkMeasuring(const Output& output, const Target& target, const MeasureOptions& options);

/// The shapes that --shape gave.
Result<ImportOptions> readShapes(const std::vector<std::string>& texts);
/// Reads --param NAME=NUMBER into the tuner's parameters.
Result<void> readParameters(const std::vector<std::string>& texts, nlohmann::json& parameters);

/// A path that means the same file in another folder; "" stays.
std::string absolutePath(const std::string& path);

/// For check(): a number from `least` to `most`, and so no NaN, which CLI11's own check of a range lets pass.
CLI::Validator between(double least, double most);
/// The most trials that a budget can be, and the largest number that a row of a project can have.
constexpr double mostTrials = int64_t{1} << 40;
/// For check(): that the number of a config can be read. CLI11 takes the largest integer for what is larger.
std::string isConfigNumber(const std::string& text);

} // namespace knobscope::cli
