// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <chrono>

namespace knobscope {

/// Watches the program's event loop from outside: when something was painted last, and how long the loop was away. GUI thread
/// only; one at a time.
class PaintWatch : public QObject
{
    Q_OBJECT
public:
    using Clock = std::chrono::steady_clock;

    explicit PaintWatch(QObject* parent = nullptr);

    /// When the loop went on after anything was painted the last time.
    Clock::time_point lastPaint() const { return m_lastPaint; }
    /// How long a key press may have waited at most since forget(): by how much a timer of a few milliseconds was late.
    std::chrono::duration<double> longestStall() const { return m_longest; }
    /// The processor time that this thread took between two such beats at most: the same on a machine that has nothing else to
    /// do.
    std::chrono::duration<double> longestWork() const { return m_longestWork; }
    /// longestStall() without the time in which this thread could have gone on, but every processor was taken: what the
    /// program itself is to blame for, its waiting for locks and files included. Equal to longestStall() where the system does
    /// not tell.
    std::chrono::duration<double> longestOwnStall() const { return m_longestOwn; }
    void forget();
    /// Processor time of the calling thread.
    static std::chrono::duration<double> threadTime();
    /// How long the calling thread has waited for a processor, as Linux counts it; 0 where it does not.
    static std::chrono::duration<double> threadQueued();
    /// Runs the loop until nothing was painted for `quiet`, or `limit` is over; false in the latter case.
    bool settle(std::chrono::milliseconds quiet, std::chrono::milliseconds limit);
    /// Runs the loop until something was painted; false when `limit` is over before.
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
