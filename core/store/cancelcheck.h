// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>

namespace knobscope {

/// Counts rows and checks the cancel flag every thousandth row.
class CancelCheck
{
public:
    explicit CancelCheck(const std::atomic<bool>* isCancelled)
        : m_isCancelled(isCancelled)
    {
    }
    bool operator()() { return m_isCancelled && (++m_rows & 1023U) == 0 && m_isCancelled->load(std::memory_order_relaxed); }

private:
    const std::atomic<bool>* m_isCancelled;
    uint64_t m_rows = 0;
};

} // namespace knobscope
