// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"
#include "core/tuning/networktime.h"
#include "core/tuning/opennetwork.h"

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace knobscope {

/// Where the scales of int8 and the errors come from: "the inputs in FOLDER", "random inputs from 0 to 1".
Sentence inputsSentence(const RunInputs& inputs);

/// Sets the precision of a network. For int8 runs it in the interpreter, on all sets of its inputs, to find the ranges of its
/// values: seconds to minutes, in this process. `onMessage` receives the start of that.
Result<void> setPrecision(WholeNetwork& network, Precision precision, const std::function<void(const Sentence&)>& onMessage,
                          const std::atomic<bool>* stop = nullptr);

/// A network in another precision, against float32.
struct AgainstFloat32 {
    PrecisionError error;
    NetworkComparison times; ///< `before`: float32
};
/// Opens `float32`, the same network, in slot 1 and compares with it: outputs, and times in turn, for `seconds` at most.
Result<AgainstFloat32> compareWithFloat32(OpenNetwork& network, NetworkOpening float32, double seconds,
                                          const std::atomic<bool>* stop = nullptr);

/// A network in one precision.
struct PrecisionState {
    Precision precision = Precision::Float32;
    Sentence trouble; ///< why the network has no figures in it: it computes wrong outputs, or no layer can have it
    NetworkReport report = {};
    std::vector<double> stepSeconds = {};       ///< one for each step, median
    double seconds = 0;                         ///< of the whole network, median
    std::optional<AgainstFloat32> against = {}; ///< nullopt: float32
};

/// A network in several precisions, float32 first, as measured in one go.
struct PrecisionComparison {
    double at = 0; ///< Unix time
    std::string machine; ///< its CPU, as named by thisMachine()
    int threads = 1;
    std::string fingerprint; ///< of the network in float32; empty without a project
    Sentence inputs; ///< inputsSentence()
    std::vector<PrecisionState> states;
    Sentence disturbed; ///< as in OpenNetwork
};

/// What to compare, and how.
struct PrecisionQuestion {
    std::vector<Precision> others{Precision::Bfloat16, Precision::Int8};
    NetworkOpenOptions options;
    int runs = 50; ///< of the steps; whole networks are timed in pairs for 3 s at most, for fewer runs in proportion
};

/// Opens a network in float32 and each other precision, with the best configs of the project (empty: none), checks the outputs of
/// each against the interpreter's, and times all in turn. Fails if float32 is wrong; another precision without a result is a
/// state with `trouble`. `onMessage` receives what is done now.
Result<PrecisionComparison> comparePrecisions(const WholeNetwork& network, const std::string& project,
                                              const PrecisionQuestion& question,
                                              const std::function<void(const Sentence&)>& onMessage,
                                              const std::atomic<bool>* stop = nullptr);

/// A row for each precision: milliseconds, change of the time against float32, errors against float32.
Table precisionTable(const PrecisionComparison& comparison);
/// A row for each step, with its milliseconds and its kernel in each precision that has figures, in the order of the network
/// (alignSteps()). Columns are named after the precision: "int8_milliseconds", "int8_kernel".
Table precisionSteps(const PrecisionComparison& comparison);
/// A line for each precision: "int8 takes 1.2 ms, float32 3.4 ms, in turn (-64.7 % ± 1.0 %); …".
std::vector<Sentence> precisionSentences(const PrecisionComparison& comparison);

} // namespace knobscope
