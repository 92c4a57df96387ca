// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "core/graph/onnx/onnxfile.h"
#include "core/target/target.h"
#include "core/timing/measureoptions.h"

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

/// Options that select a task and its variant; the same for every command with a TASK.
struct TaskOptions {
    std::string target;              ///< "" means this machine's CPU
    std::vector<std::string> edits;  ///< --edit texts, in order
    std::vector<std::string> sizes;  ///< --size texts, for .sched files
    std::vector<std::string> shapes; ///< --shape texts
    std::vector<std::string> dims;   ///< --dim texts, likewise
};

/// Adds --target, --shape and --dim.
void addTargetOptions(CLI::App& command, TaskOptions& options);
/// --target for commands that support only this machine's CPU.
constexpr const char* kCpuTargetHelp = "CPU to compile for (default: this machine's)";
/// Adds --edit, --size, --target, --shape and --dim.
void addTaskOptions(CLI::App& command, TaskOptions& options);
/// Forms of a TASK, for --help.
constexpr const char* kTaskForms = "NETWORK:N, NETWORK:N/TEMPLATE, FILE.onnx:N, FILE.sched, or an AutoTVM workload as JSON";
/// Adds an option that may be repeated, with one value each time.
CLI::Option* addRepeated(CLI::App& command, const std::string& name, std::vector<std::string>& texts, const std::string& what);
/// Adds PROJECT, a required file.
void addProjectArgument(CLI::App& command, std::string& path);
/// Adds --tuner, and --param for readParameters.
void addTunerOptions(CLI::App& command, std::string& tuner, std::vector<std::string>& parameters);

/// Adds the measuring options, named as in AutoTVM.
void addMeasureFlags(CLI::App& command, MeasureOptions& options);

/// Adds the subset about workers' resources.
void addWorkerFlags(CLI::App& command, MeasureOptions& options);

/// Writes a warning to stderr if something disturbs measurements (Measurer::loadWarning); returns the warning.
Sentence warnIfDisturbed(const Output& output, const Measurer& measurer);
/// Refuses a device for a CPU task; warns on stderr if kernels get more threads than this machine has cores.
Result<void> checkMeasuring(const Output& output, const Target& target, const MeasureOptions& options);

/// Parses the --shape and --dim options, which are for the network or task `id`.
Result<ImportOptions> readShapes(const TaskOptions& options, const std::string& id);
/// Parses --param NAME=NUMBER into the tuner's parameters.
Result<void> readParameters(const std::vector<std::string>& texts, nlohmann::json& parameters);

/// An absolute path, valid from any folder; "" stays.
std::string absolutePath(const std::string& path);

/// For check(): a number from `least` to `most`; refuses NaN, which CLI11's range check accepts.
CLI::Validator between(double least, double most);
/// Maximum of a trial budget and of a row number in a project.
constexpr double kMaxTrials = int64_t{1} << 40;
/// For check(): a readable config number. CLI11 clamps larger numbers to the largest integer.
std::string isConfigNumber(const std::string& text);

} // namespace knobscope::cli
