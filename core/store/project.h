// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"
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

/// What a project lists.
struct ProjectContents {
    std::vector<RunRow> runs; ///< in the order started
    std::vector<TaskRow> tasks;
};

/// Whether what failed found the project locked by another program: it may work when it is tried again.
bool isLocked(const Error& error);

/// A project file, open for reading (and, through ProjectWriter, writing). Use from one thread; several programs may have the
/// same file open. Every failure is a sentence that names the file and what to do.
class Project
{
public:
    enum class Mode : uint8_t { ReadOnly, ReadWrite, Create };
    /// Create makes the file when it is missing. A file that is no SQLite database, another program's, newer, damaged, or not
    /// writable is refused and never changed; so is one with views, triggers or tables of another shape (see checkShape).
    static Result<Project> open(const std::string& path, Mode mode);
    ~Project();
    Project(Project&&) noexcept;
    Project& operator=(Project&&) noexcept;

    const std::string& path() const { return m_path; }

    Result<std::vector<TaskRow>> tasks();
    Result<TaskRow> task(int64_t id);
    /// In the order started. A run marked running whose program is gone is reported as "killed".
    Result<std::vector<RunRow>> runs();
    Result<RunRow> run(int64_t id);
    Result<ProjectContents> contents();
    /// Trials from number `first` + 1 on, at most `count`, in order; -1: all.
    Result<std::vector<TrialRow>> trials(int64_t run, int64_t first = 0, int64_t count = -1);
    /// What plots need of the trials of a run, from number `after` + 1 on: 100,000 in well under a tenth of a second.
    Result<std::vector<TrialPoint>> points(int64_t run, int64_t after = 0);

    /// Writes all of it, what other connections committed included, to another file, which is replaced only when the copy is
    /// complete. Given up soon after `stop` became true, which is a failure; null: it never does.
    Result<void> copyTo(const std::string& path, const std::atomic<bool>* stop = nullptr);

    /// Another number whenever another connection, of this program or another, has committed something to the file.
    Result<int64_t> dataVersion();

    /// The connection, for the other queries of this folder.
    SQLite::Database& database() { return *m_database; }
    /// What ends its queries that would never end.
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
