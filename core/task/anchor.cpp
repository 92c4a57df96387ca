// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/anchor.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr size_t mostAnchors = 4;
constexpr int64_t mostLookedAt = 100'000; // of a space with hardly a valid config

} // namespace

std::vector<ConfigEntity> anchorConfigs(const Task& task)
{
    std::vector<ConfigEntity> configs;
    if (auto fallback = fallbackConfig(task)) {
        configs.push_back(std::move(*fallback));
    }
    const int64_t last = std::min(task.space.rangeLength(), mostLookedAt);
    for (int64_t index = 0; index < last && configs.size() < mostAnchors; ++index) {
        auto config = task.space.at(index);
        if (config && (configs.empty() || config->values != configs.front().values)) {
            configs.push_back(std::move(*config));
        }
    }
    return configs;
}

} // namespace knobscope
