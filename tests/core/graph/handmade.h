// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs that are written by hand, and numbers for them.
#pragma once

#include "core/graph/operator.h"

#include <cstdint>
#include <random>
#include <stdexcept>

namespace knobscope {

/// Adds nodes whose types follow from their operators; throws the sentence where they do not.
class HandMade
{
public:
    Graph graph;

    ValueId input(const std::string& name, Shape shape, ir::DataType number = ir::float32)
    {
        graph.inputs.push_back(graph.add({name, TensorType{number, std::move(shape)}, nullptr}));
        return graph.inputs.back();
    }
    ValueId constant(const std::string& name, Shape shape)
    {
        Tensor tensor(TensorType{ir::float32, std::move(shape)});
        fill(tensor);
        return graph.addConstant(name, std::move(tensor));
    }
    ValueId integers(const std::string& name, const std::vector<int64_t>& values)
    {
        return graph.addConstant(name, Tensor::of<int64_t>({static_cast<int64_t>(values.size())}, values));
    }
    ValueId node(const std::string& op, const std::string& name, std::vector<ValueId> inputs, Attributes attributes = {},
                 size_t outputs = 1)
    {
        Node made{op, name, std::move(attributes), std::move(inputs), std::vector<ValueId>(outputs, kNoValue), {}};
        const auto inferred = inferNode(made, {graph, made});
        if (!inferred) {
            throw std::runtime_error(name + ": " + inferred.error().message);
        }
        for (size_t i = 0; i < outputs; ++i) {
            made.outputs[i] = graph.add({name + (i == 0 ? "" : "." + std::to_string(i)), (*inferred)[i], nullptr});
        }
        graph.nodes.push_back(made);
        return made.outputs[0];
    }
    void output(ValueId id) { graph.outputs.push_back(id); }

    std::vector<Tensor> randomInputs()
    {
        std::vector<Tensor> all;
        for (const ValueId id : graph.inputs) {
            all.emplace_back(*graph.value(id).type);
            fill(all.back());
        }
        return all;
    }

private:
    void fill(Tensor& tensor)
    {
        std::uniform_real_distribution<float> number(0.1F, 1.0F); // a variance is positive, too
        for (float& value : tensor.as<float>()) {
            value = number(m_random);
        }
    }
    std::mt19937 m_random{7};
};

} // namespace knobscope
