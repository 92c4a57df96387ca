// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/codegen/kernel.h"

#include <cstdint>
#include <memory>

namespace knobscope {

/// Number of elements of an argument.
int64_t elementsOf(const KernelArgument& argument);
int64_t bytesOf(const KernelArgument& argument);

/// Memory of one tensor, 64-byte aligned and zeroed. It ends within 63 bytes of a guard page: a kernel that writes past its
/// output crashes instead of corrupting its neighbours. Uses large pages from 4 MiB on if available, so that a kernel timed alone
/// reads its weights as in a network (ZeroedBytes).
class TensorBuffer
{
public:
    static Result<TensorBuffer> allocate(int64_t bytes);

    void* data() const { return m_data; }
    int64_t bytes() const { return m_bytes; }

private:
    struct Unmap {
        size_t bytes;
        void operator()(void* mapping) const;
    };
    TensorBuffer() = default;
    std::unique_ptr<void, Unmap> m_mapping;
    void* m_data = nullptr;
    int64_t m_bytes = 0;
};

/// Fills with random elements: floats uniform in [-1, 1), bytes over their whole range, wider integers in [-8, 8). The same seed
/// gives the same values. Timing requires it: kernels on uninitialized memory measured up to five times too fast.
void fillRandom(void* data, int64_t elements, ir::DataType type, uint64_t seed);
/// Sets floats to NaN and all bits of integers, to detect elements that a kernel did not write.
void fillWithNan(void* data, int64_t bytes);
/// Evicts this memory from all caches.
void flushFromCache(const void* data, int64_t bytes);
/// Converts elements to doubles.
std::vector<double> toDoubles(const void* data, int64_t elements, ir::DataType type);

} // namespace knobscope
