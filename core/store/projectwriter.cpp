// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/projectwriter.h"

#include "core/store/filewatch.h"
#include "core/store/guarded.h"
#include "core/store/meta.h"
#include "core/store/query.h"
#include "core/store/runclaims.h"
#include "core/store/spanwriter.h"
#include "core/store/trialrows.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <iterator>
#include <mutex>
#include <thread>

namespace knobscope {

namespace {

constexpr auto kRetryInterval = std::chrono::milliseconds(500);
constexpr auto kFileCheckInterval = std::chrono::milliseconds(100); // interval of file checks while nothing is written
constexpr uint64_t kTriesWhileWaiting = 4; // a full disk is still full in ten seconds; a lock may be released by then
constexpr std::chrono::milliseconds kExitLockTimeout(
    500); // a program that exits waits less than usual for another program's lock

} // namespace

struct ProjectWriter::Impl {
    /// One piece of work within a transaction; throws SQLite::Exception.
    using Work = std::function<void(SQLite::Database&)>;
    /// State of work that a caller waits for. The first change decides the outcome: a commit by the writer's thread, or the
    /// caller giving up.
    struct Asked {
        enum State : uint8_t { Waiting, Written, GivenUp };
        std::atomic<State> state{Waiting};
        int64_t number = 0; ///< the result; only the writer's thread uses it until Written
        bool isInCommit = false; ///< only for the writer's thread: the latest attempt did the work
        std::function<void(SQLite::Database&, int64_t number)> undo; ///< for work that was committed after its caller gave up
    };
    struct Piece {
        Work work;
        std::shared_ptr<Asked> asked; ///< null: no caller waits for it
    };

    Impl(Project opened, ProblemHandler handler, std::chrono::milliseconds patienceOfCallers)
        : path(opened.path())
        , project(std::move(opened))
        , onProblem(std::move(handler))
        , patience(patienceOfCallers)
        , claims(path)
    {
        onOpened();
        thread = std::thread([this] { run(); });
    }

    void push(Work work, std::shared_ptr<Asked> asked = nullptr)
    {
        {
            const std::lock_guard lock(mutex);
            queue.push_back({std::move(work), std::move(asked)});
            ++pushed;
        }
        changed.notify_all();
    }

    /// Initializes what belongs to the current project file.
    void onOpened()
    {
        if (patience < kDefaultLockTimeout) {
            project.guard().setLockTimeout(patience);
        }
        fileWatch.emplace(*project.m_database);
        spans.emplace(*project.m_database);
    }

    /// Moves to a new file if this one is no longer at its path. Returns false if that fails; nothing is written then.
    bool reopenIfReplaced()
    {
        if (!fileWatch->isLost()) {
            return true;
        }
        const Sentence whatHappened = fileWatch->whatHappened();
        fileWatch->removeLogFiles();
        auto rescued = rescueProject(project, fileWatch->mode());
        const bool isRescued = switchTo(std::move(rescued), whatHappened);
        if (tracedRun == 0 && onProblem && !problem.exchange(true)) { // otherwise the caller that creates the run checks loss()
            onProblem(lossSentence);
        }
        return isRescued;
    }

    bool switchTo(Result<Project> rescued, const Sentence& whatHappened)
    {
        const std::lock_guard lock(mutex);
        lossSentence = lossMessage(path, whatHappened, rescued);
        if (!rescued) {
            return false;
        }
        rescuedPath = rescued->path();
        spans.reset(); // refers to the connection
        fileWatch.reset();
        project = std::move(*rescued);
        onOpened();
        claims.moveTo(project.path());
        return true;
    }

    /// Waits for work. While a run is written, also checks the file.
    void awaitWork(std::unique_lock<std::mutex>& lock)
    {
        const auto isWanted = [&] { return stopping || !queue.empty(); };
        while (!isWanted()) {
            if (tracedRun == 0) {
                changed.wait(lock, isWanted);
            } else if (!changed.wait_for(lock, kFileCheckInterval, isWanted)) {
                lock.unlock();
                (void)reopenIfReplaced();
                lock.lock();
            }
        }
    }

