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

/// Works through a queue in a thread of its own, in the order asked, and delivers each answer in the GUI thread. In contrast to
/// LatestWork nothing is dropped but what a newer item of the same asker and key replaces. GUI thread only, unless said.
class SerialWork : public QObject
{
    Q_OBJECT
public:
    /// Called in the GUI thread when the work is done, unless its asker is gone.
    using Deliver = std::function<void()>;
    /// Runs in the queue's thread; must not touch widgets. `stop` becomes true when the queue goes, or its answers are dropped.
    using Work = std::function<Deliver(const std::atomic<bool>& stop)>;

    explicit SerialWork(QObject* parent = nullptr);
    /// Stops what goes on and drops what waits.
    ~SerialWork() override;

    /// An item that waits under the same asker and key is dropped, and so is the answer of one that began. An empty key replaces
    /// nothing.
    void add(QObject* asker, const QString& key, Work work);
    /// Drops what waits and the answer of what goes on, which is told to stop.
    void drop();
    /// Whether an answer is outstanding.
    bool isBusy() const { return !m_items.empty(); }
    /// Waits at most so long for all answers, and delivers those that are there. Whether all were.
    bool finishWithin(std::chrono::milliseconds patience);
    void finishNow();
    /// Items that are not worked through yet; any thread, and valid when the queue is gone.
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
        bool isWanted = true; ///< GUI thread: its answer is
        bool isBegun = false; ///< guarded by m_mutex, and so is the next
        bool isDone = false;
    };
    void loop(const std::stop_token& ended);
    void deliver();

    std::list<std::shared_ptr<Item>> m_items; ///< without an answer; GUI thread
    std::shared_ptr<std::atomic<int>> m_unfinished = std::make_shared<std::atomic<int>>(0);
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<std::shared_ptr<Item>> m_waiting; ///< guarded by m_mutex
    std::jthread m_thread; ///< uses what is above it
};

} // namespace knobscope
