// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/precisioncomparison.h"

#include <optional>
#include <string>

namespace knobscope {

/// The last comparison that a project stores of a network (found by its fingerprint in float32) for its target and number of
/// threads; nullopt if there is none or it is malformed.
Result<std::optional<PrecisionComparison>> storedPrecisions(Project& project, const WholeNetwork& network);
/// Stores a comparison, which replaces the one before.
Result<void> storePrecisions(const std::string& projectPath, const WholeNetwork& network, const PrecisionComparison& comparison);

} // namespace knobscope
