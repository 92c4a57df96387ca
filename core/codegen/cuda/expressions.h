// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/cuda/identifiers.h"
#include "core/ir/affine.h"
#include "core/ir/loopnest.h"

#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace knobscope {

/// An element type in CUDA C++ syntax: "float", "half", "signed char".
std::string cudaTypeName(ir::DataType type);

/// Functions and types of the prelude that the printed text uses.
struct CudaPreludeUse {
    bool floorDiv = false;
    bool floorMod = false;
    bool half = false;
    bool bfloat16 = false;
    bool tfloat32 = false;
    std::set<ir::MmaKind> products;
    bool asyncCopy = false;
};

/// Prints expressions in CUDA C++. An access has one index sum in canonical form, in `int` if every buffer of the kernel is
/// small enough. Element arithmetic keeps its original order.
class CudaExpressions
{
public:
    CudaExpressions(CudaIdentifiers& names, ir::Ranges& ranges, CudaPreludeUse& used)
        : m_names(names)
        , m_ranges(ranges)
        , m_used(used)
    {
    }

    std::string write(const ir::Expr& e, int outer = 0);
    /// "A[y*8 + x]"; "acc" if the buffer is a scalar.
    std::string element(const ir::BufferNode& buffer, const std::vector<ir::Expr>& indices);
    std::string index(const ir::Affine& flat) { return canonical(ir::toExpr(flat), 0); }
    /// Flat index of an element in its buffer.
    ir::Affine flatten(const ir::BufferNode& buffer, const std::vector<ir::Expr>& indices) const
    {
        return ir::flatIndex(buffer, indices, m_ranges);
    }

    /// Prints a node as `text` from now on; for values loaded beforehand.
    void replace(const ir::Expr& e, std::string text) { m_replaced[e.id()] = std::move(text); }
    void clearReplacements() { m_replaced.clear(); }
    /// Quotients and remainders written since the last call, as text, with their counts; for naming repeated ones.
    std::map<std::string, int> takeDivisions() { return std::exchange(m_divisions, {}); }
    /// Writes a quotient or remainder, identified by its text, as this name from now on.
    void nameDivision(const std::string& text, std::string name) { m_named[text] = std::move(name); }
    void clearDivisions() { m_named.clear(); }

    /// Marks a buffer that is declared as a plain variable.
    void addScalar(const ir::BufferNode& buffer) { m_scalars.insert(&buffer); }
    /// Records that a declaration uses the type.
    void requireType(ir::DataType type);
    void requireType(ir::MmaKind kind) { m_used.products.insert(kind); }
    /// "copy_async<16>(&to, &from, condition);" for places in the form of `element`; null condition: always.
    std::string asyncCopy(int64_t bytes, const std::string& to, const std::string& from, const ir::Expr& condition);
    /// Sets whether indices need 64 bits.
    void setLongIndices(bool isLong) { m_longIndices = isLong; }
    const char* indexType() const { return m_longIndices ? "long long" : "int"; }
    const ir::Ranges& ranges() const { return m_ranges; }

private:
    std::string binary(const ir::Binary& n, const ir::Expr& whole, int outer);
    std::string canonical(const ir::Expr& e, int outer);
    std::string function(const char* name, const ir::Binary& n);
    std::string literal(double value, ir::DataType type) const;
    std::string cast(const ir::Cast& n);
    std::string let(const ir::Let& n);

    CudaIdentifiers& m_names;
    ir::Ranges& m_ranges;
    CudaPreludeUse& m_used;
    std::unordered_map<const void*, std::string> m_replaced;
    std::set<const ir::BufferNode*> m_scalars;
    std::map<std::string, int> m_divisions;
    std::map<std::string, std::string> m_named;
    bool m_longIndices = false;
    bool m_isCanonical = false; ///< inside an index sum that is already in canonical form
};

} // namespace knobscope
