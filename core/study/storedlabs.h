// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/study/runlab.h"

#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// Converts the standings to JSON.
nlohmann::json labToJson(const LabResult& lab);

/// A comparison stored in a project.
struct StoredLab {
    double at = 0;       ///< Unix time of its end
    std::string machine; ///< CPU that ran the replays
    int64_t trials = 0;  ///< per replay, as requested
    LabResult result;
};
/// Comparisons stored in a project, oldest first. Skips malformed entries.
Result<std::vector<StoredLab>> storedLabs(Project& project);
/// Requires a project opened for writing. Rejects a comparison that is too long to be read again.
Result<void> storeLab(Project& project, const StoredLab& lab);
/// The same for a result that was just replayed on this machine.
Result<void> storeLab(const std::string& projectPath, const LabResult& result, const LabOptions& options);
/// Deletes the comparison with that time.
Result<void> removeLab(Project& project, double at);
/// Includes its date, machine and setup.
nlohmann::json storedLabToJson(const StoredLab& lab);

} // namespace knobscope
