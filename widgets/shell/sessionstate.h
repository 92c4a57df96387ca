// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/latestwork.h"

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

/// The views whose states are saved, by name.
using NamedViews = std::vector<std::pair<QString, View*>>;

/// Returns the state to restore after a restart: project, task with its edits and config, selection, filters, each view's state
/// and splitters. Geometry and docks are saved separately.
QJsonObject sessionState(Workspace& workspace, const NamedViews& views);
/// Restores as much as is still valid, once the project is opened in the background, at last the views with `takeViews`, which
/// gets `state`. Skips missing projects and trials, and passes a message for each to `then`.
void restoreSession(const QJsonObject& state, Workspace& workspace,
                    const std::function<void(const QJsonObject& state)>& takeViews,
                    const std::function<void(const QStringList& problems)>& then);
/// Restores what a session holds of these views; those that are null are left out.
void restoreViews(const QJsonObject& session, const NamedViews& views);

/// The complete saved state: window geometry, docks and session.
struct WindowState {
    QByteArray geometry;
    QByteArray layout;
    QJsonObject session;
    friend bool operator==(const WindowState&, const WindowState&) = default;
};

/// Restores geometry and docks from the settings, and returns the session. Ignores docks saved by another version of the window.
QJsonObject loadWindow(QMainWindow& window, Layouts& layouts);

/// Saves the state continuously, so that a killed program loses at most the last second: after each change of the workspace, of a
/// view's state and of the window. GUI thread only; settings are written in a thread of its own. A hidden window is
/// not saved.
class Autosave : public QObject
{
    Q_OBJECT
public:
    Autosave(Workspace& workspace, QWidget& window, std::function<WindowState()> state);

    /// Also saves after changes of the window and its docks.
    void watchWindow();
    /// Begins to save after changes: once all views are made, because each has a part of the state. saveNow() makes them.
    void begin();
    /// Also saves after changes of this view.
    void watch(View& view);
    /// A second, unless a test sets less.
    void setDelay(std::chrono::milliseconds delay) { m_timer.setInterval(delay); }
    /// Whether a change is not on disk yet.
    bool isPending() const { return m_timer.isActive() || m_writer.isBusy(); }
    /// Suspends saving while the previous state is being restored.
    void setSuspended(bool isSuspended) { m_isSuspended = isSuspended; }
    /// Saves at once: the state is on disk when this returns. Works for a hidden window, too.
    void saveNow();
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void scheduleSave();
    void save();
    QWidget& m_window;
    std::function<WindowState()> m_state;
    WindowState m_written;
    bool m_hasBegun = false;
    bool m_isSuspended = false;
    QTimer m_timer;
    LatestWork m_writer;
};

} // namespace knobscope
