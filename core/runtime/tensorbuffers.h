// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/kernel.h"
#include "core/result/result.h"

#include <cstdint>
#include <memory>

namespace knobscope {

/// How many elements an argument has.
int64_t elementsOf(const KernelArgument& argument);
int64_t bytesOf(const KernelArgument& argument);

/// Memory for one tensor, 64-byte aligned, ending (to within 63 bytes) at a page that may not be touched: a kernel that
/// writes past its output crashes instead of corrupting its neighbours. From 4 MiB on large pages where the system has them, so
/// that a kernel timed alone meets its weights as a network does (ZeroedBytes); zero at first.
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

/// Random elements: floats uniform in [-1, 1), bytes in their whole range, wider
/// integers in [-8, 8). The same seed gives the same values. Never left
/// uninitialised: kernels on such memory measured up to five times too fast.
void fillRandom(void* data, int64_t elements, ir::DataType type, uint64_t seed);
/// NaN in floats, all bits set in integers, so that an element that a kernel forgot shows.
void poison(void* data, int64_t bytes);
/// So much memory leaves all caches.
void flushFromCache(const void* data, int64_t bytes);
/// Element values as doubles.
std::vector<double> toDoubles(const void* data, int64_t elements, ir::DataType type);

} // namespace knobscope
