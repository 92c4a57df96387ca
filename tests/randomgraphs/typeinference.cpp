// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/randomgraphs/typeinference.h"

#include "core/graph/onnx/onnxfile.h"
#include "core/graph/onnx/prototensor.h"
#include "tests/randomgraphs/testdata.h"

#include <onnx/defs/schema.h>
#include <onnx/shape_inference/implementation.h>

#include <algorithm>
#include <map>
#include <set>

namespace knobscope::randomgraphs {

namespace {

int64_t newestOfOnnx()
{
    return onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map().at("").second;
}

/// Null of opsets that the ONNX library does not know.
const onnx::OpSchema* schemaOf(const std::string& op, int64_t opset)
{
    return opset <= newestOfOnnx() ? onnx::OpSchemaRegistry::Schema(op, static_cast<int>(opset), "") : nullptr;
}

bool exists(const std::string& op, int64_t opset)
{
    if (opset <= newestOfOnnx()) {
        const onnx::OpSchema* schema = schemaOf(op, opset);
        return schema && !schema->Deprecated();
    }
    static const std::map<std::string, int64_t> kNew = {{"Mish", 18}, {"Gelu", 20}};
    static const std::set<std::string> kGone = {"Upsample", "Scatter"};
    const auto since = kNew.find(op);
    return !kGone.contains(op) && (since == kNew.end() || opset >= since->second);
}

/// Whether an input's element type is one that the operator takes.
bool takes(const onnx::OpSchema& schema, size_t place, ir::DataType number)
{
    const auto& formal = schema.inputs();
    if (formal.empty()) {
        return false;
    }
    const bool isVariadic = formal.back().GetOption() == onnx::OpSchema::Variadic;
    if (place >= formal.size() && !isVariadic) {
        return false;
    }
    onnx::TypeProto type;
    type.mutable_tensor_type()->set_elem_type(onnxTypeOf(number));
    return formal[std::min(place, formal.size() - 1)].GetTypes().contains(onnx::Utils::DataTypeUtils::ToType(type));
}

/// A model of this node alone.
onnx::ModelProto modelOf(const onnx::NodeProto& node, const std::vector<const Edge*>& inputs, int64_t opset)
{
    onnx::ModelProto model;
    model.set_ir_version(8);
    model.add_opset_import()->set_version(opset);
    auto* graph = model.mutable_graph();
    graph->set_name("node");
    *graph->add_node() = node;
    std::set<std::string> declared;
    for (const Edge* edge : inputs) {
        if (!edge || !declared.insert(edge->name).second) {
            continue;
        }
        if (edge->constant) {
            *graph->add_initializer() = protoOf(*edge->constant, edge->name);
            continue;
        }
        auto* input = graph->add_input();
        input->set_name(edge->name);
        input->mutable_type()->mutable_tensor_type()->set_elem_type(onnxTypeOf(edge->type.number));
        input->mutable_type()->mutable_tensor_type()->mutable_shape();
        for (const int64_t extent : edge->type.shape) {
            input->mutable_type()->mutable_tensor_type()->mutable_shape()->add_dim()->set_dim_value(extent);
        }
    }
    for (const std::string& output : node.output()) {
        graph->add_output()->set_name(output);
    }
    return model;
}

/// Empty where anything of a type is open.
std::vector<TensorType> typesOfOutputs(const onnx::ModelProto& model)
{
    std::vector<TensorType> types;
    for (const auto& output : model.graph().output()) {
        const auto& tensor = output.type().tensor_type();
        const auto number = numberTypeOf(tensor.elem_type());
        if (!output.has_type() || !number || !tensor.has_shape()) {
            return {};
        }
        types.push_back({*number, {}});
        for (const auto& dim : tensor.shape().dim()) {
            if (!dim.has_dim_value() || dim.dim_value() < 0) {
                return {};
            }
            types.back().shape.push_back(dim.dim_value());
        }
        if (!checkShape(types.back().shape)) {
            return {};
        }
    }
    return types;
}

std::vector<TensorType> typesByImporter(const onnx::ModelProto& model)
{
    const auto imported = importOnnxBytes(model.SerializeAsString(), "");
    std::vector<TensorType> types;
    if (imported && imported->unsupported.empty()) {
        for (const ValueId output : imported->graph.outputs) {
            types.push_back(*imported->graph.value(output).type);
        }
    }
    return types;
}

} // namespace

bool hasAttribute(const std::string& op, const std::string& name, int64_t opset)
{
    static const std::set<std::string> kNew = {"num_outputs", "noop_with_empty_axes"};
    const onnx::OpSchema* schema = schemaOf(op, std::min(opset, newestOfOnnx()));
    const bool isNew = opset > newestOfOnnx();
    return schema ? schema->attributes().contains(name) || (isNew && kNew.contains(name)) : isNew;
}

std::vector<TensorType> inferTypes(const onnx::NodeProto& node, const std::vector<const Edge*>& inputs, int64_t opset)
{
    if (!exists(node.op_type(), opset)) {
        return {};
    }
    const onnx::OpSchema* schema = schemaOf(node.op_type(), std::min(opset, newestOfOnnx()));
    for (size_t i = 0; schema && i < inputs.size(); ++i) {
        if (inputs[i] && !takes(*schema, i, inputs[i]->type.number)) {
            return {};
        }
    }
    onnx::ModelProto model = modelOf(node, inputs, opset);
    std::vector<TensorType> types;
    const bool hasCeil = std::ranges::any_of(node.attribute(), [](const auto& one) { return one.name() == "ceil_mode"; });
    if (opset <= newestOfOnnx() && !hasCeil) { // ONNX before 1.16 counts windows that begin in the padding
        try {
            schema->Verify(node);
            onnx::ModelProto inferred = model;
            onnx::shape_inference::InferShapes(inferred, onnx::OpSchemaRegistry::Instance(), {true, 1, true});
            types = typesOfOutputs(inferred);
        } catch (const std::exception&) {
            return {};
        }
    }
    return types.empty() ? typesByImporter(model) : types;
}

} // namespace knobscope::randomgraphs
