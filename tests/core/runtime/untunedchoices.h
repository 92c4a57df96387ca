// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/kernelchoices.h"
#include "core/target/host.h"

namespace knobscope {

/// What each group takes on the target, by default this machine, where nothing is known of its task.
inline Result<KernelChoices> untunedChoices(const Graph& graph, const std::vector<Group>& groups,
                                            const Target& target = *hostTarget())
{
    const auto nothing = [](const Task&) { return std::vector<KnownConfig>(); };
    const auto candidates = TRY(candidatesOf(graph, groups, target, nothing));
    KernelChoices choices;
    for (const auto& [anchor, list] : candidates) {
        choices.emplace(anchor, list.front().choice);
    }
    return choices;
}

} // namespace knobscope
