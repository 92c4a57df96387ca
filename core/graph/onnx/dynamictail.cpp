// SPDX-License-Identifier: GPL-3.0-or-later
// Computes a dynamic tail: imports it with all that it reads as constants, so that every node is folded into constants.
#include "core/graph/onnx/dynamictail.h"

#include "core/graph/onnx/import.h"

#include <algorithm>
#include <optional>

namespace knobscope {
namespace {

/// Number of items in inputs of a section; nullopt if their types are not the expected ones.
std::optional<int64_t> itemsOf(const TailSection& section, const std::vector<SharedTensor>& inputs)
{
    std::optional<int64_t> items;
    for (size_t i = 0; i < inputs.size(); ++i) {
        TensorType expected = *section.graph.value(section.graph.inputs[i]).type;
        if (!inputs[i] || inputs[i]->shape().empty()) {
            return std::nullopt;
        }
        expected.shape[0] = items.value_or(inputs[i]->shape()[0]);
        if (inputs[i]->type() != expected) {
            return std::nullopt;
        }
        items = expected.shape[0];
    }
    return items;
}

/// Elements that a section computes for the tail.
int64_t elementsOfOutputs(const TailSection& section, int64_t items)
{
    int64_t elements = 0;
    for (const ValueId output : section.graph.outputs) {
        const Shape& shape = section.graph.value(output).type->shape;
        elements += items * (elementsOf(shape) / shape[0]);
    }
    return elements;
}

} // namespace

/// Returns false if the section's nodes are to be computed by definition.
Result<bool> Importer::computeSection(const TailSection& section, size_t index, const SectionRunner& runner)
{
    Graph& graph = m_result.graph;
    std::vector<SharedTensor> inputs;
    for (const std::string& name : section.inputs) {
        inputs.push_back(graph.value(m_ids.at(name)).constant);
    }
    const auto items = itemsOf(section, inputs);
    const int64_t elements = items ? elementsOfOutputs(section, *items) : 0;
    if (!items || elements > *m_mostInTail - m_folded) { // by definition, the error names the node
        return false;
    }
    auto outputs = TRY(runner(index, inputs));
    for (size_t i = 0; outputs && i < outputs->size(); ++i) {
        Tensor& output = (*outputs)[i];
        Value& value = graph.value(TRY(declare(section.outputs[i])));
        value.type = output.type();
        value.constant = std::make_shared<const Tensor>(std::move(output));
        m_folded += value.constant->size();
    }
    return outputs.has_value();
}

Result<std::vector<SharedTensor>> Importer::compute(const DynamicTail& tail, const std::map<std::string, SharedTensor>& known,
                                                    const TailRun& run)
{
    m_mostInTail = run.mostElements;
    m_workers = run.workers;
    TRY(readOpset());
    Graph& graph = m_result.graph;
    for (const auto& [name, tensor] : known) {
        Value& value = graph.value(TRY(declare(name)));
        value.type = tensor->type();
        value.constant = tensor;
    }
    collectNames();
    std::map<int, size_t> sections; // by their first nodes
    for (size_t s = 0; run.sections && s < tail.sections.size(); ++s) {
        sections[tail.sections[s].nodes.front()] = s;
    }
    std::vector<bool> isComputed(static_cast<size_t>(m_proto.node_size()));
    for (int n = 0; n < m_proto.node_size(); ++n) {
        const auto section = sections.find(n);
        if (section != sections.end() && TRY(computeSection(tail.sections[section->second], section->second, run.sections))) {
            std::ranges::for_each(tail.sections[section->second].nodes,
                                  [&](int node) { isComputed[static_cast<size_t>(node)] = true; });
        }
        if (!isComputed[static_cast<size_t>(n)]) {
            TRY(readNode(m_proto.node(n)));
        }
        for (const std::string& name : tail.model->lastReads[static_cast<size_t>(n)]) {
            if (const auto found = m_ids.find(name); found != m_ids.end()) {
                graph.value(found->second).constant.reset();
            }
        }
    }
    std::vector<SharedTensor> outputs;
    for (const onnx::ValueInfoProto& output : m_proto.output()) {
        outputs.push_back(graph.value(m_ids.at(output.name())).constant);
    }
    return outputs;
}

Result<std::vector<SharedTensor>> runTail(const DynamicTail& tail, const std::vector<SharedTensor>& graphOutputs,
                                          const TailRun& run)
{
    try {
        std::map<std::string, SharedTensor> known = tail.model->constants;
        for (const auto& [name, index] : tail.inputs) {
            known[name] = graphOutputs.at(index);
        }
        const ImportOptions options;
        const auto made = TRY(Importer(tail.model->proto, {}, tail.model->folder, options).compute(tail, known, run));
        std::vector<SharedTensor> outputs;
        for (const DynamicTail::Output& output : tail.outputs) {
            outputs.push_back(output.isOfTail ? made.at(output.index) : graphOutputs.at(output.index));
        }
        return outputs;
    } catch (const std::exception& problem) { // from a library, or out of memory
        return fail(ErrorCode::LimitExceeded, "the nodes whose shapes depend on data cannot be computed: {}", problem.what());
    }
}

} // namespace knobscope
