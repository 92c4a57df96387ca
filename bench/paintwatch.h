// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <chrono>

namespace knobscope {

/// Monitors the event loop: the time of the last paint, and the longest delay of the loop. GUI thread only; one instance at a
/// time.
class PaintWatch : public QObject
{
    Q_OBJECT
public:
    using Clock = std::chrono::steady_clock;

    explicit PaintWatch(QObject* parent = nullptr);

    /// Time at which the loop continued after the last paint.
    Clock::time_point lastPaint() const { return m_lastPaint; }
    /// Longest possible delay of a key press since forget(): the lateness of a timer of a few milliseconds.
    std::chrono::duration<double> longestStall() const { return m_longest; }
    /// Longest processor time of this thread between two ticks of that timer: does not depend on other load of the machine.
    std::chrono::duration<double> longestWork() const { return m_longestWork; }
    /// longestStall() without the time in which this thread was ready but every processor was busy: the program's own share,
    /// including waits for locks and files. Equal to longestStall() if the system does not report it.
    std::chrono::duration<double> longestOwnStall() const { return m_longestOwn; }
    void forget();
    /// Processor time of the calling thread.
    static std::chrono::duration<double> threadTime();
    /// Time that the calling thread has waited for a processor, as reported by Linux; 0 on other systems.
    static std::chrono::duration<double> threadQueued();
    /// Runs the loop until nothing was painted for `quiet`, or until `limit`; returns false in the latter case.
    bool settle(std::chrono::milliseconds quiet, std::chrono::milliseconds limit);
    /// Runs the loop until something is painted; returns false if `limit` is reached first.
    bool waitForPaint(std::chrono::milliseconds limit);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void beat();
    QTimer m_beats;
    Clock::time_point m_lastBeat = Clock::now();
    Clock::time_point m_lastPaint = Clock::now();
    std::chrono::duration<double> m_lastWork = threadTime();
    std::chrono::duration<double> m_lastQueued = threadQueued();
    std::chrono::duration<double> m_longest{};
    std::chrono::duration<double> m_longestOwn{};
    std::chrono::duration<double> m_longestWork{};
    bool m_paintsNow = false;
};

} // namespace knobscope
