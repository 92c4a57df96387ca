// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/onnx/import.h"

#include "core/base/strings.h"
#include "core/base/visibletext.h"
#include "core/graph/halfnumbers.h"
#include "core/graph/onnx/declaredinput.h"
#include "core/graph/onnx/protofile.h"
#include "core/graph/onnx/prototensor.h"
#include "core/graph/onnx/upgrade.h"
#include "core/graph/operator.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

namespace knobscope {
namespace {

/// Returns the type that a file declares for a tensor; nullopt if it leaves anything open.
std::optional<TensorType> declaredType(const onnx::ValueInfoProto& info)
{
    const auto number = numberTypeOf(info.type().tensor_type().elem_type());
    if (!info.type().has_tensor_type() || !number || !info.type().tensor_type().has_shape()) {
        return std::nullopt;
    }
    TensorType type{*number, {}};
    for (const auto& dim : info.type().tensor_type().shape().dim()) {
        if (!dim.has_dim_value()) {
            return std::nullopt;
        }
        type.shape.push_back(dim.dim_value());
    }
    return checkShape(type.shape) ? std::optional(std::move(type)) : std::nullopt;
}

std::string extentsText(const DeclaredInput& input)
{
    std::string text;
    for (size_t axis = 0; axis < input.extents.size(); ++axis) {
        const DeclaredExtent& extent = input.extents[axis];
        const bool isNamed = extent.name != fmt::format("{}[{}]", input.name, axis);
        text += axis == 0 ? "" : ", ";
        text += extent.name.empty() ? std::to_string(extent.number)
              : isNamed             ? visibleText(truncateUtf8(extent.name, 80), Lines::Escape)
                                    : "?";
    }
    return text;
}

/// Unit of rounding of the coarsest type of 16 bits that a graph names; 0 if it names none.
double halfUnitOf(const onnx::GraphProto& graph)
{
    double unit = 0;
    const auto meet = [&](int64_t type) {
        unit = std::max(unit, type == onnx::TensorProto::FLOAT16    ? kFloat16.unit()
                              : type == onnx::TensorProto::BFLOAT16 ? kBfloat16.unit()
                                                                    : 0);
    };
    for (const auto* list : {&graph.input(), &graph.output(), &graph.value_info()}) {
        std::ranges::for_each(*list, [&](const auto& info) { meet(info.type().tensor_type().elem_type()); });
    }
    std::ranges::for_each(graph.initializer(), [&](const auto& tensor) { meet(tensor.data_type()); });
    for (const onnx::NodeProto& node : graph.node()) {
        for (const auto& attribute : node.attribute()) {
            meet(node.op_type() == "Cast" && attribute.name() == "to" ? attribute.i() : attribute.t().data_type());
            unit = attribute.has_g() ? std::max(unit, halfUnitOf(attribute.g())) : unit;
        }
    }
    return unit;
}

} // namespace

Result<ImportedGraph> Importer::run()
{
    m_result.halfUnit = halfUnitOf(m_proto);
    m_result.graph.name = m_proto.name();
    for (const auto step : {&Importer::readOpset, &Importer::readInitializers, &Importer::readInputs}) {
        TRY((this->*step)());
    }
    nameDeclaredTypes();
    collectNames();
    const auto order = TRY(orderedNodes(m_proto));
    for (const int index : order) {
        m_ranges.push_back({index, m_result.graph.nodes.size(), m_result.unsupported.size(), m_result.computed.size()});
        TRY(readNode(m_proto.node(index)));
    }
    TRY(readOutputs());
    deferTail();
    if (const auto right = checkGraph(m_result.graph); !right) {
        return tl::make_unexpected(Error(codeOf(right.error()), right.error()));
    }
    return std::move(m_result);
}

Result<void> Importer::readOpset()
{
    if (!m_model.has_graph()) {
        return fail(ErrorCode::Corrupt, "it contains no graph");
    }
    bool hasOpset = false;
    for (const auto& import : m_model.opset_import()) {
        if (import.domain().empty() || import.domain() == "ai.onnx") {
            if (std::exchange(hasOpset, true) && m_result.opset != import.version()) {
                return fail(ErrorCode::Corrupt, "it names two versions of ONNX's operators: {} and {}", m_result.opset,
                            import.version());
            }
            m_result.opset = import.version();
        }
    }
    if (!hasOpset) { // files of opset 1 name no opset; if only other domains are named, no ONNX node is expected
        m_result.opset = m_model.opset_import_size() == 0 ? kOldestOpset : kNewestOpset;
    }
    if (m_result.opset < kOldestOpset) { // newer ones open: only unknown nodes are refused
        return fail(ErrorCode::Unsupported, "its opset {} is not supported (supported: {} and later); export it for one of them",
                    m_result.opset, kOldestOpset);
    }
    return {};
}

Result<ValueId> Importer::declare(const std::string& name)
{
    const auto [place, isNew] = m_ids.emplace(name, kNoValue);
    if (!isNew) {
        return fail(ErrorCode::Corrupt, "two tensors are named {}", quotedName(name));
    }
    place->second = m_result.graph.add({m_prefix.empty() ? name : m_names.reserve(m_prefix + name), std::nullopt, nullptr});
    return place->second;
}

Result<void> Importer::readInitializers()
{
    for (int i = 0; i < m_proto.initializer_size(); ++i) {
        const auto at = static_cast<size_t>(i);
        TRY(readInitializer(m_proto.initializer(i), at < m_raw.size() ? m_raw[at] : std::nullopt));
    }
    for (const auto& sparse : m_proto.sparse_initializer()) {
        const auto id = TRY(declare(sparse.values().name()));
        m_unknown[id] = phrase("the initializer {} is sparse, which is not supported", quotedName(sparse.values().name()));
    }
    return {};
}

Result<void> Importer::readInitializer(const onnx::TensorProto& proto, std::optional<std::string_view> raw)
{
    const auto id = TRY(declare(proto.name()));
    auto tensor = tensorOf(proto, m_folder, raw);
    if (!tensor && tensor.error().code != ErrorCode::Unsupported) {
        return fail(tensor.error().code, "the initializer {}: {}", quotedName(proto.name()), tensor.error());
    }
    if (tensor) {
        m_result.parameters += tensor->size();
        m_result.graph.setConstant(id, std::move(*tensor));
    } else {
        m_unknown[id] = phrase("the initializer {}: {}", quotedName(proto.name()), tensor.error());
    }
    return {};
}

Result<void> Importer::readInputs()
{
    std::set<std::string> names;
    for (const onnx::ValueInfoProto& input : m_proto.input()) {
        if (!names.insert(input.name()).second) {
            return fail(ErrorCode::Corrupt, "two inputs are named {}", quotedName(input.name()));
        }
        TRY(readInput(input));
    }
    for (const auto& [name, shape] : m_options.shapes) {
        if (!names.contains(name)) {
            return fail(ErrorCode::NotFound, "it has no input {} whose shape could be set", quotedName(name));
        }
    }
    return {};
}

Result<void> Importer::readInput(const onnx::ValueInfoProto& input)
{
    if (const auto found = m_ids.find(input.name()); found != m_ids.end()) { // an initializer that may be overridden
        const auto declared = declaredType(input);
        const Value& value = m_result.graph.value(found->second);
        if (declared && value.type && *declared != *value.type) {
            return fail(ErrorCode::Corrupt, "the initializer {} is {}, but is declared as {}", quotedName(input.name()),
                        value.type->text(), declared->text());
        }
        return {};
    }
    const auto id = TRY(declare(input.name()));
    const int32_t element = input.type().tensor_type().elem_type();
    const auto number = input.type().has_tensor_type() ? numberTypeOf(element) : std::nullopt;
    const auto bound = m_options.values.find(input.name());
    if (number && bound != m_options.values.end()) {
        if (bound->second.number() != *number) {
            return fail(ErrorCode::InvalidArgument, "the input {} is {}, but was given as {}", quotedName(input.name()),
                        number->text(), bound->second.type().text());
        }
        const auto declared = declaredType(input);
        if (declared && *declared != bound->second.type()) {
            return fail(ErrorCode::InvalidArgument, "the input {} is {}, but was given as {}", quotedName(input.name()),
                        declared->text(), bound->second.type().text());
        }
        m_result.graph.setConstant(id, bound->second);
        return {};
    }
    m_result.graph.inputs.push_back(id);
    if (!number) {
        m_unknown[id] = phrase("the input {} is {}, which is not supported", quotedName(input.name()),
                               input.type().has_tensor_type() ? Sentence(onnxTypeName(element)) : phrase("no tensor"));
        return {};
    }
    auto shape = TRY(inputShape(input));
    m_result.graph.value(id).type = TensorType{*number, std::move(shape)};
    return {};
}

Result<Shape> Importer::inputShape(const onnx::ValueInfoProto& proto) const
{
    const DeclaredInput input = declaredInput(proto);
    Shape shape;
    bool isOpen = !input.hasRank;
    for (const DeclaredExtent& extent : input.extents) {
        isOpen = isOpen || !extent.name.empty();
        shape.push_back(extent.number);
    }
    if (const auto given = m_options.shapes.find(input.name); given != m_options.shapes.end()) {
        if (input.hasRank && given->second.size() != shape.size()) {
            return fail(ErrorCode::InvalidArgument, "the input {} has {} axes, but was given the shape {}",
                        quotedName(input.name), shape.size(), shapeText(given->second));
        }
        shape = given->second;
    } else if (const auto fill = m_options.openShapes.find(input.name); isOpen && fill != m_options.openShapes.end()) {
        shape = fill->second;
    } else if (!input.hasRank) {
        return fail(ErrorCode::InvalidArgument,
                    "the input {} has no shape; set it, as in --shape {}=1,3,224,224, or export the model with a fixed shape",
                    quotedName(input.name), visibleText(truncateUtf8(input.name, 80), Lines::Escape));
    } else if (isOpen) {
        return fail(ErrorCode::InvalidArgument,
                    "the input {} has the shape [{}], which is not complete; set the extents, as in {}, or export the model with "
                    "fixed shapes",
                    quotedName(input.name), extentsText(input), exampleOptions(openExtents(declaredInputs(m_proto))));
    }
    if (const auto right = checkShape(shape); !right) {
        return fail(codeOf(right.error()), "the input {}: {}", quotedName(input.name), right.error());
    }
    return shape;
}

void Importer::nameDeclaredTypes()
{
    for (const auto* list : {&m_proto.value_info(), &m_proto.output()}) {
        for (const onnx::ValueInfoProto& info : *list) {
            if (auto type = declaredType(info)) {
                m_declared[info.name()] = std::move(*type);
            }
        }
    }
}

Result<void> Importer::readOutputs()
{
    for (const onnx::ValueInfoProto& output : m_proto.output()) {
        const auto found = m_ids.find(output.name());
        if (found == m_ids.end()) {
            return fail(ErrorCode::Corrupt, "no node computes the output {}", quotedName(output.name()));
        }
        const auto declared = declaredType(output);
        const auto& type = m_result.graph.value(found->second).type;
        // Shapes that the user set lead to other output types than the declared ones.
        if (declared && type && *declared != *type && m_options.shapes.empty() && m_options.values.empty()) {
            return fail(ErrorCode::Corrupt, "the output {} is declared as {}, but is {}", quotedName(output.name()),
                        declared->text(), type->text());
        }
        m_result.graph.outputs.push_back(found->second);
    }
    return {};
}

Result<ImportedGraph> importOnnxBytes(std::string_view bytes, const std::string& folder, const ImportOptions& options)
{
    try {
        google::protobuf::Arena arena;
        auto* model = google::protobuf::Arena::CreateMessage<onnx::ModelProto>(&arena);
        const auto without = withoutRawData(bytes);
        if (const auto read = parseProto(without ? without->bytes : bytes, arena, *model); !read) {
            return fail(read.error().code, "not an ONNX model: {}", read.error());
        }
        return Importer(*model, without ? without->raw : RawData(), folder, options).run();
    } catch (const std::exception& problem) { // from a library, or out of memory
        return fail(ErrorCode::Corrupt, "it cannot be read: {}", problem.what());
    }
}

Result<ImportedGraph> importOnnx(const std::string& path, const ImportOptions& options)
{
    const auto bytes = TRY(readProtoFile(path));
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return withPrefix(path, importOnnxBytes(textOf(bytes), folder.empty() ? "." : folder, options));
}

Result<std::vector<std::string>> readOnnxInputs(const std::string& path)
{
    std::vector<std::string> names;
    for (const DeclaredInput& input : TRY(readDeclaredInputs(path))) {
        names.push_back(input.name);
    }
    return names;
}

Result<Tensor> readOnnxTensor(const std::string& path)
{
    const auto bytes = TRY(readProtoFile(path));
    google::protobuf::Arena arena;
    auto* proto = google::protobuf::Arena::CreateMessage<onnx::TensorProto>(&arena);
    if (const auto read = parseProto(textOf(bytes), arena, *proto); !read) {
        return fail(read.error().code, "{} is not a tensor: {}", path, read.error());
    }
    return withPrefix(path, tensorOf(*proto, ""));
}

} // namespace knobscope
