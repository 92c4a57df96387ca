// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"

#include "core/tuning/opennetwork.h"

#include <string>

namespace CLI {
class App;
}

namespace knobscope::cli {

/// Options of commands that can compute a float32 network in another precision.
struct PrecisionFlags {
    std::string precision = "float32";
    std::string calibration; ///< a folder; empty: random inputs
    std::string range;       ///< of random inputs, "LOW:HIGH"; empty: mean 0, deviation 1
};
void addPrecisionFlags(CLI::App& command, PrecisionFlags& flags);
/// Adds only those of the inputs.
void addInputFlags(CLI::App& command, PrecisionFlags& flags);

Result<RunInputs> readInputs(const PrecisionFlags& flags);
/// Reads the flags into `precision` and `inputs` of a network whose name and shapes are set; for int8 runs it in the interpreter
/// to find the ranges of its values.
Result<void> readPrecision(const Output& output, const PrecisionFlags& flags, WholeNetwork& to);

/// Number of timed runs from which on a comparison with float32 takes its whole time.
constexpr int kRunsOfComparison = 50;

/// Compares an open network with the same one in float32: their outputs, and their times in turn (3 s at most, and less in
/// proportion for fewer runs than kRunsOfComparison). Null and an empty text for a network in float32. Replaces what is open in
/// slot 1.
Result<Answer> compareWithFloat32(const Output& output, OpenNetwork& network, int runs = kRunsOfComparison);

} // namespace knobscope::cli
