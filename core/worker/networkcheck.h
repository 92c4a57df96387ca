// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace knobscope {

/// Largest difference from the interpreter's result (relative to its largest number) for a correct network: Winograd's larger
/// tiles are off by 2e-5 per layer, and errors add up over some 200 layers.
inline constexpr double kMaxNetworkError = 1e-3;

/// Expected outputs of a network on the workers' inputs, from the interpreter, which takes minutes for large networks: their
/// elements as doubles, one output after the other. Equal for all programs of one network with the same shapes on one machine.
/// Empty: not computed yet.
using NetworkReference = std::vector<std::byte>;

NetworkReference referenceOf(const std::vector<Tensor>& outputs);
/// Returns the elements of each output of the graph, for one run or for two. Fails if they are not that many.
Result<std::vector<std::vector<double>>> expectedOutputs(const Graph& graph, std::span<const std::byte> reference);

/// Difference between a network's results and the interpreter's.
struct NetworkCheck {
    double error = 0;       ///< largest over finite values, relative to the output's largest value; finite
    int64_t mismatched = 0; ///< values that are NaN or infinite in one result only
    int64_t excused = 0; ///< values off by more that rounding errors explain (a cast near an integer); counted in no other member
    bool isCorrect() const { return mismatched == 0 && error <= kMaxNetworkError; }
};

/// The check of two sets of outputs together.
NetworkCheck worseOf(const NetworkCheck& one, const NetworkCheck& other);

/// Compares outputs ([output][element], the same sizes) with the expected ones.
NetworkCheck differenceOfAll(std::span<const std::vector<double>> actual, std::span<const std::vector<double>> expected);

/// A graph whose outputs are checked, as it was read, and what they were computed from.
struct CheckedGraph {
    std::function<Result<Graph>()> read; ///< called only if the precision does not explain all differences
    const std::vector<Tensor>& inputs;
    double noise = 0; ///< noiseOf() the precision
    double maxSeconds = 0; ///< of computing the definition again
};
/// The same after excusing what is no mistake, in order of cost: first what the precision allows, then a quantum, then what
/// rounding explains, for which the definition is computed many times.
Result<NetworkCheck> checkOutputs(const CheckedGraph& checked, std::span<const std::vector<double>> expected,
                                  std::vector<std::vector<double>> actual);

/// How far a network's outputs in another precision are from those in float32.
struct PrecisionError {
    double largest = 0; ///< absolute
    double largestRelative = 0; ///< over elements above a thousandth of the largest one of their output
    double rms = 0; ///< root mean square of the differences, of the worst output
    int64_t agreeing = 0; ///< rows with the same largest element, of outputs (rows, classes)
    int64_t rows = 0; ///< 0: there is no such output
};
/// Adds the outputs of one set of inputs. Fails if types or shapes differ, or if a number is NaN or infinite in one of them only.
Result<void> addPrecisionError(PrecisionError& error, const std::vector<Tensor>& actual, const std::vector<Tensor>& float32);

/// Returns an error if a result is wrong: its time would be meaningless.
Result<void> checkCorrect(const NetworkCheck& check);

} // namespace knobscope
