// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/kerneljson.h"

#include "core/base/readjson.h"

namespace knobscope::ir {

void to_json(nlohmann::json& json, const DataType& type)
{
    json = type.text();
}

void from_json(const nlohmann::json& json, DataType& type)
{
    const auto parsed = parseType(json.get<std::string>());
    if (!parsed) {
        throw nlohmann::json::other_error::create(501, parsed.error().message, nullptr);
    }
    type = *parsed;
}

} // namespace knobscope::ir

namespace knobscope {

void visitMembers(MaybeConst<CompiledKernel> auto& kernel, const auto& visit)
{
    visit("symbol", kernel.symbol);
    visit("prepare", kernel.prepareSymbol, JsonMember::Optional);
    visit("workspace", kernel.workspaceBytes);
    visit("thread_workspace", kernel.threadWorkspaceBytes);
    visit("arguments", kernel.arguments);
    visit("prepared", kernel.prepared);
    visit("matrix_tiles", kernel.usesMatrixTiles, JsonMember::Optional);
}

nlohmann::json kernelHeader(const CompiledKernel& kernel)
{
    return kernel;
}

Result<CompiledKernel> kernelFrom(const nlohmann::json& header, std::span<const std::byte> object)
{
    try {
        auto kernel = header.get<CompiledKernel>();
        kernel.object.assign(object.begin(), object.end());
        return kernel;
    } catch (const nlohmann::json::exception& e) {
        return fail(ErrorCode::Corrupt, "A kernel's description cannot be read: {}", jsonErrorCause(e));
    }
}

} // namespace knobscope
