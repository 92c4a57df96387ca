// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"

#include <cstdint>
#include <optional>

namespace knobscope::ir {

/// The source of a copy into shared memory: an element of global memory, or zero where the condition does not hold.
struct AsyncSource {
    const Load* load = nullptr;
    Expr condition; ///< null: always true
};

/// Matches a store that an asynchronous copy can do; nullopt if it computes anything.
std::optional<AsyncSource> asyncSource(const Store& store);

/// Whether one asynchronous copy can move `bytes` bytes.
bool isAsyncWidth(int64_t bytes);

} // namespace knobscope::ir
