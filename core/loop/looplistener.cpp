// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/loop.h"

namespace knobscope {

LoopListener::~LoopListener() = default;

Result<void> announce(const RunStarted& event, std::span<LoopListener* const> listeners)
{
    for (LoopListener* listener : listeners) {
        if (auto ready = listener->makeReady(event); !ready) {
            return ready;
        }
    }
    for (LoopListener* listener : listeners) {
        listener->runStarted(event);
    }
    return {};
}

Result<void> mayGoOn(std::span<LoopListener* const> listeners)
{
    for (LoopListener* listener : listeners) {
        if (auto may = listener->mayGoOn(); !may) {
            return may;
        }
    }
    return {};
}

} // namespace knobscope
