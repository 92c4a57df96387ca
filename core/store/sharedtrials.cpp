// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/sharedtrials.h"

#include <algorithm>

namespace knobscope {

SharedTrials::SharedTrials(std::vector<TrialPoint> trials)
    : m_size(trials.size())
{
    if (!trials.empty()) {
        m_memory = std::make_shared<Memory>(std::move(trials), m_size);
    }
}

SharedTrials SharedTrials::first(size_t count) const
{
    SharedTrials part = *this;
    part.m_size = std::min(count, m_size);
    return part;
}

void SharedTrials::append(std::span<const TrialPoint> more)
{
    if (!more.empty()) {
        makeRoom(more.size());
        m_memory->trials.insert(m_memory->trials.end(), more.begin(), more.end());
        m_size += more.size();
    }
}

/// Claims the memory behind the last trial, or else copies the trials.
void SharedTrials::makeRoom(size_t count)
{
    size_t last = m_size;
    const bool hasRoom = m_memory && m_memory->trials.capacity() - m_size >= count;
    if (hasRoom && m_memory->end.compare_exchange_strong(last, m_size + count)) {
        return;
    }
    auto own = std::make_shared<Memory>(std::vector<TrialPoint>(), m_size + count);
    own->trials.reserve(std::max(m_size + count, m_size * 3 / 2)); // what is not used yet takes no memory
    own->trials.assign(begin(), end());
    m_memory = std::move(own);
}

SharedTrials SharedTrials::Weak::lock() const
{
    SharedTrials trials;
    trials.m_memory = m_memory.lock();
    trials.m_size = trials.m_memory ? m_size : 0;
    return trials;
}

} // namespace knobscope
