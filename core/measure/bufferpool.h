// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/type.h"
#include "core/result/result.h"

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

namespace knobscope {

/// What tells the memory of kernels apart.
struct BufferKey {
    int role = 0;      ///< position among the arguments; below 0 for a workspace
    int64_t bytes = 0;
    ir::DataType type; ///< of an input's random values
    uint64_t seed = 0; ///< likewise
    auto operator<=>(const BufferKey& other) const
    {
        return std::tuple(role, bytes, type.code, type.bits, seed)
           <=> std::tuple(other.role, other.bytes, other.type.code, other.type.bits, other.seed);
    }
    bool operator==(const BufferKey&) const = default;
};

/// The memory that kernels of one task run on, shared among them: kernels of a task take arguments of the same sizes, whatever
/// their layouts. Timed in turn on memory of their own, two kernels can push each other's tensors out of the caches and both
/// look slower than either is alone (docs/decisions/0005); and filling a tensor again for every trial costs as much
/// as a short kernel. One thread.
template<class Buffer>
class BufferPool
{
public:
    /// The buffer of a key, from `allocate(bytes)` where there is none; `fill(buffer)` is called when it is new, and when `fresh`
    /// is asked for. Both may fail.
    template<class Allocate, class Fill>
    Result<std::shared_ptr<Buffer>> get(const BufferKey& key, bool fresh, Allocate&& allocate, Fill&& fill)
    {
        auto& kept = m_buffers[key];
        if (kept && !fresh) {
            return kept;
        }
        auto buffer = std::exchange(kept, nullptr);
        if (!buffer) {
            auto allocated = TRY(allocate(key.bytes));
            buffer = std::make_shared<Buffer>(std::move(allocated));
        }
        TRY(fill(*buffer));
        kept = buffer;
        return buffer;
    }
    /// Lets go of what no kernel uses.
    void trim()
    {
        std::erase_if(m_buffers, [](const auto& entry) { return entry.second.use_count() <= 1; });
    }
    void clear() { m_buffers.clear(); }

private:
    std::map<BufferKey, std::shared_ptr<Buffer>> m_buffers; ///< null after a failure
};

} // namespace knobscope
