// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/onnx/upgrade.h"

#include "core/graph/numbers.h"
#include "core/graph/onnx/prototensor.h"

#include <algorithm>
#include <limits>
#include <set>

namespace knobscope {
namespace {

/// Rewrites one node; each method does nothing if it does not apply.
class Upgrader
{
public:
    Upgrader(Graph& graph, Node& node, UniqueNames& names)
        : m_graph(graph)
        , m_node(node)
        , m_names(names)
    {
    }

    /// Turns a list attribute into the input at `place`.
    template<class Listed, class Element>
    void listToInput(const std::string& attribute, size_t place)
    {
        if (const auto* list = get<std::vector<Listed>>(attribute); list && !isGiven(place)) {
            const std::vector<Element> values(list->begin(), list->end());
            setInput(place, constant(attribute, Tensor::of<Element>({static_cast<int64_t>(values.size())}, values)));
        }
        m_node.attributes.erase(attribute);
    }

    /// Drops an attribute that has its default value.
    void dropDefault(const std::string& attribute, const Attribute& meant)
    {
        if (const auto found = m_node.attributes.find(attribute); found != m_node.attributes.end() && found->second == meant) {
            m_node.attributes.erase(found);
        }
    }

    void integersToInput(const std::string& attribute, size_t place) { listToInput<int64_t, int64_t>(attribute, place); }

    /// Turns a number attribute into an input with the type of the first input.
    void numberToInput(const std::string& attribute, size_t place)
    {
        const auto* number = get<double>(attribute);
        const bool isKnown = !m_node.inputs.empty() && m_node.inputs[0] != kNoValue && m_graph.value(m_node.inputs[0]).type;
        if (number && isKnown && !isGiven(place)) {
            Tensor tensor(TensorType{m_graph.value(m_node.inputs[0]).type->number, {}});
            withType(tensor.number(), [&]<class T>() { tensor.as<T>()[0] = castNumber<T>(*number); });
            setInput(place, constant(attribute, std::move(tensor)));
        }
        m_node.attributes.erase(attribute);
    }

    void tensorToInput(const std::map<std::string, Tensor>& tensors, const std::string& attribute, size_t place)
    {
        if (const auto found = tensors.find(attribute); found != tensors.end()) {
            setInput(place, constant(attribute, found->second));
        }
    }

    /// Replaces ONNX's number or name of a type by ours.
    void nameType(const std::string& attribute)
    {
        if (const auto* number = get<int64_t>(attribute);
            number && attribute != "to" && numberTypeOf(static_cast<int32_t>(std::clamp<int64_t>(*number, 0, 1000)))) {
            // The type of generated numbers: halves are float32 here, and only Cast rounds to them.
            m_node.attributes[attribute] = numberTypeOf(static_cast<int32_t>(*number))->text();
        } else if (number) {
            m_node.attributes[attribute] = onnxTypeName(static_cast<int32_t>(std::clamp<int64_t>(*number, 0, 1000)));
        } else if (const auto* word = get<std::string>(attribute)) {
            int32_t type = onnx::TensorProto::UNDEFINED;
            onnx::TensorProto::DataType parsed{};
            if (onnx::TensorProto::DataType_Parse(*word, &parsed)) {
                type = parsed;
            }
            m_node.attributes[attribute] = onnxTypeName(type);
        }
    }

    /// Before opset 7, 'broadcast' and 'axis' aligned the second input within the first; appends axes of extent 1 to the second.
    std::vector<Node> alignSecond(int64_t fallback)
    {
        const int64_t* given = get<int64_t>("axis");
        const int64_t axis = given ? *given : fallback;
        m_node.attributes.erase("axis");
        m_node.attributes.erase("broadcast");
        if (m_node.inputs.size() < 2 || axis < 0 || m_node.inputs[0] == kNoValue || m_node.inputs[1] == kNoValue) {
            return {};
        }
        const Value second = m_graph.value(m_node.inputs[1]);
        const auto& first = m_graph.value(m_node.inputs[0]).type;
        if (!first || !second.type) {
            return {};
        }
        const int64_t behind = static_cast<int64_t>(first->shape.size() - second.type->shape.size()) - axis;
        if (first->shape.size() < second.type->shape.size() || behind <= 0) {
            return {};
        }
        Shape shape = second.type->shape;
        shape.insert(shape.end(), static_cast<size_t>(behind), 1);
        const ValueId to = constant("shape", Tensor::of<int64_t>({static_cast<int64_t>(shape.size())}, shape));
        const ValueId aligned = m_graph.add({freeName("aligned"), TensorType{second.type->number, shape}, nullptr});
        Node reshape{"Reshape", m_node.name + " (broadcast)", {}, {m_node.inputs[1], to}, {aligned}, {}};
        m_node.inputs[1] = aligned;
        return {std::move(reshape)};
    }

