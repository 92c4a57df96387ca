// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/modelfile.h"

#include "core/base/numbertext.h"
#include "core/base/sha256.h"
#include "core/base/strings.h"
#include "core/graph/onnx/dynamictail.h"
#include "core/network/fingerprint.h"
#include "core/network/graphworkloads.h"
#include "core/network/models/models.h"
#include "core/runtime/attentionpattern.h"
#include "core/target/host.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace knobscope {
namespace {

constexpr std::string_view kEnding = ".onnx";

/// Simplifies the graph and extracts its layers.
Result<void> finishModel(ModelNetwork& model, const PrecisionChoice& precision)
{
    Graph& graph = model.imported.graph;
    model.passes = TRY(withPrefix(model.network.id(), simplify(graph)));
    // Not a part of simplify(): files of old opsets are written with what this recognizes.
    model.passes.push_back(TRY(withPrefix(model.network.id(), recognizeGelu(graph))));
    TRY(withPrefix(model.network.id(), removeDeadNodes(graph)));
    auto changes = TRY(withPrefix(model.network.id(), applyPrecision(graph, precision)));
    std::ranges::move(changes, std::back_inserter(model.passes));
    if (precision.precision != Precision::Float32) {
        model.network.name += fmt::format(" in {}", nameOf(precision.precision));
    }
    std::vector<std::string>& folded = std::ranges::find(model.passes, kFoldingPass, &PassReport::pass)->lines;
    folded.insert(folded.begin(), model.imported.computed.begin(), model.imported.computed.end());
    model.fingerprint =
        model.imported.tail ? sha256(fingerprintOf(graph) + model.imported.tail->description) : fingerprintOf(graph);
    model.groups = groupEpilogues(graph);
    model.passes.push_back(describeGroups(graph, model.groups));
    // In bfloat16, too, one kernel computes a whole attention on every target; without bfloat16 it does so in float32.
    GraphWorkloads found = workloadsOf(graph, partsOfAttentions(graph, model.groups, BfloatUnits::DotProducts));
    model.network.skipped = std::move(found.skipped);
    model.network.workloads = std::move(found.workloads);
    if (!graph.inputs.empty() && graph.value(graph.inputs[0]).type) {
        model.network.input = graph.value(graph.inputs[0]).type->shape;
    }
    return {};
}

// Input name and opset of the graphs of bundled networks.
constexpr std::string_view kInput = "data";
constexpr int64_t kOpset = 13;

/// A bundled network by its name, and the shape with which the name may end; empty: there is none.
struct BundledNetwork {
    Network network;
    Shape shape;
};

constexpr size_t kImageAxes = 4;

/// "8x3x224x224" as a shape; empty for other texts, such as the variant "299".
Shape shapeIn(std::string_view text)
{
    Shape shape;
    for (const std::string_view part : splitText(text, 'x')) {
        const auto extent = parseNumber<int64_t>(part);
        if (!extent) {
            return {};
        }
        shape.push_back(*extent);
    }
    return shape.size() == kImageAxes ? shape : Shape();
}

/// Splits "resnet-18/8x3x224x224" into its name and shape; the latter is empty if the name does not end with one.
std::pair<std::string_view, Shape> splitShape(std::string_view id)
{
    const size_t slash = id.rfind('/');
    Shape shape = slash == std::string_view::npos ? Shape() : shapeIn(id.substr(slash + 1));
    return {shape.empty() ? id : id.substr(0, slash), std::move(shape)};
}

Result<BundledNetwork> bundledNetwork(std::string_view id)
{
    auto [name, shape] = splitShape(id);
    const auto networks = TRY(loadNetworks());
    return BundledNetwork{TRY(findNetwork(networks, name)), std::move(shape)};
}

/// The part of the name of a network or task that names the network.
std::string_view networkIn(std::string_view id)
{
    const std::string_view file = modelFileIn(id);
    return file.empty() ? id.substr(0, id.rfind(':')) : file;
}

/// Returns the requested input shape, which is `shape` if the options name none.
Result<Shape> inputShapeOf(const Network& network, Shape shape, const ImportOptions& options)
{
    for (const auto& [name, given] : options.shapes) {
        if (name != kInput) {
            return fail(ErrorCode::InvalidArgument, "{} has no input {}; its input is 'data'", network.id(), quotedName(name));
        }
        shape = given;
    }
    return shape;
}

Result<ModelNetwork> buildModelNetwork(std::string_view id, const ImportOptions& options, const PrecisionChoice& precision)
{
    auto bundled = TRY(bundledNetwork(id));
    ModelNetwork model;
    model.network = std::move(bundled.network);
    const auto shape = TRY(inputShapeOf(model.network, std::move(bundled.shape), options));
    model.imported.graph = TRY(buildNetworkGraph(model.network, shape));
    if (!shape.empty() && shape != model.network.input) {
        model.network.input = shape;
        model.network.hasOtherInput = true;
    }
    model.imported.opset = kOpset;
    for (const Node& node : model.imported.graph.nodes) {
        ++model.imported.operators[node.op];
    }
    for (const Value& value : model.imported.graph.values) {
        model.imported.parameters += value.constant ? value.constant->size() : 0;
    }
    TRY(finishModel(model, precision));
    return model;
}

} // namespace

