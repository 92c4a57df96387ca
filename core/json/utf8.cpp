// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/utf8.h"

#include <nlohmann/json.hpp>

#include <string>

namespace knobscope {

bool isUtf8(std::string_view text)
{
    try {
        return !nlohmann::json(std::string(text)).dump().empty();
    } catch (const nlohmann::json::type_error&) { // what JSON's writer says of other bytes
        return false;
    }
}

} // namespace knobscope
