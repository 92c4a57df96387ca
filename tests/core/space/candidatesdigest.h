// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sha256.h"
#include "core/space/knob.h"

/// Digest for comparing candidate lists with recorded ones: SHA-256 of their JSON without blanks.
inline std::string candidatesDigest(const knobscope::Knob& knob)
{
    std::string text = "[";
    for (const knobscope::KnobValue& value : knob.candidates()) {
        text += (text.size() == 1 ? "" : ",") + knobscope::valueToJson(value).dump();
    }
    return knobscope::sha256(text + "]");
}
