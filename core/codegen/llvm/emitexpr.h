// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/llvm/emitfunction.h"
#include "core/ir/bounds.h"

#include <cstdint>
#include <functional>
#include <set>

namespace knobscope {

/// Emits values of expressions: index sums are computed in the outermost loop where all their variables are known; adjacent
/// elements in a vectorized loop are loaded as vectors.
class ExpressionEmitter : protected FunctionEmitter
{
protected:
    using FunctionEmitter::FunctionEmitter;

    /// Current value of a loop variable.
    struct Binding {
        enum class Kind : uint8_t { Constant, Lanes, Runtime };
        Kind kind = Kind::Constant;
        int64_t constant = 0;         ///< Constant: the value; Lanes: the value of lane 0
        int lanes = 1;
        llvm::Value* value = nullptr; ///< Runtime
        size_t depth = 0;             ///< Runtime: the scope that defines it
    };
    llvm::Value* value(const ir::Expr& e);
    llvm::Value* binaryValue(const ir::Binary& n, const ir::Expr& whole);
    llvm::Value* binaryOf(ir::BinaryOp op, llvm::Value* a, llvm::Value* b, ir::DataType type, const ir::Binary& n);
    llvm::Value* floorDivision(const ir::Binary& n, llvm::Value* a, llvm::Value* b);
    llvm::Value* fused(const ir::Binary& n);
    llvm::Value* selectValue(const ir::Select& n);
    llvm::Value* callValue(const ir::Call& n, bool isRounded = false);
    llvm::Value* castValue(const ir::Expr& from, ir::DataType type);
    void emitBindings(const ir::Let& n);
    llvm::Value* letValue(const ir::Let& n);
    llvm::Value* converted(llvm::Value* v, ir::DataType from, ir::DataType type);
    llvm::Value* loadValue(const ir::Expr& e, const ir::Load& n);
    llvm::Value* loadMemory(const ir::BufferNode& buffer, const AccessIndex& index, int lanes, llvm::Type* as = nullptr);
    llvm::Value* interleaved(const ir::Load& n, const AccessIndex& index);
    llvm::Value* loadWords(const ir::Load& n, const AccessIndex& index, int length, int bits);
    llvm::Value* loadRuns(const ir::Expr& e, const ir::Load& n);
    llvm::Value* gather(const ir::Expr& e);
    void perLane(const std::function<void(int lane)>& scalar);
    llvm::Value* indexValue(const ir::Expr& e);
    llvm::Value* constantOf(double value, ir::DataType type);
    void matchLanes(llvm::Value*& a, llvm::Value*& b);

    /// Address of an access with constants folded: pointer to the runtime part, and element offset.
    struct Address {
        llvm::Value* pointer = nullptr;
        int64_t offset = 0;
    };
    struct Split {
        int64_t constant = 0;
        std::vector<std::pair<llvm::Value*, int64_t>> runtime;
    };
    Split split(const AccessIndex& index);
    Address address(const ir::BufferNode& buffer, const Split& split);
    llvm::Value* pointerTo(const ir::BufferNode& buffer, const Address& address);
    /// Of any of its elements, also as the first one of a vector.
    static llvm::Align alignmentOf(const ir::BufferNode& buffer)
    {
        return llvm::Align(static_cast<uint64_t>(buffer.type.bytes()));
    }
    size_t depthOf(const ir::Expr& e) const;
    bool usesLanes(const ir::Expr& e) const;
    /// Whether a term other than a plain variable depends on the lanes.
    bool hasLanesElsewhere(const AccessIndex& index) const;
    bool isConstant(const ir::Expr& e) const;
    const AccessIndex& indexOf(const void* key, const ir::BufferNode& buffer, const std::vector<ir::Expr>& indices);

    ir::Ranges m_ranges;
    std::unordered_map<const void*, Binding> m_env;
    std::unordered_map<const void*, llvm::Value*> m_lets; ///< values bound by the Lets being emitted, by variable
    std::unordered_map<const ir::BufferNode*, RegisterTile> m_tiles;
    std::unordered_map<const void*, AccessIndex> m_indices;
    std::set<const ir::BufferNode*> m_readOnly;
    const void* m_laneVar = nullptr;
    int m_lanes = 1;
};

} // namespace knobscope
