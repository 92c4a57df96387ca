// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"

namespace knobscope {

/// Builds a space from knob definitions in JSON: {"knobs": [{"name", "kind": "split"|"reorder"|"annotate"|"other", …}],
/// "multi_filter": …} (the format of tests/fixtures/space-cases.json). Wrong fields are refused by knob and name.
Result<ConfigSpace> spaceFromJson(const nlohmann::json& json);

/// What a case file asks of each case: {"id", "len", "range_length", "knobs": [{"name", "len", "entities_sha256"}],
/// "points": [{"index", "entity", "entity_repr"}], "space_repr"}, points at the indexes under "samples".
Result<nlohmann::json> describeCase(const nlohmann::json& json);

/// The digest by which knob candidate lists are compared: SHA-256 of their JSON without blanks.
std::string candidatesDigest(const Knob& knob);

} // namespace knobscope
