// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace knobscope {

/// The trials of a run, by number. Copies share memory, since a run of a million trials takes 40 MB, and may be in different
/// threads. A copy to which trials are appended remains in the memory of the others, which do not see them; only the second copy
/// of the same length that is appended to gets memory of its own.
class SharedTrials
{
public:
    SharedTrials() = default;
    SharedTrials(std::vector<TrialPoint> trials);

    const TrialPoint* begin() const { return m_memory ? m_memory->trials.data() : nullptr; }
    const TrialPoint* end() const { return begin() + m_size; }
    size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    const TrialPoint& operator[](size_t at) const { return begin()[at]; }
    const TrialPoint& back() const { return begin()[m_size - 1]; }
    /// The first `count` of them, at most all, in the same memory.
    SharedTrials first(size_t count) const;
    /// Whether both are in the same memory, so that one is the beginning of the other.
    bool isShared(const SharedTrials& other) const { return m_memory && m_memory == other.m_memory; }

    void append(std::span<const TrialPoint> more);
    void push_back(const TrialPoint& trial) { append({&trial, 1}); }

    class Weak;

private:
    /// A vector that is never moved. What a copy has seen of it does not change.
    struct Memory {
        explicit Memory(std::vector<TrialPoint> kept, size_t claimed)
            : trials(std::move(kept))
            , end(claimed)
        {
        }
        std::vector<TrialPoint> trials;
        std::atomic<size_t> end; ///< of the longest copy; who moves it may write behind it
    };
    void makeRoom(size_t count);

    std::shared_ptr<Memory> m_memory;
    size_t m_size = 0;
};

/// Trials that are forgotten when no SharedTrials has them.
class SharedTrials::Weak
{
public:
    Weak() = default;
    Weak(const SharedTrials& trials)
        : m_memory(trials.m_memory)
        , m_size(trials.m_size)
    {
    }
    /// Empty if they are forgotten.
    SharedTrials lock() const;

private:
    std::weak_ptr<Memory> m_memory;
    size_t m_size = 0;
};

} // namespace knobscope
