// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workspace/view.h"

#include "widgets/plot/picture.h"

namespace knobscope {

void View::askForPicture(QWidget& of, const QString& suggestedName)
{
    const auto saved = askAndSavePicture(of, suggestedName);
    if (!saved) {
        m_workspace.say(saved.error());
    } else if (!saved->isEmpty()) {
        m_workspace.say(MessageLevel::Info, tr("The picture was written to %1.").arg(*saved));
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
