// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/tuner.h"

namespace knobscope {

/// A tuner with parameters, as it is named on a command line: "ga", "ga:pop_size=20:elite_num=2".
struct TunerChoice {
    std::string text; ///< as it was written; names it in tables
    std::string name;
    nlohmann::json parameters = nlohmann::json::object();
};

/// Reads a list with commas. Values are numbers where they read as such, otherwise text. Refuses an empty name, a parameter
/// without '=', one that is given twice; whether there is such a tuner is makeTuner's question.
Result<std::vector<TunerChoice>> parseTunerChoices(std::string_view text);

} // namespace knobscope
