// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>

#include <vector>

class QMainWindow;

namespace knobscope {

class Layouts;
class View;
class Workspace;

/// The named views whose states are kept.
using NamedViews = std::vector<std::pair<QString, View*>>;

/// What comes back after a restart: project, task with its edits and config, selection, filters, each view's own state.
/// Geometry and docks are kept beside it.
QJsonObject sessionState(Workspace& workspace, const NamedViews& views);
/// Puts it back as far as it still fits: a project that is gone, or trials that are, are left out, and a sentence for each is
/// returned.
QStringList restoreSession(const QJsonObject& state, Workspace& workspace, const NamedViews& views);

/// All that comes back: where the window and its docks are, and the session.
struct WindowState {
    QByteArray geometry;
    QByteArray layout;
    QJsonObject session;
    friend bool operator==(const WindowState&, const WindowState&) = default;
};

/// In the settings; in any thread.
void saveWindow(const WindowState& state);
/// Docks of another version of the window stay where they are.
QJsonObject loadWindow(QMainWindow& window, Layouts& layouts);

} // namespace knobscope
