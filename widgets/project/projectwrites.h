// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "widgets/base/serialwork.h"

#include <QStringList>
#include <QTimer>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

namespace knobscope {

/// Writes of the window to projects other than runs: prepared work, log lines, configs measured by hand. Each file has a queue
/// and a thread, which writes in order and waits while another program locks the file; nothing is dropped because of a lock. GUI
/// thread only, unless noted.
class ProjectWrites : public QObject
{
    Q_OBJECT
public:
    explicit ProjectWrites(QObject* parent = nullptr);
    /// Waits until everything is written, unless giveUp() was called.
    ~ProjectWrites() override;

    /// `what` describes the write to the user: "the edits, the queue and the schedules". `write` runs in the queue's thread and returns a
    /// Result, which is passed to `take` in the GUI thread while `asker` lives. Replaces a pending write with the same asker and
    /// key; an empty key replaces none.
    template<class Write, class Take>
    void add(const QString& path, const QString& what, QObject* asker, const QString& key, Write write, Take take);
    bool isBusy() const;
    /// The message "Not yet in FILE: …" with the pending writes; empty: none.
    QString unwritten() const;
    /// Returns a function for any thread that gives the message at the time of its call, for the writes queued by now.
    std::function<QString()> unwrittenLater() const;
    /// Waits up to `timeout` until everything is written. Returns whether it is.
    bool finishWithin(std::chrono::milliseconds timeout);
    /// Waits until everything is written (tests).
    void finishNow();
    /// Drops pending and later writes.
    void giveUp();
    /// Waits until all writes queued for the file so far are done, or `stop` is set; for any thread.
    using Wait = std::function<void(const std::atomic<bool>& stop)>;
    Wait waitFor(const QString& path);

signals:
    /// A write has been pending for a second (see unwritten()); emitted once until all is written.
    void delayed(const QString& sentence);
    /// Everything is written.
    void idle();

private:
    struct Waiting {
        QString what;
        std::chrono::steady_clock::time_point since;
    };
    struct Queue {
        SerialWork work;
        std::vector<std::weak_ptr<const Waiting>> waiting; ///< expired: written
    };
    /// `attempt` returns true if it is done or cannot succeed.
    void put(const QString& path, const QString& what, QObject* asker, const QString& key, std::function<bool()> attempt,
             SerialWork::Deliver deliver);
    void reportDelay();
    void reportIdle();
    std::map<QString, std::unique_ptr<Queue>> m_queues; ///< by path
    QTimer m_delayTimer;
    bool m_isCancelled = false;
    bool m_isReported = false; ///< delayed() was emitted for the current writes
};

template<class Write, class Take>
void ProjectWrites::add(const QString& path, const QString& what, QObject* asker, const QString& key, Write write, Take take)
{
    const auto given = std::make_shared<std::optional<std::invoke_result_t<Write&>>>();
    put(
        path, what, asker, key,
        [given, write = std::move(write)]() mutable {
            given->emplace(catchExceptions(write));
            return **given || !isLocked((*given)->error());
        },
        [given, take = std::move(take)]() mutable { take(**given); });
}

} // namespace knobscope
