// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/apply.h"
#include "core/template/template.h"

namespace knobscope {

/// The template of all schedule texts (core/script) for CPUs, or for GPUs. Its arguments are a TextWorkload's. Not listed by
/// templates(): findTemplate() returns it for every name that begins with "user/" or "user/gpu/".
const Template& userTemplate(bool isGpu);
inline constexpr std::string_view kUserPrefix = "user/";
inline constexpr std::string_view kUserGpuPrefix = "user/gpu/";

/// A text with what is known of it before any primitive.
struct OpenedText {
    ScheduleText text;
    TextSizes sizes;
    std::vector<ir::Tensor> inputs;
    ir::Tensor output;
    double autotvmFlops = 0;
    double plainFlops = 0;
    OperatorDefinition definition; ///< reference for checking results
};
/// Parses a text and finds its computation: that of its operator, its own definitions, or another template's (`from`).
Result<OpenedText> openText(const std::string& source, const TextSizes& given, const TargetTraits& target);

} // namespace knobscope