    void run()
    {
        std::unique_lock lock(mutex);
        while (true) {
            awaitWork(lock);
            if (queue.empty()) {
                return;
            }
            std::deque<Piece> batch;
            batch.swap(queue);
            const bool isEnding = stopping;
            lock.unlock();
            if (isEnding) {
                project.guard().setLockTimeout(kExitLockTimeout);
            }
            const bool written = write(batch);
            lock.lock();
            committed += written ? batch.size() : 0;
            if (written) {
                settle(batch);
            } else {
                refused += isLocked ? 0 : 1;
                queue.insert(queue.begin(), std::make_move_iterator(batch.begin()), std::make_move_iterator(batch.end()));
                if (stopping && ++lastTries > 3) {
                    return;
                }
                changed.wait_for(lock, kRetryInterval, [] { return false; });
            }
            done.notify_all();
        }
    }

    /// Hands committed results to their callers. If a caller gave up while the disk stalled the commit, undoes its work first.
    /// Needs the mutex.
    void settle(const std::deque<Piece>& batch)
    {
        for (const auto& [work, asked] : batch) {
            auto state = Asked::Waiting;
            if (asked && !asked->state.compare_exchange_strong(state, Asked::Written) && asked->isInCommit && asked->undo) {
                queue.push_front({[asked](SQLite::Database& database) { asked->undo(database, asked->number); }, nullptr});
                ++pushed;
            }
        }
    }

    bool write(const std::deque<Piece>& batch)
    {
        while (reopenIfReplaced()) {
            if (const auto written = tryToWrite(batch)) {
                return *written;
            }
        }
        isLocked = false;
        return false;
    }

    /// Returns nullopt if the file is no longer at its path; nothing was written to it.
    std::optional<bool> tryToWrite(const std::deque<Piece>& batch)
    {
        try {
            // SQLite rejects a deferred transaction at once when it turns into a write after another program wrote.
            SQLite::Transaction transaction(*project.m_database, SQLite::TransactionBehavior::IMMEDIATE);
            const double start = unixNow();
            const auto began = std::chrono::steady_clock::now(); // the system clock may jump
            if (ownSpan) {
                spans->write(tracedRun, std::span(&*ownSpan, 1));
            }
            for (const auto& [work, asked] : batch) {
                work(*project.m_database);
            }
            spans->flush();
            if (fileWatch->isLost()) {
                spans->clear();
                claims.rolledBack();
                return std::nullopt;
            }
            transaction.commit();
            claims.committed();
            fileWatch->rememberLogFiles();
            ownSpan.reset();
            if (tracedRun != 0) {
                ownSpan = spanOfWriting(start, std::chrono::steady_clock::now() - began, batch.size());
            }
            problem = false;
            return true;
        } catch (const SQLite::Exception& e) {
            isLocked = e.getErrorCode() == SQLITE_BUSY || e.getErrorCode() == SQLITE_LOCKED;
            return reportRefused(Sentence(e.what()));
        } catch (const std::bad_alloc&) { // memory may be available a moment later
            isLocked = false;
            return reportRefused(phrase("memory ran out; close some programs, or raise the limit (ulimit -v)"));
        }
    }

    /// Records that the batch was rolled back.
    bool reportRefused(const Sentence& why)
    {
        spans->clear();
        claims.rolledBack();
        if (!problem.exchange(true) && onProblem) {
            onProblem(phrase("{} cannot be written ({}); results are kept in memory and written later", path, why));
        }
        return false;
    }

    /// Runs `work` in the writer's thread and waits for its result, taken from the attempt that was committed: a row that was
    /// rolled back may get another number, and on a full disk it is the commit that fails. If work is committed after the caller
    /// gave up, `undo` reverts it and gets the number.
    Result<int64_t> ask(std::function<int64_t(SQLite::Database&)> work, std::function<void(SQLite::Database&, int64_t)> undo = {})
    {
        const auto asked = std::make_shared<Asked>();
        asked->undo = std::move(undo);
        push(
            [asked, work = std::move(work)](SQLite::Database& database) {
                asked->isInCommit = asked->state == Asked::Waiting;
                if (asked->isInCommit) {
                    asked->number = work(database);
                }
            },
            asked);
        auto state = Asked::Waiting;
        if (!waitUntilWritten() && asked->state.compare_exchange_strong(state, Asked::GivenUp)) {
            return tl::make_unexpected(refusal());
        }
        return asked->number;
    }

