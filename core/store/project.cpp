// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/project.h"

#include "core/base/unfinishedfile.h"
#include "core/store/databasewatch.h"
#include "core/store/filehead.h"
#include "core/store/guarded.h"
#include "core/store/notes.h"
#include "core/store/projectlocks.h"
#include "core/store/runclaims.h"
#include "core/store/schema.h"
#include "core/store/shape.h"
#include "core/store/trialrows.h"

#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

namespace knobscope {

namespace {

constexpr auto kCreationTimeout = std::chrono::milliseconds(5000);

/// Returns a URI with immutable=1 if the folder does not allow SQLite's shared memory file and no program is writing to the file;
/// otherwise the path itself.
std::string readablePath(const std::string& path, const std::filesystem::path& folder)
{
    std::error_code ignored;
    if (::access(folder.c_str(), W_OK) == 0 || std::filesystem::exists(path + "-wal", ignored)) {
        return path;
    }
    std::string uri = "file:";
    for (const char c : std::filesystem::absolute(path, ignored).string()) {
        uri += c == '%' || c == '?' || c == '#' ? fmt::format("%{:02x}", static_cast<unsigned>(c)) : std::string(1, c);
    }
    return uri + "?immutable=1";
}

Result<void> checkKind(SQLite::Database& database, const std::string& path)
{
    const int application = database.execAndGet("PRAGMA application_id").getInt();
    const int version = database.execAndGet("PRAGMA user_version").getInt();
    const bool isEmpty = database.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
    if (application != kProjectApplicationId && !(isEmpty && application == 0)) {
        return fail(ErrorCode::Corrupt, "{} is a database of another program, not a Knobscope project", path);
    }
    if (version > kProjectVersion) {
        return fail(ErrorCode::Unsupported,
                    "{} was written by a newer Knobscope (format {}; this version supports {}); update this program", path,
                    version, kProjectVersion);
    }
    if (version != 0 && version < kProjectVersion) {
        return fail(ErrorCode::Unsupported,
                    "{} was written by an older Knobscope (format {}; this version supports {}); export its trials with that "
                    "version (records export), and tune from that log or start a new project",
                    path, version, kProjectVersion);
    }
    return {};
}

/// Checks both in one transaction, since another program may create the tables meanwhile.
Result<void> checkContents(SQLite::Database& database, const std::string& path)
{
    const SQLite::Transaction moment(database);
    TRY(checkKind(database, path));
    return checkShape(database, path);
}

/// Removes -wal, -shm and -journal files of a project that no longer exists. They belong to a deleted file, perhaps still open in
/// another program; a new file must not share them.
void removeLeftovers(const std::string& path)
{
    std::error_code error;
    const auto resolved = std::filesystem::weakly_canonical(path, error);
    const std::string target = error ? path : resolved.string();
    if (std::filesystem::exists(target, error) || error) {
        return; // created by another program while this one waited
    }
    for (const char* ending : {"-wal", "-shm", "-journal"}) {
        std::filesystem::remove(target + ending, error);
    }
}

/// Switching to WAL mode needs exclusive access, and SQLite does not wait for it: retry.
void turnLogOn(SQLite::Database& database)
{
    const auto end = std::chrono::steady_clock::now() + kCreationTimeout;
    while (true) {
        try {
            database.exec("PRAGMA journal_mode = WAL");
            return;
        } catch (const SQLite::Exception& e) {
            if ((e.getErrorCode() & 0xff) != SQLITE_BUSY || LockWait::isStopped() || std::chrono::steady_clock::now() > end) {
                throw;
            }
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

/// If several programs open a new file, one of them creates the tables and the others wait for that.
void makeWritable(SQLite::Database& database, QueryGuard& guard, ProjectLocks& locks)
{
    const auto isReady = [&] {
        return database.execAndGet("PRAGMA journal_mode").getString() == "wal"
            && database.execAndGet("PRAGMA user_version").getInt() == kProjectVersion;
    };
    if (!isReady()) {
        locks.waitFor(ProjectLocks::kCreationLock, kCreationTimeout);
        turnLogOn(database);
        const QueryGuard::NoTimeoutScope unhurried(guard);
        createSchema(database);
    }
    database.exec("PRAGMA synchronous = NORMAL");
}

bool nextRun(Query& q, const std::string& path, RunRow& run)
{
    run = {};
    std::string parameters, options, seed;
    int64_t hostPid = 0;
    if (!q.next(run.id, run.task, run.label, run.tuner, parameters, options, seed, run.state, run.started, run.ended, run.budget,
                hostPid, run.bestIndex, run.bestSeconds, run.bestGflops, run.bestSpeedup, run.pace, run.trials, run.errors)) {
        return false;
    }
    run.parameters = columnObject(parameters);
    run.options = columnObject(options);
    run.seed = std::strtoull(seed.c_str(), nullptr, 10);
    const bool isWaiting = run.state == "waiting";
    if (isActiveState(run.state)) {
        run.owner = runOwner(path, run.id, hostPid);
        run.isOwned = !run.owner.empty();
        run.state = run.isOwned || isWaiting ? run.state : "killed";
    }
    return true;
}

/// Reads the best trial's columns from the index on gflops.
std::string runQuery()
{
    constexpr const char* best =
        "FROM trial WHERE run = run.id AND error_no = 0 AND gflops > 0 ORDER BY gflops DESC, number LIMIT 1";
    return fmt::format(
        "SELECT run.id, run.task, task.label, tuner, parameters, options, seed, state, started, ended, budget, host_pid,"
        " coalesce((SELECT config {0}), -1), coalesce((SELECT task.flops / gflops / 1e9 {0}), 0),"
        " coalesce((SELECT gflops {0}), 0), coalesce((SELECT speedup {0}), 0),"
        " coalesce((SELECT avg(nullif(pace, 0)) FROM (SELECT pace FROM trial WHERE run = run.id ORDER BY number DESC LIMIT "
        "{1})), 0),"
        // Numbers have no gaps and failed trials have no GFLOPS: both counts come from index ends, whatever the trial count.
        " (SELECT coalesce(max(number), 0) FROM trial WHERE run = run.id),"
        " (SELECT count(*) FROM trial WHERE run = run.id AND gflops <= 0)"
        " FROM run JOIN task ON task.id = run.task",
        best, kPacedTrials);
}

} // namespace

Project::Project(std::string path, std::unique_ptr<SQLite::Database> database, std::unique_ptr<QueryGuard> guard)
    : m_path(std::move(path))
    , m_database(std::move(database))
    , m_guard(std::move(guard))
{
}
Project::~Project() = default;
Project::Project(Project&&) noexcept = default;
Project& Project::operator=(Project&& other) noexcept
{
    m_guard = std::move(other.m_guard); // must be replaced before the connection that it watches is closed
    m_database = std::move(other.m_database);
    m_path = std::move(other.m_path);
    return *this;
}

Result<Project> Project::open(const std::string& path, Mode mode)
{
    DatabaseWatch::note("open " + path);
    std::error_code ignored;
    const bool exists = std::filesystem::exists(path, ignored);
    if (std::filesystem::is_directory(path, ignored)) {
        return fail(ErrorCode::InvalidArgument, "{} is a folder, not a project file", path);
    }
    for (const char* ending : {"", "-wal", "-shm", "-journal"}) { // SQLite would block on a pipe
        const std::string companion = path + ending;
        if (std::filesystem::exists(companion, ignored) && !std::filesystem::is_regular_file(companion, ignored)) {
            return fail(ErrorCode::InvalidArgument, "{} is a device or a pipe, not a project file", companion);
        }
    }
    if (!exists && mode != Mode::Create) {
        return fail(ErrorCode::NotFound, "The project file {} does not exist", path);
    }
    const auto folder = std::filesystem::absolute(path, ignored).parent_path();
    if (!exists && !std::filesystem::is_directory(folder, ignored)) {
        return fail(ErrorCode::NotFound, "The folder {} does not exist", folder.string());
    }
    if (exists) {
        const auto head = TRY(fileHead(path, 16));
        if (!head.empty() && !beginsSqlite(head)) {
            return fail(ErrorCode::Corrupt, "{} is not a Knobscope project (it is not an SQLite file)", path);
        }
    }
    ProjectLocks locks(path);
    if (mode == Mode::Create && !exists) {
        if (locks.waitFor(ProjectLocks::kCreationLock, kCreationTimeout) == ProjectLocks::Answer::Taken) {
            removeLeftovers(path);
        }
    }
    return guarded(path, [&]() -> Result<Project> {
        const int flags = mode == Mode::ReadOnly  ? SQLite::OPEN_READONLY | SQLite::OPEN_URI
                        : mode == Mode::ReadWrite ? SQLite::OPEN_READWRITE
                                                  : SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE;
        auto database = std::make_unique<SQLite::Database>(mode == Mode::ReadOnly ? readablePath(path, folder) : path, flags);
        auto guard = std::make_unique<QueryGuard>(database->getHandle());
        TRY(checkContents(*database, path));
        if (mode != Mode::ReadOnly) {
            if (sqlite3_db_readonly(database->getHandle(), "main") == 1) {
                return fail(ErrorCode::Io, "{} is read-only; change its permissions, or work on a copy", path);
            }
            makeWritable(*database, *guard, locks);
        } else if (database->execAndGet("PRAGMA user_version").getInt() == 0) {
            return fail(ErrorCode::Unsupported,
                        "{} is an empty file; it becomes a project with the first run that is kept in it (tune --project)", path);
        }
        return Project(path, std::move(database), std::move(guard));
    });
}

Result<ProjectContents> Project::contents()
{
    ProjectContents contents;
    contents.tasks = TRY(tasks());
    contents.runs = TRY(runs());
    contents.notes = TRY(projectNotes(*this));
    return contents;
}

Result<std::vector<TaskRow>> Project::tasks()
{
    return guarded(m_path, [&]() -> Result<std::vector<TaskRow>> {
        std::vector<TaskRow> rows;
        Query q(*m_database, "SELECT id, key, task, label, space_text, space_length, flops FROM task ORDER BY id");
        std::string task;
        for (TaskRow row; q.next(row.id, row.key, task, row.label, row.spaceText, row.spaceLength, row.flops);) {
            row.task = columnJson(task);
            rows.push_back(row);
        }
        return rows;
    });
}

Result<TaskRow> Project::task(int64_t id)
{
    auto all = TRY(tasks());
    const auto found = std::ranges::find(all, id, &TaskRow::id);
    return found != all.end() ? Result<TaskRow>(std::move(*found)) : fail(ErrorCode::NotFound, "{} has no task {}", m_path, id);
}

Result<std::vector<RunRow>> Project::runs()
{
    return guarded(m_path, [&]() -> Result<std::vector<RunRow>> {
        std::vector<RunRow> rows;
        Query q(*m_database, runQuery() + " ORDER BY run.id");
        for (RunRow row; nextRun(q, m_path, row);) {
            rows.push_back(std::move(row));
        }
        return rows;
    });
}

Result<RunRow> Project::run(int64_t id)
{
    return guarded(m_path, [&]() -> Result<RunRow> {
        Query q(*m_database, runQuery() + " WHERE run.id = ?", id);
        RunRow row;
        if (!nextRun(q, m_path, row)) {
            return fail(ErrorCode::NotFound, "{} has no run {}", m_path, id);
        }
        return row;
    });
}

Result<std::vector<TrialRow>> Project::trials(int64_t run, int64_t first, int64_t count)
{
    return guarded(m_path, [&]() -> Result<std::vector<TrialRow>> {
        std::vector<TrialRow> rows;
        Query scan(*m_database,
                   std::string("SELECT ") + kTrialColumns + " FROM trial WHERE run = ? AND number > ? ORDER BY number LIMIT ?",
                   run, first, count);
        for (TrialRow row; nextTrial(scan, row);) {
            rows.push_back(std::move(row));
        }
        return rows;
    });
}

Result<std::vector<TrialPoint>> Project::points(int64_t run, int64_t after)
{
    return guarded(m_path, [&]() -> Result<std::vector<TrialPoint>> {
        Query q(*m_database,
                "SELECT number, config, gflops, error_no, timestamp FROM trial WHERE run = ? AND number > ? ORDER BY number", run,
                after);
        auto points =
            q.all(&TrialPoint::number, &TrialPoint::index, &TrialPoint::gflops, &TrialPoint::errorNo, &TrialPoint::timestamp);
        std::ranges::for_each(points, &TrialPoint::makeFinite);
        return points;
    });
}

Result<void> Project::copyTo(const std::string& path, const std::atomic<bool>* stop)
{
    auto copied = guarded(path, [&]() -> Result<void> {
        std::error_code error;
        if (std::filesystem::equivalent(path, m_path, error)) {
            return {};
        }
        auto unfinished = TRY(UnfinishedFile::begin(path, NewFile::Project));
        copyInto(unfinished.temporaryPath(), stop);
        for (const char* suffix : {"-wal", "-shm"}) {
            std::filesystem::remove(path + suffix, error); // files of the replaced project
        }
        return unfinished.commit();
    });
    return copied || !stop || !*stop ? copied : fail(ErrorCode::Io, "Copying {} was cancelled", m_path);
}

Result<int64_t> Project::dataVersion()
{
    return guarded(m_path, [&]() -> Result<int64_t> { return m_database->execAndGet("PRAGMA data_version").getInt64(); });
}

void Project::copyInto(const std::string& emptyFile, const std::atomic<bool>* stop)
{
    const QueryGuard::NoTimeoutScope unhurried(*m_guard, stop);
    Query(*m_database, "VACUUM INTO ?", emptyFile).run();
}

} // namespace knobscope
