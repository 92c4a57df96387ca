// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/store/queryguard.h"
#include "core/store/rows.h"
#include "core/trace/span.h"

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace SQLite {
class Database;
}

namespace knobscope {

/// Runs, tasks and notes of a project.
struct ProjectContents {
    std::vector<RunRow> runs; ///< in the order started
    std::vector<TaskRow> tasks;
    std::vector<NoteRow> notes; ///< in the order written
};

/// Whether the error means that another program has the project locked, so that a retry may succeed.
bool isLocked(const Error& error);

/// A project file, open for reading (and, through ProjectWriter, for writing). Use it from one thread; several programs may have
/// the same file open. Every error names the file and what to do.
class Project
{
public:
    enum class Mode : uint8_t { ReadOnly, ReadWrite, Create };
    /// Create creates the file if it is missing. Rejects, without changing it, a file that is not an SQLite database, belongs to
    /// another program, is of another format, damaged or not writable, or has views, triggers or unexpected tables (see
    /// checkShape).
    static Result<Project> open(const std::string& path, Mode mode);
    ~Project();
    Project(Project&&) noexcept;
    Project& operator=(Project&&) noexcept;

    const std::string& path() const { return m_path; }

    Result<std::vector<TaskRow>> tasks();
    Result<TaskRow> task(int64_t id);
    /// All runs in the order started. A run marked as running whose program is gone is reported as "killed".
    Result<std::vector<RunRow>> runs();
    Result<RunRow> run(int64_t id);
    Result<ProjectContents> contents();
    /// At most `count` trials (-1: all) in order, from number `first` + 1.
    Result<std::vector<TrialRow>> trials(int64_t run, int64_t first = 0, int64_t count = -1);
    /// Plot data of a run's trials, from number `after` + 1, all finite: 100,000 trials in well under a tenth of a second. Use
    /// RunTrials for whole runs that others look at, too.
    Result<std::vector<TrialPoint>> points(int64_t run, int64_t after = 0);

    /// Copies the whole project, including what other connections committed, to another file, which is replaced only when the
    /// copy is complete. Cancelled, with an error, soon after `stop` becomes true; null: not cancellable.
    Result<void> copyTo(const std::string& path, const std::atomic<bool>* stop = nullptr);

    /// Changes whenever another connection, of this program or another, commits to the file.
    Result<int64_t> dataVersion();

    /// Connection for the other queries of this folder.
    SQLite::Database& database() { return *m_database; }
    /// Guard that interrupts queries that do not terminate.
    QueryGuard& guard() { return *m_guard; }

private:
    friend class ProjectWriter;
    friend Result<Project> rescueProject(Project& lost, mode_t mode);
    void copyInto(const std::string& emptyFile, const std::atomic<bool>* stop = nullptr);
    Project(std::string path, std::unique_ptr<SQLite::Database> database, std::unique_ptr<QueryGuard> guard);
    std::string m_path;
    std::unique_ptr<SQLite::Database> m_database;
    std::unique_ptr<QueryGuard> m_guard;
};

} // namespace knobscope
