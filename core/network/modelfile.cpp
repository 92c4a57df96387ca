// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/modelfile.h"

#include "core/network/graphworkloads.h"

namespace knobscope {
namespace {

constexpr std::string_view kEnding = ".onnx";

/// The part of a network's or task's name that is a file's; empty where there is none.
std::string_view fileIn(std::string_view id)
{
    const size_t task = id.rfind(".onnx:");
    if (task != std::string_view::npos) {
        return id.substr(0, task + kEnding.size());
    }
    return id.ends_with(kEnding) ? id : std::string_view();
}

} // namespace

bool namesModelFile(std::string_view id)
{
    return !fileIn(id).empty();
}

Result<ModelNetwork> readModelNetwork(const std::string& path, const ImportOptions& options)
{
    auto imported = importOnnx(path, options);
    if (!imported) {
        return fail(imported);
    }
    ModelNetwork model;
    model.imported = std::move(*imported);
    Graph& graph = model.imported.graph;
    auto reports = simplify(graph);
    if (!reports) {
        return fail(reports.error().code, "{}: {}", path, reports.error().message);
    }
    model.passes = std::move(*reports);
    std::vector<std::string>& folded = model.passes.front().lines;
    folded.insert(folded.begin(), model.imported.computed.begin(), model.imported.computed.end());
    model.groups = groupEpilogues(graph);
    model.passes.push_back(describeGroups(graph, model.groups));
    GraphWorkloads found = workloadsOf(graph);
    model.skipped = std::move(found.skipped);
    model.network.name = path;
    model.network.variant = "onnx";
    model.network.source = "ONNX file";
    model.network.isDefault = true;
    if (!graph.inputs.empty() && graph.value(graph.inputs[0]).type) {
        model.network.input = graph.value(graph.inputs[0]).type->shape;
    }
    model.network.workloads = std::move(found.workloads);
    return model;
}

Result<std::vector<Network>> networksFor(std::string_view id, const ImportOptions& options)
{
    if (!namesModelFile(id)) {
        return loadNetworks();
    }
    auto model = readModelNetwork(std::string(fileIn(id)), options);
    return model ? Result<std::vector<Network>>(std::vector<Network>{std::move(model->network)}) : fail(model);
}

} // namespace knobscope
