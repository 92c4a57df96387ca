// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsonmembers.h"
#include "core/base/result.h"
#include "core/codegen/kernel.h"

#include <span>

namespace knobscope::ir {

void to_json(nlohmann::json& json, const DataType& type);
/// Throws nlohmann's exception for an unknown type.
void from_json(const nlohmann::json& json, DataType& type);

} // namespace knobscope::ir

namespace knobscope {

void visitMembers(MaybeConst<KernelArgument> auto& argument, const auto& visit)
{
    visit("name", argument.name);
    visit("shape", argument.shape);
    visit("type", argument.type);
    visit("output", argument.isOutput);
}
/// A kernel without its object, which is transferred separately: as a message's blob, or after the header in a file.
nlohmann::json kernelHeader(const CompiledKernel& kernel);
Result<CompiledKernel> kernelFrom(const nlohmann::json& header, std::span<const std::byte> object);

} // namespace knobscope
