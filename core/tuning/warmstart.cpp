// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/warmstart.h"

#include <nlohmann/json.hpp>

namespace knobscope {

nlohmann::json warmStartToJson(const WarmStart& warm)
{
    if (warm.isCold()) {
        return nullptr;
    }
    return {{"source", warm.source}, {"records", warm.records}, {"used", warm.used}, {"kept", warm.kept}};
}

} // namespace knobscope
