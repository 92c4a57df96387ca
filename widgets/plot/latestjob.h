// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace knobscope {

/// Runs work in a thread of its own, one at a time, and hands what it gives to the GUI thread. Of several that wait only the
/// latest is run, and of results only the latest counts. Used from the GUI thread.
class LatestJob : public QObject
{
    Q_OBJECT
public:
    using Deliver = std::function<void()>; ///< run in the GUI thread
    using Work = std::function<Deliver()>; ///< run in the other thread; may touch nothing that this one changes

    explicit LatestJob(QObject* parent = nullptr)
        : QObject(parent)
    {
    }
    /// Waits for the work that goes on; its result is dropped.
    ~LatestJob() override;

    void start(Work work);
    bool isBusy() const;
    /// Waits for the latest and delivers it at once (pictures, tests).
    void finish();

private:
    void run();
    void deliver();
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::optional<Work> m_waiting;
    std::optional<Deliver> m_done;
    bool m_running = false;
    bool m_stopping = false;
    std::thread m_thread;
};

} // namespace knobscope
