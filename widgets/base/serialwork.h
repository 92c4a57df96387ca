// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>

namespace knobscope {

/// Runs queued jobs in a thread of its own, in the order requested, and delivers each answer in the GUI thread. Unlike
/// LatestWork, drops a job only if a newer one with the same asker and key replaces it. GUI thread only, unless noted.
class SerialWork : public QObject
{
    Q_OBJECT
public:
    /// Runs in the GUI thread when the job is done, unless its asker was destroyed.
    using Deliver = std::function<void()>;
    /// Runs in the queue's thread; must not touch widgets. `stop` becomes true when the queue is destroyed or drops the answer.
    using Work = std::function<Deliver(const std::atomic<bool>& stop)>;

    explicit SerialWork(QObject* parent = nullptr);
    /// Stops the running job and drops the waiting ones.
    ~SerialWork() override;

    /// Drops a waiting item with the same asker and key, and the answer of a running one. An empty key replaces nothing.
    void add(QObject* asker, const QString& key, Work work);
    /// Drops the waiting items and the answer of the running one, which is told to stop.
    void drop();
    /// Whether an answer is outstanding.
    bool isBusy() const { return !m_items.empty(); }
    /// Waits for all answers with a timeout and delivers the finished ones. Returns whether all were delivered.
    bool finishWithin(std::chrono::milliseconds timeout);
    void finishNow();
    /// Number of unfinished items; readable in any thread, also after the queue is destroyed.
    std::shared_ptr<const std::atomic<int>> unfinished() const { return m_unfinished; }

signals:
    /// The last outstanding answer was delivered.
    void idle();

private:
    struct Item {
        QPointer<QObject> asker; ///< GUI thread
        QString key;
        Work work;
        Deliver answer;
        std::atomic<bool> stop{false};
        bool isWanted = true; ///< false: drop its answer; GUI thread
        bool isBegun = false; ///< guarded by m_mutex, like isDone
        bool isDone = false;
    };
    void loop(const std::stop_token& ended);
    void deliver();

    std::list<std::shared_ptr<Item>> m_items; ///< unanswered items; GUI thread
    std::shared_ptr<std::atomic<int>> m_unfinished = std::make_shared<std::atomic<int>>(0);
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<std::shared_ptr<Item>> m_waiting; ///< guarded by m_mutex
    std::jthread m_thread; ///< declared last: uses the members above
};

} // namespace knobscope
