// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/randomnumbers.h"

#include <iterator>
#include <utility>

namespace knobscope {

namespace {

// Draws (half a second) before valid configs are listed, which happens if fewer than one number in `kSparseThreshold` is valid.
constexpr int64_t kMaxRejections = 200'000;
constexpr int64_t kSparseThreshold = 100;
constexpr int64_t kMaxRetries = 1'000'000; // consecutive failed draws to give up after, if listing is impossible

} // namespace

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
    while (!m_isSparse && (m_invalid < kMaxRejections || m_invalid < kSparseThreshold * std::ssize(m_given))) {
        const auto index = next();
        if (!index) {
            return std::nullopt;
        }
        if (!space.isValid(*index)) {
            ++m_invalid;
        } else if (m_given.insert(*index).second && !known.contains(*index)) {
            return index;
        }
    }
    return nextListed(space, known);
}

std::optional<int64_t> ShuffledRange::nextListed(const ConfigSpace& space, const std::unordered_set<int64_t>& known)
{
    if (!std::exchange(m_isSparse, true)) {
        m_moved.clear();
        m_valid = ValidPoints::search(space);
        m_left = m_valid ? m_valid->count() : kMaxRetries;
    }
    const auto isNew = [&](int64_t index) { return !known.contains(index) && m_given.insert(index).second; };
    while (m_valid) {
        const auto number = next();
        if (!number || isNew(m_valid->at(*number))) {
            return number ? std::optional(m_valid->at(*number)) : std::nullopt;
        }
    }
    for (; m_left > 0; --m_left) {
        const int64_t index = m_random.below(space.rangeLength());
        if (space.isValid(index) && isNew(index)) {
            m_left = kMaxRetries;
            return index;
        }
    }
    return std::nullopt;
}

} // namespace knobscope
