// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/interpreter.h"

#include "core/graph/operator.h"

#include <algorithm>
#include <cmath>

namespace knobscope {
namespace {

/// Values of a graph that are still needed; each is freed after its last use.
class LiveValues
{
public:
    explicit LiveValues(const Graph& graph)
        : m_graph(graph)
        , m_uses(usesOf(graph))
        , m_values(graph.values.size())
    {
    }

    void put(ValueId id, Tensor tensor)
    {
        if (m_uses[static_cast<size_t>(id)] > 0) {
            m_values[static_cast<size_t>(id)] = std::make_shared<const Tensor>(std::move(tensor));
        }
    }

    const Tensor* get(ValueId id) const
    {
        const auto& constant = m_graph.value(id).constant;
        return constant ? constant.get() : m_values[static_cast<size_t>(id)].get();
    }

    void used(ValueId id)
    {
        if (--m_uses[static_cast<size_t>(id)] == 0) {
            m_values[static_cast<size_t>(id)].reset();
        }
    }

private:
    const Graph& m_graph;
    std::vector<int> m_uses;
    std::vector<std::shared_ptr<const Tensor>> m_values;
};

Result<void> computeNode(const Graph& graph, const Node& node, LiveValues& values)
{
    const auto inNode = [&](const Error& error) { return fail(error.code, "{}: {}", nodeText(graph, node), error); };
    if (!node.unsupported.empty()) {
        return inNode({ErrorCode::Unsupported, node.unsupported});
    }
    std::vector<const Tensor*> inputs;
    for (const ValueId input : node.inputs) {
        inputs.push_back(input == kNoValue ? nullptr : values.get(input));
        if (input != kNoValue && !inputs.back()) {
            return inNode({ErrorCode::InvalidArgument, phrase("{} is missing", quotedName(graph.value(input).name))});
        }
    }
    auto outputs = TRY(withPrefix(nodeText(graph, node), evaluateNode(node, inputs)));
    for (size_t i = 0; i < node.outputs.size(); ++i) {
        if (node.outputs[i] != kNoValue) {
            values.put(node.outputs[i], std::move(outputs[i]));
        }
    }
    std::ranges::for_each(presentValues(node.inputs), [&](ValueId input) { values.used(input); });
    return {};
}

bool isClose(double actual, double expected, double tolerance)
{
    return std::isnan(expected) ? std::isnan(actual)
         : std::isinf(expected) ? actual == expected
                                : std::abs(actual - expected) <= tolerance;
}

} // namespace

Result<std::vector<Tensor>> interpret(const Graph& graph, const std::vector<Tensor>& inputs, const std::atomic<bool>* stop)
{
    if (inputs.size() != graph.inputs.size()) {
        return fail(ErrorCode::InvalidArgument, "{} inputs were given for a graph of {}", inputs.size(), graph.inputs.size());
    }
    LiveValues values(graph);
    for (size_t i = 0; i < inputs.size(); ++i) {
        const Value& value = graph.value(graph.inputs[i]);
        if (value.type && *value.type != inputs[i].type()) {
            return fail(ErrorCode::InvalidArgument, "input {} is {}, but should be {}", quotedName(value.name),
                        inputs[i].type().text(), value.type->text());
        }
        values.put(graph.inputs[i], inputs[i]);
    }
    for (const Node& node : graph.nodes) {
        if (stop && stop->load()) {
            return fail(ErrorCode::Timeout, "The reference computation was stopped");
        }
        TRY(computeNode(graph, node, values));
    }
    std::vector<Tensor> outputs;
    for (const ValueId output : graph.outputs) {
        const Tensor* tensor = values.get(output);
        if (!tensor) {
            return fail(ErrorCode::InvalidArgument, "no node computed the output {}", quotedName(graph.value(output).name));
        }
        outputs.push_back(*tensor);
    }
    return outputs;
}

Result<Difference> compareTensors(const Tensor& actual, const Tensor& expected, double relative, double absolute)
{
    if (actual.type() != expected.type()) {
        return fail(ErrorCode::InvalidArgument, "{} instead of {}", actual.type().text(), expected.type().text());
    }
    Difference difference;
    if (!actual.number().isFloat()) {
        difference.isWithin = std::ranges::equal(actual.bytes(), expected.bytes());
    }
    const std::vector<double> a = actual.reals();
    const std::vector<double> e = expected.reals();
    double squares = 0;
    for (size_t i = 0; i < a.size(); ++i) {
        const bool isFinite = std::isfinite(a[i]) && std::isfinite(e[i]);
        const double deviation = isFinite ? std::abs(a[i] - e[i]) : 0;
        difference.mismatched += !isFinite && !isClose(a[i], e[i], 0) ? 1 : 0;
        if (actual.number().isFloat() && !isClose(a[i], e[i], absolute + relative * std::abs(e[i]))) {
            difference.isWithin = false;
        }
        squares += deviation * deviation;
        if (isFinite && std::abs(e[i]) > absolute) {
            difference.largestRelative = std::max(difference.largestRelative, deviation / std::abs(e[i]));
        }
        if (deviation > difference.largest) {
            difference.largest = deviation;
            difference.relative = e[i] == 0 ? deviation : deviation / std::abs(e[i]);
        }
    }
    difference.rms = a.empty() ? 0 : std::sqrt(squares / static_cast<double>(a.size()));
    return difference;
}

} // namespace knobscope
