// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/scrolledpage.h"

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
    , m_page(page)
    , m_most(most)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    page->setAttribute(Qt::WA_Resized); // its size follows from this one's, when that is known: no size hint is needed before
    page->setParent(viewport());
    page->installEventFilter(this);
    viewport()->setAutoFillBackground(false); // show the background of the parent
}

/// Gives the scroll area its page. Not before the page is to be seen: the scroll area measures all texts of the page.
void ScrolledPage::attach()
{
    if (!widget()) {
        setWidget(m_page);
        m_page->setAutoFillBackground(false);
    }
}

QSize ScrolledPage::minimumSizeHint() const
{
    return leastOf(*m_page).boundedTo(m_most);
}

// Not setWidgetResizable(): it gives a page with wrapped text its preferred height instead of the height it needs.
void ScrolledPage::fit()
{
    QSize before;
    for (int pass = 0; pass < 3 && m_page->size() != before; ++pass) { // text wraps differently at another width
        before = m_page->size();
        const QSize least = leastOf(*m_page);
        const QSize bars(verticalScrollBar()->sizeHint().width(), horizontalScrollBar()->sizeHint().height());
        QSize room = maximumViewportSize();
        const bool isTall = least.height() > room.height();
        const bool isWide = least.width() > room.width() - (isTall ? bars.width() : 0);
        const bool isTallBesides = isTall || (isWide && least.height() > room.height() - bars.height());
        room -= {isTallBesides ? bars.width() : 0, isWide ? bars.height() : 0};
        m_page->resize(room.expandedTo(least));
    }
}

bool ScrolledPage::event(QEvent* event)
{
    if (event->type() == QEvent::Show) {
        attach();
    }
    return QScrollArea::event(event);
}

void ScrolledPage::resizeEvent(QResizeEvent* event)
{
    attach();
    fit();
    QScrollArea::resizeEvent(event);
}

bool ScrolledPage::eventFilter(QObject* watched, QEvent* event)
{
    const bool isHandled = QScrollArea::eventFilter(watched, event);
    if (watched == m_page && event->type() == QEvent::LayoutRequest) {
        if (widget()) {
            fit();
        }
        updateGeometry();
    }
    return isHandled;
}

} // namespace knobscope
