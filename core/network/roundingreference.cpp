// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/randomgraphs/comparison.h"

#include "core/graph/interpreter.h"
#include "core/graph/operator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace knobscope::randomgraphs {

namespace {

constexpr int kSamples = 5;
constexpr double kNoise = 0x1p-21;         ///< relative, of float32: four rounding errors
constexpr double kDoubleNoise = 0x1p-45;   ///< of float64, whose functions need not be right to the last digits
constexpr double kProductNoise = 2e-6; ///< of a sum of products, as a share of the largest element: kernels sum in another order
constexpr double kTimesSpread = 12;
constexpr double kRelative = 1e-4;
constexpr double kOfLargest = 1e-6;

void addNoise(Tensor& tensor, bool isProduct, std::mt19937_64& random)
{
    if (!isReal(tensor.number())) {
        return;
    }
    const bool isFloat = tensor.number() == NumberType::Float32;
    std::uniform_real_distribution<double> noise(-1, 1);
    double largest = 0;
    for (const double value : tensor.reals()) {
        largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : largest;
    }
    withReal(tensor.number(), [&]<class T>() {
        for (T& element : tensor.as<T>()) {
            const double exact = static_cast<double>(element);
            const double moved = exact * (1 + noise(random) * (isFloat ? kNoise : kDoubleNoise))
                               + (exact == 0 ? 0 : noise(random) * static_cast<double>(std::numeric_limits<T>::min()))
                               + (isProduct && isFloat ? noise(random) * largest * kProductNoise : 0);
            element = static_cast<T>(moved);
        }
    });
}

/// The outputs of a graph with noise on every value.
Result<std::vector<Tensor>> interpretWithNoise(const Graph& graph, const std::vector<Tensor>& inputs, uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::vector<Tensor> values(graph.values.size());
    for (size_t id = 0; id < values.size(); ++id) {
        if (graph.values[id].constant) { // without noise: a scale decides a shape
            values[id] = *graph.values[id].constant;
        }
    }
    for (size_t i = 0; i < inputs.size(); ++i) {
        Tensor& input = values[static_cast<size_t>(graph.inputs[i])];
        input = inputs[i];
        addNoise(input, false, random);
    }
    for (const Node& node : graph.nodes) {
        std::vector<const Tensor*> read;
        for (const ValueId id : node.inputs) {
            read.push_back(id == kNoValue ? nullptr : &values[static_cast<size_t>(id)]);
        }
        Tensor squared;
        if (node.op == "LRN") { // squares may be added and subtracted along the channels
            squared = *read[0];
            addNoise(squared, true, random);
            read[0] = &squared;
        }
        auto made = TRY(evaluateNode(node, read));
        for (size_t i = 0; i < node.outputs.size(); ++i) {
            if (node.outputs[i] != kNoValue) {
                addNoise(made[i], findOperator(node.op)->kind == OperatorKind::Anchor, random);
                values[static_cast<size_t>(node.outputs[i])] = std::move(made[i]);
            }
        }
    }
    std::vector<Tensor> outputs;
    for (const ValueId id : graph.outputs) {
        outputs.push_back(values[static_cast<size_t>(id)]);
    }
    return outputs;
}

int kindOf(double value)
{
    return std::isnan(value) ? 0 : std::isinf(value) ? (value > 0 ? 1 : -1) : 2;
}

/// How far an element may be off; negative where it may be anything.
double toleranceOf(const std::vector<std::vector<double>>& samples, double exact, size_t element, bool isWhole, double largest)
{
    double spread = 0;
    for (const auto& sample : samples) {
        const double moved = sample[element];
        if (kindOf(moved) != kindOf(exact) || (isWhole && moved != exact)) {
            return -1;
        }
        spread = std::isfinite(exact) ? std::max(spread, std::abs(moved - exact)) : 0;
    }
    if (kTimesSpread * spread > std::abs(exact)) {
        return -1; // no digit of it is certain, nor whether a root or logarithm of it exists
    }
    return isWhole ? 0 : kRelative * std::abs(exact) + kTimesSpread * spread + kOfLargest * largest;
}

} // namespace

Result<Reference> Reference::of(const Graph& graph, const std::vector<Tensor>& inputs, uint64_t seed)
{
    Reference reference;
    reference.m_outputs = TRY(interpret(graph, inputs));
    for (int sample = 0; sample < kSamples; ++sample) {
        auto noisy = interpretWithNoise(graph, inputs, seed + static_cast<uint64_t>(sample));
        if (noisy) { // an index that is computed may leave its range
            reference.m_samples.push_back(std::move(*noisy));
        }
    }
    return reference;
}

std::string Reference::mistake(const std::vector<Tensor>& actual, double absolute) const
{
    for (size_t output = 0; output < m_outputs.size(); ++output) {
        const Tensor& exact = m_outputs[output];
        if (actual[output].type() != exact.type()) {
            return fmt::format("output {} is {}, not {}", output, actual[output].type().text(), exact.type().text());
        }
        const std::vector<double> expected = exact.reals();
        const std::vector<double> found = actual[output].reals();
        std::vector<std::vector<double>> samples;
        for (const auto& sample : m_samples) {
            samples.push_back(sample[output].reals());
        }
        double largest = 0;
        for (const double value : expected) {
            largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : largest;
        }
        for (size_t i = 0; i < expected.size(); ++i) {
            const double tolerance = toleranceOf(samples, expected[i], i, !isReal(exact.number()), largest);
            const bool isRight = tolerance < 0 || found[i] == expected[i] || (std::isnan(found[i]) && std::isnan(expected[i]))
                              || std::abs(found[i] - expected[i]) <= tolerance + absolute;
            if (!isRight) {
                return fmt::format("output {} ({}), element {}: {:.9g} instead of {:.9g} (tolerance {:.2g}, largest {:.3g})",
                                   output, exact.type().text(), i, found[i], expected[i], tolerance, largest);
            }
        }
    }
    return {};
}

} // namespace knobscope::randomgraphs
