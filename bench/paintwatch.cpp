// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/paintwatch.h"

#include <QCoreApplication>
#include <QEvent>
#include <QFile>

#include <algorithm>
#include <ctime>
#include <utility>

namespace knobscope {

namespace {

constexpr std::chrono::milliseconds beatEvery(4);

} // namespace

PaintWatch::PaintWatch(QObject* parent)
    : QObject(parent)
{
    QCoreApplication::instance()->installEventFilter(this);
    m_beats.setTimerType(Qt::PreciseTimer);
    connect(&m_beats, &QTimer::timeout, this, &PaintWatch::beat);
    m_beats.start(beatEvery);
}

bool PaintWatch::eventFilter(QObject*, QEvent* event)
{
    if (event->type() == QEvent::Paint && !std::exchange(m_paintsNow, true)) {
        QMetaObject::invokeMethod(
            this,
            [this] { // all windows are painted in one go, so this runs after the last one
                m_lastPaint = Clock::now();
                m_paintsNow = false;
            },
            Qt::QueuedConnection);
    }
    return false;
}

void PaintWatch::beat()
{
    const auto now = Clock::now();
    const std::chrono::duration<double> late = now - m_lastBeat - beatEvery;
    const auto queued = threadQueued();
    m_longest = std::max(m_longest, late);
    m_longestOwn = std::max(m_longestOwn, late - (queued - m_lastQueued));
    m_lastQueued = queued;
    m_lastBeat = now;
    const auto work = threadTime();
    m_longestWork = std::max(m_longestWork, work - m_lastWork);
    m_lastWork = work;
}

std::chrono::duration<double> PaintWatch::threadTime()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::duration<double>(static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9);
}

std::chrono::duration<double> PaintWatch::threadQueued()
{
    QFile file(QStringLiteral("/proc/thread-self/schedstat")); // nanoseconds running and waiting; then a count
    return std::chrono::duration<double>(file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(1).toDouble() * 1e-9
                                                                        : 0);
}

void PaintWatch::forget()
{
    m_longest = {};
    m_longestOwn = {};
    m_lastQueued = threadQueued();
    m_longestWork = {};
    m_lastWork = threadTime();
    m_lastBeat = Clock::now();
}

bool PaintWatch::settle(std::chrono::milliseconds quiet, std::chrono::milliseconds limit)
{
    const auto start = Clock::now();
    while (Clock::now() - std::max(m_lastPaint, start) < quiet) {
        if (Clock::now() - start > limit) {
            return false;
        }
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    return true;
}

bool PaintWatch::waitForPaint(std::chrono::milliseconds limit)
{
    const auto start = Clock::now();
    const auto before = m_lastPaint;
    while (m_lastPaint == before) {
        if (Clock::now() - start > limit) {
            return false;
        }
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    return true;
}

} // namespace knobscope
