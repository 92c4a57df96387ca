// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/windowviews.h"

#include "widgets/base/afterpaint.h"
#include "widgets/controls/scrolledpage.h"
#include "widgets/shell/views.h"

#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>
#include <QStackedWidget>
#include <QTabBar>
#include <QTimer>

#include <algorithm>

namespace knobscope {

namespace {

/// Whether another dock's tab is in front of a dock; such docks are not hidden for Qt.
bool isBehindTab(const QMainWindow& window, const QDockWidget& dock)
{
    for (const QTabBar* bar : window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        for (int tab = 0; bar->count() > 1 && tab < bar->count(); ++tab) {
            if (bar->tabText(tab) == dock.windowTitle()) {
                return tab != bar->currentIndex();
            }
        }
    }
    return false;
}

} // namespace

WindowViews::WindowViews(QMainWindow& window, QStackedWidget& centre, Workspace& workspace)
    : QObject(&window)
    , m_window(window)
    , m_centre(centre)
    , m_workspace(workspace)
    , m_missing(viewEntries().size())
{
    for (const ViewEntry& entry : viewEntries()) {
        const QString id = QString::fromLatin1(entry.id);
        m_views.emplace_back(id, nullptr);
        if (entry.group != DockGroup::Center) {
            auto* dock = new QDockWidget(titleOf(entry), &window);
            dock->setObjectName(id);
            auto* place = new QWidget;
            place->setMinimumSize(1, 1); // Qt warns of a dock whose content has no minimum size
            dock->setWidget(place);
            connect(dock, &QDockWidget::visibilityChanged, this, [this, id](bool isVisible) {
                if (isVisible && m_window.isVisible()) {
                    make(id);
                }
            });
        }
    }
    afterPaint(window, [this] { makeNext(); });
}

WindowViews::~WindowViews()
{
    for (const auto& [id, view] : m_views) {
        delete view;
    }
}

View* WindowViews::ifMade(const QString& id) const
{
    const auto found = std::ranges::find(m_views, id, [](const auto& named) { return named.first; });
    return found == m_views.end() ? nullptr : found->second;
}

View* WindowViews::make(const QString& id)
{
    const auto found = std::ranges::find(m_views, id, [](const auto& named) { return named.first; });
    return found == m_views.end() ? nullptr : makeAt(static_cast<size_t>(found - m_views.begin()));
}

View* WindowViews::make(const QMetaObject& type)
{
    const auto found = std::ranges::find(viewEntries(), &type, [](const ViewEntry& entry) { return entry.kind.type; });
    return found == viewEntries().end() ? nullptr : makeAt(static_cast<size_t>(found - viewEntries().begin()));
}

View* WindowViews::makeAt(size_t place)
{
    auto& [id, view] = m_views[place];
    if (view) {
        return view;
    }
    view = viewEntries()[place].kind.make(m_workspace);
    view->setObjectName(id);
    auto* dock = m_window.findChild<QDockWidget*>(id);
    if (dock) {
        delete dock->widget();
        dock->setWidget(new ScrolledPage(view));
    } else {
        m_centre.addWidget(view);
    }
    emit made(*view);
    if (!m_session.isEmpty()) {
        restoreViews(m_session, {{id, view}});
    }
    if (dock) {
        dock->widget()->show(); // in an open dock, its layout would do so only from the event loop
        dock->layout()->activate(); // the minimum size of the dock is that of the view
    }
    if (--m_missing == 0) {
        m_session = {};
        emit completed();
    }
    return view;
}

void WindowViews::makeOpen()
{
    for (const auto& [id, view] : m_views) {
        const auto* dock = m_window.findChild<QDockWidget*>(id);
        if (dock && !dock->isHidden() && !isBehindTab(m_window, *dock)) { // a tab makes its view when it comes to the front
            make(id);
        }
    }
}

const NamedViews& WindowViews::all()
{
    for (size_t place = 0; m_missing > 0 && place < m_views.size(); ++place) {
        makeAt(place);
    }
    return m_views;
}

/// Makes one view, and the next one when the events that have come meanwhile are handled.
void WindowViews::makeNext()
{
    const auto found = std::ranges::find(m_views, nullptr, [](const auto& named) { return named.second; });
    if (found != m_views.end()) {
        makeAt(static_cast<size_t>(found - m_views.begin()));
        QTimer::singleShot(0, this, &WindowViews::makeNext);
    }
}

void WindowViews::restore(const QJsonObject& session)
{
    m_session = m_missing > 0 ? session : QJsonObject();
    restoreViews(session, m_views);
}

} // namespace knobscope
