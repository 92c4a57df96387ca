// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measurer.h"

#include <list>
#include <mutex>
#include <string>
#include <unordered_map>

namespace knobscope {

/// A kernel as a builder hands it over: what describes it, and its object.
struct BuiltKernel {
    nlohmann::json header;
    std::vector<std::byte> code;
};

/// Kernels that were built before, so that timing one again, a trial that a crash took with it, and the last comparison of the
/// best few compile nothing. The least recently used go when there is no more room: a run's memory is full of them soon, and does
/// not grow from then on. From any thread.
class KernelCache
{
public:
    /// `mostBytes`: for all that an entry holds.
    explicit KernelCache(size_t mostBytes = size_t{4} << 20)
        : m_mostBytes(mostBytes)
    {
    }
    std::optional<BuiltKernel> find(const std::string& key);
    void keep(const std::string& key, const BuiltKernel& kernel);
    size_t bytes() const;

private:
    struct Entry {
        std::string key;
        std::string header; ///< as text: as JSON it would take several times its room, in many pieces
        std::vector<std::byte> code;
        size_t bytes() const;
    };
    size_t m_mostBytes;
    mutable std::mutex m_mutex;
    std::list<Entry> m_entries; ///< most recently used first
    std::unordered_map<std::string, std::list<Entry>::iterator> m_places;
    size_t m_bytes = 0;
};

/// What a kernel's code follows from: its kernelKey (core/task/task.h) and the device that it is compiled for.
std::string builtKey(const MeasureInput& input, const nlohmann::json& device);

} // namespace knobscope
