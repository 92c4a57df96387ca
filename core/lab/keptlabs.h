// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/runlab.h"
#include "core/store/project.h"

#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// The standings as JSON.
nlohmann::json labToJson(const LabResult& lab);

/// A comparison that a project keeps.
struct KeptLab {
    double at = 0;       ///< when it was finished, Unix time
    std::string machine; ///< the CPU that replayed
    int64_t trials = 0;  ///< of a replay, as asked for
    LabResult result;
};
/// What a project keeps, oldest first. What is none is left out.
Result<std::vector<KeptLab>> keptLabs(Project& project);
/// Needs a project opened for writing. Refuses what would be too long to be read again.
Result<void> keepLab(Project& project, const KeptLab& lab);
/// The same of what was replayed just now, on this machine.
Result<void> keepLab(const std::string& projectPath, const LabResult& result, const LabOptions& options);
/// Takes the one of that time out.
Result<void> forgetLab(Project& project, double at);
/// With its date, machine and setup.
nlohmann::json keptLabToJson(const KeptLab& lab);

} // namespace knobscope
