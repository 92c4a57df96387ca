// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/knobs.h"

#include <cstdint>
#include <limits>

namespace knobscope {

/// A loop or tensor that lines may name, after the lines applied: for completion and pictures.
struct TextName {
    std::string name;      ///< as a text writes it: "yo", "C", "C.y"
    bool isTensor = false;
    std::string stage;     ///< name of the tensor in the schedule ("C.local"): the loop's, or its own
    ir::Var loop;          ///< null for a tensor
    int64_t extent = 0;    ///< of the loop
    bool isReduction = false;
    bool isLeaf = false;   ///< false: was split or fused
};

/// The result of applying a text's lines.
struct AppliedText {
    std::vector<size_t> lineOf;  ///< by ir::ProvenanceId: the line whose primitive it is, from 1; [0] is 0
    std::vector<TextName> names; ///< sorted by name
};

inline constexpr size_t kAllSteps = std::numeric_limits<size_t>::max();

/// Applies the first `steps` enabled primitives (ScheduleText::stepCount) to the schedule of the text's computation. The first
/// illegal one fails with its line, column, the rule that it breaks and the remedy.
Result<AppliedText> applyText(const ScheduleText& text, const TextSizes& sizes, const KnobLookup& knobs, Schedule& schedule,
                              size_t steps = kAllSteps);

/// How a primitive is written: "yo, yi = split(LOOP, FACTOR)".
struct PrimitiveForm {
    std::string name;
    std::string form;
    std::string summary; ///< one sentence
};
/// All primitives of the language, in the order in which they are offered.
const std::vector<PrimitiveForm>& primitiveForms();

} // namespace knobscope
