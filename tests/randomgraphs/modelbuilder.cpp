// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/randomgraphs/modelbuilder.h"

#include "core/graph/onnx/prototensor.h"
#include "tests/randomgraphs/testdata.h"
#include "tests/randomgraphs/typeinference.h"

#include <algorithm>

namespace knobscope::randomgraphs {

namespace {

constexpr size_t kMostInputs = 5;
constexpr size_t kMostRank = 6;
constexpr double kInitializersThatAreInputs = 0.1; ///< share of models of old IR versions

onnx::AttributeProto named(const std::string& name, onnx::AttributeProto::AttributeType type)
{
    onnx::AttributeProto proto;
    proto.set_name(name);
    proto.set_type(type);
    return proto;
}

/// Old opsets are rarer in the world, and have few operators.
int64_t drawOpset(std::mt19937_64& random)
{
    static const std::vector<int64_t> kOpsets = {1,  5,  6,  7,  8,  9,  10, 11, 11, 12, 12, 13,
                                                 13, 14, 15, 15, 16, 17, 17, 17, 18, 19, 20};
    return kOpsets[std::uniform_int_distribution<size_t>(0, kOpsets.size() - 1)(random)];
}

} // namespace

onnx::AttributeProto attribute(const std::string& name, int64_t value)
{
    auto proto = named(name, onnx::AttributeProto::INT);
    proto.set_i(value);
    return proto;
}

onnx::AttributeProto attribute(const std::string& name, double value)
{
    auto proto = named(name, onnx::AttributeProto::FLOAT);
    proto.set_f(static_cast<float>(value));
    return proto;
}

onnx::AttributeProto attribute(const std::string& name, const std::string& value)
{
    auto proto = named(name, onnx::AttributeProto::STRING);
    proto.set_s(value);
    return proto;
}

onnx::AttributeProto attribute(const std::string& name, const std::vector<int64_t>& values)
{
    auto proto = named(name, onnx::AttributeProto::INTS);
    proto.mutable_ints()->Add(values.begin(), values.end());
    return proto;
}

onnx::AttributeProto attribute(const std::string& name, const std::vector<float>& values)
{
    auto proto = named(name, onnx::AttributeProto::FLOATS);
    proto.mutable_floats()->Add(values.begin(), values.end());
    return proto;
}

onnx::AttributeProto attribute(const std::string& name, const Tensor& value)
{
    auto proto = named(name, onnx::AttributeProto::TENSOR);
    *proto.mutable_t() = protoOf(value, "");
    return proto;
}

ModelBuilder::ModelBuilder(uint64_t seed)
    : m_random(seed)
    , m_opset(drawOpset(m_random))
{
    m_model.set_ir_version(m_opset < 9 && chance(0.5) ? 3 : 8);
    m_model.set_producer_name("knobscope-randomgraphs");
    m_model.add_opset_import()->set_version(m_opset);
    m_model.mutable_graph()->set_name("random");
}

int64_t ModelBuilder::draw(int64_t low, int64_t high)
{
    return std::uniform_int_distribution<int64_t>(low, std::max(low, high))(m_random);
}

double ModelBuilder::real(double low, double high)
{
    return std::uniform_real_distribution<double>(low, high)(m_random);
}

bool ModelBuilder::chance(double probability)
{
    return std::bernoulli_distribution(probability)(m_random);
}

Shape ModelBuilder::shape(size_t rank, int64_t most)
{
    static const std::vector<int64_t> kExtents = {1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 16, 17, 32, 33};
    static const std::vector<int64_t> kChannels = {1, 2, 3, 4, 5, 8, 12, 16, 17, 32, 64};
    Shape extents;
    for (size_t axis = 0; axis < rank; ++axis) {
        const bool isImage = rank >= 3;
        extents.push_back(isImage && axis == 0 ? draw(1, 2) : isImage && axis == 1 ? oneOf(kChannels) : oneOf(kExtents));
    }
    while (elementsOf(extents) > most) {
        auto& extent = *std::ranges::max_element(extents);
        extent = (extent + 1) / 2;
    }
    return extents;
}

std::string ModelBuilder::newName()
{
    static const std::vector<std::string> kOdd = {"a b", "x/y:0", "1", "für", "int", "t\"q", "_", "values.0", "A-b"};
    std::string name = chance(0.05) ? oneOf(kOdd) : fmt::format("t{}", m_names.size());
    while (!m_names.insert(name).second) {
        name += fmt::format("_{}", m_names.size());
    }
    return name;
}

EdgeId ModelBuilder::add(Edge edge)
{
    m_edges.push_back(std::move(edge));
    return static_cast<EdgeId>(m_edges.size()) - 1;
}

EdgeId ModelBuilder::pick(const std::function<bool(const Edge&)>& fits)
{
    std::vector<EdgeId> found;
    for (EdgeId id = 0; id < static_cast<EdgeId>(m_edges.size()); ++id) {
        if (!edge(id).constant && !edge(id).range && fits(edge(id))) {
            found.push_back(id);
        }
    }
    return found.empty() ? kNoEdge : chance(0.55) ? found.back() : oneOf(found);
}

EdgeId ModelBuilder::pickReal(size_t leastRank, size_t mostRank)
{
    const EdgeId found = pick([&](const Edge& edge) {
        return edge.type.number.isFloat() && edge.type.shape.size() >= leastRank && edge.type.shape.size() <= mostRank
            && elementsOf(edge.type.shape) > 0;
    });
    const auto rank = static_cast<size_t>(draw(static_cast<int64_t>(leastRank), static_cast<int64_t>(mostRank)));
    return found != kNoEdge ? found : addInput({ir::float32, shape(rank)});
}

EdgeId ModelBuilder::addInput(const TensorType& type, std::optional<ValueRange> range)
{
    if (inputs().size() >= kMostInputs) {
        return kNoEdge;
    }
    const EdgeId id = add({newName(), type, std::nullopt, range, true, false});
    declare(*m_model.mutable_graph()->add_input(), edge(id), true);
    return id;
}

EdgeId ModelBuilder::addConstant(const Tensor& tensor)
{
    const EdgeId id = add({newName(), tensor.type(), tensor, std::nullopt, false, false});
    if (chance(0.2)) {
        auto* node = m_model.mutable_graph()->add_node();
        node->set_op_type("Constant");
        node->add_output(edge(id).name);
        *node->add_attribute() = attribute("value", tensor);
        return id;
    }
    *m_model.mutable_graph()->add_initializer() = protoOf(tensor, edge(id).name);
    if (m_model.ir_version() < 4 || chance(kInitializersThatAreInputs)) {
        declare(*m_model.mutable_graph()->add_input(), edge(id), true);
    }
    return id;
}

EdgeId ModelBuilder::addRandomConstant(const TensorType& type, double low, double high)
{
    return addConstant(uniformTensor(type, {low, high}, m_random));
}

bool ModelBuilder::addNode(const std::string& op, const std::vector<EdgeId>& inputs, const NodeAttributes& attributes,
                           int outputs)
{
    onnx::NodeProto node;
    node.set_op_type(op);
    std::vector<const Edge*> read;
    for (const EdgeId id : inputs) {
        node.add_input(id == kNoEdge ? "" : edge(id).name);
        read.push_back(id == kNoEdge ? nullptr : &edge(id));
    }
    for (const auto& one : attributes) {
        if (hasAttribute(op, one.name(), m_opset)) {
            *node.add_attribute() = one;
        }
    }
    for (int i = 0; i < outputs; ++i) {
        node.add_output(newName());
    }
    const auto types = inferTypes(node, read, m_opset);
    const bool fits = !types.empty() && std::ranges::all_of(types, [](const TensorType& type) {
        return type.shape.size() <= kMostRank && elementsOf(type.shape) > 0 && elementsOf(type.shape) <= kMostGenerated;
    });
    if (!fits) {
        return false;
    }
    if (chance(0.7)) {
        node.set_name(newName());
    }
    for (const EdgeId id : inputs) {
        if (id != kNoEdge) {
            m_edges[static_cast<size_t>(id)].isRead = true;
        }
    }
    for (int i = 0; i < outputs; ++i) {
        m_newest = add({node.output(i), types[static_cast<size_t>(i)], std::nullopt, std::nullopt, false, false});
    }
    *m_model.mutable_graph()->add_node() = std::move(node);
    return true;
}

void ModelBuilder::declare(onnx::ValueInfoProto& info, const Edge& edge, bool withShape)
{
    info.set_name(edge.name);
    auto* type = info.mutable_type()->mutable_tensor_type();
    type->set_elem_type(onnxTypeOf(edge.type.number));
    if (withShape) {
        type->mutable_shape();
        for (const int64_t extent : edge.type.shape) {
            type->mutable_shape()->add_dim()->set_dim_value(extent);
        }
    }
}

std::vector<const Edge*> ModelBuilder::inputs() const
{
    std::vector<const Edge*> found;
    for (const Edge& edge : m_edges) {
        if (edge.isInput) {
            found.push_back(&edge);
        }
    }
    return found;
}

std::optional<onnx::ModelProto> ModelBuilder::finish()
{
    std::vector<const Edge*> outputs;
    for (const Edge& edge : m_edges) {
        const bool isMade = !edge.constant && !edge.isInput;
        if (isMade && (edge.isRead ? chance(0.12) : chance(0.93))) {
            outputs.push_back(&edge);
        }
    }
    std::ranges::shuffle(outputs, m_random);
    if (outputs.size() > 6) {
        outputs.resize(6);
    }
    if (outputs.empty()) {
        return std::nullopt;
    }
    for (const Edge* edge : outputs) {
        declare(*m_model.mutable_graph()->add_output(), *edge, chance(0.8));
    }
    return m_model;
}

} // namespace knobscope::randomgraphs
