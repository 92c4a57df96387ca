// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"

#include <cstdint>
#include <optional>

namespace knobscope::ir {

/// What a store copies into shared memory: an element of global memory, or zero where the condition does not hold.
struct AsyncSource {
    const Load* load = nullptr;
    Expr condition; ///< null: always
};

/// The store as an asynchronous copy could do it; nullopt where it computes anything.
std::optional<AsyncSource> asyncSource(const Store& store);

/// Whether one asynchronous copy can move so many bytes.
bool isAsyncWidth(int64_t bytes);

} // namespace knobscope::ir
