// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/template/template.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace knobscope {

/// The config that runs best without tuning, by the shape of the image and the threads that share it: blocks of channels that
/// fill vectors, register tiles that fit the image, and as many parts of work as come out even. The extra templates for CPUs know
/// it; others, and what is no such workload, have their fallback config, which knows neither (and stays what speed-ups are
/// relative to). None where a template has no fallback either.
std::optional<ConfigEntity> untunedConfig(const Template& made, const ConfigSpace& space, const TargetTraits& target,
                                          const nlohmann::json& args, int threads);

/// Which of the templates for one workload is best without tuning: the one with the least rank, by what it says of itself.
size_t untunedRank(std::string_view name, const nlohmann::json& args);

// What the extra templates for CPUs know (Template::untuned); none for arguments that are not theirs.
std::optional<ConfigEntity> untunedTiles(const ConfigSpace& space, const TargetTraits& target, const nlohmann::json& args,
                                         int threads);
std::optional<ConfigEntity> untunedWinograd(const ConfigSpace& space, const TargetTraits& target, const nlohmann::json& args,
                                            int threads);
std::optional<ConfigEntity> untunedDepthwise(const ConfigSpace& space, const TargetTraits& target, const nlohmann::json& args,
                                             int threads);

} // namespace knobscope
