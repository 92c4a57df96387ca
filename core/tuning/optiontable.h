// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/timing/measureoptions.h"
#include "core/tuning/runoptions.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace knobscope {

/// Describes an option once, for the window's forms and for the flags of the command line. Texts are translatable.
template<class Options>
struct OptionField {
    std::string id;    ///< of the control
    std::string flags; ///< "--threads"; empty: not on the command line
    Sentence label;
    std::variant<int Options::*, int64_t Options::*, uint64_t Options::*, double Options::*, bool Options::*,
                 std::string Options::*>
        member;
    double low = 0;    ///< range of the member, like `high`
    double high = 0;
    double unit = 1;     ///< of the member, in a form
    double flagUnit = 1; ///< of the member, on the command line
    int decimals = 2;    ///< in a form, of a double
    double usual = 0;    ///< of a limit, in the form's unit: shown while the limit is off. Of a text: it is "off" or a factor
    bool isLimit = false;     ///< 0 is no limit
    bool isPlainOnly = false; ///< without effect on paired timing
    std::vector<Sentence> words; ///< of a yes-or-no option: names of yes and no; empty: the label says what yes is
    Sentence suffix;   ///< the form's unit, " ms"
    Sentence special;  ///< instead of the lowest number, "no limit", or of an empty text; the label of a text's factor
    Sentence sentence; ///< what it does: a tooltip, and the help of the flags
};

/// Options of building and timing kernels.
const std::vector<OptionField<MeasureOptions>>& measureFields();
/// Options of a run that are numbers: its limits, then the others.
const std::vector<OptionField<RunOptions>>& runFields();

} // namespace knobscope
