// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <QObject>
#include <QTimer>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>

namespace knobscope {

/// Works in a thread of its own, one thing at a time, and only the newest is wanted: a request takes the place of the one that
/// waits, the one that is being worked on is told to stop, and an answer that is no longer wanted is dropped. Work that nothing
/// takes the place of (a measurement, an import) is stopped by stop() and says meanwhile with tell() how far it is. Work that
/// breaks off with an exception (out of memory) is answered by what was named for it. GUI thread only.
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
    /// What is called in the GUI thread instead of the answer when the work threw something.
    using Failed = std::function<void(const Error& error)>;

    /// Without `failed` for what is asked alone.
    explicit LatestWork(Failed failed = {}, QObject* parent = nullptr);
    /// Stops what goes on and waits for it; its answer is dropped.
    ~LatestWork() override;

    void request(StoppableWork work);
    void request(Work work)
    {
        request(StoppableWork([work = std::move(work)](const std::atomic<bool>&) { return work(); }));
    }
    /// The usual kind: what `work` gives, a Result, is handed to `take` in the GUI thread, and so is what broke it off. `work`
    /// may have `stop` as its argument.
    template<class Asked, class Taker>
    void ask(Asked work, Taker take);
    /// Drops what waits and what is being computed.
    void cancel();
    /// Tells what goes on to stop; its answer comes all the same.
    void stop();
    /// From within the work, by any thread: `notice` is called in the GUI thread, at most 20 times a second and before the
    /// answer. A newer notice of the same kind takes the place of one that waits.
    void tell(Deliver notice, int kind = 0);
    bool isBusy() const { return m_busy; }
    /// Waits for the newest request and delivers its answer (pictures, tests).
    void finishNow();
    /// The same for at most so long. Whether it is answered.
    bool finishWithin(std::chrono::milliseconds patience);

private:
    void loop(const std::stop_token& ended);
    void takeNotices();
    void takeAnswer();

    Failed m_failed;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::shared_ptr<std::atomic<bool>> m_stop; ///< of the newest request; GUI thread
    Work m_waiting; ///< guarded by m_mutex, as all down to m_newest
    quint64 m_workingNumber = 0;
    std::map<int, Deliver> m_notices; ///< of what is being worked on
    Deliver m_answer;
    quint64 m_answerNumber = 0;
    quint64 m_newest = 0; ///< what waits, is worked on or was answered; written by the GUI thread
    bool m_busy = false;
    QTimer m_noticeTimer;
    std::jthread m_thread; ///< uses what is above it
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
        const auto given = std::make_shared<std::invoke_result_t<decltype(give)>>(caught(give));
        return [take, given] { take(std::move(*given)); };
    });
}

} // namespace knobscope
