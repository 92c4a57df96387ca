// SPDX-License-Identifier: GPL-3.0-or-later
// Computes a dynamic tail: imports it with all that it reads as constants, so that every node is folded into constants.
#include "core/graph/onnx/dynamictail.h"

#include "core/graph/onnx/import.h"

namespace knobscope {

Result<std::vector<SharedTensor>> Importer::compute(const std::map<std::string, SharedTensor>& known,
                                                    const std::vector<std::vector<std::string>>& lastReads,
                                                    const Workers* workers, int64_t mostElements)
{
    m_mostInTail = mostElements;
    m_workers = workers;
    TRY(readOpset());
    Graph& graph = m_result.graph;
    for (const auto& [name, tensor] : known) {
        Value& value = graph.value(TRY(declare(name)));
        value.type = tensor->type();
        value.constant = tensor;
    }
    collectNames();
    for (int n = 0; n < m_proto.node_size(); ++n) {
        TRY(readNode(m_proto.node(n)));
        for (const std::string& name : lastReads[static_cast<size_t>(n)]) {
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
                                          const Workers* workers, int64_t mostElements)
{
    try {
        std::map<std::string, SharedTensor> known = tail.model->constants;
        for (const auto& [name, index] : tail.inputs) {
            known[name] = graphOutputs.at(index);
        }
        const ImportOptions options;
        const auto made = TRY(Importer(tail.model->proto, {}, tail.model->folder, options)
                                  .compute(known, tail.model->lastReads, workers, mostElements));
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
