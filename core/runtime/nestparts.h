// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace knobscope {

// Statements for loop nests that are written directly, not lowered from a schedule.

/// Lanes that such nests compute together: two of AVX2's vectors, one of AVX-512.
inline constexpr int64_t kNestLanes = 16;
/// Rows of a register tile: six rows of two vectors fill AVX2's registers.
inline constexpr int64_t kNestTileRows = 6;

ir::Stmt storeTo(const ir::Buffer& to, std::vector<ir::Expr> at, const ir::Expr& value);
ir::Stmt loopOver(const char* name, int64_t extent, const std::function<ir::Stmt(const ir::Expr& i)>& body,
                  ir::ForKind kind = ir::ForKind::Serial);
/// `body` for [0, extent) in parts of `size`, the last one shorter.
ir::Stmt inParts(const char* name, int64_t extent, int64_t size,
                 const std::function<ir::Stmt(const ir::Expr& begin, int64_t count)>& body);
/// Makes `buffers` exist within `body`.
ir::Stmt allocated(const std::vector<ir::Buffer>& buffers, ir::Stmt body);

using ElementAt = std::function<ir::Expr(const ir::Expr& row, const ir::Expr& lane)>;
using StoreElement = std::function<ir::Stmt(const ir::Expr& row, const ir::Expr& lane, const ir::Expr& sum)>;

/// A register tile of `rows` rows by `units` units: start + the sum over `inputs` of left(row, k) * right(k, lane).
ir::Stmt productTile(int64_t rows, int64_t units, int64_t inputs, const ElementAt& start, const ElementAt& left,
                     const ElementAt& right, const StoreElement& storeAt);

} // namespace knobscope
