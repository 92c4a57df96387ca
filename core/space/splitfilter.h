// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <vector>

namespace knobscope {

/// The value at a position, from 0; negative positions count from the end. nullopt if out of range.
std::optional<int64_t> elementAt(const std::vector<int64_t>& values, int64_t position);

/// Condition, as data, on the split entities that a knob keeps. Positions count from 0 (outermost), negative ones from the end.
/// It is applied to entities as enumerated: with -1 in position 0.
struct SplitFilter {
    enum class Op : uint8_t { SizeLe, SizeGe, SizeIn, TailEq, ProdIn, And };
    Op op = Op::SizeLe;
    int64_t position = 0;          ///< SizeLe, SizeGe, SizeIn: index of the size; ProdIn: first size of the product
    std::vector<int64_t> values;   ///< SizeLe, SizeGe: one; SizeIn, ProdIn: the allowed ones; TailEq: the last sizes
    std::vector<SplitFilter> all;  ///< And: a flat list without nested And

    bool keeps(const std::vector<int64_t>& sizes) const;
    friend bool operator==(const SplitFilter&, const SplitFilter&) = default;
};

inline constexpr size_t kMaxFilterParts = 1000; ///< conditions joined by `and`

/// {"op": "size_le", "pos": -1, "value": 64}, …; errors name the field. A nested "and" is flattened.
Result<SplitFilter> filterFromJson(const nlohmann::json& json);
nlohmann::json filterToJson(const SplitFilter& filter);
/// "size[-1] <= 64"
std::string filterText(const SplitFilter& filter);

} // namespace knobscope