std::string_view modelFileIn(std::string_view id)
{
    const size_t task = id.rfind(".onnx:");
    if (task != std::string_view::npos) {
        return id.substr(0, task + kEnding.size());
    }
    return id.ends_with(kEnding) ? id : std::string_view();
}

bool isModelFileName(std::string_view id)
{
    return !modelFileIn(id).empty();
}

Result<ModelNetwork> readModelNetwork(const std::string& path, const ImportOptions& options, const PrecisionChoice& precision)
{
    ModelNetwork model;
    model.imported = TRY(importOnnx(path, options));
    model.network.name = path;
    model.network.variant = "onnx";
    model.network.source = "ONNX file";
    model.network.isDefault = true;
    const auto finished = finishModel(model, precision);
    if (!finished) {
        const bool isOfFile = finished.error().code == ErrorCode::InvalidArgument && options.shapes.empty();
        return tl::make_unexpected(Error(isOfFile ? ErrorCode::Corrupt : finished.error().code, finished.error()));
    }
    return model;
}

Result<ModelNetwork> openModelNetwork(const std::string& id, const ImportOptions& options, const PrecisionChoice& precision)
{
    return isModelFileName(id) ? readModelNetwork(id, options, precision) : buildModelNetwork(id, options, precision);
}

Result<void> fitToTarget(ModelNetwork& model, const Target& target)
{
    Graph& graph = model.imported.graph;
    if (!multipliesBfloat16(target)) {
        keepAsFloat32(graph);
    }
    if (multipliesBytes(target)) {
        std::set<size_t> ofInt16;
        for (size_t n = 0; n < graph.nodes.size(); ++n) {
            const auto workload = workloadOf(graph, graph.nodes[n]);
            const auto* conv = workload ? std::get_if<ConvWorkload>(&workload->shape) : nullptr;
            if (conv && conv->type == ir::int16 && staysInt16(*conv, target)) {
                ofInt16.insert(n);
            }
        }
        TRY(withPrefix(model.network.id(), multiplyBytes(graph, ofInt16)));
        model.groups = groupEpilogues(graph);
    }
    return {};
}

std::vector<DeclaredInput> openInputsOf(const Network& network)
{
    const Shape& now = network.input;
    if (!hasNetworkGraph(network) || now.size() != kImageAxes) {
        return {};
    }
    return {{std::string(kInput), true, {{now[0], "batch"}, {now[1], ""}, {now[2], "height"}, {now[3], "width"}}}};
}

Result<std::vector<DeclaredInput>> declaredInputsOf(const std::string& id)
{
    if (isModelFileName(id)) {
        return readDeclaredInputs(id);
    }
    auto [network, shape] = TRY(bundledNetwork(id));
    network.input = shape.empty() ? network.input : shape;
    auto inputs = openInputsOf(network);
    if (inputs.empty()) {
        return fail(ErrorCode::Unsupported, "{} is a list of layers and is not available as a graph", id);
    }
    return inputs;
}

Result<std::map<std::string, Shape>> shapesOf(std::string_view id, ChosenExtents extents, std::map<std::string, Shape> given)
{
    const std::string name(networkIn(id));
    const auto inputs = TRY(declaredInputsOf(name));
    if (!isModelFileName(name)) {
        for (const OpenExtent& extent : openExtents(inputs)) {
            extents.try_emplace(extent.name, extent.proposed);
        }
    }
    return withPrefix(name, shapesWith(inputs, extents, std::move(given)));
}

Result<Network> networkFor(std::string_view id, const ImportOptions& options)
{
    const std::string name(networkIn(id));
    if (!isModelFileName(name) && options.shapes.empty() && splitShape(name).second.empty()) { // the list has its workloads
        const auto networks = TRY(loadNetworks());
        return findNetwork(networks, name);
    }
    auto model = TRY(openModelNetwork(name, options));
    return std::move(model.network);
}

} // namespace knobscope
