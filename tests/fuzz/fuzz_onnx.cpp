// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/onnx/dynamictail.h"
#include "core/network/extract.h"
#include "core/network/graphworkloads.h"
#include "core/network/modelfile.h"
#include "tests/fuzz/readers.h"

#include <memory>

namespace knobscope::fuzz {
namespace {

/// Computes the nodes whose shapes depend on data, for a few numbers in place of what the graph computes.
void computeTail(const ImportedGraph& imported)
{
    constexpr int64_t most = 1 << 16;
    std::vector<SharedTensor> outputs;
    int64_t elements = 0;
    for (const ValueId output : imported.graph.outputs) {
        const Value& value = imported.graph.value(output);
        elements += value.type ? elementsOf(value.type->shape) : most + 1;
        if (value.constant || elements > most) {
            outputs.push_back(value.constant);
            continue;
        }
        Tensor tensor(*value.type);
        for (size_t i = 0; i < tensor.bytes().size(); i += 5) { // bools have no other numbers
            tensor.bytes()[i] = std::byte{1};
        }
        outputs.push_back(std::make_shared<const Tensor>(std::move(tensor)));
    }
    if (elements <= most) {
        const auto computed = runTail(*imported.tail, outputs, {.mostElements = most});
        require(computed || !computed.error().message.empty(), "A refusal without a word");
        require(!computed || computed->size() == imported.tail->outputs.size(), "A tail without all outputs");
    }
}

} // namespace

/// Reads a model and does everything except computing its graph, including the tasks of its layers on a CPU, an Arm board and a
/// GPU.
void readOnnxModel(std::string_view input)
{
    auto imported = importOnnxBytes(input, "");
    if (!imported) {
        require(!imported.error().message.empty(), "A refusal without a word");
        return;
    }
    Graph& graph = imported->graph;
    require(checkGraph(graph).has_value(), "A graph that was read, and is none");
    int64_t elements = 0; // folding a file's repeated weights takes time in proportion to their size, which is not a bug
    for (const Value& value : graph.values) {
        elements += value.type ? elementsOf(value.type->shape) : 0;
    }
    if (elements > 1 << 20) {
        return;
    }
    if (imported->tail) {
        computeTail(*imported);
    }
    const auto passes = simplify(graph);
    require(passes || passes.error().code != ErrorCode::Internal, "A pass that breaks the graph");
    if (passes) {
        (void)describeGroups(graph, groupEpilogues(graph));
        Network network;
        network.workloads = workloadsOf(graph).workloads;
        for (const NetworkWorkload& workload : network.workloads) {
            (void)workload.text();
        }
        for (const char* target : {"llvm", "llvm -device=arm_cpu", "cuda"}) {
            const auto tasks = extractTasks(network, parseTarget(target).value(), TaskChoice::WithExtra);
            require(!tasks || tasks->tasks.size() + tasks->skipped.size() >= (network.workloads.empty() ? 0U : 1U),
                    "Workloads that are neither tasks nor skipped");
        }
    }
}

} // namespace knobscope::fuzz
