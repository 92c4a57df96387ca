// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace knobscope {

/// Split of an axis: sizes, outermost first. sizes[0] is -1, "the quotient" (old records hold the number itself).
struct SplitEntity {
    std::vector<int64_t> sizes;
    friend bool operator==(const SplitEntity&, const SplitEntity&) = default;
};
/// A permutation, as positions into the knob's list of axes.
struct ReorderEntity {
    std::vector<int64_t> order;
    friend bool operator==(const ReorderEntity&, const ReorderEntity&) = default;
};
/// One annotation per axis ("none", "unroll", "vec", "blockIdx.x", …) or, with the policy locate_cache, positions.
struct AnnotateEntity {
    std::vector<std::string> annotations;
    std::vector<int64_t> anchors;
    bool isAnchors = false;
    friend bool operator==(const AnnotateEntity&, const AnnotateEntity&) = default;
};
using OtherValue = std::variant<bool, int64_t, double, std::string>;
/// The value as a number, true and false as 1 and 0; nullopt for text.
std::optional<double> numericValue(const OtherValue& value);
/// Accepts a number, text or boolean; nullopt for any other JSON.
std::optional<OtherValue> otherFromJson(const nlohmann::json& json);
struct OtherEntity {
    OtherValue value;
    friend bool operator==(const OtherEntity&, const OtherEntity&) = default;
};
/// The chosen value of one knob.
using KnobValue = std::variant<SplitEntity, ReorderEntity, AnnotateEntity, OtherEntity>;

/// One point of a config space. `index` is nullopt for a fallback config, which need not be a point of the space.
struct ConfigEntity {
    std::optional<int64_t> index;
    std::vector<std::pair<std::string, KnobValue>> values; ///< in definition order

    const KnobValue* find(std::string_view name) const;
    friend bool operator==(const ConfigEntity&, const ConfigEntity&) = default;
};

/// A knob value as Python prints it: "[-1, 4]", "True", words without quotes …
std::string valueText(const KnobValue& value);
/// AutoTVM's text form of an entity: "[('tile_x', [-1, 4]), ('unroll_kw', True)],None,12".
std::string entityText(const ConfigEntity& entity);
/// Only the value: [-1,4], "text", true, …
nlohmann::json valueToJson(const KnobValue& value);
/// AutoTVM's record form: [["tile_x","sp",[-1,4]],["unroll_kw","ot",true]].
nlohmann::json entityToJson(const ConfigEntity& entity);
/// Parses the record form, which does not include the index.
Result<ConfigEntity> entityFromJson(const nlohmann::json& json);

} // namespace knobscope
