// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/project/view.h"
#include "widgets/shell/sessionstate.h"

#include <QJsonObject>
#include <QObject>

class QMainWindow;
class QStackedWidget;

namespace knobscope {

/// The registered views of a window and their docks. A view is made when it is asked for, when its dock opens, or else soon after
/// the window's first paint, which so waits only for the views that it shows. GUI thread only.
class WindowViews : public QObject
{
    Q_OBJECT
public:
    /// Makes the docks. Pages in the middle go into `centre`.
    WindowViews(QMainWindow& window, QStackedWidget& centre, Workspace& workspace);
    /// Deletes the views.
    ~WindowViews() override;

    /// Returns a view, made now if it was not yet; null if there is none with this id.
    View* make(const QString& id);
    /// The same by its class.
    View* make(const QMetaObject& type);
    /// Makes the views whose docks are open and not behind a tab.
    void makeOpen();
    /// Makes all that are missing, and returns all in registry order.
    const NamedViews& all();
    /// Null if it is not made yet.
    View* ifMade(const QString& id) const;
    /// Restores the views' states of a session, those of views that are not made yet when they are.
    void restore(const QJsonObject& session);

signals:
    /// A view was made; its state is not restored yet.
    void made(View& view);
    /// The last view was made.
    void completed();

private:
    View* makeAt(size_t place);
    void makeNext();
    QMainWindow& m_window;
    QStackedWidget& m_centre;
    Workspace& m_workspace;
    NamedViews m_views; ///< in registry order; null: not made yet
    size_t m_missing;
    QJsonObject m_session;
};

} // namespace knobscope
