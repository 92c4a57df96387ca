// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/projectwriter.h"

#include "core/store/guarded.h"
#include "core/store/meta.h"
#include "core/store/projectground.h"
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

constexpr auto retryInterval = std::chrono::milliseconds(500);
constexpr auto groundInterval = std::chrono::milliseconds(100); // between looks at the file while nothing is written
constexpr uint64_t triesWhileWaited = 4; // a disk that is full now is full in ten seconds; a lock may well be gone
constexpr std::chrono::milliseconds lastLockWait(500); // a program that ends does not wait for another's lock as long as usually

} // namespace

struct ProjectWriter::Impl {
    /// One piece of work in a transaction; throws SQLite::Exception.
    using Work = std::function<void(SQLite::Database&)>;
    /// How it stands with work that somebody waits for: whoever is first, the writer's thread with its commit or the one that
    /// waits with giving it up, decides what came of it.
    struct Asked {
        enum State : uint8_t { Waiting, Written, GivenUp };
        std::atomic<State> state{Waiting};
        int64_t number = 0; ///< the answer, the writer's thread's own until it is Written …
        bool isInCommit = false; ///< … and this at any time: the newest try did the work
        std::function<void(SQLite::Database&, int64_t number)> undo; ///< for work that was committed after it was given up
    };
    struct Piece {
        Work work;
        std::shared_ptr<Asked> asked; ///< null: nobody waits for it
    };

    Impl(Project opened, ProblemHandler handler, std::chrono::milliseconds patienceOfCallers)
        : path(opened.path())
        , project(std::move(opened))
        , onProblem(std::move(handler))
        , patience(patienceOfCallers)
        , claims(path)
    {
        settleIn();
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

    /// What belongs to the file that the project is in now.
    void settleIn()
    {
        if (patience < longestLockWait) {
            project.guard().setLockPatience(patience);
        }
        ground.emplace(*project.m_database);
        spans.emplace(*project.m_database);
    }

    /// Moves into a new file when this one is not under its name any more. False when that cannot be: nothing is written then.
    bool regainGround()
    {
        if (!ground->isLost()) {
            return true;
        }
        const Sentence fate = ground->fate();
        ground->leave();
        auto rescued = rescueProject(project, ground->mode());
        const bool isRescued = moveInto(std::move(rescued), fate);
        if (tracedRun == 0 && onProblem && !problem.exchange(true)) { // otherwise whoever makes the run looks at loss()
            onProblem(lossSentence);
        }
        return isRescued;
    }

    bool moveInto(Result<Project> rescued, const Sentence& fate)
    {
        const std::lock_guard lock(mutex);
        lossSentence = lossOf(path, fate, rescued);
        if (!rescued) {
            return false;
        }
        rescuedPath = rescued->path();
        spans.reset(); // it refers to the connection
        ground.reset();
        project = std::move(*rescued);
        settleIn();
        claims.moveTo(project.path());
        return true;
    }

    /// Waits for work; while a run is written also looks after the file.
    void awaitWork(std::unique_lock<std::mutex>& lock)
    {
        const auto isWanted = [&] { return stopping || !queue.empty(); };
        while (!isWanted()) {
            if (tracedRun == 0) {
                changed.wait(lock, isWanted);
            } else if (!changed.wait_for(lock, groundInterval, isWanted)) {
                lock.unlock();
                (void)regainGround();
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
                project.guard().setLockPatience(lastLockWait);
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
                changed.wait_for(lock, retryInterval, [] { return false; });
            }
            done.notify_all();
        }
    }

    /// What was committed is its caller's, or undone before anything else: the caller gave up while the disk stalled the commit.
    /// Under the mutex.
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
        while (regainGround()) {
            if (const auto written = tryToWrite(batch)) {
                return *written;
            }
        }
        isLocked = false;
        return false;
    }

