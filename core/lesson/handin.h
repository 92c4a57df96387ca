// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lessonlog.h"

#include <string>
#include <vector>

namespace knobscope {

/// The parts of a hand-in besides its answers.
struct HandInFacts {
    std::string student;
    std::string version;          ///< of this program
    nlohmann::json machine;       ///< MachineProfile
    nlohmann::json runs;          ///< the project's runs: [{"task", "tuner", "trials", …}]
};

/// Writes the log with a last entry "hand-in" that has the facts, one entry a line. The log itself is not changed.
Result<void> writeHandIn(const std::string& path, const LessonLog& log, const HandInFacts& facts);

/// A hand-in, as read from an untrusted file.
struct HandIn {
    std::string file;
    nlohmann::json entries = nlohmann::json::array();
    std::vector<Sentence> faults; ///< empty: as it was written
    bool isIntact() const { return faults.empty(); }
    /// The last entry; null if the file was cut off.
    const nlohmann::json& facts() const;
};

/// Reads a hand-in; a file that was edited is no error but has faults. Errors: it cannot be read, or it is no hand-in. At most
/// 32 MiB.
Result<HandIn> readHandIn(const std::string& path);

} // namespace knobscope
