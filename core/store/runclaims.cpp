// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/runclaims.h"

#include "core/store/query.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <utility>
#include <vector>

namespace knobscope {

namespace {

/// Maximum time another program needs between writing a run's end and unlocking the run.
constexpr std::chrono::milliseconds kUnlockTimeout(200);

} // namespace

bool isActiveState(const std::string& state)
{
    return state == "waiting" || state == "running" || state == "paused";
}

Error runLockedError(const std::string& projectPath, int64_t run, const std::string& state, const Sentence& owner)
{
    return {ErrorCode::Unsupported, phrase("Run {} of {} is {} in another program: {}", run, projectPath, state, owner)};
}

Sentence runOwner(const std::string& projectPath, int64_t run, int64_t hostPid)
{
    if (!ProjectLocks::isTaken(projectPath, run)) {
        return {};
    }
    const bool isVisible = hostPid > 0 && (::kill(static_cast<pid_t>(hostPid), 0) == 0 || errno == EPERM);
    return isVisible ? phrase("process {}", hostPid)
                     : phrase("a process that is not visible from here, possibly in another container");
}

RunClaims::RunClaims(const std::string& projectPath)
    : m_path(projectPath)
    , m_locks(std::make_unique<ProjectLocks>(projectPath))
{
}

int64_t RunClaims::claim(SQLite::Database& database, std::span<const int64_t> runs, std::optional<Error>& refusal)
{
    refusal.reset();
    const std::set<int64_t> lockedBefore = m_locks->taken();
    const std::set<int64_t> endedBefore = m_ended;
    std::map<int64_t, Before> found;
    int64_t trials = 0;
    for (const int64_t run : runs) {
        Query row(database,
                  "SELECT state, ended, host_pid, (SELECT count(*) FROM trial WHERE run = run.id) FROM run WHERE id = ?", run);
        Before before;
        int64_t made = 0;
        if (!row.next(before.state, before.ended, before.hostPid, made)) {
            refusal = Error(ErrorCode::NotFound, phrase("{} has no run {}", m_path, run));
            break;
        }
        trials += made;
        const bool wasActive = isActiveState(before.state);
        if (lock(run, wasActive ? std::chrono::milliseconds(0) : kUnlockTimeout) == ProjectLocks::Answer::Refused) {
            refusal = runLockedError(m_path, run, wasActive ? before.state : "running", runOwner(m_path, run, before.hostPid));
            break;
        }
        if (!(wasActive && lockedBefore.contains(run))) {
            found.emplace(run, std::move(before));
        }
    }
    if (refusal) {
        for (const int64_t run : runs) {
            if (!lockedBefore.contains(run)) {
                m_locks->release(run);
            }
        }
        m_ended = endedBefore;
        return 0;
    }
    for (auto& [run, before] : found) {
        Query(database,
              "UPDATE run SET state = CASE WHEN state = 'waiting' THEN state ELSE 'running' END, ended = 0, host_pid = ?"
              " WHERE id = ?",
              ::getpid(), run)
            .run();
        m_unmarked.insert_or_assign(run, std::move(before));
    }
    return trials;
}

ProjectLocks::Answer RunClaims::lock(int64_t run, std::chrono::milliseconds patience)
{
    m_ended.erase(run);
    return m_locks->waitFor(run, patience);
}

void RunClaims::mark(int64_t run, const std::string& state)
{
    m_unmarked.erase(run);
    if (isActiveState(state)) {
        lock(run);
    } else {
        m_ended.insert(run);
    }
}

void RunClaims::release(SQLite::Database& database)
{
    std::vector<int64_t> runs;
    for (const auto& [run, before] : m_unmarked) {
        runs.push_back(run);
    }
    release(database, runs);
}

void RunClaims::release(SQLite::Database& database, std::span<const int64_t> runs)
{
    for (const int64_t run : runs) {
        const auto found = m_unmarked.find(run);
        if (found == m_unmarked.end()) {
            continue;
        }
        const Before& before = found->second;
        Query(database, "UPDATE run SET state = ?, ended = ?, host_pid = ? WHERE id = ?", before.state, before.ended,
              before.hostPid, run)
            .run();
        m_unmarked.erase(found);
        m_ended.insert(run);
    }
}

void RunClaims::committed()
{
    for (const int64_t run : std::exchange(m_ended, {})) {
        m_locks->release(run);
    }
    m_lockedBefore = m_locks->taken();
    m_unmarkedBefore = m_unmarked;
}

void RunClaims::rolledBack()
{
    for (const int64_t run : std::set(m_locks->taken())) {
        if (!m_lockedBefore.contains(run)) {
            m_locks->release(run);
        }
    }
    m_ended.clear();
    m_unmarked = m_unmarkedBefore;
}

void RunClaims::moveTo(const std::string& projectPath)
{
    const auto old = std::exchange(m_locks, std::make_unique<ProjectLocks>(projectPath));
    m_path = projectPath;
    for (const int64_t run : old->taken()) {
        m_locks->acquire(run);
    }
    m_lockedBefore = m_locks->taken();
}

} // namespace knobscope
