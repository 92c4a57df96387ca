// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/onnx/checkmodel.h"

#include "core/graph/halfnumbers.h"
#include "core/graph/onnx/dynamictail.h"
#include "core/graph/onnx/onnxfile.h"
#include "core/graph/quantum.h"
#include "core/graph/roundingdepth.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace knobscope {
namespace {

/// Absolute tolerance of ONNX's backend tests.
constexpr double kOnnxTolerance = 1e-7;

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

/// Roundings behind an output; of a tail's, those of the values that it reads.
double depthOf(const Graph& graph, ValueId output)
{
    if (output != kNoValue) {
        return roundingDepth(graph, output);
    }
    double depth = 1;
    for (const ValueId read : graph.outputs) {
        depth = std::max(depth, static_cast<double>(roundingDepth(graph, read)));
    }
    return depth;
}

/// Absolute tolerance of an output: four times its rounding error, but no less than ONNX's own tests allow (1e-7) where that is
/// small beside the output's scale.
double absoluteTolerance(const Graph& graph, ValueId output, const Tensor& expected, double halfUnit)
{
    if (!expected.number().isFloat()) {
        return 0;
    }
    double squares = 0;
    int64_t count = 0;
    for (const double element : expected.reals()) {
        squares += std::isfinite(element) ? element * element : 0;
        count += std::isfinite(element) ? 1 : 0;
    }
    const double scale = squares > 0 ? std::sqrt(squares / static_cast<double>(count)) : 0;
    const double unit = std::max(halfUnit, expected.number() == ir::float64 ? 0x1p-53 : 0x1p-24);
    const double least = scale > 0 ? std::min(kOnnxTolerance, 1e-3 * scale) : kOnnxTolerance;
    return std::max(least, 4 * unit * depthOf(graph, output) * scale);
}

void add(Difference& all, const Difference& one)
{
    if (one.largest >= all.largest) {
        all.largest = one.largest;
        all.relative = one.relative;
    }
    all.largestRelative = std::max(all.largestRelative, one.largestRelative);
    all.rms = std::max(all.rms, one.rms);
    all.mismatched += one.mismatched;
    all.isWithin = all.isWithin && one.isWithin;
}

/// ONNX's own test data has the bits of bfloat16 as uint16, since NumPy lacks the type.
void widenBfloat16(const std::optional<TensorType>& type, Tensor& tensor)
{
    if (type && type->number == ir::float32 && tensor.number() == numberTypeOf<uint16_t>()) {
        Tensor wide(TensorType{ir::float32, tensor.shape()});
        std::ranges::transform(tensor.as<uint16_t>(), wide.as<float>().begin(), fromBfloat16);
        tensor = std::move(wide);
    }
}

/// "one quantum", "2 quanta"
std::string quantaText(double quanta)
{
    return quanta == 1 ? "one quantum" : fmt::format("{:.3g} quanta", quanta);
}

/// The model's outputs, in its order.
Result<std::vector<SharedTensor>> computeOutputs(const ImportedGraph& model, const std::vector<Tensor>& inputs)
{
    auto computed = TRY(interpret(model.graph, inputs));
    std::vector<SharedTensor> outputs;
    for (Tensor& tensor : computed) {
        outputs.push_back(std::make_shared<const Tensor>(std::move(tensor)));
    }
    return model.tail ? runTail(*model.tail, outputs) : outputs;
}

/// An output of a model as far as it is known before the model runs.
struct OutputKind {
    std::string name;
    ValueId value = kNoValue; ///< in the graph; none: of the dynamic tail
};

std::vector<OutputKind> outputKinds(const ImportedGraph& model)
{
    std::vector<OutputKind> kinds;
    for (size_t i = 0; !model.tail && i < model.graph.outputs.size(); ++i) {
        kinds.push_back({model.graph.value(model.graph.outputs[i]).name, model.graph.outputs[i]});
    }
    for (size_t i = 0; model.tail && i < model.tail->outputs.size(); ++i) {
        const DynamicTail::Output& output = model.tail->outputs[i];
        kinds.push_back({output.name, output.isOfTail ? kNoValue : model.graph.outputs.at(output.index)});
    }
    return kinds;
}

Result<ModelCheck> compareOutputs(const ImportedGraph& model, const std::vector<SharedTensor>& outputs, const std::string& folder,
                                  const CheckTolerance& tolerance)
{
    const Graph& graph = model.graph;
    const double relative = std::max(tolerance.relative, 2 * model.halfUnit);
    ModelCheck check{ModelVerdict::Pass, Difference{}, fmt::format("{} outputs are correct", outputs.size())};
    bool isByQuanta = false;
    const std::vector<OutputKind> kinds = outputKinds(model);
    for (size_t i = 0; i < outputs.size(); ++i) {
        const ValueId value = kinds[i].value;
        const std::string name = quotedName(kinds[i].name);
        auto expected = TRY(readOnnxTensor(dataFile(folder, "output", i)));
        widenBfloat16(outputs[i]->type(), expected);
        const double absolute = tolerance.absolute.value_or(absoluteTolerance(graph, value, expected, model.halfUnit));
        const auto difference = compareTensors(*outputs[i], expected, relative, absolute);
        if (!difference) {
            return ModelCheck{ModelVerdict::Fail, std::nullopt, fmt::format("output {} is {}", name, difference.error().message)};
        }
        add(*check.difference, *difference);
        const auto quantum = value == kNoValue ? std::nullopt : quantumOf(graph, value);
        const double quanta = quantum ? quantaBetween(*quantum, *outputs[i], expected) : 0;
        if (quantum) {
            check.quanta = std::max(check.quanta.value_or(0), quanta);
        }
        if (difference->isWithin || check.verdict != ModelVerdict::Pass) {
            continue;
        }
        if (quantum && difference->mismatched == 0 && quanta <= tolerance.quanta) {
            isByQuanta = true;
            continue;
        }
        check.verdict = ModelVerdict::Fail;
        check.message = difference->mismatched > 0
                          ? fmt::format("output {} has {} values that are unexpectedly NaN or infinite, or unexpectedly finite",
                                        name, difference->mismatched)
                      : quantum ? fmt::format("output {} differs by up to {:g}, {} (allowed: {})", name, difference->largest,
                                              quantaText(quanta), tolerance.quanta)
                                : fmt::format("output {} differs by up to {:g} (allowed: {:g}, and {:g} of the element)", name,
                                              difference->largest, absolute, relative);
    }
    if (isByQuanta && check.verdict == ModelVerdict::Pass) {
        check.message += fmt::format(" within {}", quantaText(tolerance.quanta));
    }
    return check;
}

/// Number of uses of each value's elements: CastLike reads only the type of its second input.
std::vector<int> usesOfElements(const Graph& graph)
{
    std::vector<int> uses = usesOf(graph);
    for (const Node& node : graph.nodes) {
        if (node.op == "CastLike" && node.inputs.size() == 2 && node.inputs[1] != kNoValue) {
            --uses[static_cast<size_t>(node.inputs[1])];
        }
    }
    return uses;
}

} // namespace

