// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"

namespace knobscope {

/// Builds a space from knob definitions in JSON: {"knobs": [{"name", "kind": "split"|"reorder"|"annotate"|"other", …}],
/// "multi_filter": …} (the format of tests/fixtures/space-cases.json). Errors name the knob and the field.
Result<ConfigSpace> spaceFromJson(const nlohmann::json& json);

/// Describes a case of a case file: {"id", "len", "range_length", "knobs": [{"name", "len", "entities_sha256"}], "points":
/// [{"index", "entity", "entity_repr"}], "space_repr"}, with the points at the indexes under "samples".
Result<nlohmann::json> describeCase(const nlohmann::json& json);

/// Digest for comparing candidate lists: SHA-256 of their JSON without blanks.
std::string candidatesDigest(const Knob& knob);

} // namespace knobscope
