// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/edit.h"

#include <cstdint>

namespace knobscope {

/// How one knob differs between two variants of a space.
struct KnobEditDifference {
    std::string knob;
    std::vector<std::string> onlyInA; ///< candidates' texts, at most 1,000
    std::vector<std::string> onlyInB;
    int64_t countA = 0; ///< all candidates
    int64_t countB = 0;
    std::string policyA; ///< "factors, max_factor 64"; empty when the same as in B
    std::string policyB;
};

struct VariantDifference {
    std::vector<KnobEditDifference> knobs; ///< those that differ, in the space's order
    std::vector<std::string> constraintsOnlyInA;
    std::vector<std::string> constraintsOnlyInB;
    bool isEmpty() const { return knobs.empty() && constraintsOnlyInA.empty() && constraintsOnlyInB.empty(); }
};

/// Compares two spaces of one template.
VariantDifference compareSpaces(const ConfigSpace& a, const ConfigSpace& b);

} // namespace knobscope
