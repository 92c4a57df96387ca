// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/listeners.h"

namespace knobscope {

LoopListener::~LoopListener() = default;

Result<void> Listeners::announce(const RunStarted& event) const
{
    for (LoopListener* listener : m_all) {
        TRY(listener->makeReady(event));
    }
    tell([&](LoopListener& l) { l.runStarted(event); });
    return {};
}

Result<void> Listeners::mayGoOn() const
{
    for (LoopListener* listener : m_all) {
        TRY(listener->mayGoOn());
    }
    return {};
}

double Listeners::anchorSeconds() const
{
    double known = 0;
    for (const LoopListener* listener : m_all) {
        known = known > 0 ? known : listener->anchorSeconds();
    }
    return known;
}

} // namespace knobscope
