// SPDX-License-Identifier: GPL-3.0-or-later
// RNN, GRU and LSTM, as ONNX defines them.
#include "core/graph/operators/recurrent.h"

#include "core/graph/operators/all.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

namespace knobscope {
namespace {

/// Differences between the three operators.
struct RecurrentKind {
    std::string_view op;
    int64_t gates;
    std::vector<std::string> activations; ///< of a direction, by default
};

const RecurrentKind& recurrentKind(const OperatorCall& call)
{
    static const std::array<RecurrentKind, 3> kKinds{
        {{"RNN", 1, {"Tanh"}}, {"GRU", 3, {"Sigmoid", "Tanh"}}, {"LSTM", 4, {"Sigmoid", "Tanh", "Tanh"}}}};
    return *std::ranges::find(kKinds, call.op(), &RecurrentKind::op);
}

void requireInput(const OperatorCall& call, size_t input, const Shape& shape)
{
    call.require(!call.has(input) || (call.shape(input) == shape && call.type(input).number == call.type(0).number),
                 "input {} is {}, but must have shape {}", input + 1, call.has(input) ? call.type(input).text() : "",
                 shapeText(shape));
}

using ActivationFunction = std::function<double(double)>;

/// An activation with its parameters; the defaults are those of the operators of the same name.
ActivationFunction activationNamed(const OperatorCall& call, const std::string& name, const double* alpha, const double* beta)
{
    const auto orElse = [](const double* value, double fallback) { return value ? *value : fallback; };
    const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
    if (name == "Sigmoid") {
        return sigmoid;
    }
    if (name == "Tanh") {
        return [](double x) { return std::tanh(x); };
    }
    if (name == "Relu") {
        return [](double x) { return std::max(x, 0.0); };
    }
    if (name == "Affine") {
        return [a = orElse(alpha, 1), b = orElse(beta, 0)](double x) { return a * x + b; };
    }
    if (name == "LeakyRelu") {
        return [a = orElse(alpha, 0.01)](double x) { return x < 0 ? a * x : x; };
    }
    if (name == "ThresholdedRelu") {
        return [a = orElse(alpha, 1)](double x) { return x > a ? x : 0; };
    }
    if (name == "ScaledTanh") {
        return [a = orElse(alpha, 1), b = orElse(beta, 1)](double x) { return a * std::tanh(b * x); };
    }
    if (name == "HardSigmoid") {
        return [a = orElse(alpha, 0.2), b = orElse(beta, 0.5)](double x) { return std::clamp(a * x + b, 0.0, 1.0); };
    }
    if (name == "Elu") {
        return [a = orElse(alpha, 1)](double x) { return x > 0 ? x : a * std::expm1(x); };
    }
    if (name == "Softsign") {
        return [](double x) { return x / (1 + std::abs(x)); };
    }
    if (name == "Softplus") {
        return [](double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); };
    }
    call.refuse("attribute 'activations' has {}, which is not an activation", quotedName(name));
}

/// The activations of a direction.
std::vector<ActivationFunction> activationsOf(const OperatorCall& call, int64_t direction)
{
    const std::vector<std::string>& usual = recurrentKind(call).activations;
    const auto directions = static_cast<size_t>(call.text("direction", "forward") == "bidirectional" ? 2 : 1);
    const std::vector<std::string> names = call.texts("activations");
    call.require(names.empty() || names.size() == usual.size() * directions,
                 "attribute 'activations' has {} names, but {} are needed", names.size(), usual.size() * directions);
    const std::vector<double> alphas = call.reals("activation_alpha");
    const std::vector<double> betas = call.reals("activation_beta");
    std::vector<ActivationFunction> all;
    for (size_t i = 0; i < usual.size(); ++i) {
        const size_t at = static_cast<size_t>(direction) * usual.size() + i;
        all.push_back(activationNamed(call, names.empty() ? usual[i] : names[at], at < alphas.size() ? &alphas[at] : nullptr,
                                      at < betas.size() ? &betas[at] : nullptr));
    }
    return all;
}

std::vector<double> realsOf(const OperatorCall& call, size_t input, size_t size)
{
    return call.has(input) ? call.value(input).reals() : std::vector<double>(size, 0);
}

/// One direction of a recurrent operator.
class Cell
{
public:
    Cell(const OperatorCall& call, const RecurrentShape& shape, int64_t direction)
        : m_op(recurrentKind(call).op)
        , m_hidden(static_cast<size_t>(shape.hidden))
        , m_features(static_cast<size_t>(shape.features))
        , m_gates(static_cast<size_t>(recurrentKind(call).gates))
        , m_activations(activationsOf(call, direction))
        , m_clip(call.hasAttribute("clip") ? call.real("clip", 0) : std::numeric_limits<double>::infinity())
        , m_isResetAfter(call.integer("linear_before_reset", 0) != 0)
        , m_isForgetCoupled(call.integer("input_forget", 0) != 0)
    {
        const auto part = [&](size_t input, size_t size) {
            const std::vector<double> all = realsOf(call, input, size * static_cast<size_t>(shape.directions));
            const auto first = all.begin() + static_cast<std::ptrdiff_t>(size * static_cast<size_t>(direction));
            return std::vector<double>(first, first + static_cast<std::ptrdiff_t>(size));
        };
        m_weights = transposed(part(1, m_gates * m_hidden * m_features), m_gates * m_hidden);
        const size_t split = m_op == "GRU" ? 2 * m_hidden : m_gates * m_hidden; // GRU's last gate has a state of its own
        const std::vector<double> recurrent = part(2, m_gates * m_hidden * m_hidden);
        m_recurrent = transposed(std::span(recurrent).first(split * m_hidden), split);
        m_candidate = transposed(std::span(recurrent).subspan(split * m_hidden), m_gates * m_hidden - split);
        m_bias = part(3, 2 * m_gates * m_hidden);
        m_peephole = m_op == "LSTM" ? part(7, 3 * m_hidden) : std::vector<double>();
    }

