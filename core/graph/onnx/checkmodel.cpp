// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/onnx/checkmodel.h"

#include "core/graph/interpreter.h"
#include "core/graph/onnx/onnxfile.h"

#include <algorithm>
#include <filesystem>

namespace knobscope {
namespace {

std::string dataFile(const std::string& folder, const char* what, size_t number)
{
    return (std::filesystem::path(folder) / fmt::format("{}_{}.pb", what, number)).string();
}

/// Makes the result of a check that failed with an error.
ModelCheck ended(const Error& error)
{
    return {error.code == ErrorCode::Unsupported ? ModelVerdict::Unsupported : ModelVerdict::Fail, std::nullopt, error.message};
}

ModelCheck refusedNode(const UnsupportedNode& node)
{
    return {ModelVerdict::Unsupported, std::nullopt, fmt::format("{}: {}", nodeText(node.node, node.op), node.why)};
}

Result<ModelCheck> compareOutputs(const Graph& graph, const std::vector<Tensor>& outputs, const std::string& folder)
{
    ModelCheck check{ModelVerdict::Pass, 0.0, fmt::format("{} outputs are correct", outputs.size())};
    for (size_t i = 0; i < outputs.size(); ++i) {
        const std::string name = quotedName(graph.value(graph.outputs[i]).name);
        const auto expected = TRY(readOnnxTensor(dataFile(folder, "output", i)));
        const auto difference = compareTensors(outputs[i], expected);
        if (!difference) {
            return ModelCheck{ModelVerdict::Fail, std::nullopt, fmt::format("output {} is {}", name, difference.error().message)};
        }
        check.error = std::max(*check.error, difference->largest);
        if (!difference->isWithin && check.verdict == ModelVerdict::Pass) {
            check.verdict = ModelVerdict::Fail;
            check.message =
                difference->mismatched > 0
                    ? fmt::format("output {} has {} values that are unexpectedly NaN or infinite, or unexpectedly finite", name,
                                  difference->mismatched)
                    : fmt::format("output {} differs by up to {:g}", name, difference->largest);
        }
    }
    return check;
}

} // namespace

Result<ModelCheck> checkModel(const std::string& model, const std::string& folder)
{
    if (!std::filesystem::exists(dataFile(folder, "output", 0))) {
        return fail(ErrorCode::NotFound, "{} contains no test data; input_0.pb, … and output_0.pb are needed", folder);
    }
    const auto names = readOnnxInputs(model);
    if (!names) {
        return names.error().code == ErrorCode::NotFound ? Result<ModelCheck>(fail(names)) : ended(names.error());
    }
    ImportOptions asSaid;
    ImportOptions bound;
    std::vector<Tensor> inputs;
    std::optional<Error> unread;
    for (size_t i = 0; i < names->size(); ++i) {
        auto tensor = readOnnxTensor(dataFile(folder, "input", i));
        if (tensor) {
            asSaid.openShapes[(*names)[i]] = tensor->shape();
            bound.values[(*names)[i]] = *tensor;
            inputs.push_back(std::move(*tensor));
        } else {
            unread = unread.value_or(tensor.error());
        }
    }
    auto imported = importOnnx(model, asSaid);
    if (imported && !imported->unsupported.empty()) { // shapes may depend on inputs
        auto again = importOnnx(model, bound);
        if (again) {
            imported = std::move(again);
            inputs.clear();
        }
    }
    if (!imported) {
        return ended(imported.error());
    }
    if (!imported->unsupported.empty()) {
        return refusedNode(imported->unsupported.front());
    }
    if (unread) {
        return ended(*unread);
    }
    const auto outputs = interpret(imported->graph, inputs);
    return outputs ? compareOutputs(imported->graph, *outputs, folder) : ended(outputs.error());
}

} // namespace knobscope
