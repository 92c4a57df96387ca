// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/timing/measureoptions.h"
#include "core/tuning/runoptions.h"

#include <cstdint>
#include <variant>

namespace knobscope {

/// Describes an option once, for the window's forms and for the flags of the command line. Texts are translatable.
template<class Options>
struct OptionField {
    std::string id;    ///< of the control
    std::string flags; ///< "--threads"; empty: not on the command line
    Sentence label;
    std::variant<int Options::*, int64_t Options::*, double Options::*, bool Options::*, std::string Options::*> member;
    double low = 0;    ///< range of the member, like `high`
    double high = 0;
    double unit = 1;     ///< of the member, in a form
    double flagUnit = 1; ///< of the member, on the command line
    int decimals = 2;    ///< in a form, of a double
    double usual = 0;    ///< of a limit, in the form's unit: shown while the limit is off
    bool isPlainOnly = false; ///< without effect on paired timing
    Sentence suffix;   ///< the form's unit, " ms"
    Sentence special;  ///< instead of the lowest number, "no limit", or of an empty text
    Sentence sentence; ///< what it does: a tooltip, and the help of the flags
};

/// Options of building and timing kernels.
const std::vector<OptionField<MeasureOptions>>& measureFields();
/// Limits of a run; 0 is no limit.
const std::vector<OptionField<RunOptions>>& limitFields();
/// Number of the best configs that are checked at the end of a run.
const OptionField<RunOptions>& confirmField();

} // namespace knobscope
