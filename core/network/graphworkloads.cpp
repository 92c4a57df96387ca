// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/graphworkloads.h"

#include "core/graph/operators/window.h"
#include "core/ir/dot.h"

#include <algorithm>

namespace knobscope {
namespace {

const TensorType& typeOf(const Graph& graph, const Node& node, size_t input)
{
    return *graph.value(node.inputs[input]).type;
}

/// The type in which a kernel multiplies the factors of a node: bfloat16 if both are kept as that.
ir::DataType factorsOf(const Graph& graph, const Node& node)
{
    const bool areRounded = graph.value(node.inputs[0]).isBfloat16 && graph.value(node.inputs[1]).isBfloat16;
    return areRounded ? ir::bfloat16 : typeOf(graph, node, 0).number;
}

/// Whether templates read second factors of this type as (n, k): the order in which dot products and matrix tiles do.
bool isReadTransposed(ir::DataType type)
{
    return type == ir::bfloat16;
}

Result<WorkloadShape> convOf(const Graph& graph, const Node& node)
{
    const Shape& input = typeOf(graph, node, 0).shape;
    const Shape& weights = typeOf(graph, node, 1).shape;
    ConvWorkload conv;
    if (typeOf(graph, node, 0).number != ir::float32) {
        conv.type = typeOf(graph, node, 0).number;
        conv.kernelType = typeOf(graph, node, 1).number;
        conv.outType = ir::int32;
        conv.bytes = byteProductsOf(graph, node);
    } else {
        conv.type = conv.kernelType = factorsOf(graph, node);
    }
    if (input.size() != 3 && input.size() != 4) {
        return fail(ErrorCode::Unsupported, "a convolution over {} axes has no template", input.size() - 2);
    }
    const OperatorCall call(graph, node);
    const Window window = Window::ofConv(call);
    const bool isLine = input.size() == 3; // an image of height 1
    conv.n = input[0];
    conv.c = input[1];
    conv.h = isLine ? 1 : input[2];
    conv.w = input.back();
    conv.k = weights[0];
    conv.r = isLine ? 1 : weights[2];
    conv.s = weights.back();
    conv.stride = {isLine ? 1 : window.strides[0], window.strides.back()};
    conv.pad = {isLine ? 0 : window.before[0], window.before.back(), isLine ? 0 : window.after[0], window.after.back()};
    conv.dilation = {isLine ? 1 : window.dilations[0], window.dilations.back()};
    conv.groups = call.integer("group", 1);
    conv.depthwise = conv.groups > 1 && conv.groups == conv.c;
    return conv;
}

Result<WorkloadShape> gemmOf(const Graph& graph, const Node& node)
{
    const Shape& a = typeOf(graph, node, 0).shape;
    const Shape& b = typeOf(graph, node, 1).shape;
    const bool transposeA = OperatorCall(graph, node).integer("transA", 0) != 0;
    const bool transposeB = OperatorCall(graph, node).integer("transB", 0) != 0;
    const int64_t columns = b[transposeB ? 0 : 1];
    if (transposeA || !graph.value(node.inputs[1]).constant) {
        const ir::DataType type = factorsOf(graph, node);
        const bool readsTransposed = transposeB || isReadTransposed(type);
        return BatchMatmulWorkload{1, a[transposeA ? 1 : 0], columns, a[transposeA ? 0 : 1], transposeA, readsTransposed, type};
    }
    return DenseWorkload{a[0], a[1], columns, factorsOf(graph, node)};
}

/// Number of matrices in a value.
int64_t matricesIn(const Shape& shape)
{
    return elementsOf(Shape(shape.begin(), shape.end() - 2));
}

/// One matrix for all rows, or as many matrices on both sides.
Result<WorkloadShape> matmulOf(const Graph& graph, const Node& node)
{
    const Shape& a = typeOf(graph, node, 0).shape;
    const Shape& b = typeOf(graph, node, 1).shape;
    const int64_t depth = a.back();
    const int64_t rows = elementsOf(a) / depth;
    const ir::DataType type = factorsOf(graph, node);
    const bool transposed = isReadTransposed(type);
    if (b.size() == 2 && graph.value(node.inputs[1]).constant) {
        return DenseWorkload{rows, depth, b[1], type, type == ir::int16 ? byteProductsOf(graph, node) : ByteProducts::No};
    }
    if (a.size() < 2 || b.size() < 2) {
        return fail(ErrorCode::Unsupported, "a product with a computed vector has no template");
    }
    const int64_t batch = matricesIn(b);
    if (batch == 1) {
        return BatchMatmulWorkload{1, rows, b.back(), depth, false, transposed, type};
    }
    if (matricesIn(a) != batch || rows * b.back() != elementsOf(graph.value(node.outputs[0]).type->shape)) {
        return fail(ErrorCode::Unsupported, "a batched product that repeats matrices has no template");
    }
    return BatchMatmulWorkload{batch, rows / batch, b.back(), depth, false, transposed, type};
}

/// Whether a node sums integers as templates do: int16 (integerConvs), or uint8 by int8 (multiplyBytes) without zero points.
bool sumsIntegers(const Graph& graph, const Node& node)
{
    if ((node.op != "ConvInteger" && node.op != "MatMulInteger") || node.inputs.size() != 2) {
        return false;
    }
    const ir::DataType data = typeOf(graph, node, 0).number;
    const Value& weights = graph.value(node.inputs[1]);
    return data == ir::int16 || (data == ir::uint8 && weights.constant && weights.type->number == ir::int8);
}

/// Returns nullopt if the node is not a sum of products.
std::optional<Result<WorkloadShape>> workloadShapeOf(const Graph& graph, const Node& node)
{
    if (!isSumOfProducts(node.op) || !node.unsupported.empty()) {
        return std::nullopt;
    }
    const TensorType& output = *graph.value(node.outputs[0]).type;
    const bool isOfIntegers = sumsIntegers(graph, node);
    if (output.number != ir::float32 && !isOfIntegers) {
        return fail(ErrorCode::Unsupported, "{} has no template", output.number.text());
    }
    if (elementsOf(output.shape) == 0 || elementsOf(typeOf(graph, node, 0).shape) == 0) {
        return fail(ErrorCode::Unsupported, "there is nothing to compute");
    }
    if (node.op == "ConvTranspose") {
        return fail(ErrorCode::Unsupported, "a transposed convolution has no template");
    }
    if (node.op == "Conv" && !graph.value(node.inputs[1]).constant) {
        return fail(ErrorCode::Unsupported, "its weights {} are computed, but templates need constant ones",
                    quotedName(graph.value(node.inputs[1]).name));
    }
    return node.op == "Conv" || node.op == "ConvInteger" ? convOf(graph, node)
         : node.op == "Gemm"                             ? gemmOf(graph, node)
                                                         : matmulOf(graph, node);
}

} // namespace

bool isSumOfProducts(std::string_view op)
{
    constexpr std::string_view all[] = {"Conv", "ConvInteger", "Gemm", "MatMul", "MatMulInteger", "ConvTranspose"};
    return std::ranges::find(all, op) != std::end(all);
}

std::optional<NetworkWorkload> workloadOf(const Graph& graph, const Node& node)
{
    const auto shaped = workloadShapeOf(graph, node);
    return shaped && *shaped ? std::optional(NetworkWorkload{**shaped, 1}) : std::nullopt;
}

GraphWorkloads workloadsOf(const Graph& graph, const std::set<size_t>& others)
{
    GraphWorkloads all;
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
        const Node& node = graph.nodes[n];
        const auto shaped = workloadShapeOf(graph, node);
        if (!shaped || others.contains(n)) {
            continue;
        }
        if (!*shaped) {
            all.skipped.push_back(fmt::format("{}: {}", nodeText(graph, node), shaped->error().message));
            continue;
        }
        const auto same = std::ranges::find(all.workloads, **shaped, &NetworkWorkload::shape);
        if (same == all.workloads.end()) {
            all.workloads.push_back({**shaped, 1});
        } else {
            ++same->count;
        }
    }
    return all;
}

} // namespace knobscope
