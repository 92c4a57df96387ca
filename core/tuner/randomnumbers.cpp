// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/randomnumbers.h"

namespace knobscope {

int64_t RandomNumbers::below(int64_t n)
{
    const auto range = static_cast<uint64_t>(n);
    const uint64_t limit = UINT64_MAX - UINT64_MAX % range;
    uint64_t bits = m_engine();
    while (bits >= limit) {
        bits = m_engine();
    }
    return static_cast<int64_t>(bits % range);
}

double RandomNumbers::unit()
{
    return static_cast<double>(m_engine() >> 11) * 0x1.0p-53;
}

std::optional<int64_t> ShuffledRange::next()
{
    if (m_left == 0) {
        return std::nullopt;
    }
    const auto valueAt = [&](int64_t place) {
        const auto moved = m_moved.find(place);
        return moved == m_moved.end() ? place : moved->second;
    };
    const int64_t chosen = m_random.below(m_left);
    --m_left;
    const int64_t value = valueAt(chosen);
    m_moved[chosen] = valueAt(m_left);
    m_moved.erase(m_left);
    return value;
}

std::optional<int64_t> ShuffledRange::nextConfig(const ConfigSpace& space, const std::unordered_set<int64_t>& known)
{
    auto index = next();
    while (index && (!space.isValid(*index) || known.contains(*index))) {
        index = next();
    }
    return index;
}

} // namespace knobscope
