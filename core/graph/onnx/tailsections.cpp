// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the sections of a dynamic tail. Its nodes are read with an expected type for each value whose shape depends on data, and
// a number of items that no shape has by chance. Expected types may be wrong, and values of different numbers of items have the
// same: a tail checks a section's inputs when it runs, so a section relies on the types of no other values.
#include "core/graph/onnx/import.h"
#include "core/graph/operator.h"
#include "core/graph/rowwise.h"

#include <algorithm>

namespace knobscope {
namespace {

constexpr int64_t kItems = 251; ///< a prime number
constexpr size_t kMostDecisive = 8; ///< values whose shapes a constant is computed from; if there are more, no section reads it

/// What a layer multiplies: rows, or images.
enum class Layers : uint8_t { None, Rows, Images };

Layers layersOf(const Graph& graph, const Node& node)
{
    const bool isWeighted = node.inputs.size() > 1 && node.inputs[1] != kNoValue && graph.value(node.inputs[1]).constant;
    return !isWeighted                                     ? Layers::None
         : node.op == "Gemm" || node.op == "MatMul"        ? Layers::Rows
         : node.op == "Conv" || node.op == "ConvTranspose" ? Layers::Images
                                                           : Layers::None;
}

/// A section while it grows.
struct Growing {
    Layers layers = Layers::None;
    std::vector<int> protos;
    std::vector<Node> nodes;
    std::vector<ValueId> inputs;
    std::set<ValueId> known; ///< its inputs, and what it computes
};

/// Nodes that a section is to have: their layers, the items that they read, and what they compute.
struct Addition {
    Layers layers = Layers::None;
    std::vector<ValueId> read, made;
};

bool contains(const std::vector<ValueId>& ids, ValueId id)
{
    return std::ranges::find(ids, id) != ids.end();
}

const onnx::AttributeProto* attributeOf(const onnx::NodeProto& proto, std::string_view name)
{
    const auto found = std::ranges::find_if(proto.attribute(), [&](const auto& one) { return one.name() == name; });
    return found == proto.attribute().end() ? nullptr : &*found;
}

} // namespace

class SectionFinder
{
public:
    SectionFinder(const TailModel& model, const std::map<std::string, std::optional<TensorType>>& read)
        : m_model(model)
        , m_importer(model.proto, {}, model.folder, m_options)
    {
        m_isReady = m_importer.readOpset().has_value();
        for (const auto& [name, tensor] : model.constants) {
            m_isReady = declare(name, tensor->type(), tensor) && m_isReady;
        }
        for (const auto& [name, type] : read) {
            m_isReady = declare(name, type, nullptr) && m_isReady;
        }
        m_importer.collectNames();
    }

    std::vector<TailSection> find()
    {
        const auto& protos = m_model.proto.graph().node();
        for (int n = 0; m_isReady && n < protos.size(); ++n) {
            expectRows(protos[n]);
            const size_t first = graph().nodes.size();
            const bool isRead = read(protos[n]);
            if (!isRead || !computesItems(protos[n], first) || !grow(n, first)) {
                expectTypes(protos[n], first);
            }
        }
        for (int n = 0; n < protos.size(); ++n) {
            std::ranges::for_each(namesReadBy(protos[n]), [&](const std::string& name) { m_readers[name].push_back(n); });
        }
        std::ranges::for_each(m_model.proto.graph().output(), [&](const auto& output) { m_outputs.insert(output.name()); });
        std::vector<TailSection> sections;
        for (const Growing& one : m_growing) {
            if (one.layers != Layers::None) {
                sections.push_back(finish(one));
            }
        }
        std::erase_if(sections, [](const TailSection& one) { return one.outputs.empty(); });
        return sections;
    }

private:
    Graph& graph() { return m_importer.m_result.graph; }

    bool declare(const std::string& name, const std::optional<TensorType>& type, const SharedTensor& constant)
    {
        const auto id = m_importer.declare(name);
        if (id) {
            graph().value(*id).type = type;
            graph().value(*id).constant = constant;
        }
        return id.has_value();
    }

