// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/store/projectlocks.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>

namespace SQLite {
class Database;
}

namespace knobscope {

/// Whether a run in this state is owned by a program.
bool isActiveState(const std::string& state);

/// The program that holds the lock on a run (see ProjectLocks), as text for "…, process 4711"; empty: none. `hostPid`, from the
/// run's row, only names it. SQLite needs the same kind of locks, so a project is nowhere without them.
Sentence runOwner(const std::string& projectPath, int64_t run, int64_t hostPid);
/// Error for a run that another program owns.
Error runLockedError(const std::string& projectPath, int64_t run, const std::string& state, const Sentence& owner);

/// The runs that one writer owns, by their rows and by locks. Call claim(), mark() and release() within the writer's
/// transactions (they throw SQLite::Exception), and committed() or rolledBack() after each transaction, so that locks always
/// match the rows in the file.
class RunClaims
{
public:
    explicit RunClaims(const std::string& projectPath);

    /// Makes this program the owner of the runs, all or none: waiting runs stay waiting, others become running. Changes nothing
    /// if it sets `refusal`. Returns the number of trials of the runs.
    int64_t claim(SQLite::Database& database, std::span<const int64_t> runs, std::optional<Error>& refusal);
    /// Records the run's new state: locks it for states that need an owner, otherwise unlocks it after the commit.
    void mark(int64_t run, const std::string& state);
    /// Restores the old states of runs that were claimed and never marked.
    void release(SQLite::Database& database);
    /// Same, for these runs only.
    void release(SQLite::Database& database, std::span<const int64_t> runs);
    void committed();
    /// Reverts locks and claims made since the last committed() or rolledBack(); runs marked as ended stay locked.
    void rolledBack();
    /// Follows the project to another path. Not within a transaction.
    void moveTo(const std::string& projectPath);

private:
    struct Before {
        std::string state;
        double ended = 0;
        int64_t hostPid = 0;
    };
    ProjectLocks::Answer lock(int64_t run, std::chrono::milliseconds patience = {});
    std::string m_path;
    std::unique_ptr<ProjectLocks> m_locks;
    std::map<int64_t, Before> m_unmarked;
    std::set<int64_t> m_ended; ///< to be unlocked when this transaction is committed
    std::set<int64_t> m_lockedBefore; ///< state before this transaction
    std::map<int64_t, Before> m_unmarkedBefore; ///< state before this transaction
};

} // namespace knobscope
