// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"
#include "core/store/projectlocks.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace SQLite {
class Database;
}

namespace knobscope {

/// Whether a run in this state is one that some program has in hand.
bool isInHand(const std::string& state);

/// The runs that one writer has in hand, by their rows and by locks. Everything is called within the writer's transactions, and
/// again where one is rolled back and tried once more. Throws SQLite::Exception.
class RunClaims
{
public:
    explicit RunClaims(const std::string& projectPath);

    /// Makes this program the one that has the runs in hand, all or none: what waits waits still, others are running. Nothing is
    /// done when there is a `refusal` afterwards. How many trials the runs have.
    int64_t claim(SQLite::Database& database, std::span<const int64_t> runs, std::optional<Error>& refusal);
    /// The run's row says so from now on; in hand it is locked.
    void mark(int64_t run, const std::string& state);
    /// Writes the old states of what was claimed and never marked.
    void giveBack(SQLite::Database& database);
    /// The project has another path.
    void moveTo(const std::string& projectPath);

private:
    struct Before {
        std::string state;
        double ended = 0;
        int64_t hostPid = 0;
        std::string hostStart;
    };
    std::string m_path;
    std::unique_ptr<ProjectLocks> m_locks;
    std::map<int64_t, Before> m_unmarked;
};

} // namespace knobscope