    /// Values that a node declares; without those that reading it failed to declare.
    std::vector<ValueId> outputsOf(const onnx::NodeProto& proto) const
    {
        std::vector<ValueId> outputs;
        for (const std::string& name : proto.output()) {
            if (const auto found = m_importer.m_ids.find(name); !name.empty() && found != m_importer.m_ids.end()) {
                outputs.push_back(found->second);
            }
        }
        return outputs;
    }

    /// Adds a node to the graph, and declares its outputs in any case. Bodies are not read.
    bool read(const onnx::NodeProto& proto)
    {
        const bool isRead = !isControlFlow(proto) && m_importer.readNode(proto).has_value();
        for (const std::string& name : proto.output()) {
            if (!name.empty() && !m_importer.m_ids.contains(name)) {
                m_isReady = m_importer.declare(name).has_value() && m_isReady;
            }
        }
        return isRead;
    }

    /// A product's first factor of an unknown type is expected to be a matrix.
    void expectRows(const onnx::NodeProto& proto)
    {
        const auto isSet = [&](const char* name) {
            const auto* attribute = attributeOf(proto, name);
            return attribute && attribute->i() != 0;
        };
        if ((proto.op_type() != "Gemm" && proto.op_type() != "MatMul") || proto.input_size() < 2 || proto.input(0).empty()
            || proto.input(1).empty() || isSet("transA")) {
            return;
        }
        Value& data = graph().value(m_importer.m_ids.at(proto.input(0)));
        const Value& weights = graph().value(m_importer.m_ids.at(proto.input(1)));
        if (!data.type && weights.constant && weights.type->shape.size() == 2) {
            const TensorType rows{weights.type->number, {kItems, weights.type->shape[isSet("transB") ? 1 : 0]}};
            if (checkShape(rows.shape)) {
                data.type = rows;
                m_items.insert(m_importer.m_ids.at(proto.input(0)));
            }
        }
    }

    /// Values whose types decide what a node computes: those that it reads, and those whose shapes its constants were computed
    /// from.
    std::set<ValueId> decisiveFor(const onnx::NodeProto& proto)
    {
        std::set<ValueId> decisive;
        for (const std::string& name : proto.input()) {
            const ValueId id = name.empty() ? kNoValue : m_importer.m_ids.at(name);
            if (const auto found = m_computed.find(id); found != m_computed.end()) {
                decisive.insert(found->second.begin(), found->second.end());
            } else if (id != kNoValue && !graph().value(id).constant) {
                decisive.insert(id);
            }
        }
        return decisive;
    }

    /// Whether a node reads a constant that was computed from shapes, other than a new shape.
    bool readsComputed(const onnx::NodeProto& proto) const
    {
        for (int i = 0; i < proto.input_size(); ++i) {
            const bool isNewShape = proto.op_type() == "Reshape" && i == 1;
            if (!isNewShape && !proto.input(i).empty() && m_computed.contains(m_importer.m_ids.at(proto.input(i)))) {
                return true;
            }
        }
        return false;
    }

    /// Whether all nodes that were added from `first` on compute items alone. Their outputs are items then.
    bool computesItems(const onnx::NodeProto& proto, size_t first)
    {
        const auto isItems = [&](ValueId id) { return m_items.contains(id); };
        const auto isOneOfAll = [&](ValueId output) {
            const auto& type = graph().value(output).type;
            return type && type->number.isFloat() && !type->shape.empty() && type->shape[0] == kItems
                && std::ranges::find(type->shape, 0) == type->shape.end();
        };
        bool isOfItems = graph().nodes.size() > first && proto.output_size() > 0 && !readsComputed(proto);
        std::vector<ValueId> added;
        for (size_t n = first; isOfItems && n < graph().nodes.size(); ++n) {
            Node& node = graph().nodes[n];
            auto outputs = presentValues(node.outputs);
            isOfItems = computesItemsAlone(graph(), node, isItems) && std::ranges::all_of(outputs, isOneOfAll)
                     && (node.op != "Reshape" || keepItems(proto, node));
            added.insert(added.end(), outputs.begin(), outputs.end());
            m_items.insert(outputs.begin(), outputs.end());
        }
        if (!isOfItems) {
            std::ranges::for_each(added, [&](ValueId id) { m_items.erase(id); });
        }
        return isOfItems;
    }

