// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace knobscope {

/// Computes in a thread of its own, one thing at a time, for a view that only wants the newest: a request takes the place of
/// the one that waits, the one that is being computed is told to stop, and an answer that is no longer wanted is dropped. GUI
/// thread only.
class LatestWork : public QObject
{
    Q_OBJECT
public:
    /// What is called in the GUI thread when the work is done.
    using Deliver = std::function<void()>;
    /// Runs in the worker thread; must not touch widgets or the workspace.
    using Work = std::function<Deliver()>;
    /// Work that looks now and then whether it is still wanted: `stop` becomes true when it is not.
    using StoppableWork = std::function<Deliver(const std::atomic<bool>& stop)>;

    explicit LatestWork(QObject* parent = nullptr)
        : QObject(parent)
    {
    }
    /// Stops the computation that goes on and waits for it; its answer is dropped.
    ~LatestWork() override;

    void request(Work work);
    void request(StoppableWork work);
    /// Drops what waits and what is being computed.
    void cancel();
    bool isBusy() const { return m_busy; }
    /// Waits for the newest request and delivers its answer (pictures, tests).
    void finishNow();

signals:
    /// A computation broke off with an exception (out of memory).
    void failed(const QString& reason);

private:
    void stopNewest();
    void loop();
    void takeAnswer();

    std::thread m_thread;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::shared_ptr<std::atomic<bool>> m_stop; ///< of the newest request; GUI thread
    Work m_waiting; ///< guarded by m_mutex, as all down to m_ends
    quint64 m_waitingNumber = 0;
    Deliver m_answer;
    quint64 m_answerNumber = 0;
    bool m_ends = false;
    quint64 m_newest = 0; ///< GUI thread
    bool m_busy = false;
};

} // namespace knobscope
