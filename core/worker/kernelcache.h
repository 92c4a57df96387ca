// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timing/measurer.h"

#include <list>
#include <mutex>
#include <string>
#include <unordered_map>

namespace knobscope {

/// Output of a builder: a kernel's header and its object code.
struct BuiltKernel {
    nlohmann::json header;
    std::vector<std::byte> code;
    std::string key{}; ///< builtKey() of its config; empty: no kernel
};

/// Caches built kernels, so that timing one again, retrying a trial after a crash, and confirming the best few compile nothing.
/// Evicts the least recently used entries when full, so that the memory of a long run is bounded. Thread-safe.
class KernelCache
{
public:
    /// `mostBytes`: limit on the total size of the entries.
    explicit KernelCache(size_t mostBytes = size_t{4} << 20)
        : m_mostBytes(mostBytes)
    {
    }
    std::optional<BuiltKernel> find(const std::string& key);
    void insert(const std::string& key, const BuiltKernel& kernel);
    size_t bytes() const;

private:
    struct Entry {
        std::string key;
        std::string header; ///< serialized; parsed JSON takes several times the memory, in many pieces
        std::vector<std::byte> code;
        size_t bytes() const;
    };
    size_t m_mostBytes;
    mutable std::mutex m_mutex;
    std::list<Entry> m_entries; ///< most recently used first
    std::unordered_map<std::string, std::list<Entry>::iterator> m_places;
    size_t m_bytes = 0;
};

/// Cache key of a kernel: its kernelKey (core/task/task.h) and the device that it is compiled for.
std::string builtKey(const MeasureInput& input, const nlohmann::json& device);

} // namespace knobscope