    /// Nothing: the file is not under its name any more, and nothing was written to it.
    std::optional<bool> tryToWrite(const std::deque<Piece>& batch)
    {
        try {
            // A deferred transaction that turns into a writing one is refused at once when another program wrote meanwhile.
            SQLite::Transaction transaction(*project.m_database, SQLite::TransactionBehavior::IMMEDIATE);
            const double start = unixNow();
            const auto began = std::chrono::steady_clock::now(); // the other clock may jump
            if (ownSpan) {
                spans->write(tracedRun, std::span(&*ownSpan, 1));
            }
            for (const auto& [work, asked] : batch) {
                work(*project.m_database);
            }
            spans->flush();
            if (ground->isLost()) {
                spans->clear();
                claims.rolledBack();
                return std::nullopt;
            }
            transaction.commit();
            claims.committed();
            ground->rememberFilesBeside();
            ownSpan.reset();
            if (tracedRun != 0) {
                ownSpan = spanOfWriting(start, std::chrono::steady_clock::now() - began, batch.size());
            }
            problem = false;
            return true;
        } catch (const SQLite::Exception& e) {
            isLocked = e.getErrorCode() == SQLITE_BUSY || e.getErrorCode() == SQLITE_LOCKED;
            return sayRefused(Sentence(e.what()));
        } catch (const std::bad_alloc&) { // a moment later there may be room
            isLocked = false;
            return sayRefused(phrase("memory ran out; close some programs, or raise the limit (ulimit -v)"));
        }
    }

    /// What was being written was rolled back.
    bool sayRefused(const Sentence& why)
    {
        spans->clear();
        claims.rolledBack();
        if (!problem.exchange(true) && onProblem) {
            onProblem(phrase("{} cannot be written ({}); results are kept in memory and tried again", path, why));
        }
        return false;
    }

    /// Runs `work` in the writer's thread and waits for the number it gives: of the try that was committed, since a row that
    /// was rolled back may have another number the next time, and on a full disk it is the end of a transaction that fails.
    /// Work that is committed after this gave it up is undone with `undo`, which gets the number.
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

    /// Whether all that was pushed so far is on disk, after waiting for it.
    bool waitUntilWritten()
    {
        std::unique_lock lock(mutex);
        const uint64_t wanted = pushed;
        const uint64_t most = refused + triesWhileWaited;
        done.wait_for(lock, patience, [&] { return committed >= wanted || refused >= most; });
        return committed >= wanted;
    }

    Error refusal() const
    {
        if (isLocked) {
            return lockedError(path);
        }
        return {ErrorCode::Io, phrase("{} cannot be written; is it locked by another program, damaged, or the disk full?", path)};
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
    uint64_t refused = 0; ///< tries that failed though nobody had locked the file
    std::atomic<bool> isLocked = false; ///< what was refused last was refused for another program's lock
    bool stopping = false;
    int lastTries = 0;
    std::atomic<bool> problem{false};
    Sentence lossSentence; ///< written by the writer's thread under the mutex, like the next
    std::string rescuedPath;
    std::optional<ProjectGround> ground; ///< these are the writer's thread's own, after the start
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
        m_impl->push([this](SQLite::Database& database) { m_impl->claims.giveBack(database); });
    }
    {
        const std::lock_guard lock(m_impl->mutex);
        m_impl->stopping = true;
    }
    m_impl->changed.notify_all();
    m_impl->thread.join();
    const bool isLeft = !m_impl->lossSentence.empty() && m_impl->rescuedPath.empty();
    if (!isLeft && !m_impl->ground->isLost()) { // another file under its name would share the log
        // A window that reads the file keeps what was written beside it, and cannot bring it in: the file may be copied alone.
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
              " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
              run.task, run.tuner, jsonText(run.parameters), jsonText(run.options), std::to_string(run.seed), run.state,
              run.started, run.budget, ::getpid(), processStartTime(::getpid()))
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
            "   ELSE started END, host_pid = ?, host_start = ? WHERE id = ?",
            state, ::getpid(), processStartTime(::getpid()), run)
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
                        [=, this](SQLite::Database& database, int64_t) { m_impl->claims.giveBack(database, wanted); }));
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
    m_impl->push([](SQLite::Database&) {}); // the file may have gone since the last row
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
