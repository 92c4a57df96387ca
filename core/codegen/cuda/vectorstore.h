// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/cuda/expressions.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace knobscope {

/// Turns a store inside a vectorized loop into moves of 8 or 16 bytes: float4 and its like. A vector load or store is legal
/// where neighbouring iterations touch neighbouring elements and the first one lies on a multiple of the vector's size; that
/// has to follow from the index sum alone, since pointers are known to be aligned only as a whole.
class CudaVectorStore
{
public:
    CudaVectorStore(CudaExpressions& expressions, CudaIdentifiers& names, const ir::Store& store, const ir::Var& lane, int lanes);

    /// Whether the store or one of its loads can be a vector move. With none of them there is nothing to gain.
    bool isWorthwhile() const { return m_storesVector || !m_vectors.empty(); }

    /// Whether it does nothing but move one vector.
    bool isCopy() const { return m_storesVector && m_vectors.size() == 1 && m_vectors.front().id() == m_store.value.id(); }
    /// The move as an asynchronous copy into shared memory; nullopt where it is none.
    std::optional<std::string> asyncLine();

    /// The lines, without indentation. `setLane` binds the lane variable to a number while a component is written.
    std::vector<std::string> lines(const std::function<void(int)>& setLane);

    /// The lanes that a vectorized loop over elements of this type can have: 4 or 2, at most 16 bytes; 1 when there is none.
    static int lanesFor(int64_t extent, ir::DataType type);
    /// A condition that has the same outcome in all lanes: with its lane variable at 0.
    static bool isUniform(const ir::Expr& condition, const ir::Var& lane, int lanes, const ir::Ranges& ranges);

private:
    /// Other types than these have no arithmetic on components here; they move as a whole or not at all.
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