    /// Before opset 13, the axes from 'axis' on counted as one. If there are several, joins them with a Reshape before the
    /// operator; the node itself becomes the Reshape back.
    std::vector<Node> joinAxes()
    {
        const int64_t* given = get<int64_t>("axis");
        int64_t axis = given ? *given : 1;
        m_node.attributes["axis"] = axis;
        const auto type = m_node.inputs[0] == kNoValue ? std::nullopt : m_graph.value(m_node.inputs[0]).type;
        const Shape shape = type ? type->shape : Shape();
        const auto rank = static_cast<int64_t>(shape.size());
        axis += axis < 0 ? rank : 0;
        if (axis < 0 || axis >= rank - 1 || elementsOf(shape) == 0) {
            return {};
        }
        const int64_t columns = elementsOf(Shape(shape.begin() + axis, shape.end()));
        const auto reshaped = [&](const char* to, ValueId from, const Shape& extents, std::vector<ValueId> made) {
            const ValueId wanted = constant("shape", Tensor::of<int64_t>({static_cast<int64_t>(extents.size())}, extents));
            return Node{"Reshape", fmt::format("{} ({})", nameOf(m_graph, m_node), to), {}, {from, wanted}, std::move(made), {}};
        };
        const ValueId rows = m_graph.add({freeName("rows"), std::nullopt, nullptr});
        const ValueId made = m_graph.add({freeName("made"), std::nullopt, nullptr});
        std::vector<Node> before{reshaped("rows", m_node.inputs[0], {elementsOf(shape) / columns, columns}, {rows}),
                                 {m_node.op, nameOf(m_graph, m_node), {{"axis", int64_t{1}}}, {rows}, {made}, {}}};
        m_node = reshaped("shape", made, shape, m_node.outputs);
        return before;
    }

    void setInput(size_t place, ValueId id)
    {
        m_node.inputs.resize(std::max(m_node.inputs.size(), place + 1), kNoValue);
        m_node.inputs[place] = id;
    }

    /// Converts Upsample, and Resize before opset 11: makes scales the third input. The nearest element is the floor on growing
    /// axes and the ceiling on shrinking axes, as in ONNX's tests of opset 10; a mix of both needs two nodes.
    std::vector<Node> resizeFromCorner()
    {
        listToInput<double, float>("scales", 1);
        m_node.op = "Resize";
        if (m_node.inputs.size() == 2) {
            m_node.inputs.insert(m_node.inputs.begin() + 1, kNoValue);
        }
        if (const auto* mode = get<std::string>("mode"); mode && *mode == "bilinear") {
            m_node.attributes["mode"] = std::string("linear");
        }
        m_node.attributes["coordinate_transformation_mode"] = std::string("asymmetric");
        m_node.attributes["nearest_mode"] = std::string("floor");
        const Value* scales = isGiven(2) ? &m_graph.value(m_node.inputs[2]) : nullptr;
        const std::string* mode = get<std::string>("mode");
        if (!scales || !scales->constant || (mode && *mode != "nearest")) {
            return {};
        }
        const std::vector<double> given = scales->constant->reals();
        if (std::ranges::none_of(given, [](double scale) { return scale < 1; })) {
            return {};
        }
        if (std::ranges::none_of(given, [](double scale) { return scale > 1; })) {
            m_node.attributes["nearest_mode"] = std::string("ceil");
            return {};
        }
        const ValueId shrunk = m_graph.add({freeName("shrunk"), std::nullopt, nullptr});
        Node shrink{"Resize", nameOf(m_graph, m_node) + " (shrink)", m_node.attributes, m_node.inputs, {shrunk}, {}};
        shrink.attributes["nearest_mode"] = std::string("ceil");
        shrink.inputs[2] = scalesBetween(given, 0, 1);
        m_node.inputs[0] = shrunk;
        m_node.inputs[2] = scalesBetween(given, 1, std::numeric_limits<double>::infinity());
        return {std::move(shrink)};
    }

private:
    template<class T>
    const T* get(const std::string& attribute) const
    {
        const auto found = m_node.attributes.find(attribute);
        return found == m_node.attributes.end() ? nullptr : std::get_if<T>(&found->second);
    }
    /// Replaces scales outside of [least, most] by 1.
    ValueId scalesBetween(const std::vector<double>& scales, double least, double most)
    {
        std::vector<float> part;
        for (const double scale : scales) {
            part.push_back(scale >= least && scale <= most ? static_cast<float>(scale) : 1.0F);
        }
        return constant("scales", Tensor::of<float>({static_cast<int64_t>(part.size())}, part));
    }
    bool isGiven(size_t place) const { return place < m_node.inputs.size() && m_node.inputs[place] != kNoValue; }
    ValueId constant(const std::string& what, Tensor tensor) { return m_graph.addConstant(freeName(what), std::move(tensor)); }

