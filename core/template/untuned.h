// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/template/template.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace knobscope {

/// The best known config without tuning, chosen from the image's shape and the number of threads: channel blocks that fill
/// vectors, register tiles that fit the image, and a balanced number of parts. Only the extra templates for CPUs provide it;
/// others, and unsupported arguments, get their fallback config, which ignores shape and threads (and remains the baseline of
/// speed-ups). nullopt if there is no fallback either.
std::optional<ConfigEntity> untunedConfig(const Template& made, const ConfigSpace& space, const TargetTraits& target,
                                          const nlohmann::json& args, int threads);

/// Rank of a template for a workload without tuning on a CPU; the lowest one is the best.
size_t untunedRank(std::string_view name, const nlohmann::json& args, const TargetTraits& target = {});

// Untuned configs of the extra templates for CPUs (Template::untuned); nullopt for unsupported arguments.
std::optional<ConfigEntity> untunedTiles(const ConfigSpace& space, const TargetTraits& target, const nlohmann::json& args,
                                         int threads);
std::optional<ConfigEntity> untunedWinograd(const ConfigSpace& space, const TargetTraits& target, const nlohmann::json& args,
                                            int threads);
std::optional<ConfigEntity> untunedGroups(const ConfigSpace& space, const TargetTraits& target, const nlohmann::json& args,
                                          int threads);
std::optional<ConfigEntity> untunedDepthwise(const ConfigSpace& space, const TargetTraits& target, const nlohmann::json& args,
                                             int threads);

} // namespace knobscope
