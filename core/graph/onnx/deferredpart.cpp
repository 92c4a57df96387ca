// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a model that was read into its graph and the nodes whose shapes depend on data.
#include "core/base/sha256.h"
#include "core/base/strings.h"
#include "core/base/visibletext.h"
#include "core/graph/onnx/expansion.h"
#include "core/graph/onnx/import.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace knobscope {
namespace {

/// Returns the node, or the one in its bodies, that is of no operator that can be computed; null if there is none.
const onnx::NodeProto* unknownIn(const onnx::NodeProto& proto, int64_t opset)
{
    const std::string& op = proto.op_type();
    if (isExpanded(proto.domain(), op)) {
        return nullptr;
    }
    const bool isOfOnnx = proto.domain().empty() || proto.domain() == "ai.onnx";
    const bool isRenamed = op == "Constant" || op == "Upsample" || op == "Scatter";
    if (!isOfOnnx || !isOnnxOperator(op, opset) || !(isControlFlow(proto) || isRenamed || findOperator(op))) {
        return &proto;
    }
    for (const onnx::AttributeProto& attribute : proto.attribute()) {
        for (const onnx::NodeProto& node : attribute.g().node()) {
            if (const onnx::NodeProto* unknown = unknownIn(node, opset)) {
                return unknown;
            }
        }
    }
    return nullptr;
}

/// Names of operators in the order in which they occur, the first ones.
std::string summaryOf(const onnx::GraphProto& graph)
{
    constexpr size_t most = 6;
    std::vector<std::string> names;
    for (const onnx::NodeProto& node : graph.node()) {
        if (names.size() < most && std::ranges::find(names, node.op_type()) == names.end()) {
            names.push_back(node.op_type());
        }
    }
    return fmt::format("{}", fmt::join(names, " + "));
}

/// Gives all names of a graph numbers in the order in which they occur.
class Renaming
{
public:
    void apply(onnx::GraphProto& graph)
    {
        graph.clear_name();
        graph.clear_doc_string();
        graph.clear_value_info();
        std::ranges::for_each(*graph.mutable_input(), [&](auto& input) { rename(*input.mutable_name()); });
        std::ranges::for_each(*graph.mutable_initializer(), [&](auto& tensor) { rename(*tensor.mutable_name()); });
        for (onnx::NodeProto& node : *graph.mutable_node()) {
            node.clear_name();
            node.clear_doc_string();
            std::ranges::for_each(*node.mutable_input(), [&](std::string& name) { rename(name); });
            std::ranges::for_each(*node.mutable_output(), [&](std::string& name) { rename(name); });
            for (onnx::AttributeProto& attribute : *node.mutable_attribute()) {
                if (attribute.has_g()) {
                    apply(*attribute.mutable_g());
                }
            }
        }
        std::ranges::for_each(*graph.mutable_output(), [&](auto& output) { rename(*output.mutable_name()); });
    }
    std::string nameOf(std::string name)
    {
        rename(name);
        return name;
    }

private:
    void rename(std::string& name)
    {
        name = name.empty() ? name : std::to_string(m_numbers.emplace(name, m_numbers.size()).first->second);
    }
    std::map<std::string, size_t> m_numbers;
};

/// Adds those of the names that a node or its bodies read, in order of reading, so that names do not decide about it.
void addReads(const onnx::NodeProto& proto, const std::set<std::string>& names, std::vector<std::string>& to)
{
    for (const std::string& input : proto.input()) {
        if (names.contains(input)) {
            to.push_back(input);
        }
    }
    for (const onnx::AttributeProto& attribute : proto.attribute()) {
        std::ranges::for_each(attribute.g().node(), [&](const onnx::NodeProto& node) { addReads(node, names, to); });
        for (const onnx::ValueInfoProto& output : attribute.g().output()) {
            if (names.contains(output.name())) {
                to.push_back(output.name());
            }
        }
    }
}

/// Text of what a tail computes: equal for models that differ only in names and in the numbers of their weights.
std::string describe(const DynamicTail& tail, const TailModel& model)
{
    constexpr int64_t mostNumbers = 64;
    Renaming names;
    onnx::GraphProto graph = model.proto.graph();
    names.apply(graph);
    std::map<std::string, std::string> read; // sorted by the numbers' texts
    for (const auto& [name, index] : tail.inputs) {
        read[names.nameOf(name)] = std::to_string(index);
    }
    for (const auto& [name, tensor] : model.constants) {
        const bool hasNumbers = !tensor->number().isFloat() && tensor->size() <= mostNumbers;
        read[names.nameOf(name)] =
            fmt::format("{}{}", tensor->type().text(), hasNumbers ? tensor->integers() : std::vector<int64_t>());
    }
    std::string text = sha256(graph.SerializeAsString());
    for (const auto& [number, what] : read) {
        text += fmt::format(" <{} {}", number, what);
    }
    for (const DynamicTail::Output& output : tail.outputs) {
        text += fmt::format(" >{} {}", output.isOfTail, output.index);
    }
    return text;
}

/// For each node of a tail, the values that no later node reads and that are no outputs.
std::vector<std::vector<std::string>> lastReadsOf(const onnx::GraphProto& graph)
{
    std::vector<std::vector<std::string>> reads(static_cast<size_t>(graph.node_size()));
    std::set<std::string> needed;
    std::ranges::for_each(graph.output(), [&](const auto& output) { needed.insert(output.name()); });
    for (int n = graph.node_size() - 1; n >= 0; --n) {
        std::set<std::string> names = namesReadBy(graph.node(n));
        names.insert(graph.node(n).output().begin(), graph.node(n).output().end());
        names.erase("");
        for (const std::string& name : names) {
            if (needed.insert(name).second) {
                reads[static_cast<size_t>(n)].push_back(name);
            }
        }
    }
    return reads;
}

} // namespace

