// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/tensorbuffers.h"

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>

namespace knobscope {

/// The memory that kernels of one task run on, shared among them: kernels of a task take arguments of the same sizes, whatever
/// their layouts. Timed in turn on memory of their own, two kernels can push each other's tensors out of the caches and both
/// look slower than either is alone (docs/decisions/0005); and filling a tensor again for every trial costs as much
/// as a short kernel. One thread.
class BufferPool
{
public:
    struct Key {
        int role = 0;      ///< position among the arguments; -1 for the workspace
        int64_t bytes = 0;
        ir::DataType type; ///< of an input's random values
        uint64_t seed = 0; ///< likewise
        auto operator<=>(const Key& other) const
        {
            return std::tuple(role, bytes, type.code, type.bits, seed)
               <=> std::tuple(other.role, other.bytes, other.type.code, other.type.bits, other.seed);
        }
        bool operator==(const Key&) const = default;
    };
    /// The buffer of a key; inputs are filled when it is new or `fresh` is asked for, everything else is poisoned then.
    Result<std::shared_ptr<TensorBuffer>> get(const Key& key, bool isInput, bool fresh);
    /// Lets go of what no kernel uses.
    void trim();

private:
    std::map<Key, std::shared_ptr<TensorBuffer>> m_buffers;
};

} // namespace knobscope
