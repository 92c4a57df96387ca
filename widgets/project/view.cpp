// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/view.h"

#include "widgets/plot/picture.h"

#include <QApplication>
#include <QCoreApplication>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QMimeData>

#include <algorithm>

namespace knobscope {

namespace {

bool handlesKeys(const QWidget& child, const QWidget& view)
{
    return child.isVisibleTo(&view) && child.isEnabled() && (child.focusPolicy() & Qt::TabFocus) != 0;
}

} // namespace

void View::focusInside(Qt::FocusReason reason)
{
    QWidgetList children = findChildren<QWidget*>();
    children.prepend(property("mainWidget").value<QWidget*>());
    children.prepend(focusWidget() == this ? nullptr : focusWidget());
    for (QWidget* child : children) {
        if (child && handlesKeys(*child, *this)) {
            child->setFocus(reason);
            return;
        }
    }
    setFocusPolicy(Qt::StrongFocus); // the view takes no keys, but F6 continues from here
    setFocus(reason);
}

bool View::focusNextPrevChild(bool next)
{
    const QWidget* holder = QApplication::focusWidget();
    const bool isLost =
        isVisible() && holder && holder != this && isAncestorOf(holder) && !(holder->isEnabled() && holder->isVisibleTo(this));
    if (!isLost) {
        return QWidget::focusNextPrevChild(next);
    }
    focusInside(Qt::OtherFocusReason);
    return true;
}

void View::acceptFiles(std::function<void(const QString& path)> take)
{
    m_onFile = std::move(take);
    setAcceptDrops(true);
}

void View::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void View::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    std::ranges::for_each(filesOf(*event), m_onFile);
}

QStringList View::filesOf(const QDropEvent& event)
{
    QStringList paths;
    for (const QUrl& url : event.mimeData()->urls()) {
        if (url.isLocalFile()) {
            paths << url.toLocalFile();
        }
    }
    return paths;
}

void View::askForPicture(QWidget& of, const QString& suggestedName)
{
    const QString path = QFileDialog::getSaveFileName(&of, QCoreApplication::translate("Plot", "Save Picture"), suggestedName,
                                                      QCoreApplication::translate("Plot", "Pictures (*.png *.svg)"));
    if (!path.isEmpty() && !m_workspace.reportError(savePicture(of, path))) {
        m_workspace.report(MessageLevel::Info, tr("The picture was written to %1.").arg(path));
    }
}

LazyView::LazyView(Workspace& workspace, int milliseconds, QWidget* parent)
    : View(workspace, parent)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(milliseconds);
    connect(&m_timer, &QTimer::timeout, this, &LazyView::refreshStale);
}

void LazyView::refreshSoon()
{
    m_isStale = true;
    if (isVisible() && !m_timer.isActive()) {
        m_timer.start();
    }
}

void LazyView::refreshIfSeen()
{
    m_isStale = true;
    if (isVisible()) {
        refreshAtOnce();
    }
}

void LazyView::refreshAtOnce()
{
    markFresh();
    refresh();
}

void LazyView::markFresh()
{
    m_timer.stop();
    m_isStale = false;
}

void LazyView::refreshStale()
{
    if (m_isStale) {
        refreshAtOnce();
    }
}

void LazyView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    refreshStale();
}

} // namespace knobscope
