// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>

namespace knobscope {

/// One condition on trials, as data: a chip in the window, a `--where` on the command line. Filters are combined with and; those
/// of kind Run among themselves with or. TrialCondition (trialcondition.h) evaluates them.
struct TrialFilter {
    enum class Kind : uint8_t { Knob, Failed, Succeeded, Run, Time, Tag };
    Kind kind = Kind::Failed;
    std::string knob;     ///< Kind::Knob: its name; Kind::Tag: the tag, without #; empty: any note
    nlohmann::json value; ///< Kind::Knob: its value in valueToJson form; Kind::Tag: what has it, as findTagged() sets it
    int64_t run = 0;      ///< Kind::Run
    double from = 0;      ///< Kind::Time: Unix seconds of a trial's end, from <= timestamp < to
    double to = 0;
    bool isExcluded = false; ///< Kind::Knob: matches any other value

    friend bool operator==(const TrialFilter&, const TrialFilter&) = default;
};

} // namespace knobscope
