// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/scrolledpage.h"

#include <QEvent>
#include <QScrollBar>
#include <QVariant>

namespace knobscope {

namespace {

constexpr const char* kHints = "hints"; ///< property: what the parent's layout was told of last

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
    page->setAttribute(Qt::WA_Resized); // its size follows from this one's, when that is known: no size hint is needed before
    setWidget(page);
    viewport()->setAutoFillBackground(false); // show the background of the parent
    page->setAutoFillBackground(false);
}

QSize ScrolledPage::minimumSizeHint() const
{
    return leastOf(*widget()).boundedTo(m_most);
}

// Not setWidgetResizable(): it gives a page with wrapped text its preferred height instead of the height it needs.
void ScrolledPage::fit()
{
    QSize before;
    for (int pass = 0; pass < 3 && widget()->size() != before; ++pass) { // text wraps differently at another width
        before = widget()->size();
        const QSize least = leastOf(*widget());
        const QSize bars(verticalScrollBar()->sizeHint().width(), horizontalScrollBar()->sizeHint().height());
        QSize room = maximumViewportSize();
        const bool isTall = least.height() > room.height();
        const bool isWide = least.width() > room.width() - (isTall ? bars.width() : 0);
        const bool isTallBesides = isTall || (isWide && least.height() > room.height() - bars.height());
        room -= {isTallBesides ? bars.width() : 0, isWide ? bars.height() : 0};
        widget()->resize(room.expandedTo(least));
    }
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
        const QVariantList hints{sizeHint(), minimumSizeHint()};
        if (property(kHints) != hints) { // or each other text would lay out the whole window
            setProperty(kHints, hints);
            updateGeometry();
        }
    }
    return isHandled;
}

} // namespace knobscope