Result<ModelCheck> checkModel(const std::string& model, const std::string& folder, const CheckTolerance& tolerance)
{
    if (!std::filesystem::exists(dataFile(folder, "output", 0))) {
        return fail(ErrorCode::NotFound, "{} contains no test data; input_0.pb, … and output_0.pb are needed", folder);
    }
    const auto names = readOnnxInputs(model);
    if (!names) {
        return names.error().code == ErrorCode::NotFound ? Result<ModelCheck>(fail(names)) : ended(names.error());
    }
    ImportOptions options;
    std::vector<Tensor> inputs;
    std::optional<Error> unread;
    for (size_t i = 0; i < names->size(); ++i) {
        auto tensor = readOnnxTensor(dataFile(folder, "input", i));
        if (tensor) {
            options.openShapes[(*names)[i]] = tensor->shape();
            inputs.push_back(std::move(*tensor));
        } else {
            unread = unread.value_or(tensor.error());
        }
    }
    const auto imported = importOnnx(model, options);
    if (!imported) {
        return ended(imported.error());
    }
    if (!imported->unsupported.empty()) {
        return refusedNode(imported->unsupported.front());
    }
    if (unread) {
        return ended(*unread);
    }
    const std::vector<int> uses = usesOfElements(imported->graph);
    for (size_t i = 0; i < std::min(inputs.size(), imported->graph.inputs.size()); ++i) {
        const ValueId input = imported->graph.inputs[i];
        const auto& type = imported->graph.value(input).type;
        widenBfloat16(type, inputs[i]);
        if (type && uses[static_cast<size_t>(input)] == 0) { // ONNX's own data for CastLike has another shape than the model
            inputs[i] = Tensor(*type);
        }
    }
    const auto outputs = computeOutputs(*imported, inputs);
    return outputs ? compareOutputs(*imported, *outputs, folder, tolerance) : ended(outputs.error());
}

} // namespace knobscope
