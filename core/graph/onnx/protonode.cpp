// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/onnx/protonode.h"

#include "core/graph/onnx/onnxfile.h"
#include "core/graph/onnx/prototensor.h"
#include "core/graph/operator.h"

#include <onnx/defs/schema.h>

#include <algorithm>
#include <exception>
#include <set>
#include <string_view>
#include <utility>

namespace knobscope {

namespace {

/// Operators whose definition changed (beyond their types) in opsets after Debian 12's library, up to kNewestOpset.
constexpr std::pair<std::string_view, int64_t> kNewerChanges[] = {
    {"LpPool", 18},      {"Pad", 18},        {"ReduceL1", 18},  {"ReduceL2", 18},        {"ReduceLogSum", 18},
    {"ReduceMax", 18},   {"ReduceMean", 18}, {"ReduceMin", 18}, {"ReduceProd", 18},      {"ReduceLogSumExp", 18},
    {"Resize", 18},      {"Split", 18},      {"ScatterND", 18}, {"ReduceSumSquare", 18}, {"ScatterElements", 18},
    {"AveragePool", 19}, {"Pad", 19},        {"Resize", 19},    {"QuantizeLinear", 19},  {"DFT", 20},
    {"GridSample", 20},  {"ReduceMax", 20},  {"ReduceMin", 20}};

Sentence kindText(onnx::AttributeProto::AttributeType kind)
{
    switch (kind) {
    case onnx::AttributeProto::INT: return phrase("an integer");
    case onnx::AttributeProto::FLOAT: return phrase("a number");
    case onnx::AttributeProto::STRING: return phrase("text");
    case onnx::AttributeProto::INTS: return phrase("a list of integers");
    case onnx::AttributeProto::FLOATS: return phrase("a list of numbers");
    case onnx::AttributeProto::STRINGS: return phrase("a list of texts");
    case onnx::AttributeProto::TENSOR: return phrase("a tensor");
    default: return Sentence(onnx::AttributeProto::AttributeType_Name(kind));
    }
}

/// Returns a translatable sentence for a schema violation. Empty if the reason is another one; then ONNX's own text is used.
Sentence verificationError(const onnx::NodeProto& proto, const onnx::OpSchema& schema)
{
    if (proto.input_size() < schema.min_input() || proto.input_size() > schema.max_input()) {
        return phrase("it has {} inputs, not {}", proto.input_size(),
                      countText(static_cast<size_t>(schema.min_input()), static_cast<size_t>(schema.max_input())));
    }
    std::set<std::string> given;
    for (const onnx::AttributeProto& attribute : proto.attribute()) {
        const auto known = schema.attributes().find(attribute.name());
        if (known == schema.attributes().end()) {
            return phrase("it has no attribute {}", quotedName(attribute.name()));
        }
        if (attribute.type() != known->second.type) {
            return phrase("attribute '{}' must be {}", attribute.name(), kindText(known->second.type));
        }
        given.insert(attribute.name());
    }
    for (const auto& [name, attribute] : schema.attributes()) {
        if (attribute.required && !given.contains(name)) {
            return phrase("attribute '{}' is missing", name);
        }
    }
    return {};
}

} // namespace

int64_t newestOpsetOfLibrary()
{
    return onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map().at("").second;
}

std::string onnxVersion()
{
    return fmt::format("ONNX opsets up to {}", newestOpsetOfLibrary());
}

Result<NodeContents> contentsOf(const onnx::NodeProto& proto, const std::string& folder)
{
    NodeContents contents;
    for (const onnx::AttributeProto& attribute : proto.attribute()) {
        const std::string& name = attribute.name();
        if (contents.attributes.contains(name) || contents.tensors.contains(name)) {
            return fail(ErrorCode::Corrupt, "attribute {} occurs twice", quotedName(name));
        }
        switch (attribute.type()) {
        case onnx::AttributeProto::INT: contents.attributes[name] = attribute.i(); break;
        case onnx::AttributeProto::FLOAT: contents.attributes[name] = static_cast<double>(attribute.f()); break;
        case onnx::AttributeProto::STRING: contents.attributes[name] = attribute.s(); break;
        case onnx::AttributeProto::INTS:
            contents.attributes[name] = std::vector<int64_t>(attribute.ints().begin(), attribute.ints().end());
            break;
        case onnx::AttributeProto::FLOATS:
            contents.attributes[name] = std::vector<double>(attribute.floats().begin(), attribute.floats().end());
            break;
        case onnx::AttributeProto::STRINGS:
            contents.attributes[name] = std::vector<std::string>(attribute.strings().begin(), attribute.strings().end());
            break;
        case onnx::AttributeProto::TENSOR: {
            auto tensor = tensorOf(attribute.t(), folder);
            if (!tensor && tensor.error().code != ErrorCode::Unsupported) {
                return fail(tensor.error().code, "attribute {}: {}", quotedName(name), tensor.error());
            }
            if (tensor) {
                contents.tensors[name] = std::move(*tensor);
            } else {
                contents.unsupported = phrase("attribute {}: {}", quotedName(name), tensor.error());
            }
            break;
        }
        case onnx::AttributeProto::GRAPH:
        case onnx::AttributeProto::GRAPHS:
            contents.unsupported = phrase("attribute {} is a graph, which is not supported", quotedName(name));
            break;
        default: contents.unsupported = phrase("attribute {} has a type that is not supported", quotedName(name));
        }
    }
    return contents;
}

Sentence schemaError(const onnx::NodeProto& proto, int64_t opset)
{
    const auto* schema =
        opset <= newestOpsetOfLibrary() ? onnx::OpSchemaRegistry::Schema(proto.op_type(), static_cast<int>(opset), "") : nullptr;
    try {
        if (schema && !schema->Deprecated()) {
            schema->Verify(proto);
        }
    } catch (const std::exception& problem) {
        if (Sentence error = verificationError(proto, *schema); !error.empty()) {
            return error;
        }
        const std::string sentence = problem.what();
        const std::string named = fmt::format("Node ({}) ", proto.name()); // as the caller writes it
        const size_t from = sentence.starts_with(named) ? named.size() : 0;
        return Sentence(sentence.substr(from, sentence.find('\n') - from));
    }
    return {};
}

bool isSameOperator(const std::string& op, int64_t opset, int64_t other)
{
    const auto since = [&](int64_t which) {
        const int64_t known = std::min(which, newestOpsetOfLibrary());
        const auto* schema = onnx::OpSchemaRegistry::Schema(op, static_cast<int>(known), "");
        int64_t version = schema ? schema->since_version() : 0;
        for (const auto& [changed, in] : kNewerChanges) {
            version = changed == op && in <= which ? std::max(version, in) : version;
        }
        return version;
    };
    return since(opset) == since(other);
}

bool isOnnxOperator(const std::string& op, int64_t opset)
{
    return opset > newestOpsetOfLibrary() || onnx::OpSchemaRegistry::Schema(op, static_cast<int>(opset), "") != nullptr;
}

} // namespace knobscope