    /// Gives a Reshape of items, whose new shape was computed from their number, one that leaves this number open. Returns false
    /// for a shape of the file that has this number by chance.
    bool keepItems(const onnx::NodeProto& proto, Node& node)
    {
        if (proto.op_type() == "Reshape" && !m_computed.contains(node.inputs[1])) {
            return graph().value(node.inputs[1]).constant->integers().front() != kItems;
        }
        std::vector<int64_t> shape = graph().value(node.outputs[0]).type->shape;
        shape[0] = -1;
        node.inputs[1] =
            graph().addConstant(m_importer.m_names.reserve("shape of items"), Tensor::of<int64_t>({std::ssize(shape)}, shape));
        return true;
    }

    /// What a node that does not compute items alone makes: constants that were computed from the number of items, and values of
    /// an expected type with as many items.
    void expectTypes(const onnx::NodeProto& proto, size_t first)
    {
        const Node* added = graph().nodes.size() > first ? &graph().nodes.back() : nullptr;
        std::set<ValueId> decisive = decisiveFor(proto);
        if (decisive.size() > kMostDecisive) {
            decisive = {kNoValue};
        }
        for (const ValueId output : outputsOf(proto)) {
            Value& value = graph().value(output);
            if (!value.type && added && !added->unsupported.empty()) {
                value.type = expectedType(*added);
            }
            if (value.constant) {
                m_computed[output] = decisive;
            } else if (value.type && !value.type->shape.empty() && value.type->shape[0] % kItems == 0) {
                value.type->shape[0] = kItems;
                m_items.insert(output);
            }
        }
    }

    /// The expected type of a node's output whose number of items is unknown.
    std::optional<TensorType> expectedType(const Node& node)
    {
        const auto typeOf = [&](size_t input) {
            return input < node.inputs.size() && node.inputs[input] != kNoValue ? graph().value(node.inputs[input]).type
                                                                                : std::nullopt;
        };
        std::optional<TensorType> type = typeOf(0);
        const auto integer = [&](const char* name, int64_t fallback) {
            const auto found = node.attributes.find(name);
            const auto* given = found == node.attributes.end() ? nullptr : std::get_if<int64_t>(&found->second);
            return given ? *given : fallback;
        };
        if (node.op == "RoiAlign" && type && type->shape.size() == 4) {
            type->shape = {kItems, type->shape[1], integer("output_height", 1), integer("output_width", 1)};
        } else if (node.op == "Gather" && type && !type->shape.empty() && integer("axis", 0) == 0) {
            type->shape[0] = kItems;
        } else if (node.op.starts_with("Scatter")) { // along the items: the updates are of the same shape but for their number
            type = type ? type : typeOf(2);
        } else {
            type.reset();
        }
        return type && checkShape(type->shape) ? type : std::nullopt;
    }

    /// Returns what a section gains by the nodes from `first` on.
    Addition additionOf(size_t first)
    {
        Addition addition;
        for (size_t n = first; n < graph().nodes.size(); ++n) {
            const Node& node = graph().nodes[n];
            const Layers own = layersOf(graph(), node);
            addition.layers = own == Layers::None ? addition.layers : own;
            for (const ValueId input : presentValues(node.inputs)) {
                if (m_items.contains(input) && !contains(addition.made, input) && !contains(addition.read, input)) {
                    addition.read.push_back(input);
                }
            }
            auto outputs = presentValues(node.outputs);
            addition.made.insert(addition.made.end(), outputs.begin(), outputs.end());
        }
        return addition;
    }

