// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/onnx/onnxfile.h"
#include "core/graph/onnx/prototensor.h"
#include "core/result/unfinishedfile.h"

#include <onnx/onnx_pb.h>

#include <fstream>

namespace knobscope {
namespace {

constexpr int64_t kOpset = 17; // the latest that Debian's library knows; the importer brings older ones up to it
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
    const auto nameOfValue = [&](ValueId id) { return id == kNoValue ? std::string() : graph.value(id).name; };
    for (const Node& node : graph.nodes) {
        onnx::NodeProto& one = *to.add_node();
        one.set_op_type(node.op);
        one.set_name(node.name);
        for (const ValueId input : node.inputs) {
            one.add_input(nameOfValue(input));
        }
        for (const ValueId output : node.outputs) {
            one.add_output(nameOfValue(output));
        }
        for (const auto& [name, value] : node.attributes) {
            addAttribute(one, name, value);
        }
    }
    for (const Value& value : graph.values) {
        if (value.constant) {
            onnx::TensorProto& tensor = *to.add_initializer();
            tensor.set_name(value.name);
            tensor.set_data_type(onnxTypeOf(value.constant->number()));
            for (const int64_t extent : value.constant->shape()) {
                tensor.add_dims(extent);
            }
            const auto bytes = value.constant->bytes();
            tensor.set_raw_data(bytes.data(), bytes.size());
        }
    }
    for (const ValueId input : graph.inputs) {
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
