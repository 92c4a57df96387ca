// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/unfinishedfile.h"
#include "core/graph/onnx/downgrade.h"
#include "core/graph/onnx/dynamictail.h"
#include "core/graph/onnx/integersasbytes.h"
#include "core/graph/onnx/onnxfile.h"
#include "core/graph/onnx/protonode.h"
#include "core/graph/onnx/prototensor.h"
#include "core/graph/onnx/upgrade.h"
#include "core/graph/operator.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>
#include <string_view>

namespace knobscope {
namespace {

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
    } else if (const auto* reals = std::get_if<std::vector<double>>(&value)) {
        to.set_type(onnx::AttributeProto::FLOATS);
        for (const double one : *reals) {
            to.add_floats(static_cast<float>(one));
        }
    } else {
        to.set_type(onnx::AttributeProto::STRINGS);
        for (const std::string& one : std::get<std::vector<std::string>>(value)) {
            to.add_strings(one);
        }
    }
}

void addTensor(onnx::TensorProto& to, const Tensor& tensor)
{
    to.set_data_type(onnxTypeOf(tensor.number()));
    to.mutable_dims()->Add(tensor.shape().begin(), tensor.shape().end());
    to.set_raw_data(tensor.bytes().data(), tensor.bytes().size());
}

/// ONNX's number for a type name; the name itself if there is none.
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

void addNode(onnx::NodeProto& to, const Graph& graph, const Node& node)
{
    std::vector<ValueId> inputs = node.inputs;
    if (node.op == "ConstantOfShape" && inputs.size() > 1 && graph.value(inputs[1]).constant) {
        onnx::AttributeProto& value = *to.add_attribute();
        value.set_name("value");
        value.set_type(onnx::AttributeProto::TENSOR);
        addTensor(*value.mutable_t(), *graph.value(inputs[1]).constant);
        inputs.resize(1);
    }
    for (const auto& [name, value] : node.attributes) {
        const auto* type = std::get_if<std::string>(&value);
        addAttribute(to, name, type && (name == "to" || name == "dtype") ? typeNumber(*type) : value);
    }
    to.set_op_type(node.op);
    to.set_name(node.name);
    const auto nameOfValue = [&](ValueId id) { return id == kNoValue ? std::string() : graph.value(id).name; };
    std::ranges::for_each(inputs, [&](ValueId input) { to.add_input(nameOfValue(input)); });
    std::ranges::for_each(node.outputs, [&](ValueId output) { to.add_output(nameOfValue(output)); });
}

/// Checks attribute values that are newer than the opset, which the schemas do not cover.
Sentence newerOperatorError(const Node& node, int64_t opset)
{
    struct Word {
        std::string_view op, attribute, word;
        int64_t since;
    };
    constexpr Word kWords[] = {{"Pad", "mode", "wrap", 19},
                               {"Resize", "coordinate_transformation_mode", "half_pixel_symmetric", 19},
                               {"ScatterElements", "reduction", "max", 18},
                               {"ScatterElements", "reduction", "min", 18},
                               {"ScatterND", "reduction", "max", 18},
                               {"ScatterND", "reduction", "min", 18}};
    for (const Word& newer : kWords) {
        const auto found = node.attributes.find(std::string(newer.attribute));
        if (node.op == newer.op && opset < newer.since && found != node.attributes.end()
            && found->second == Attribute(std::string(newer.word))) {
            return phrase("attribute '{}' is '{}', which ONNX supports since opset {}, not in the written opset {}",
                          newer.attribute, newer.word, newer.since, opset);
        }
    }
    return {};
}

