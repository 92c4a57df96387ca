// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"
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

/// Whether a run in this state is one that some program has in hand.
bool isInHand(const std::string& state);

/// A time that tells this boot's processes apart even when their numbers are used again; empty when there is no such process, or
/// only what is left of one until its parent has heard of its end.
std::string processStartTime(int64_t pid);

/// The program that goes on with a run, by what the run's row says of it and by who has locked the run (see ProjectLocks), which
/// shows programs of other containers, too; in words for "…, process 4711"; empty: none.
Sentence runHolder(const std::string& projectPath, int64_t run, int64_t hostPid, const std::string& hostStart);
/// The refusal of a run that a program has in hand.
Error heldRun(const std::string& projectPath, int64_t run, const std::string& state, const Sentence& holder);

/// The runs that one writer has in hand, by their rows and by locks. claim(), mark() and giveBack() are called within the
/// writer's transactions, and throw SQLite::Exception; committed() or rolledBack() follows each transaction, so that locks always
/// belong to rows that are in the file.
class RunClaims
{
public:
    explicit RunClaims(const std::string& projectPath);

    /// Makes this program the one that has the runs in hand, all or none: what waits waits still, others are running. Nothing is
    /// done when there is a `refusal` afterwards. How many trials the runs have.
    int64_t claim(SQLite::Database& database, std::span<const int64_t> runs, std::optional<Error>& refusal);
    /// The run's row says so from now on; in hand it is locked, otherwise unlocked once that is committed.
    void mark(int64_t run, const std::string& state);
    /// Writes the old states of what was claimed and never marked.
    void giveBack(SQLite::Database& database);
    /// The same of these runs alone.
    void giveBack(SQLite::Database& database, std::span<const int64_t> runs);
    void committed();
    /// What was locked and claimed since the last call of the two is so no more, and what was marked as ended is locked still.
    void rolledBack();
    /// The project has another path. Not within a transaction.
    void moveTo(const std::string& projectPath);

private:
    struct Before {
        std::string state;
        double ended = 0;
        int64_t hostPid = 0;
        std::string hostStart;
    };
    ProjectLocks::Answer lock(int64_t run, std::chrono::milliseconds patience = {});
    std::string m_path;
    std::unique_ptr<ProjectLocks> m_locks;
    std::map<int64_t, Before> m_unmarked;
    std::set<int64_t> m_ended; ///< to be unlocked when this transaction is committed
    std::set<int64_t> m_lockedBefore; ///< before this transaction …
    std::map<int64_t, Before> m_unmarkedBefore; ///< … as this
};

} // namespace knobscope
