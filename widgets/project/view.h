// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/controls/viewstate.h"
#include "widgets/project/workspace.h"

#include <QJsonObject>
#include <QTimer>
#include <QWidget>

#include <functional>

namespace knobscope {

class ActionRegistry;

/// Base of the dockable views on the workspace. GUI thread only; nothing may block for longer than a frame.
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
    /// Updates the painted content at once, without timers (screenshots, tests).
    virtual void refreshNow() {}
    /// Column widths, zoom and choices to restore after a restart.
    ViewState& state() { return m_state; }
    QJsonObject saveState() const { return m_state.save(); }
    void restoreState(const QJsonObject& state) { m_state.restore(state); }
    /// Returns the control with this id (widgets/controls/control.h); null if there is none, or if its part of the view is not
    /// made yet.
    QWidget* control(QAnyStringView id) const { return findChild<QWidget*>(id.toString()); }
    /// Gives the focus to the widget of the view that had it last, else to its "mainWidget" (a property), else to its first
    /// control.
    void focusInside(Qt::FocusReason reason);
    /// Returns the paths of the dropped files.
    static QStringList filesOf(const QDropEvent& event);

protected:
    /// Accepts dropped files; passes each to `take`.
    void acceptFiles(std::function<void(const QString& path)> take);
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    /// Keeps the focus in the view when the widget that has it is disabled or hidden: Qt would pass it on, to another view.
    bool focusNextPrevChild(bool next) override;
    /// Asks for a path, saves a picture of a widget there, and reports success or failure.
    void askForPicture(QWidget& of, const QString& suggestedName);

private:
    Workspace& m_workspace;
    ViewState m_state;
    std::function<void(const QString& path)> m_onFile;
};

/// A view that updates only while visible: changes made while it is hidden are applied when it is shown. GUI thread only.
class LazyView : public View
{
    Q_OBJECT
public:
    /// Changes within `milliseconds` are applied together.
    LazyView(Workspace& workspace, int milliseconds, QWidget* parent = nullptr);

protected:
    /// Applies the changes.
    virtual void refresh() = 0;
    /// Schedules refresh(): soon, or when the view is shown.
    void refreshSoon();
    /// Refreshes without delay if visible.
    void refreshIfSeen();
    /// Calls refresh() now, even if the view is hidden.
    void refreshAtOnce();
    /// The same, if there are changes to apply.
    void refreshStale();
    void setInterval(int milliseconds) { m_timer.setInterval(milliseconds); }
    void markStale() { m_isStale = true; }
    /// Marks changes as already applied.
    void markFresh();
    bool isStale() const { return m_isStale; }
    bool isWaiting() const { return m_timer.isActive(); }
    void showEvent(QShowEvent* event) override;

private:
    QTimer m_timer;
    bool m_isStale = true;
};

} // namespace knobscope