    /// Advances the state of a sequence by one step.
    void step(std::span<const double> x, std::vector<double>& h, std::vector<double>& c) const
    {
        std::vector<double> fromInput = product(m_weights, x, m_gates * m_hidden, 0);
        if (m_op == "GRU") {
            stepGru(fromInput, h);
            return;
        }
        const std::vector<double> fromState = product(m_recurrent, h, m_gates * m_hidden, m_gates * m_hidden);
        for (size_t i = 0; i < fromInput.size(); ++i) {
            fromInput[i] += fromState[i];
        }
        if (m_op == "RNN") {
            std::ranges::transform(fromInput, h.begin(), [&](double sum) { return activate(0, sum); });
        } else {
            stepLstm(fromInput, h, c);
        }
    }

private:
    /// The columns of a matrix one after the other.
    static std::vector<double> transposed(std::span<const double> matrix, size_t rows)
    {
        std::vector<double> columns(matrix.size());
        const size_t width = rows == 0 ? 0 : matrix.size() / rows;
        for (size_t row = 0; row < rows; ++row) {
            for (size_t i = 0; i < width; ++i) {
                columns[i * rows + row] = matrix[row * width + i];
            }
        }
        return columns;
    }

    /// A transposed matrix of `rows` rows times a vector, plus the bias that begins at `bias`. Adds up all rows at once, which
    /// compilers vectorize.
    std::vector<double> product(std::span<const double> columns, std::span<const double> vector, size_t rows, size_t bias) const
    {
        std::vector<double> sums(m_bias.begin() + static_cast<std::ptrdiff_t>(bias),
                                 m_bias.begin() + static_cast<std::ptrdiff_t>(bias + rows));
        double* __restrict to = sums.data();
        for (size_t i = 0; i < vector.size(); ++i) {
            const double* __restrict from = columns.data() + i * rows;
            const double factor = vector[i];
            for (size_t row = 0; row < rows; ++row) {
                to[row] += from[row] * factor;
            }
        }
        return sums;
    }
    double activate(size_t activation, double x) const { return m_activations[activation](std::clamp(x, -m_clip, m_clip)); }

