// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/onnx/onnxfile.h"
#include "core/graph/onnx/protonode.h"
#include "core/graph/onnx/prototensor.h"
#include "core/result/unfinishedfile.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cctype>
#include <fstream>

namespace knobscope {
namespace {

constexpr int64_t kOpset = 17; // the latest that Debian's library knows
constexpr int64_t kIrVersion = 8;

void addAttribute(onnx::NodeProto& node, const std::string& name, const Attribute& value)
{
    onnx::AttributeProto& to = *node.add_attribute();
    to.set_name(name);
    if (const auto* integer = std::get_if<int64_t>(&value)) {
        to.set_type(onnx::AttributeProto::INT);
        to.set_i(*integer);
    } else if (const auto* real = std::get_if<double>(&value)) {
        to.set_type(onnx::AttributeProto::FLOAT);
        to.set_f(static_cast<float>(*real));
    } else if (const auto* text = std::get_if<std::string>(&value)) {
        to.set_type(onnx::AttributeProto::STRING);
        to.set_s(*text);
    } else if (const auto* integers = std::get_if<std::vector<int64_t>>(&value)) {
        to.set_type(onnx::AttributeProto::INTS);
        to.mutable_ints()->Add(integers->begin(), integers->end());
    } else {
        to.set_type(onnx::AttributeProto::FLOATS);
        for (const double one : std::get<std::vector<double>>(value)) {
            to.add_floats(static_cast<float>(one));
        }
    }
}

void addTensor(onnx::TensorProto& to, const Tensor& tensor)
{
    to.set_data_type(onnxTypeOf(tensor.number()));
    to.mutable_dims()->Add(tensor.shape().begin(), tensor.shape().end());
    to.set_raw_data(tensor.bytes().data(), tensor.bytes().size());
}

/// The number that ONNX has for a type's name; the name where it has none.
Attribute typeNumber(const std::string& name)
{
    std::string word = name;
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    onnx::TensorProto::DataType parsed{};
    const auto type = numberTypeNamed(name);
    return type                                             ? Attribute(int64_t{onnxTypeOf(*type)})
         : onnx::TensorProto::DataType_Parse(word, &parsed) ? Attribute(int64_t{parsed})
                                                            : Attribute(name);
}

/// A node as that opset has it, for the importer brings all to what the newest has.
void addNode(onnx::NodeProto& to, const Graph& graph, Node node)
{
    const bool isReduction = node.op.starts_with("Reduce") && node.op != "ReduceSum";
    const bool hasSecond = node.inputs.size() > 1 && node.inputs[1] != kNoValue;
    const Tensor* second = hasSecond ? graph.value(node.inputs[1]).constant.get() : nullptr;
    if (isReduction && (second || !hasSecond)) {
        const std::vector<int64_t> axes = second ? second->integers() : std::vector<int64_t>();
        const auto keepsAll = node.attributes.find("noop_with_empty_axes");
        if (!axes.empty()) {
            node.attributes["axes"] = axes;
        }
        if (keepsAll != node.attributes.end() && (!axes.empty() || keepsAll->second == Attribute(int64_t{0}))) {
            node.attributes.erase(keepsAll);
        }
        node.inputs.resize(1);
    } else if (second && node.op == "ConstantOfShape") {
        node.inputs.resize(1);
        onnx::AttributeProto& value = *to.add_attribute();
        value.set_name("value");
        value.set_type(onnx::AttributeProto::TENSOR);
        addTensor(*value.mutable_t(), *second);
    }
    if (node.op == "Dropout") { // how one trained
        node.attributes.clear();
    }
    for (auto& [name, value] : node.attributes) {
        if (const auto* type = std::get_if<std::string>(&value); type && (name == "to" || name == "dtype")) {
            value = typeNumber(*type);
        }
        addAttribute(to, name, value);
    }
    to.set_op_type(node.op);
    to.set_name(node.name);
    const auto nameOfValue = [&](ValueId id) { return id == kNoValue ? std::string() : graph.value(id).name; };
    std::ranges::for_each(node.inputs, [&](ValueId input) { to.add_input(nameOfValue(input)); });
    std::ranges::for_each(node.outputs, [&](ValueId output) { to.add_output(nameOfValue(output)); });
}

/// Refuses a node that ONNX would: one of a newer opset, or with what no file that was read had in that one.
Result<void> checkNode(const onnx::NodeProto& proto, const Graph& graph, const Node& node)
{
    const Sentence trouble = isOnnxOperator(node.op, kOpset)
                               ? schemaTrouble(proto, kOpset)
                               : phrase("ONNX's opset {} has no operator {}", kOpset, shownName(node.op));
    return trouble.empty() ? Result<void>() : fail(ErrorCode::Unsupported, "{}: {}", nodeText(graph, node), trouble);
}

void describe(onnx::ValueInfoProto& to, const Value& value)
{
    to.set_name(value.name);
    if (!value.type) {
        return;
    }
    auto& type = *to.mutable_type()->mutable_tensor_type();
    type.set_elem_type(onnxTypeOf(value.type->number));
    type.mutable_shape();
    for (const int64_t extent : value.type->shape) {
        type.mutable_shape()->add_dim()->set_dim_value(extent);
    }
}

} // namespace

Result<void> writeOnnx(const Graph& graph, const std::string& path)
{
    onnx::ModelProto model;
    model.set_ir_version(kIrVersion);
    model.set_producer_name("Knobscope");
    model.add_opset_import()->set_version(kOpset);
    onnx::GraphProto& to = *model.mutable_graph();
    to.set_name(graph.name.empty() ? "network" : graph.name);
    for (const Node& node : graph.nodes) {
        onnx::NodeProto& one = *to.add_node();
        addNode(one, graph, node);
        TRY(checkNode(one, graph, node));
    }
    for (const Value& value : graph.values) {
        if (value.constant) {
            onnx::TensorProto& tensor = *to.add_initializer();
            tensor.set_name(value.name);
            addTensor(tensor, *value.constant);
        }
    }
    for (const ValueId input : graph.inputs) {
        if (!graph.value(input).type) {
            return fail(ErrorCode::Unsupported, "{} is of a type that is not supported", shownName(graph.value(input).name));
        }
        describe(*to.add_input(), graph.value(input));
    }
    for (const ValueId output : graph.outputs) {
        describe(*to.add_output(), graph.value(output));
    }
    if (model.ByteSizeLong() >= size_t{1} << 31) {
        return fail(ErrorCode::LimitExceeded, "{} would have {} MB; an ONNX file has less than 2 GiB", path,
                    model.ByteSizeLong() >> 20);
    }
    auto unfinished = TRY(UnfinishedFile::begin(path));
    std::ofstream file(unfinished.writingPath(), std::ios::binary | std::ios::trunc);
    const bool isWritten = file && model.SerializeToOstream(&file) && file.flush();
    return isWritten ? unfinished.putInPlace()
                     : fail(ErrorCode::Io, "{} cannot be written; is there room, and may this user write there?", path);
}

} // namespace knobscope
