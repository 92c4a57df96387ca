// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/bufferpool.h"

namespace knobscope {

Result<std::shared_ptr<TensorBuffer>> BufferPool::get(const Key& key, bool isInput, bool fresh)
{
    auto& buffer = m_buffers[key];
    if (buffer && !fresh) {
        return buffer;
    }
    if (!buffer) {
        auto allocated = TensorBuffer::allocate(key.bytes);
        if (!allocated) {
            m_buffers.erase(key);
            return fail(allocated);
        }
        buffer = std::make_shared<TensorBuffer>(std::move(*allocated));
    }
    if (isInput) {
        fillRandom(buffer->data(), key.bytes / key.type.bytes(), key.type, key.seed);
    } else {
        poison(buffer->data(), key.bytes);
    }
    return buffer;
}

void BufferPool::trim()
{
    std::erase_if(m_buffers, [](const auto& entry) { return entry.second.use_count() == 1; });
}

} // namespace knobscope
