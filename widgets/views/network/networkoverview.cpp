// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/network/networkoverview.h"

#include "widgets/base/theme.h"
#include "widgets/views/network/networkcanvas.h"

#include <QCoreApplication>
#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int kOverviewWidth = 56;
constexpr double kTall = 2;      // heights of the canvas
constexpr double kLeastHeight = 2; // of a box, pixels

} // namespace

NetworkOverview::NetworkOverview(NetworkCanvas& canvas, QWidget* parent)
    : QWidget(parent)
    , m_canvas(canvas)
{
    setFixedWidth(kOverviewWidth);
    setAccessibleName(tr("Overview of the network"));
    setToolTip(tr("The whole network. Click or drag to go to a part of it."));
    setCursor(Qt::PointingHandCursor);
    for (const QScrollBar* bar : {canvas.verticalScrollBar(), canvas.horizontalScrollBar()}) {
        connect(bar, &QScrollBar::valueChanged, this, qOverload<>(&QWidget::update));
        connect(bar, &QScrollBar::rangeChanged, this, qOverload<>(&QWidget::update));
    }
    connect(&canvas, &NetworkCanvas::changed, this, [this] {
        showIfTall();
        update();
    });
    canvas.installEventFilter(this);
    showIfTall();
}

bool NetworkOverview::eventFilter(QObject*, QEvent* event)
{
    if (event->type() == QEvent::Resize) {
        showIfTall();
    }
    return false;
}

void NetworkOverview::showIfTall()
{
    setVisible(m_canvas.sceneRect().height() > kTall * m_canvas.height() && !m_canvas.arrangement().boxes.empty());
}

QRectF NetworkOverview::visiblePart() const
{
    return m_canvas.mapToScene(m_canvas.viewport()->rect()).boundingRect() & m_canvas.sceneRect();
}

QRectF NetworkOverview::onStrip(const QRectF& area) const
{
    const QRectF all = m_canvas.sceneRect();
    const QRectF room = QRectF(rect()).adjusted(space::kTight, 1, -space::kTight, -1);
    const double x = room.width() / all.width(), y = room.height() / all.height();
    return {room.left() + (area.left() - all.left()) * x, room.top() + (area.top() - all.top()) * y, area.width() * x,
            area.height() * y};
}

void NetworkOverview::paintEvent(QPaintEvent*)
{
    const Theme theme = themeFor(palette());
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    const std::vector<QRectF>& boxes = m_canvas.arrangement().boxes;
    for (size_t box = 0; box < boxes.size(); ++box) {
        const BoxLook& look = m_canvas.looks()[box];
        const bool isMarked = look.isFound || static_cast<int>(box) == m_canvas.current();
        QRectF place = onStrip(boxes[box]);
        place.setHeight(std::max(place.height() - 1, kLeastHeight));
        painter.fillRect(place, look.colour.isValid() ? look.colour : theme.line);
        if (isMarked) { // a mark across the strip, wherever the box is
            painter.fillRect(QRectF(0, place.top(), width(), place.height()), look.isFound ? theme.best : theme.accent);
        }
    }
    const QRectF seen = onStrip(visiblePart());
    QColor veil = palette().color(QPalette::Base);
    veil.setAlpha(150);
    painter.fillRect(QRectF(0, 0, width(), seen.top()), veil);
    painter.fillRect(QRectF(0, seen.bottom(), width(), height() - seen.bottom()), veil);
    painter.setPen(QPen(theme.accent, 2));
    painter.drawRect(QRectF(1, std::max(1.0, seen.top()), width() - 2, std::min(seen.height(), height() - 2.0)));
}

void NetworkOverview::mousePressEvent(QMouseEvent* event)
{
    const QRectF seen = onStrip(visiblePart());
    const double y = event->position().y();
    m_grabbed = y >= seen.top() && y <= seen.bottom() ? y - seen.center().y() : 0;
    mouseMoveEvent(event);
}

void NetworkOverview::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton) {
        const QRectF all = m_canvas.sceneRect();
        const double y = (event->position().y() - m_grabbed) / height() * all.height();
        m_canvas.centerOn(visiblePart().center().x(), all.top() + y);
    }
}

void NetworkOverview::wheelEvent(QWheelEvent* event)
{
    QCoreApplication::sendEvent(m_canvas.verticalScrollBar(), event);
}

} // namespace knobscope