    /// Adds the nodes of items to the last section that has all that they depend on and layers of the same kind, or to a new one.
    /// Returns false if they depend on more than they read.
    bool grow(int proto, size_t first)
    {
        const std::set<ValueId> decisive = decisiveFor(m_model.proto.graph().node(proto));
        const auto [layers, read, made] = additionOf(first);
        const auto fits = [&](size_t index) {
            const Growing& one = m_growing[index];
            return (layers == Layers::None || one.layers == Layers::None || one.layers == layers)
                && std::ranges::all_of(decisive, [&](ValueId id) { return one.known.contains(id); });
        };
        const std::vector<size_t>& candidates = sectionsKnowing(read);
        const auto found = std::find_if(candidates.rbegin(), candidates.rend(), fits);
        if (found == candidates.rend() && !std::ranges::all_of(decisive, [&](ValueId id) { return contains(read, id); })) {
            return false;
        }
        const size_t index = found != candidates.rend() ? *found : m_growing.size();
        if (index == m_growing.size()) {
            m_growing.emplace_back().inputs = read;
            addKnown(index, read);
        }
        Growing& section = m_growing[index];
        section.layers = layers == Layers::None ? section.layers : layers;
        section.protos.push_back(proto);
        section.nodes.insert(section.nodes.end(), graph().nodes.begin() + static_cast<std::ptrdiff_t>(first),
                             graph().nodes.end());
        addKnown(index, made);
        return true;
    }

    /// The shortest list, in order, of sections that know one of the values, of which there is at least one.
    const std::vector<size_t>& sectionsKnowing(const std::vector<ValueId>& values)
    {
        const auto sections = [&](ValueId id) { return m_knowing[id].size(); };
        return m_knowing[*std::ranges::min_element(values, {}, sections)];
    }

    void addKnown(size_t section, const std::vector<ValueId>& values)
    {
        for (const ValueId value : values) {
            if (m_growing[section].known.insert(value).second) {
                m_knowing[value].push_back(section);
            }
        }
    }

    /// Makes a graph of a section's nodes.
    TailSection finish(const Growing& from)
    {
        TailSection section{.hasImages = from.layers == Layers::Images, .nodes = from.protos};
        std::map<ValueId, ValueId> ids;
        const auto idOf = [&](ValueId id) {
            const auto [place, isNew] = ids.emplace(id, kNoValue);
            if (isNew && id != kNoValue) {
                place->second = section.graph.add(graph().value(id));
            }
            return place->second;
        };
        for (const ValueId input : from.inputs) {
            section.graph.inputs.push_back(idOf(input));
            section.inputs.push_back(graph().value(input).name);
        }
        for (Node node : from.nodes) {
            if (layersOf(graph(), node) != Layers::None) {
                section.layers.push_back(section.graph.nodes.size());
            }
            std::ranges::transform(node.inputs, node.inputs.begin(), idOf);
            std::ranges::transform(node.outputs, node.outputs.begin(), idOf);
            section.graph.nodes.push_back(std::move(node));
        }
        for (const int proto : from.protos) {
            for (const std::string& name : m_model.proto.graph().node(proto).output()) {
                if (!name.empty() && isReadOutside(name, from.protos)) {
                    section.outputs.push_back(name);
                    section.graph.outputs.push_back(ids.at(m_importer.m_ids.at(name)));
                }
            }
        }
        return section;
    }

    bool isReadOutside(const std::string& name, const std::vector<int>& protos)
    {
        const auto isOther = [&](int reader) { return !std::ranges::binary_search(protos, reader); };
        return std::ranges::any_of(m_readers[name], isOther) || m_outputs.contains(name);
    }

    const TailModel& m_model;
    const ImportOptions m_options;
    Importer m_importer;
    bool m_isReady = false;
    std::set<ValueId> m_items; ///< values with an extent for each item in front
    /// Constants that depend on numbers of items, and the values whose shapes they were computed from; kNoValue: too many.
    std::map<ValueId, std::set<ValueId>> m_computed;
    std::vector<Growing> m_growing;
    std::map<ValueId, std::vector<size_t>> m_knowing; ///< sections by what they know
    std::map<std::string, std::vector<int>> m_readers; ///< nodes by what they read
    std::set<std::string> m_outputs; ///< of the model
};

std::vector<TailSection> findSections(const TailModel& model, const std::map<std::string, std::optional<TensorType>>& read)
{
    return SectionFinder(model, read).find();
}

} // namespace knobscope
