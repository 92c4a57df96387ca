// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/kerneljson.h"

#include "core/base/readjson.h"

namespace knobscope {

nlohmann::json argumentsToJson(const std::vector<KernelArgument>& arguments)
{
    nlohmann::json list = nlohmann::json::array();
    for (const KernelArgument& argument : arguments) {
        list.push_back(
            {{"name", argument.name}, {"shape", argument.shape}, {"type", argument.type.text()}, {"output", argument.isOutput}});
    }
    return list;
}

Result<std::vector<KernelArgument>> argumentsFromJson(const nlohmann::json& json)
{
    std::vector<KernelArgument> arguments;
    for (const auto& item : json) {
        const auto type = TRY(ir::parseType(item.at("type").get<std::string>()));
        arguments.push_back({item.at("name").get<std::string>(), item.at("shape").get<std::vector<int64_t>>(), type,
                             item.at("output").get<bool>()});
    }
    return arguments;
}

nlohmann::json kernelHeader(const CompiledKernel& kernel)
{
    return {{"symbol", kernel.symbol},
            {"prepare", kernel.prepareSymbol},
            {"arguments", argumentsToJson(kernel.arguments)},
            {"prepared", argumentsToJson(kernel.prepared)},
            {"workspace", kernel.workspaceBytes},
            {"thread_workspace", kernel.threadWorkspaceBytes}};
}

Result<CompiledKernel> kernelFrom(const nlohmann::json& header, std::span<const std::byte> object)
{
    try {
        CompiledKernel kernel;
        kernel.symbol = header.at("symbol").get<std::string>();
        kernel.prepareSymbol = header.value("prepare", std::string());
        kernel.workspaceBytes = header.at("workspace").get<int64_t>();
        kernel.threadWorkspaceBytes = header.at("thread_workspace").get<int64_t>();
        kernel.arguments = TRY(argumentsFromJson(header.at("arguments")));
        kernel.prepared = TRY(argumentsFromJson(header.at("prepared")));
        kernel.object.assign(object.begin(), object.end());
        return kernel;
    } catch (const nlohmann::json::exception& e) {
        return fail(ErrorCode::Corrupt, "A kernel's description cannot be read: {}", jsonErrorCause(e));
    }
}

} // namespace knobscope
