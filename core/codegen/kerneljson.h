// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/kernel.h"
#include "core/result/result.h"

#include <nlohmann/json.hpp>

#include <span>

namespace knobscope {

nlohmann::json argumentsToJson(const std::vector<KernelArgument>& arguments);
/// Refuses an unknown type; throws nlohmann's exception on a wrong shape, for its caller to catch.
Result<std::vector<KernelArgument>> argumentsFromJson(const nlohmann::json& json);
/// A kernel without its object, which travels beside it: as a message's blob, or behind it in a file.
nlohmann::json kernelHeader(const CompiledKernel& kernel);
Result<CompiledKernel> kernelFrom(const nlohmann::json& header, std::span<const std::byte> object);

} // namespace knobscope
