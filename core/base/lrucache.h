// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <list>
#include <string>
#include <utility>

namespace knobscope {

/// Caches at most `capacity` values and evicts the least recently used one. For small capacities: searches linearly. `Value` is a
/// pointer, which is null for a missing key.
template<class Value>
class LruCache
{
public:
    explicit LruCache(size_t capacity)
        : m_capacity(capacity)
    {
    }
    Value find(const std::string& key)
    {
        const auto place = std::ranges::find(m_entries, key, &std::pair<std::string, Value>::first);
        if (place == m_entries.end()) {
            return nullptr;
        }
        m_entries.splice(m_entries.begin(), m_entries, place);
        return m_entries.front().second;
    }
    /// Replaces the value of a known key.
    void insert(const std::string& key, Value value)
    {
        m_entries.remove_if([&](const auto& entry) { return entry.first == key; });
        m_entries.emplace_front(key, std::move(value));
        if (m_entries.size() > m_capacity) {
            m_entries.pop_back();
        }
    }
    void clear() { m_entries.clear(); }

private:
    size_t m_capacity;
    std::list<std::pair<std::string, Value>> m_entries; ///< most recently used first
};

} // namespace knobscope
