// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/cuda/expressions.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace knobscope {

/// Turns a store inside a vectorized loop into moves of 8 or 16 bytes: float4 and similar. A vector load or store is legal if
/// adjacent iterations access adjacent elements and the first address is a multiple of the vector's size; this must follow
/// from the index sum alone, since only the base pointers are known to be aligned.
class CudaVectorStore
{
public:
    CudaVectorStore(CudaExpressions& expressions, CudaIdentifiers& names, const ir::Store& store, const ir::Var& lane, int lanes);

    /// Whether the store or one of its loads can be a vector move; otherwise vectorizing gains nothing.
    bool isWorthwhile() const { return m_storesVector || !m_vectors.empty(); }

    /// Whether the store only moves one vector.
    bool isCopy() const { return m_storesVector && m_vectors.size() == 1 && m_vectors.front().id() == m_store.value.id(); }
    /// The move as an asynchronous copy into shared memory; nullopt if it is not one.
    std::optional<std::string> asyncLine();

    /// The lines, without indentation. `setLane` binds the lane variable to a number while a component is printed.
    std::vector<std::string> lines(const std::function<void(int)>& setLane);

    /// Number of lanes for a vectorized loop over elements of this type: 4 or 2, at most 16 bytes; 1 if there is none.
    static int lanesFor(int64_t extent, ir::DataType type);
    /// Whether a condition has the same outcome in all lanes; it is then evaluated at lane 0.
    static bool isUniform(const ir::Expr& condition, const ir::Var& lane, int lanes, const ir::Ranges& ranges);

private:
    /// Whether the type has arithmetic on components; others move as a whole or not at all.
    bool hasComponents() const { return m_type == ir::float32 || m_type == ir::int32; }
    bool isVectorPlace(const ir::BufferNode& buffer, const std::vector<ir::Expr>& indices) const;
    bool isVectorValue(const ir::Expr& e) const;
    void findLoads(const ir::Expr& e);
    std::string vectorText(const ir::Expr& e);
    std::string place(const ir::BufferNode& buffer, const std::vector<ir::Expr>& indices);
    std::string move(const ir::BufferNode& buffer, const std::vector<ir::Expr>& indices, bool writes);
    std::string vectorType() const;

    CudaExpressions& m_expressions;
    CudaIdentifiers& m_names;
    const ir::Store& m_store;
    const ir::Var& m_lane;
    int m_lanes;
    ir::DataType m_type;
    bool m_storesVector = false;
    std::vector<ir::Expr> m_vectors; ///< parts of the value that are loaded as vectors
};

} // namespace knobscope
