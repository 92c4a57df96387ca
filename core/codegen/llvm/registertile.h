// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Internal to this folder.

#include "core/codegen/llvm/accessindex.h"

#include <llvm/IR/IRBuilder.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>

namespace knobscope {

/// Slots of a small buffer's elements as vector values: each slot is `lanes` elements starting at its offset.
using SlotPlan = std::map<int64_t, int>; ///< offset -> lanes

/// Value of a variable outside the buffer's scope: a number while an enclosing loop is being unrolled.
using KnownValue = std::function<std::optional<int64_t>(const void* var)>;

/// Plans the slots for `buffer` if every access to it within `body` has a constant offset after unrolling and vectorizing, and
/// the slots fit `maxVectors` native vectors; nullopt if it must stay in memory.
std::optional<SlotPlan> planRegisterTile(const ir::Stmt& body, const ir::BufferNode& buffer, const KnownValue& known,
                                         int vectorBits, int64_t maxVectors);

/// The current values of the slots: an array in registers.
class RegisterTile
{
public:
    RegisterTile(const SlotPlan& plan, llvm::Type* element);

    /// Reads `lanes` elements from `offset`, assembled from several slots if they do not match one.
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
    std::vector<int64_t> partsOf(int64_t offset, int lanes) const;

    std::map<int64_t, Slot> m_slots;
    llvm::Type* m_element;
};

} // namespace knobscope