    /// Gates: input, output, forget, cell. Peepholes: input, output, forget.
    void stepLstm(std::span<const double> sums, std::vector<double>& h, std::vector<double>& c) const
    {
        for (size_t i = 0; i < m_hidden; ++i) {
            const double input = activate(0, sums[i] + m_peephole[i] * c[i]);
            const double forget =
                m_isForgetCoupled ? 1 - input : activate(0, sums[2 * m_hidden + i] + m_peephole[2 * m_hidden + i] * c[i]);
            c[i] = forget * c[i] + input * activate(1, sums[3 * m_hidden + i]);
            const double output = activate(0, sums[m_hidden + i] + m_peephole[m_hidden + i] * c[i]);
            h[i] = output * m_activations[2](c[i]);
        }
    }

    /// Gates: update, reset, hidden.
    void stepGru(std::span<const double> fromInput, std::vector<double>& h) const
    {
        const size_t gates = 2 * m_hidden;
        const std::vector<double> fromState = product(m_recurrent, h, gates, 3 * m_hidden);
        std::vector<double> reset(m_hidden);
        for (size_t i = 0; i < m_hidden; ++i) {
            reset[i] = activate(0, fromInput[m_hidden + i] + fromState[m_hidden + i]);
        }
        std::vector<double> state(h);
        for (size_t i = 0; i < m_hidden && !m_isResetAfter; ++i) {
            state[i] *= reset[i];
        }
        const std::vector<double> candidate = product(m_candidate, state, m_hidden, 5 * m_hidden);
        for (size_t i = 0; i < m_hidden; ++i) {
            const double update = activate(0, fromInput[i] + fromState[i]);
            const double part = m_isResetAfter ? reset[i] * candidate[i] : candidate[i];
            h[i] = (1 - update) * activate(1, fromInput[2 * m_hidden + i] + part) + update * h[i];
        }
    }

    std::string_view m_op;
    size_t m_hidden, m_features, m_gates;
    std::vector<ActivationFunction> m_activations;
    double m_clip;
    bool m_isResetAfter, m_isForgetCoupled;
    std::vector<double> m_weights, m_recurrent, m_candidate; ///< transposed
    std::vector<double> m_bias, m_peephole;
};

std::vector<TensorType> inferRecurrent(const OperatorCall& call)
{
    const RecurrentShape shape(call);
    for (int64_t direction = 0; direction < shape.directions; ++direction) {
        (void)activationsOf(call, direction);
    }
    (void)call.integer("linear_before_reset", 0);
    (void)call.integer("input_forget", 0);
    call.require(call.real("clip", 0) >= 0, "attribute 'clip' is {}, but must be 0 or more", call.real("clip", 0));
    const auto number = call.type(0).number;
    std::vector<TensorType> types{{number, shape.output()}, {number, shape.state()}};
    if (call.op() == "LSTM") {
        types.push_back({number, shape.state()});
    }
    return types;
}

void evaluateRecurrent(const OperatorCall& call, std::span<Tensor> out)
{
    const RecurrentShape shape(call);
    const std::vector<double> x = call.value(0).reals();
    const auto hidden = static_cast<size_t>(shape.hidden);
    const auto states = static_cast<size_t>(elementsOf(shape.state()));
    const std::vector<double> h0 = realsOf(call, 5, states);
    const std::vector<double> c0 = call.op() == "LSTM" ? realsOf(call, 6, states) : std::vector<double>(states, 0);
    const std::vector<int64_t> lengths =
        call.has(4) ? call.value(4).integers() : std::vector<int64_t>(static_cast<size_t>(shape.batch), shape.sequence);
    const auto write = [&](size_t output, size_t at, const std::vector<double>& values) {
        withReal(out[output].number(), [&]<class T>() {
            std::ranges::transform(values, out[output].as<T>().begin() + static_cast<std::ptrdiff_t>(at),
                                   [](double value) { return static_cast<T>(value); });
        });
    };
    for (int64_t direction = 0; direction < shape.directions; ++direction) {
        const Cell cell(call, shape, direction);
        const bool isReverse = direction == 1 || call.text("direction", "forward") == "reverse";
        for (int64_t row = 0; row < shape.batch; ++row) {
            const auto first = static_cast<std::ptrdiff_t>(shape.stateAt(direction, row));
            const auto end = first + static_cast<std::ptrdiff_t>(hidden);
            std::vector<double> h(h0.begin() + first, h0.begin() + end);
            std::vector<double> c(c0.begin() + first, c0.begin() + end);
            const int64_t length = std::clamp<int64_t>(lengths[static_cast<size_t>(row)], 0, shape.sequence);
            for (int64_t i = 0; i < length; ++i) {
                const int64_t step = isReverse ? length - 1 - i : i;
                cell.step(std::span<const double>(x).subspan(shape.inputAt(step, row), static_cast<size_t>(shape.features)), h,
                          c);
                write(0, shape.outputAt(step, direction, row), h);
            }
            write(1, static_cast<size_t>(first), h);
            if (out.size() > 2) {
                write(2, static_cast<size_t>(first), c);
            }
        }
    }
}

} // namespace

