// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"

#include <cstdint>

namespace knobscope {

/// One change that a user makes to a template's space, as data that is stored, undone and written into records.
struct SpaceEdit {
    enum class Kind : uint8_t { Add, Remove, Fix, Policy, MaxFactor, Filter, Constrain };
    Kind kind = Kind::Add;
    std::string knob;       ///< empty for Constrain
    nlohmann::json value; ///< Add, Remove, Fix: the candidate; Policy: its name; MaxFactor: an integer; Filter: as filterToJson;
                          ///< Constrain: the condition's text
    /// Whether it adds, removes or fixes a candidate.
    bool isCandidateEdit() const { return kind == Kind::Add || kind == Kind::Remove || kind == Kind::Fix; }
    friend bool operator==(const SpaceEdit&, const SpaceEdit&) = default;
};

/// Parses an --edit argument:
///   auto_unroll_max_step+=1024     adds a candidate (splits: tile_x+=[-1,4])
///   tile_n-=8                      removes one
///   unroll_kw=True                 keeps only this one
///   tile_f.policy=power2           sets a split's policy, max_factor=64, filter=size[-1]<=64
///   where tile_f[2]*tile_y[2]*tile_x[2] <= 1024
/// Errors name what was expected and where.
Result<SpaceEdit> parseEdit(std::string_view text);
/// The text that parseEdit reads.
std::string editText(const SpaceEdit& edit);

nlohmann::json editsToJson(std::span<const SpaceEdit> edits);
Result<std::vector<SpaceEdit>> editsFromJson(const nlohmann::json& json);

/// The value of Add, Remove or Fix as a candidate of this knob; rejects a value of the wrong kind.
Result<KnobValue> parseCandidate(const Knob& knob, const nlohmann::json& json);
/// Same for user input, where a split's first size must be -1, the quotient, or as in a candidate. Stored edits may
/// hold any first size, which does not change the kernel.
Result<KnobValue> parseUserCandidate(const Knob& knob, const nlohmann::json& json);
/// Whether a user may write these candidates for a space's knobs; applyEdits checks everything else.
Result<void> checkUserEdits(const ConfigSpace& base, std::span<const SpaceEdit> edits);
/// The knob with one of its edits applied.
Result<Knob> applyEdit(const Knob& knob, const SpaceEdit& edit);
/// The space with the edits applied in order. Errors: an unknown knob, a value that is already present or is missing, a value of
/// the wrong kind, no candidates left.
Result<ConfigSpace> applyEdits(const ConfigSpace& base, std::span<const SpaceEdit> edits);

} // namespace knobscope
