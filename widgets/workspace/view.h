// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/workspace/workspace.h"

#include <QJsonObject>
#include <QTimer>
#include <QWidget>

#include <functional>

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
    /// Column widths, zoom, choices: what comes back after a restart, beside the view's splitters.
    virtual QJsonObject saveState() const { return {}; }
    virtual void restoreState(const QJsonObject&) {}
    /// The paths of what is dropped.
    static QStringList filesOf(const QDropEvent& event);

protected:
    /// Lets files be dropped on the view: each is handed to `take`.
    void acceptFiles(std::function<void(const QString& path)> take);
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    /// Asks where a picture of a widget goes, writes it, and says so, or why not.
    void askForPicture(QWidget& of, const QString& suggestedName);

private:
    Workspace& m_workspace;
    std::function<void(const QString& path)> m_takeFile;
};

/// A view that works only while it is seen: what changes while it is hidden is taken in when it is shown. GUI thread only.
class LazyView : public View
{
    Q_OBJECT
public:
    /// Changes that follow each other within `milliseconds` are taken in at once.
    LazyView(Workspace& workspace, int milliseconds, QWidget* parent = nullptr);

protected:
    /// Takes in what changed.
    virtual void refresh() = 0;
    /// Something changed: refresh() is called soon, or when the view is shown.
    void refreshSoon();
    /// The same without a moment in between.
    void refreshIfSeen();
    /// Calls refresh() now, whether or not the view is seen.
    void refreshAtOnce();
    /// The same, if there is anything to take in.
    void refreshStale();
    void setInterval(int milliseconds) { m_timer.setInterval(milliseconds); }
    void markStale() { m_isStale = true; }
    /// What changed was taken in by other means.
    void markFresh();
    bool isStale() const { return m_isStale; }
    bool isWaiting() const { return m_timer.isActive(); }
    void showEvent(QShowEvent* event) override;

private:
    QTimer m_timer;
    bool m_isStale = true;
};

} // namespace knobscope
