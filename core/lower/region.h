// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/simplify.h"

#include <cstdint>
#include <functional>

namespace knobscope {

/// A range of indices: `extent` indices starting at `min`.
struct IndexRegion {
    ir::Expr min;
    int64_t extent = 0;
};

/// The values of `index` while the variables for which `isInner` holds run over their ranges and the others stay fixed. nullopt
/// if no constant extent bounds them.
std::optional<IndexRegion> regionOf(const ir::Expr& index, const ir::Ranges& ranges,
                                    const std::function<bool(const ir::Var&)>& isInner);

/// A region that contains both; nullopt if their starts do not differ by a constant.
std::optional<IndexRegion> unite(const IndexRegion& a, const IndexRegion& b, const ir::Ranges& ranges);

} // namespace knobscope
