// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/counting.h"

#include <QObject>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace knobscope {

/// Counts in a thread of its own what would hold the window up. Only the space asked for last is counted; what is asked for
/// meanwhile stops the one before. Ends with its owner, within a few milliseconds.
class CountingThread : public QObject
{
    Q_OBJECT
public:
    explicit CountingThread(QObject* parent = nullptr);
    ~CountingThread() override;
    /// `number` comes back with the result.
    void count(const ConfigSpace& space, quint64 number);
    /// What was asked for is of no interest any more.
    void forget();

signals:
    void counted(quint64 number, const knobscope::ConstraintEffects& effects);

private:
    void run();
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::optional<std::pair<ConfigSpace, quint64>> m_wanted;
    std::atomic<bool> m_stop{false}; ///< what is being counted
    bool m_quit = false;
    std::thread m_thread;
};

} // namespace knobscope

Q_DECLARE_METATYPE(knobscope::ConstraintEffects)
