// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/codegen/kernel.h"

#include <nlohmann/json.hpp>

#include <span>

namespace knobscope {

nlohmann::json argumentsToJson(const std::vector<KernelArgument>& arguments);
/// Fails for an unknown type; throws nlohmann's exception for a wrong JSON structure, which the caller must catch.
Result<std::vector<KernelArgument>> argumentsFromJson(const nlohmann::json& json);
/// A kernel without its object, which is transferred separately: as a message's blob, or after the header in a file.
nlohmann::json kernelHeader(const CompiledKernel& kernel);
Result<CompiledKernel> kernelFrom(const nlohmann::json& header, std::span<const std::byte> object);

} // namespace knobscope
