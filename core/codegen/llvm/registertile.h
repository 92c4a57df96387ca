// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// For the .cpp files of this folder only.

#include "core/codegen/llvm/accessindex.h"

#include <llvm/IR/IRBuilder.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>

namespace knobscope {

/// Where the elements of a small buffer live as vector values: each slot is `lanes` elements from its offset on.
using SlotPlan = std::map<int64_t, int>; ///< offset -> lanes

/// What a variable outside the buffer's scope is bound to: a number while an enclosing loop is being unrolled.
using KnownValue = std::function<std::optional<int64_t>(const void* var)>;

/// The slots for `buffer` if every access to it within `body` has a constant place once loops are unrolled and vectorized, and
/// they fit `maxVectors` native vectors; nullopt when it has to stay in memory.
std::optional<SlotPlan> planRegisterTile(const ir::Stmt& body, const ir::BufferNode& buffer, const KnownValue& known,
                                         int vectorBits, int64_t maxVectors);

/// The current values of those slots: an array in registers.
class RegisterTile
{
public:
    RegisterTile(const SlotPlan& plan, llvm::Type* element);

    /// `lanes` elements from `offset` on, put together from slots where they do not match one.
    llvm::Value* read(llvm::IRBuilderBase& builder, int64_t offset, int lanes) const;
    void write(llvm::IRBuilderBase& builder, int64_t offset, int lanes, llvm::Value* value);

    /// All slot values in a fixed order, for phis.
    std::vector<llvm::Value*> values() const;
    void setValues(const std::vector<llvm::Value*>& values);

private:
    struct Slot {
        int lanes;
        llvm::Value* value;
    };
    std::map<int64_t, Slot> m_slots;
    llvm::Type* m_element;
};

} // namespace knobscope
