// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/onnx/declaredinput.h"

#include "core/graph/onnx/protofile.h"
#include "core/graph/onnx/rawdata.h"

#include <set>

namespace knobscope {

DeclaredInput declaredInput(const onnx::ValueInfoProto& input)
{
    DeclaredInput declared{input.name(), input.type().tensor_type().has_shape(), {}};
    for (const auto& dim : input.type().tensor_type().shape().dim()) {
        const bool isKnown = dim.has_dim_value() && dim.dim_value() >= 0;
        const bool isNamed = dim.has_dim_param() && !dim.dim_param().empty();
        declared.extents.push_back(isKnown   ? DeclaredExtent{dim.dim_value(), {}}
                                   : isNamed ? DeclaredExtent{0, dim.dim_param()}
                                             : DeclaredExtent{0, fmt::format("{}[{}]", input.name(), declared.extents.size())});
    }
    return declared;
}

std::vector<DeclaredInput> declaredInputs(const onnx::GraphProto& graph)
{
    std::set<std::string> known;
    for (const auto& initializer : graph.initializer()) {
        known.insert(initializer.name());
    }
    std::vector<DeclaredInput> inputs;
    for (const auto& input : graph.input()) {
        if (!known.contains(input.name())) {
            inputs.push_back(declaredInput(input));
        }
    }
    return inputs;
}

Result<std::vector<DeclaredInput>> readDeclaredInputs(const std::string& path)
{
    const auto bytes = TRY(readProtoFile(path));
    google::protobuf::Arena arena;
    auto* model = google::protobuf::Arena::CreateMessage<onnx::ModelProto>(&arena);
    const auto without = withoutRawData(textOf(bytes));
    if (const auto read = parseProto(without ? without->bytes : textOf(bytes), arena, *model); !read) {
        return fail(read.error().code, "{}: not an ONNX model: {}", path, read.error());
    }
    return declaredInputs(model->graph());
}

} // namespace knobscope
