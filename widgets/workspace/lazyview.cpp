// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workspace/lazyview.h"

namespace knobscope {

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