RecurrentShape::RecurrentShape(const OperatorCall& call)
    : gates(recurrentKind(call).gates)
    , isBatchFirst(call.integer("layout", 0) != 0)
{
    const std::string direction = call.text("direction", "forward");
    call.require(direction == "forward" || direction == "reverse" || direction == "bidirectional",
                 "attribute 'direction' is {}; it must be forward, reverse or bidirectional", quotedName(direction));
    directions = direction == "bidirectional" ? 2 : 1;
    const Shape& x = call.realType(0).shape;
    call.require(x.size() == 3, "input 1 of shape {} must have three axes", shapeText(x));
    sequence = x[isBatchFirst ? 1 : 0];
    batch = x[isBatchFirst ? 0 : 1];
    features = x[2];
    call.require(call.shape(1).size() == 3 && call.shape(2).size() == 3, "the weights of shapes {} and {} must have three axes",
                 shapeText(call.shape(1)), shapeText(call.shape(2)));
    hidden = call.shape(2)[2];
    requireInput(call, 1, {directions, gates * hidden, features});
    requireInput(call, 2, {directions, gates * hidden, hidden});
    requireInput(call, 3, {directions, 2 * gates * hidden});
    call.require(!call.has(4) || (call.shape(4) == Shape{batch} && !call.type(4).number.isFloat()),
                 "input 5 is {}, but the batch has {} (sequence|sequences)", call.has(4) ? call.type(4).text() : "", batch);
    if (const Tensor* lengths = call.has(4) ? call.known(4) : nullptr) {
        for (const double length : lengths->reals()) {
            call.require(length >= 0 && length <= static_cast<double>(sequence),
                         "input 5 has a length of {}, but the sequences have {} (step|steps)", length, sequence);
        }
    }
    requireInput(call, 5, state());
    requireInput(call, 6, state());
    requireInput(call, 7, {directions, 3 * hidden});
    call.require(call.integer("hidden_size", hidden) == hidden, "attribute 'hidden_size' is {}, but the weights are for {}",
                 call.integer("hidden_size", hidden), hidden);
}

std::vector<Operator> recurrentOperators()
{
    return {{"RNN", 3, 6, inferRecurrent, evaluateRecurrent},
            {"GRU", 3, 6, inferRecurrent, evaluateRecurrent},
            {"LSTM", 3, 8, inferRecurrent, evaluateRecurrent}};
}

} // namespace knobscope
