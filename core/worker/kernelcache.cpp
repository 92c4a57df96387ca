// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/kernelcache.h"

#include "core/task/task.h"

namespace knobscope {

namespace {

constexpr size_t kBookkeepingBytes = 256; // per entry: nodes of the list and the table, and malloc's overhead for five blocks

} // namespace

size_t KernelCache::Entry::bytes() const
{
    return 2 * key.size() + header.size() + code.size() + kBookkeepingBytes;
}

std::optional<BuiltKernel> KernelCache::find(const std::string& key)
{
    const std::lock_guard lock(m_mutex);
    const auto place = m_places.find(key);
    if (place == m_places.end()) {
        return std::nullopt;
    }
    m_entries.splice(m_entries.begin(), m_entries, place->second);
    const Entry& entry = m_entries.front();
    return BuiltKernel{nlohmann::json::parse(entry.header), entry.code, key};
}

void KernelCache::insert(const std::string& key, const BuiltKernel& kernel)
{
    const std::lock_guard lock(m_mutex);
    Entry entry{key, kernel.header.dump(), kernel.code};
    entry.header.shrink_to_fit(); // drops the capacity left by doubling
    if (m_places.contains(key) || entry.bytes() > m_mostBytes) {
        return;
    }
    m_bytes += entry.bytes();
    m_entries.push_front(std::move(entry));
    m_places[key] = m_entries.begin();
    while (m_bytes > m_mostBytes) {
        m_bytes -= m_entries.back().bytes();
        m_places.erase(m_entries.back().key);
        m_entries.pop_back();
    }
}

size_t KernelCache::bytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_bytes;
}

std::string builtKey(const MeasureInput& input, const nlohmann::json& device)
{
    return kernelKey(input.task, input.entity) + " " + device.dump();
}

} // namespace knobscope
