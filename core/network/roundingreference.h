// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace knobscope {

/// A graph's outputs by definition, and how far rounding errors may move each element. No fixed tolerance fits graphs that divide
/// by numbers near zero, round numbers near a half, or cast numbers near an integer. So the graph is computed several times with
/// relative noise of a few rounding errors on each value (Monte Carlo arithmetic, Parker 1997). An element may be off by a
/// multiple of what the noise moves it; one that changes its kind (NaN, infinite, another integer) may be anything.
class RoundingReference
{
public:
    /// Samples that find most elements near a discontinuity; kManySamples finds practically all of them.
    static constexpr int kFewSamples = 5;
    static constexpr int kManySamples = 64;

    /// Interprets the graph once exactly and `samples` times with noise. Fails if the exact computation does. `absoluteNoise` is
    /// added to the results of exponentials and their like (sigmoid, tanh, erf …), for implementations that approximate them to
    /// an absolute error.
    static Result<RoundingReference> of(const Graph& graph, const std::vector<Tensor>& inputs, int samples, uint64_t seed = 1,
                                        double absoluteNoise = 0);

    const std::vector<Tensor>& outputs() const { return m_outputs; }
    /// Whether an input or an intermediate value is NaN or infinite: ONNX does not define what many operators do with these.
    bool hasSpecialValues() const { return m_hasSpecialValues; }
    /// For each element of an output: whether rounding explains its difference from the definition. `absolute` is allowed on top.
    std::vector<bool> explained(size_t output, std::span<const double> actual, double absolute = 0) const;
    /// Empty if all outputs are right; otherwise a sentence that names the first wrong element.
    std::string mistake(const std::vector<Tensor>& actual, double absolute = 0) const;

private:
    double toleranceAt(size_t output, size_t element, double exact, double largest) const;

    std::vector<Tensor> m_outputs;
    std::vector<std::vector<std::vector<double>>> m_samples; ///< [run][output][element]
    bool m_hasSpecialValues = false;
};

/// Replaces the elements of `actual` ([output][element]) by the expected ones that are off by more than a check allows anyway,
/// but by at most `share` of the largest of their output; returns how many.
int64_t excuseNoise(std::span<const std::vector<double>> expected, std::vector<std::vector<double>>& actual, double share);

/// Replaces the elements of `actual` that are off by one quantum of an output that the graph quantizes (quantumOf()) by the
/// expected ones; returns how many. A sum near a tie may be rounded either way, and so may one that reads it.
int64_t excuseQuantum(const Graph& graph, std::span<const std::vector<double>> expected,
                      std::vector<std::vector<double>>& actual);

/// Replaces the elements of `actual` whose differences rounding explains by the expected ones; returns how many. Computes the
/// graph up to kManySamples times, within about `maxSeconds`; explains nothing if kFewSamples would take longer.
Result<int64_t> excuseRounding(const Graph& graph, const std::vector<Tensor>& inputs,
                               std::span<const std::vector<double>> expected, std::vector<std::vector<double>>& actual,
                               double maxSeconds);

} // namespace knobscope