/// Returns why a node cannot be written in that opset; empty if it can.
Sentence nodeError(const onnx::NodeProto& proto, const Node& node, int64_t opset)
{
    if (!node.unsupported.empty() && node.completeInOpset == 0) {
        return node.unsupported;
    }
    if (!isOnnxOperator(node.op, opset)) {
        return phrase("ONNX's opset {} has no operator {}", opset, quotedName(node.op));
    }
    const bool isAsInFile = !node.unsupported.empty() && !findOperator(node.op); // other nodes have the form of the newest opset
    if (isAsInFile && !isSameOperator(node.op, node.completeInOpset, opset)) {
        return phrase("its definition is that of opset {}, which differs in the written opset {}", node.completeInOpset, opset);
    }
    Sentence newer = newerOperatorError(node, opset);
    return newer.empty() ? schemaError(proto, opset) : newer;
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

/// Adds the nodes; each may read only values that are defined before it.
Result<void> addNodes(onnx::GraphProto& to, const Graph& graph, int64_t opset)
{
    std::vector<bool> isThere(graph.values.size());
    for (size_t id = 0; id < graph.values.size(); ++id) {
        isThere[id] = graph.values[id].constant != nullptr;
    }
    for (const ValueId input : graph.inputs) {
        isThere[static_cast<size_t>(input)] = true;
    }
    for (const Node& node : graph.nodes) {
        onnx::NodeProto& proto = *to.add_node();
        addNode(proto, graph, node);
        if (const Sentence trouble = nodeError(proto, node, opset); !trouble.empty()) {
            return fail(ErrorCode::Unsupported, "{}: {}", nodeText(graph, node), trouble);
        }
        for (const ValueId input : presentValues(node.inputs)) {
            if (!isThere[static_cast<size_t>(input)]) {
                return fail(ErrorCode::Unsupported, "{}: its input {} has a type that is not supported", nodeText(graph, node),
                            quotedName(graph.value(input).name));
            }
        }
        for (const ValueId output : presentValues(node.outputs)) {
            isThere[static_cast<size_t>(output)] = true;
        }
    }
    return {};
}

/// Adds constants that written nodes read or that are outputs. Others are in attributes or unused.
void addInitializers(onnx::GraphProto& to, const Graph& graph)
{
    std::set<std::string_view> read;
    for (const onnx::NodeProto& node : to.node()) {
        read.insert(node.input().begin(), node.input().end());
    }
    for (const ValueId output : graph.outputs) {
        read.insert(graph.value(output).name);
    }
    for (const Value& value : graph.values) {
        if (value.constant && read.contains(value.name)) {
            onnx::TensorProto& tensor = *to.add_initializer();
            tensor.set_name(value.name);
            addTensor(tensor, *value.constant);
        }
    }
}

Result<void> fillModel(onnx::ModelProto& model, const Graph& graph, int64_t opset)
{
    model.set_ir_version(opset < 19 ? 8 : 9); // as in ONNX's releases
    model.set_producer_name("Knobscope");
    model.add_opset_import()->set_version(opset);
    onnx::GraphProto& to = *model.mutable_graph();
    to.set_name(graph.name.empty() ? "network" : graph.name);
    TRY(addNodes(to, graph, opset));
    addInitializers(to, graph);
    for (const ValueId input : graph.inputs) {
        if (!graph.value(input).type) {
            return fail(ErrorCode::Unsupported, "{} has a type that is not supported", quotedName(graph.value(input).name));
        }
        describe(*to.add_input(), graph.value(input));
    }
    for (const ValueId output : graph.outputs) {
        describe(*to.add_output(), graph.value(output));
    }
    return {};
}

} // namespace

int64_t newestWrittenOpset()
{
    return std::min(newestOpsetOfLibrary(), kNewestOpset);
}

Result<void> writeOnnx(const Graph& graph, const std::string& path, std::optional<int64_t> opset)
{
    const int64_t written = opset.value_or(newestWrittenOpset());
    onnx::ModelProto model;
    TRY(fillModel(model, downgradeToOpset(withIntegersAsBytes(graph), written), written));
    if (model.ByteSizeLong() >= size_t{1} << 31) {
        return fail(ErrorCode::LimitExceeded, "{} would have {} MB; ONNX files are limited to 2 GiB", path,
                    model.ByteSizeLong() >> 20);
    }
    auto unfinished = TRY(UnfinishedFile::begin(path));
    std::ofstream file(unfinished.temporaryPath(), std::ios::binary | std::ios::trunc);
    const bool isWritten = file && model.SerializeToOstream(&file) && file.flush();
    return isWritten ? unfinished.commit()
                     : fail(ErrorCode::Io,
                            "{} cannot be written. Is there enough space, and do you have permission to write there?", path);
}

Result<void> writeOnnx(const ImportedGraph& model, const std::string& path, std::optional<int64_t> opset)
{
    if (model.tail) {
        return fail(ErrorCode::Unsupported, "Shapes from {} on depend on data; such a model is not written as ONNX",
                    nodeText(model.tail->cause, model.tail->causeOperator));
    }
    return writeOnnx(model.graph, path, opset);
}

} // namespace knobscope
