// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/background/latestwork.h"
#include "widgets/window/sessionstate.h"

#include <QTimer>
#include <QWidget>

#include <chrono>
#include <functional>

namespace knobscope {

/// Writes down what comes back after a restart while the window is open, so that a program that is killed loses no more than the
/// last second: at each change of the workspace, and when a person has used keys or mouse. GUI thread only; files are written in
/// a thread of its own. A window that is not shown is not kept.
class Autosave : public QObject
{
    Q_OBJECT
public:
    Autosave(Workspace& workspace, QWidget& window, std::function<WindowState()> state);

    /// A second unless a test has less time.
    void setDelay(std::chrono::milliseconds delay) { m_timer.setInterval(delay); }
    /// What changed is not on the disk yet.
    bool isPending() const { return m_timer.isActive() || m_writer.isBusy(); }
    /// At once: it is on the disk when this returns. Of a window that is hidden, too.
    void saveNow();
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void later();
    void save();
    QWidget& m_window;
    std::function<WindowState()> m_state;
    WindowState m_written;
    QTimer m_timer;
    LatestWork m_writer;
};

} // namespace knobscope