/// By index in the file: whether a node's shapes depend on data, or it reads what such nodes compute.
std::vector<bool> Importer::deferredNodes() const
{
    std::vector<bool> isDeferred(static_cast<size_t>(m_proto.node_size()));
    std::set<std::string> late;
    for (const NodeRange& range : m_ranges) {
        const onnx::NodeProto& proto = m_proto.node(range.node);
        const bool isLate = std::ranges::any_of(proto.output(), [&](const std::string& name) {
            const auto found = m_ids.find(name);
            return found != m_ids.end() && m_late.contains(found->second);
        });
        const bool readsLate = !late.empty() && std::ranges::any_of(namesReadBy(proto), [&](const std::string& name) {
            return late.contains(name);
        });
        if (isLate || readsLate) {
            isDeferred[static_cast<size_t>(range.node)] = true;
            late.insert(proto.output().begin(), proto.output().end());
            late.erase("");
        }
    }
    return isDeferred;
}

/// Returns a deferred node that cannot be computed whatever its shapes are; null if there is none.
const onnx::NodeProto* Importer::uncomputable(const std::vector<bool>& isDeferred) const
{
    for (const NodeRange& range : m_ranges) {
        if (isDeferred[static_cast<size_t>(range.node)]) {
            if (const onnx::NodeProto* unknown = unknownIn(m_proto.node(range.node), m_result.opset)) {
                return unknown;
            }
        }
    }
    return nullptr;
}

/// Says of the first node whose shape depends on data why it cannot be deferred: a node that reads it is not supported.
void Importer::refuseDeferred(const onnx::NodeProto& reader)
{
    const auto made = std::ranges::find_if(m_result.graph.nodes, [&](const Node& node) {
        return std::ranges::any_of(node.outputs, [&](ValueId output) { return m_late.contains(output); });
    });
    if (made == m_result.graph.nodes.end()) {
        return;
    }
    const std::string& readerName = reader.name().empty() && reader.output_size() > 0 ? reader.output(0) : reader.name();
    const std::string op = visibleText(truncateUtf8(reader.op_type(), 80), Lines::Escape);
    made->unsupported = phrase("its output's shape depends on data, and {}, which is computed from it, is not supported",
                               knobscope::nodeText(readerName, op));
    const std::string name = nameOf(m_result.graph, *made);
    const auto listed = std::ranges::find_if(m_result.unsupported,
                                             [&](const UnsupportedNode& one) { return one.node == name && one.op == made->op; });
    if (listed != m_result.unsupported.end()) {
        listed->why = made->unsupported;
    }
}

