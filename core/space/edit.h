// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"

#include <cstdint>

namespace knobscope {

/// One change a person makes to a template's space, as data: kept, undone, written into records.
struct SpaceEdit {
    enum class Kind : uint8_t { Add, Remove, Fix, Policy, MaxFactor, Filter, Constrain };
    Kind kind = Kind::Add;
    std::string knob;       ///< empty for Constrain
    nlohmann::json value; ///< Add, Remove, Fix: the candidate; Policy: its name; MaxFactor: an integer; Filter: as filterToJson;
                          ///< Constrain: the condition's text
    /// Add, Remove or Fix.
    bool isOfCandidate() const { return kind == Kind::Add || kind == Kind::Remove || kind == Kind::Fix; }
    friend bool operator==(const SpaceEdit&, const SpaceEdit&) = default;
};

/// Reads what --edit takes:
///   auto_unroll_max_step+=1024     a candidate more (splits: tile_x+=[-1,4])
///   tile_n-=8                      one less
///   unroll_kw=True                 only this one
///   tile_f.policy=power2           a split's policy, max_factor=64, filter=size[-1]<=64
///   where tile_f[2]*tile_y[2]*tile_x[2] <= 1024
/// Errors say what was expected and where.
Result<SpaceEdit> parseEdit(std::string_view text);
/// The same text again.
std::string editText(const SpaceEdit& edit);

nlohmann::json editsToJson(std::span<const SpaceEdit> edits);
Result<std::vector<SpaceEdit>> editsFromJson(const nlohmann::json& json);

/// The value of Add, Remove or Fix as a candidate of this knob; the wrong kind of value is refused.
Result<KnobValue> candidateFrom(const Knob& knob, const nlohmann::json& json);
/// The same of what a person writes: a split's first size is what remains of its extent, too, or as a candidate has it. Edits on
/// record may have any number there, which makes no other kernel.
Result<KnobValue> writtenCandidate(const Knob& knob, const nlohmann::json& json);
/// Whether a person may write these candidates for a space's knobs; applyEdits sees to all else.
Result<void> checkWritten(const ConfigSpace& base, std::span<const SpaceEdit> edits);
/// One knob with one of its edits made.
Result<Knob> applyEdit(const Knob& knob, const SpaceEdit& edit);
/// The space with the edits applied in order. Refused with the reason: no such knob, a value that is there already or is
/// not, a value of the wrong kind, nothing left.
Result<ConfigSpace> applyEdits(const ConfigSpace& base, std::span<const SpaceEdit> edits);

} // namespace knobscope
