// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/background/latestwork.h"

#include <QJsonObject>
#include <QString>
#include <QTimer>
#include <QWidget>

#include <chrono>
#include <functional>
#include <vector>

class QMainWindow;

namespace knobscope {

class Layouts;
class View;
class Workspace;

/// The named views whose states are kept.
using NamedViews = std::vector<std::pair<QString, View*>>;

/// What comes back after a restart: project, task with its edits and config, selection, filters, each view's own state and
/// splitters.
/// Geometry and docks are kept beside it.
QJsonObject sessionState(Workspace& workspace, const NamedViews& views);
/// Puts it back as far as it still fits, once the project is opened in the background: a project that is gone, or trials that
/// are, are left out, and `then` gets a sentence for each.
void restoreSession(const QJsonObject& state, Workspace& workspace, const NamedViews& views,
                    const std::function<void(const QStringList& problems)>& then);

/// All that comes back: where the window and its docks are, and the session.
struct WindowState {
    QByteArray geometry;
    QByteArray layout;
    QJsonObject session;
    friend bool operator==(const WindowState&, const WindowState&) = default;
};

/// Puts window and docks where they were, as the settings say, and returns the session. Docks of another version of the window
/// stay where they are.
QJsonObject loadWindow(QMainWindow& window, Layouts& layouts);

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
    /// Nothing is written while what was written last is still being put back.
    void setHeld(bool isHeld) { m_isHeld = isHeld; }
    /// At once: it is on the disk when this returns. Of a window that is hidden, too.
    void saveNow();
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void later();
    void save();
    QWidget& m_window;
    std::function<WindowState()> m_state;
    WindowState m_written;
    bool m_isHeld = false;
    QTimer m_timer;
    LatestWork m_writer;
};

} // namespace knobscope