/// Moves the nodes whose shapes depend on data into the tail.
void Importer::deferTail()
{
    if (m_late.empty()) {
        return;
    }
    const std::vector<bool> isDeferred = deferredNodes();
    if (const onnx::NodeProto* unknown = uncomputable(isDeferred)) {
        refuseDeferred(*unknown);
        return;
    }
    m_result.tail = tailOf(isDeferred);
    dropDeferred(isDeferred);
}

/// Removes what deferred nodes added to the graph and to the lists of the result.
void Importer::dropDeferred(const std::vector<bool>& isDeferred)
{
    const auto keep = [&](auto& list, size_t NodeRange::* begin) {
        size_t kept = 0;
        for (size_t r = 0; r < m_ranges.size(); ++r) {
            const size_t end = r + 1 < m_ranges.size() ? m_ranges[r + 1].*begin : list.size();
            for (size_t i = m_ranges[r].*begin; i < end && !isDeferred[static_cast<size_t>(m_ranges[r].node)]; ++i, ++kept) {
                if (kept != i) {
                    list[kept] = std::move(list[i]);
                }
            }
        }
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(kept), list.end());
    };
    keep(m_result.graph.nodes, &NodeRange::nodes);
    keep(m_result.unsupported, &NodeRange::unsupported);
    keep(m_result.computed, &NodeRange::computed);
}

/// Makes the tail of the deferred nodes, and makes what it reads outputs of the graph.
std::shared_ptr<DynamicTail> Importer::tailOf(const std::vector<bool>& isDeferred)
{
    auto tail = std::make_shared<DynamicTail>();
    auto model = std::make_shared<TailModel>();
    model->folder = m_folder;
    *model->proto.mutable_opset_import() = m_model.opset_import();
    onnx::GraphProto& nodes = *model->proto.mutable_graph();
    std::vector<std::string> read;
    std::set<std::string> made;
    for (const NodeRange& range : m_ranges) {
        if (isDeferred[static_cast<size_t>(range.node)]) {
            const onnx::NodeProto& proto = m_proto.node(range.node);
            *nodes.add_node() = proto;
            ++tail->operators[proto.op_type()];
            addReads(proto, namesReadBy(proto), read);
            made.insert(proto.output().begin(), proto.output().end());
        }
    }
    const onnx::NodeProto& first = nodes.node(0);
    tail->cause = first.name().empty() ? first.output(0) : first.name();
    tail->causeOperator = first.op_type();
    tail->nodes = nodes.node_size();
    tail->summary = summaryOf(nodes);
    Graph& graph = m_result.graph;
    graph.outputs.clear();
    for (const onnx::ValueInfoProto& output : m_proto.output()) {
        const bool isOfTail = made.contains(output.name());
        tail->outputs.push_back(
            {output.name(), isOfTail, isOfTail ? static_cast<size_t>(nodes.output_size()) : graph.outputs.size()});
        if (isOfTail) {
            nodes.add_output()->set_name(output.name());
        } else {
            graph.outputs.push_back(m_ids.at(output.name()));
        }
    }
    for (const std::string& name : read) {
        const ValueId id = made.contains(name) ? kNoValue : m_ids.at(name);
        if (id != kNoValue && graph.value(id).constant) {
            model->constants[name] = graph.value(id).constant;
        } else if (id != kNoValue) {
            const auto known = std::ranges::find(graph.outputs, id);
            tail->inputs[name] = static_cast<size_t>(known - graph.outputs.begin());
            if (known == graph.outputs.end()) {
                graph.outputs.push_back(id);
            }
        }
    }
    model->lastReads = lastReadsOf(nodes);
    std::map<std::string, std::optional<TensorType>> types;
    for (const auto& [name, output] : tail->inputs) {
        types[name] = graph.value(graph.outputs[output]).type;
    }
    tail->sections = findSections(*model, types);
    tail->description = describe(*tail, *model);
    tail->model = std::move(model);
    return tail;
}

} // namespace knobscope