    std::string freeName(const std::string& what) { return m_names.reserve(fmt::format("{} {}", nameOf(m_graph, m_node), what)); }

    Graph& m_graph;
    Node& m_node;
    UniqueNames& m_names;
};

} // namespace

std::vector<Node> upgradeToCurrentOpset(Graph& graph, Node& node, const std::map<std::string, Tensor>& tensors, int64_t opset,
                                        UniqueNames& names)
{
    Upgrader upgrader(graph, node, names);
    const std::string op = node.op;
    if (op.starts_with("Reduce") || op == "Squeeze" || op == "Unsqueeze") {
        upgrader.integersToInput("axes", 1);
    } else if (op == "Split") {
        upgrader.integersToInput("split", 1);
    } else if (op == "Reshape") {
        upgrader.integersToInput("shape", 1);
    } else if (op == "Clip") {
        upgrader.numberToInput("min", 1);
        upgrader.numberToInput("max", 2);
    } else if (op == "Pad" && opset < 11) {
        upgrader.integersToInput(opset < 2 ? "paddings" : "pads", 1);
        upgrader.numberToInput("value", 2);
    } else if (op == "Slice" && opset < 10) {
        upgrader.integersToInput("starts", 1);
        upgrader.integersToInput("ends", 2);
        upgrader.integersToInput("axes", 3);
    } else if (op == "Upsample" || (op == "Resize" && opset < 11)) {
        return upgrader.resizeFromCorner();
    } else if (op == "Resize") {
        upgrader.dropDefault("antialias", int64_t{0});
        upgrader.dropDefault("keep_aspect_ratio_policy", std::string("stretch"));
    } else if (op == "RoiAlign" && opset < 16) { // the attribute is newer, and so is its default
        node.attributes.emplace("coordinate_transformation_mode", std::string("output_half_pixel"));
    } else if (op == "Scatter") {
        node.op = "ScatterElements";
    } else if ((op == "Softmax" || op == "LogSoftmax" || op == "Hardmax") && opset < 13) {
        return upgrader.joinAxes();
    } else if (op == "Concat" && opset < 4) {
        node.attributes.emplace("axis", int64_t{1});
    } else if (op == "Gemm") {
        node.attributes.erase("broadcast"); // its third input is always broadcast
    } else if (op == "Cast") {
        upgrader.nameType("to");
    } else if (op == "EyeLike") {
        upgrader.nameType("dtype");
    } else if (op == "ConstantOfShape") {
        upgrader.tensorToInput(tensors, "value", 1);
    }
    static const std::set<std::string> kArithmetic = {"Add", "Sub", "Mul",   "Div",  "Pow",    "And",
                                                      "Or",  "Xor", "Equal", "Less", "Greater"};
    if (opset < 7 && kArithmetic.contains(op)) {
        return upgrader.alignSecond(-1);
    }
    return opset < 7 && op == "PRelu" ? upgrader.alignSecond(1) : std::vector<Node>{};
}

} // namespace knobscope