    /// Waits for everything pushed so far; returns whether it is on disk.
    bool waitUntilWritten()
    {
        std::unique_lock lock(mutex);
        const uint64_t wanted = pushed;
        const uint64_t most = refused + kTriesWhileWaiting;
        done.wait_for(lock, patience, [&] { return committed >= wanted || refused >= most; });
        return committed >= wanted;
    }

    Error refusal() const
    {
        if (isLocked) {
            return lockedError(path);
        }
        return {ErrorCode::Io,
                phrase("{} cannot be written. Is it locked by another program, is it damaged, or is the disk full?", path)};
    }

    const std::string path;
    Project project;
    ProblemHandler onProblem;
    std::chrono::milliseconds patience;
    std::mutex mutex;
    std::condition_variable changed;
    std::condition_variable done;
    std::deque<Piece> queue;
    uint64_t pushed = 0;
    uint64_t committed = 0;
    uint64_t refused = 0; ///< failed attempts without a lock by another program
    std::atomic<bool> isLocked = false; ///< the last failure was caused by another program's lock
    bool stopping = false;
    int lastTries = 0;
    std::atomic<bool> problem{false};
    Sentence lossSentence; ///< written by the writer's thread under the mutex, like rescuedPath
    std::string rescuedPath;
    std::optional<FileWatch> fileWatch; ///< fileWatch and spans are used only by the writer's thread after the start
    std::optional<SpanWriter> spans;
    RunClaims claims;
    int64_t tracedRun = 0;
    std::optional<Span> ownSpan;
    std::thread thread;
};

ProjectWriter::ProjectWriter(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl))
{
}

Result<std::unique_ptr<ProjectWriter>> ProjectWriter::open(const std::string& path, ProblemHandler onProblem,
                                                           std::chrono::milliseconds patience)
{
    auto project = TRY(Project::open(path, Project::Mode::ReadWrite));
    return std::unique_ptr<ProjectWriter>(
        new ProjectWriter(std::make_unique<Impl>(std::move(project), std::move(onProblem), patience)));
}

ProjectWriter::~ProjectWriter()
{
    if (m_hasClaimed) {
        m_impl->push([this](SQLite::Database& database) { m_impl->claims.release(database); });
    }
    {
        const std::lock_guard lock(m_impl->mutex);
        m_impl->stopping = true;
    }
    m_impl->changed.notify_all();
    m_impl->thread.join();
    const bool isLeft = !m_impl->lossSentence.empty() && m_impl->rescuedPath.empty();
    if (!isLeft && !m_impl->fileWatch->isLost()) { // another file at that path would share the log
        // While a window reads the file, closing does not checkpoint the log; users may copy the project file without it.
        m_impl->project.m_database->tryExec("PRAGMA wal_checkpoint");
    }
}

Result<int64_t> ProjectWriter::addTask(const TaskRow& task)
{
    return m_impl->ask([task](SQLite::Database& database) {
        Query(database,
              "INSERT OR IGNORE INTO task (key, task, label, space_text, space_length, flops) VALUES (?, ?, ?, ?, ?, ?)",
              task.key, jsonText(task.task), task.label, task.spaceText, task.spaceLength, task.flops)
            .run();
        return Query(database, "SELECT id FROM task WHERE key = ?", task.key).number();
    });
}

Result<int64_t> ProjectWriter::addRun(const RunRow& run)
{
    const auto add = [this, run](SQLite::Database& database) {
        Query(database,
              "INSERT INTO run (task, tuner, parameters, options, seed, state, started, budget, host_pid, host_start)"
              " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '')",
              run.task, run.tuner, jsonText(run.parameters), jsonText(run.options), std::to_string(run.seed), run.state,
              run.started, run.budget, ::getpid())
            .run();
        const auto id = database.getLastInsertRowid();
        m_impl->claims.mark(id, run.state);
        return id;
    };
    return m_impl->ask(add, [this](SQLite::Database& database, int64_t id) {
        Query(database, "DELETE FROM run WHERE id = ?", id).run();
        m_impl->claims.mark(id, "removed");
    });
}

