// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/tuner.h"

namespace knobscope {

/// A tuner with parameters, as given on a command line: "ga", "ga:pop_size=20:elite_num=2".
struct TunerChoice {
    std::string text; ///< as written; its name in tables
    std::string name;
    nlohmann::json parameters = nlohmann::json::object();
};

/// Parses a comma-separated list. Values are numbers if they parse as such, otherwise text. Rejects an empty name, a parameter
/// without '=', and one that is given twice; makeTuner rejects unknown tuners.
Result<std::vector<TunerChoice>> parseTunerChoices(std::string_view text);

} // namespace knobscope
