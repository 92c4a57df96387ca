// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "widgets/base/workpool.h"

#include <QObject>
#include <QTimer>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>

namespace knobscope {

/// Runs one job at a time in the window's pool of threads, and only the newest request counts: a request replaces the waiting one
/// and stops the running one, whose answer is dropped. A job that no request replaces (a measurement, an import) is stopped by
/// stop() and reports progress with notify(). If a job throws (out of memory), its error handler is called. GUI thread only.
class LatestWork : public QObject
{
    Q_OBJECT
public:
    /// Runs in the GUI thread when the job is done.
    using Deliver = std::function<void()>;
    /// Runs in a thread of the pool; must not touch widgets or the workspace.
    using Work = std::function<Deliver()>;
    /// A job that polls `stop`, which becomes true when its answer is no longer wanted.
    using StoppableWork = std::function<Deliver(const std::atomic<bool>& stop)>;
    /// Runs in the GUI thread instead of the answer if the job threw an exception.
    using Failed = std::function<void(const Error& error)>;

    /// `failed` is unused by jobs that are requested with ask(). The length is Normal by default.
    explicit LatestWork(Failed failed = {}, QObject* parent = nullptr);
    explicit LatestWork(JobLength length, Failed failed = {}, QObject* parent = nullptr);
    /// Stops the running job, waits for it and drops its answer.
    ~LatestWork() override;

    void request(StoppableWork work);
    void request(Work work)
    {
        request(StoppableWork([work = std::move(work)](const std::atomic<bool>&) { return work(); }));
    }
    /// Common case: passes the Result of `work` to `take` in the GUI thread, or the error if `work` threw. `work` may have a
    /// parameter `stop`.
    template<class Asked, class Taker>
    void ask(Asked work, Taker take);
    /// Drops the waiting job and the answer of the running one.
    void cancel();
    /// Tells the running job to stop; its answer is still delivered.
    void stop();
    /// Called by the job, from any thread: runs `notice` in the GUI thread, at most 20 times a second and before the answer. A
    /// newer notice of the same kind replaces one that waits.
    void notify(Deliver notice, int kind = 0);
    bool isBusy() const { return m_busy; }
    /// Waits for the newest request and delivers its answer (pictures, tests).
    void finishNow();
    /// Same with a timeout. Returns whether the answer was delivered.
    bool finishWithin(std::chrono::milliseconds timeout);

private:
    /// State that the GUI thread and the pool share; guarded by the mutex.
    struct Shared {
        std::mutex mutex;
        std::condition_variable changed;
        Work waiting;
        bool isScheduled = false; ///< the pool will take the waiting job, or runs one
        bool isRunning = false;
        quint64 workingNumber = 0;
        std::map<int, Deliver> notices; ///< of the running job
        Deliver answer;
        quint64 answerNumber = 0;
        quint64 newest = 0; ///< number of the last request, whatever its state
    };
    void schedule();
    static void runNext(Shared& shared, LatestWork& owner);
    void deliverNotices();
    void deliverAnswer();

    JobLength m_length;
    Failed m_failed;
    std::shared_ptr<Shared> m_shared = std::make_shared<Shared>();
    std::shared_ptr<std::atomic<bool>> m_stop; ///< of the newest request; GUI thread
    bool m_busy = false;
    QTimer m_noticeTimer;
};

template<class Asked, class Taker>
void LatestWork::ask(Asked work, Taker take)
{
    request([work = std::move(work), take = std::move(take)](const std::atomic<bool>& stop) -> Deliver {
        const auto give = [&] {
            if constexpr (std::is_invocable_v<const Asked&, const std::atomic<bool>&>) {
                return work(stop);
            } else {
                return work();
            }
        };
        const auto given = std::make_shared<std::invoke_result_t<decltype(give)>>(catchExceptions(give));
        return [take, given] { take(std::move(*given)); };
    });
}

} // namespace knobscope