void ProjectWriter::addTrial(int64_t run, TrialRow trial)
{
    m_impl->push([run, trial = std::move(trial)](SQLite::Database& database) { insertTrial(database, run, trial); });
}

void ProjectWriter::addSpans(int64_t run, std::vector<Span> spans)
{
    m_impl->push([this, run, spans = std::move(spans)](SQLite::Database&) { m_impl->spans->write(run, spans); });
}

void ProjectWriter::addSample(std::string counter, std::string unit, double unixSeconds, double value)
{
    m_impl->push([this, counter = std::move(counter), unit = std::move(unit), unixSeconds, value](SQLite::Database&) {
        m_impl->spans->writeSample(counter, unit, unixSeconds, value);
    });
}

void ProjectWriter::traceWritingFor(int64_t run)
{
    m_impl->push([this, run](SQLite::Database&) { m_impl->tracedRun = run; });
}

void ProjectWriter::setRunState(int64_t run, std::string state)
{
    m_impl->push([this, run, state = std::move(state)](SQLite::Database& database) {
        Query(
            database,
            "UPDATE run SET state = ?, ended = CASE WHEN ?1 = 'running' THEN 0 ELSE (julianday('now') - 2440587.5) * 86400.0 END,"
            " started = CASE WHEN ?1 = 'running' AND state = 'waiting' THEN (julianday('now') - 2440587.5) * 86400.0"
            "   ELSE started END, host_pid = ? WHERE id = ?",
            state, ::getpid(), run)
            .run();
        m_impl->claims.mark(run, state);
    });
}

Result<int64_t> ProjectWriter::claim(std::span<const int64_t> runs)
{
    auto refusal = std::make_shared<std::optional<Error>>();
    const std::vector<int64_t> wanted(runs.begin(), runs.end());
    m_hasClaimed = true;
    const int64_t trials =
        TRY(m_impl->ask([=, this](SQLite::Database& database) { return m_impl->claims.claim(database, wanted, *refusal); },
                        [=, this](SQLite::Database& database, int64_t) { m_impl->claims.release(database, wanted); }));
    return *refusal ? Result<int64_t>(tl::make_unexpected(**refusal)) : trials;
}

void ProjectWriter::setRunOptions(int64_t run, int64_t budget, nlohmann::json options)
{
    m_impl->push([run, budget, options = std::move(options)](SQLite::Database& database) {
        Query(database, "UPDATE run SET budget = ?, options = ? WHERE id = ?", budget, jsonText(options), run).run();
    });
}

void ProjectWriter::correctTrial(int64_t run, TrialRow trial)
{
    m_impl->push([run, trial = std::move(trial)](SQLite::Database& database) { knobscope::correctTrial(database, run, trial); });
}

void ProjectWriter::scaleTrials(int64_t run, const TrialScale& scale)
{
    m_impl->push([run, scale](SQLite::Database& database) { knobscope::scaleTrials(database, run, scale); });
}

void ProjectWriter::setMeta(std::string key, std::string value)
{
    m_impl->push([key = std::move(key), value = std::move(value)](SQLite::Database& database) { putMeta(database, key, value); });
}

bool ProjectWriter::flush()
{
    m_impl->push([](SQLite::Database&) {}); // the file may have been removed since the last row
    return m_impl->waitUntilWritten();
}

uint64_t ProjectWriter::accepted() const
{
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->pushed;
}

uint64_t ProjectWriter::written() const
{
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->committed;
}

const std::string& ProjectWriter::path() const
{
    return m_impl->path;
}

Sentence ProjectWriter::loss() const
{
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->lossSentence;
}

std::string ProjectWriter::rescuedPath() const
{
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->rescuedPath;
}

Error ProjectWriter::refusal() const
{
    return m_impl->refusal();
}

} // namespace knobscope
