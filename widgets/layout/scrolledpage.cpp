// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/scrolledpage.h"

#include <QEvent>
#include <QScrollBar>

namespace knobscope {

namespace {

QSize leastOf(const QWidget& page)
{
    return page.minimumSizeHint().expandedTo(page.minimumSize()).expandedTo(QSize(0, 0));
}

} // namespace

ScrolledPage::ScrolledPage(QWidget* page, QSize most, QWidget* parent)
    : QScrollArea(parent)
    , m_most(most)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setWidget(page);
    fit();
}

QSize ScrolledPage::minimumSizeHint() const
{
    return leastOf(*widget()).boundedTo(m_most);
}

// Not setWidgetResizable(): it gives a page with wrapped words the height it would like instead of the one it needs.
void ScrolledPage::fit()
{
    const QSize least = leastOf(*widget());
    QSize room = maximumViewportSize();
    const bool isTall = least.height() > room.height();
    const bool isWide = least.width() > room.width() - (isTall ? verticalScrollBar()->sizeHint().width() : 0);
    const bool isTallBesides = isTall || (isWide && least.height() > room.height() - horizontalScrollBar()->sizeHint().height());
    room -=
        {isTallBesides ? verticalScrollBar()->sizeHint().width() : 0, isWide ? horizontalScrollBar()->sizeHint().height() : 0};
    widget()->resize(room.expandedTo(least));
}

void ScrolledPage::resizeEvent(QResizeEvent* event)
{
    fit();
    QScrollArea::resizeEvent(event);
}

bool ScrolledPage::eventFilter(QObject* watched, QEvent* event)
{
    const bool isHandled = QScrollArea::eventFilter(watched, event);
    if (watched == widget() && event->type() == QEvent::LayoutRequest) {
        fit();
        updateGeometry();
    }
    return isHandled;
}

} // namespace knobscope
