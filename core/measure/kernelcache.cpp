// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/kernelcache.h"

#include "core/task/kernelkey.h"

namespace knobscope {

std::optional<BuiltKernel> KernelCache::find(const std::string& key)
{
    const std::lock_guard lock(m_mutex);
    const auto place = m_places.find(key);
    if (place == m_places.end()) {
        return std::nullopt;
    }
    m_entries.splice(m_entries.begin(), m_entries, place->second);
    return m_entries.front().kernel;
}

void KernelCache::keep(const std::string& key, BuiltKernel kernel)
{
    const std::lock_guard lock(m_mutex);
    if (m_places.contains(key) || kernel.code.size() > m_mostBytes) {
        return;
    }
    m_bytes += kernel.code.size();
    m_entries.push_front({key, std::move(kernel)});
    m_places[key] = m_entries.begin();
    while (m_bytes > m_mostBytes) {
        m_bytes -= m_entries.back().kernel.code.size();
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
