// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/roundingreference.h"

#include "core/graph/interpreter.h"
#include "core/graph/operator.h"
#include "core/graph/quantum.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <random>
#include <string_view>

namespace knobscope {

namespace {

constexpr double kNoise = 0x1p-21;         ///< relative, of float32: four rounding errors
constexpr double kDoubleNoise = 0x1p-45;   ///< of float64, whose functions need not be right to the last digits
constexpr double kProductNoise = 2e-6; ///< of a sum of products, as a share of the largest element: kernels sum in another order
constexpr double kTimesSpread = 12;
constexpr double kRelative = 1e-4;
constexpr double kOfLargest = 1e-6;
constexpr double kLeastNoise = 1e-3; ///< what checks allow anyway

double largestOf(std::span<const double> values)
{
    double largest = 0;
    for (const double value : values) {
        largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : largest;
    }
    return largest;
}

double noiseOf(ir::DataType number)
{
    return number == ir::float32 ? kNoise : kDoubleNoise;
}

double noiseOfProduct(const Tensor& tensor)
{
    return tensor.number() == ir::float32 ? largestOf(tensor.reals()) * kProductNoise : 0;
}

/// Moves each element by a few rounding errors, and by at most `absolute`. One that this brings near zero becomes zero in some
/// samples: no noise finds that, and dividing by it matters.
void addNoise(Tensor& tensor, double absolute, std::mt19937_64& random)
{
    constexpr double zeros = 0.75; // an eighth of the samples
    if (!tensor.number().isFloat()) {
        return;
    }
    const double relative = noiseOf(tensor.number());
    std::uniform_real_distribution<double> noise(-1, 1);
    withReal(tensor.number(), [&]<class T>() {
        for (T& element : tensor.as<T>()) {
            const double exact = static_cast<double>(element);
            const double reach = absolute + (exact == 0 ? 0 : static_cast<double>(std::numeric_limits<T>::min()));
            const double moved = exact * (1 + noise(random) * relative) + noise(random) * reach;
            const bool isZero = exact != 0 && std::abs(exact) < reach && noise(random) > zeros;
            element = isZero ? T{0} : static_cast<T>(moved);
        }
    });
}

bool isExponential(std::string_view op)
{
    constexpr std::array<std::string_view, 9> kNames{"Celu", "Elu", "Erf", "Exp", "Gelu", "Selu", "Sigmoid", "Softplus", "Tanh"};
    return std::ranges::find(kNames, op) != kNames.end();
}

void addAbsoluteNoise(Tensor& tensor, double size, std::mt19937_64& random)
{
    if (tensor.number().isFloat()) {
        std::uniform_real_distribution<double> noise(-size, size);
        withReal(tensor.number(), [&]<class T>() {
            for (T& element : tensor.as<T>()) {
                element = static_cast<T>(static_cast<double>(element) + noise(random));
            }
        });
    }
}

/// Whether an operator gives logarithms of sums that it keeps to itself: rounding a sum near 1 moves its logarithm, which is near
/// zero, by as much.
bool isLogarithmOfSum(std::string_view op)
{
    constexpr std::array<std::string_view, 4> kNames{"LogSoftmax", "ReduceLogSum", "ReduceLogSumExp", "SoftmaxCrossEntropyLoss"};
    return std::ranges::find(kNames, op) != kNames.end();
}

/// How far rounding moves what an operator gives, in addition to its relative error.
double absoluteNoiseOf(const Node& node, const Tensor& made)
{
    return findOperator(node.op)->kind == OperatorKind::Anchor ? noiseOfProduct(made)
         : isLogarithmOfSum(node.op)                           ? noiseOf(made.number())
                                                               : 0;
}

bool isSpecial(const Tensor& tensor)
{
    return tensor.number().isFloat() && std::ranges::any_of(tensor.reals(), [](double value) { return !std::isfinite(value); });
}

struct NoisyRun {
    std::vector<Tensor> outputs;
    bool hasSpecialValues = false;
};

/// Computes the graph with noise on every value.
Result<NoisyRun> interpretWithNoise(const Graph& graph, const std::vector<Tensor>& inputs, uint64_t seed, double absoluteNoise)
{
    std::mt19937_64 random(seed);
    NoisyRun run;
    std::vector<Tensor> values(graph.values.size());
    for (size_t id = 0; id < values.size(); ++id) {
        if (graph.values[id].constant) { // without noise: a scale may decide a shape
            values[id] = *graph.values[id].constant;
        }
    }
    for (size_t i = 0; i < inputs.size(); ++i) {
        Tensor& input = values[static_cast<size_t>(graph.inputs[i])];
        input = inputs[i];
        run.hasSpecialValues |= isSpecial(input);
        addNoise(input, 0, random);
    }
    for (const Node& node : graph.nodes) {
        std::vector<const Tensor*> read;
        for (const ValueId id : node.inputs) {
            read.push_back(id == kNoValue ? nullptr : &values[static_cast<size_t>(id)]);
        }
        Tensor squared;
        if (node.op == "LRN") { // squares may be added and subtracted along the channels
            squared = *read[0];
            addNoise(squared, noiseOfProduct(squared), random);
            read[0] = &squared;
        }
        auto made = TRY(evaluateNode(node, read));
        for (size_t i = 0; i < node.outputs.size(); ++i) {
            if (node.outputs[i] != kNoValue) {
                run.hasSpecialValues |= isSpecial(made[i]);
                addNoise(made[i], absoluteNoiseOf(node, made[i]), random);
                if (absoluteNoise > 0 && isExponential(node.op)) {
                    addAbsoluteNoise(made[i], absoluteNoise, random);
                }
                values[static_cast<size_t>(node.outputs[i])] = std::move(made[i]);
            }
        }
    }
    for (const ValueId id : graph.outputs) {
        run.outputs.push_back(values[static_cast<size_t>(id)]);
    }
    return run;
}

int kindOf(double value)
{
    return std::isnan(value) ? 0 : std::isinf(value) ? (value > 0 ? 1 : -1) : 2;
}

bool isExplained(double actual, double exact, double tolerance, double absolute)
{
    return tolerance < 0 || actual == exact || (std::isnan(actual) && std::isnan(exact))
        || std::abs(actual - exact) <= tolerance + absolute;
}

} // namespace

Result<RoundingReference> RoundingReference::of(const Graph& graph, const std::vector<Tensor>& inputs, int samples, uint64_t seed,
                                                double absoluteNoise)
{
    RoundingReference reference;
    reference.m_outputs = TRY(interpret(graph, inputs));
    for (int sample = 0; sample < samples; ++sample) {
        const auto noisy = interpretWithNoise(graph, inputs, seed + static_cast<uint64_t>(sample), absoluteNoise);
        if (noisy) { // a computed index may leave its range
            auto& outputs = reference.m_samples.emplace_back();
            for (const Tensor& output : noisy->outputs) {
                outputs.push_back(output.reals());
            }
            reference.m_hasSpecialValues |= noisy->hasSpecialValues;
        }
    }
    return reference;
}

/// How far an element may be off; negative if it may be anything.
double RoundingReference::toleranceAt(size_t output, size_t element, double exact, double largest) const
{
    const bool isWhole = !m_outputs[output].number().isFloat();
    double spread = 0;
    for (const auto& sample : m_samples) {
        const double moved = sample[output][element];
        if (kindOf(moved) != kindOf(exact) || (isWhole && moved != exact)) {
            return -1;
        }
        spread = std::isfinite(exact) ? std::max(spread, std::abs(moved - exact)) : 0;
    }
    if (kTimesSpread * spread > std::max(std::abs(exact), kRelative * largest)) {
        return -1; // no digit of it is certain, nor whether a root or logarithm of it exists
    }
    return isWhole ? 0 : kRelative * std::abs(exact) + kTimesSpread * spread + kOfLargest * largest;
}

std::vector<bool> RoundingReference::explained(size_t output, std::span<const double> actual, double absolute) const
{
    const std::vector<double> expected = m_outputs[output].reals();
    const double largest = largestOf(expected);
    std::vector<bool> all(expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
        all[i] = isExplained(actual[i], expected[i], toleranceAt(output, i, expected[i], largest), absolute);
    }
    return all;
}

std::string RoundingReference::mistake(const std::vector<Tensor>& actual, double absolute) const
{
    for (size_t output = 0; output < m_outputs.size(); ++output) {
        const Tensor& exact = m_outputs[output];
        if (actual[output].type() != exact.type()) {
            return fmt::format("output {} is {}, not {}", output, actual[output].type().text(), exact.type().text());
        }
        const std::vector<double> found = actual[output].reals();
        const std::vector<bool> right = explained(output, found, absolute);
        const auto wrong = static_cast<size_t>(std::find(right.begin(), right.end(), false) - right.begin());
        if (wrong < right.size()) {
            const std::vector<double> expected = exact.reals();
            const double largest = largestOf(expected);
            return fmt::format("output {} ({}), element {}: {:.9g} instead of {:.9g} (tolerance {:.2g}, largest {:.3g})", output,
                               exact.type().text(), wrong, found[wrong], expected[wrong],
                               toleranceAt(output, wrong, expected[wrong], largest), largest);
        }
    }
    return {};
}

int64_t excuseNoise(std::span<const std::vector<double>> expected, std::vector<std::vector<double>>& actual, double share)
{
    int64_t excused = 0;
    for (size_t output = 0; output < expected.size(); ++output) {
        const double largest = largestOf(expected[output]);
        for (size_t i = 0; i < expected[output].size(); ++i) {
            const double off = std::abs(actual[output][i] - expected[output][i]);
            if (off > kLeastNoise * largest && off <= share * largest) {
                actual[output][i] = expected[output][i];
                ++excused;
            }
        }
    }
    return excused;
}

int64_t excuseQuantum(const Graph& graph, std::span<const std::vector<double>> expected, std::vector<std::vector<double>>& actual)
{
    constexpr double kOne = 1.01; // the product of an integer and a scale is rounded
    int64_t excused = 0;
    for (size_t output = 0; output < expected.size(); ++output) {
        const auto quantum = quantumOf(graph, graph.outputs[output]);
        for (size_t i = 0; quantum && i < expected[output].size(); ++i) {
            double& own = actual[output][i];
            if (own != expected[output][i] && std::abs(own - expected[output][i]) <= kOne * quantum->at(i)) {
                own = expected[output][i];
                ++excused;
            }
        }
    }
    return excused;
}

Result<int64_t> excuseRounding(const Graph& graph, const std::vector<Tensor>& inputs,
                               std::span<const std::vector<double>> expected, std::vector<std::vector<double>>& actual,
                               double maxSeconds)
{
    const auto began = std::chrono::steady_clock::now();
    TRY(interpret(graph, inputs));
    const std::chrono::duration<double> once = std::chrono::steady_clock::now() - began;
    const double affordable = maxSeconds / std::max(1e-6, once.count());
    if (affordable < RoundingReference::kFewSamples) {
        return 0;
    }
    const int samples = static_cast<int>(std::min<double>(RoundingReference::kManySamples, affordable));
    const auto reference = TRY(RoundingReference::of(graph, inputs, samples));
    int64_t excused = 0;
    for (size_t output = 0; output < expected.size(); ++output) {
        const std::vector<bool> explained = reference.explained(output, actual[output]);
        const std::vector<double> defined = reference.outputs()[output].reals();
        for (size_t i = 0; i < explained.size(); ++i) {
            const bool isExpected =
                defined[i] == expected[output][i] || (std::isnan(defined[i]) && std::isnan(expected[output][i]));
            if (explained[i] && isExpected && actual[output][i] != expected[output][i]) {
                actual[output][i] = expected[output][i];
                ++excused;
            }
        }
    }
    return excused;
}

} // namespace knobscope
