// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/workspace/workspace.h"

#include <QJsonObject>
#include <QWidget>

namespace knobscope {

class ActionRegistry;

/// A dockable view on the workspace. GUI thread only; nothing in it may block for longer than a frame.
class View : public QWidget
{
    Q_OBJECT
public:
    explicit View(Workspace& workspace, QWidget* parent = nullptr)
        : QWidget(parent)
        , m_workspace(workspace)
    {
    }

    Workspace& workspace() const { return m_workspace; }
    /// Registers the view's actions under ids "VIEW.VERB" ("timeline.zoomIn"); called once.
    virtual void addActions(ActionRegistry&) {}
    /// Brings what is painted up to date at once, without timers (screenshots, tests).
    virtual void refreshNow() {}
    /// Column widths, zoom, splitters: what comes back after a restart.
    virtual QJsonObject saveState() const { return {}; }
    virtual void restoreState(const QJsonObject&) {}

private:
    Workspace& m_workspace;
};

} // namespace knobscope
