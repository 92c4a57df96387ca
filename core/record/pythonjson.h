// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace knobscope {

/// A number as Python's repr() writes a float: the fewest digits that read back as the same value, "1000000000.0",
/// "6.125e-05"; NaN, Infinity and -Infinity as Python's json module writes them.
std::string pythonFloat(double value);

/// JSON as Python's json.dumps() writes it: a blank after comma and colon, non-ASCII characters escaped.
std::string pythonJson(const nlohmann::json&);

} // namespace knobscope
