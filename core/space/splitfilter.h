// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <vector>

namespace knobscope {

/// The value at a position, from 0; negative ones count from the end. nullopt where there is none.
std::optional<int64_t> elementAt(const std::vector<int64_t>& values, int64_t position);

/// Which split entities a knob keeps, as data. Positions count from 0 (outermost), negative ones from the end. A filter sees
/// the entity as enumerated: -1 in position 0.
struct SplitFilter {
    enum class Op : uint8_t { SizeLe, SizeGe, SizeIn, TailEq, ProdIn, And };
    Op op = Op::SizeLe;
    int64_t position = 0;          ///< SizeLe, SizeGe, SizeIn: which size; ProdIn: the first size of the product
    std::vector<int64_t> values;   ///< SizeLe, SizeGe: one; SizeIn, ProdIn: the allowed; TailEq: the last sizes
    std::vector<SplitFilter> all;  ///< And: a flat list, no And among it

    bool keeps(const std::vector<int64_t>& sizes) const;
    friend bool operator==(const SplitFilter&, const SplitFilter&) = default;
};

inline constexpr size_t maxFilterParts = 1000; ///< conditions joined by `and`

/// {"op": "size_le", "pos": -1, "value": 64}, …; wrong JSON is refused by field. An "and" within an "and" becomes part of it.
Result<SplitFilter> filterFromJson(const nlohmann::json& json);
nlohmann::json filterToJson(const SplitFilter& filter);
/// "size[-1] <= 64"
std::string filterText(const SplitFilter& filter);

} // namespace knobscope
