// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/plotview.h"

#include "widgets/base/theme.h"

#include <QApplication>
#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace knobscope {

namespace {

constexpr double kAxisMargin = 2;       // around the titles of the axes
constexpr double kRightMargin = 24; // for half of the last label
constexpr double kLabelGap = 4;

constexpr double kWheelStep = 1.2; // for a notch of the wheel or a key press
constexpr double kKeyStep = 0.1;   // share of the plot's size

/// The title of an axis, or if it does not fit what it begins with, the unit: "GFLOPS as AutoTVM counts them", "GFLOPS（…）".
QString fittingTitle(const QString& title, const QFontMetricsF& metrics, double room)
{
    const bool fits = metrics.horizontalAdvance(title) <= room;
    const auto isEnd = [](QChar c) { return c.isSpace() || c == QChar(0xff08); };
    const auto end = std::find_if(title.begin(), title.end(), isEnd);
    return metrics.elidedText(fits ? title : title.left(end - title.begin()), Qt::ElideRight, room);
}

} // namespace

PlotView::PlotView(QWidget* parent)
    : QAbstractScrollArea(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    setFrameShape(QFrame::NoFrame);
    setProperty("zooms", true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void PlotView::setAxes(PlotAxis x, PlotAxis y, double strip)
{
    const bool isKept = isZoomed() && x.means(m_x) && y.means(m_y);
    const double share = std::min(0.5, strip / std::max(1.0, plot().height()));
    const double height = (y.to() - y.from()) / (1 - share);
    const QRectF whole(x.from(), y.to() - height, x.to() - x.from(), height);
    if (x == m_x && y == m_y && whole == m_whole) {
        return;
    }
    m_x = std::move(x);
    m_y = std::move(y);
    m_whole = whole;
    m_area = isKept ? withinWhole(m_area) : m_whole;
    layOut();
}

QRectF PlotView::withinWhole(const QRectF& area) const
{
    if (m_isUnbounded) {
        return area;
    }
    const QSizeF size = area.size().boundedTo(m_whole.size());
    return {QPointF(std::clamp(area.left(), m_whole.left(), std::max(m_whole.left(), m_whole.right() - size.width())),
                    std::clamp(area.top(), m_whole.top(), std::max(m_whole.top(), m_whole.bottom() - size.height()))),
            size};
}

void PlotView::zoomTo(const QRectF& area)
{
    if (!(area.width() > 0) || !(area.height() > 0)) {
        return;
    }
    m_area = withinWhole(area);
    layOut();
    emit zoomed();
}

std::vector<Tick> PlotView::ticksAcross() const
{
    int widest = 65;
    if (m_x.kind() == PlotAxis::Kind::Categories) {
        widest = 1;
        for (const QString& name : m_x.categories()) {
            widest = std::max(widest, fontMetrics().horizontalAdvance(name) + fontMetrics().averageCharWidth());
        }
    }
    return xAxis().ticks(std::max(2, static_cast<int>(plot().width() / widest)));
}

std::vector<Tick> PlotView::ticksUp() const
{
    const bool isNamed = m_y.kind() == PlotAxis::Kind::Categories;
    const int room = isNamed ? fontMetrics().height() + 2 : 36;
    std::vector<Tick> ticks = yAxis().ticks(std::max(2, static_cast<int>(plot().height() / room)));
    for (Tick& tick : ticks) {
        tick.label = isNamed ? fontMetrics().elidedText(tick.label, Qt::ElideMiddle, width() / 4) : tick.label;
    }
    if (m_y.kind() != PlotAxis::Kind::Log) { // only the strip for data without a height is below the low end
        std::erase_if(ticks, [this](const Tick& tick) { return tick.place < m_y.from(); });
    }
    return ticks;
}

QFont PlotView::labelFont() const
{
    return textFont(TextSize::Small);
}

/// Places plot and ticks. The height of the plot does not depend on the labels, its width does.
void PlotView::layOut()
{
    const QFontMetricsF metrics(labelFont());
    const double line = metrics.height() + kLabelGap;
    m_plot.setTop(m_topMargin);
    m_plot.setHeight(std::max(1.0, height() - m_topMargin - 2 * line - kAxisMargin));
    m_yTicks = ticksUp();
    double widest = 0;
    for (const Tick& tick : m_yTicks) {
        widest = std::max(widest, metrics.horizontalAdvance(tick.label));
    }
    m_plot.setLeft(std::ceil(kAxisMargin + line + widest + kLabelGap));
    m_plot.setWidth(std::max(1.0, width() - m_plot.left() - kRightMargin));
    m_xTicks = ticksAcross();
    repaintAll();
}

void PlotView::setTopMargin(double pixels)
{
    if (std::exchange(m_topMargin, pixels) != pixels) {
        layOut();
    }
}

void PlotView::paintXAxis(QPainter& painter) const
{
    const QFontMetricsF metrics(painter.font());
    double free = -kRightMargin; // where the next label may begin
    for (const Tick& tick : m_xTicks) {
        const double x = toPixel({tick.place, 0}).x();
        painter.setPen(themeFor(palette()).grid);
        painter.drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
        const double wide = metrics.horizontalAdvance(tick.label) + 2;
        if (x - wide / 2 >= free) {
            free = x + wide / 2 + kLabelGap;
            painter.setPen(palette().color(QPalette::Text));
            painter.drawText(QRectF(x - wide / 2, m_plot.bottom() + kLabelGap, wide, metrics.height()), Qt::AlignCenter,
                             tick.label);
        }
    }
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QRectF(m_plot.left(), height() - kAxisMargin - metrics.height(), m_plot.width(), metrics.height()),
                     Qt::AlignCenter, metrics.elidedText(m_x.title, Qt::ElideRight, m_plot.width()));
}

void PlotView::paintYAxis(QPainter& painter) const
{
    const QFontMetricsF metrics(painter.font());
    double free = height(); // where the next label may end
    for (const Tick& tick : m_yTicks) {
        const double y = toPixel({0, tick.place}).y();
        painter.setPen(themeFor(palette()).grid);
        painter.drawLine(QPointF(m_plot.left(), y), QPointF(m_plot.right(), y));
        if (y + metrics.height() / 2 <= free) {
            free = y - metrics.height() / 2;
            painter.setPen(palette().color(QPalette::Text));
            painter.drawText(QRectF(0, free, m_plot.left() - kLabelGap, metrics.height()), Qt::AlignRight | Qt::AlignVCenter,
                             tick.label);
        }
    }
    painter.setPen(palette().color(QPalette::Text));
    painter.rotate(-90);
    painter.drawText(QRectF(-m_plot.bottom(), kAxisMargin, m_plot.height(), metrics.height()), Qt::AlignCenter,
                     fittingTitle(m_y.title, metrics, m_plot.height()));
    painter.rotate(90);
}

QPointF PlotView::toPixel(QPointF plane) const
{
    return {m_plot.left() + (plane.x() - m_area.left()) / m_area.width() * m_plot.width(),
            m_plot.bottom() - (plane.y() - m_area.top()) / m_area.height() * m_plot.height()};
}

QPointF PlotView::toPlane(QPointF pixel) const
{
    return {m_area.left() + (pixel.x() - m_plot.left()) / m_plot.width() * m_area.width(),
            m_area.top() + (m_plot.bottom() - pixel.y()) / m_plot.height() * m_area.height()};
}

QPointF PlotView::dataAt(QPointF pixel) const
{
    const QPointF plane = toPlane(pixel);
    return {m_x.fromPlane(plane.x()), m_y.fromPlane(plane.y())};
}

void PlotView::setReadout(const QString& text)
{
    m_readout = text;
    viewport()->update();
}

void PlotView::paintRing(QPainter& painter, QPointF at, double radius, double width) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(palette().color(QPalette::Base), 4));
    painter.drawEllipse(at, radius, radius);
    painter.setPen(QPen(palette().color(QPalette::Text), width));
    painter.drawEllipse(at, radius, radius);
}

void PlotView::paintReadout(QPainter& painter) const
{
    if (m_readout.isEmpty()) {
        return;
    }
    const QRectF p = plot();
    const QRect room(0, 0, std::max(80, static_cast<int>(p.width()) - 20), static_cast<int>(p.height()));
    constexpr int flags = Qt::AlignCenter | Qt::TextWordWrap;
    QRectF box = QRectF(painter.fontMetrics().boundingRect(room, flags, m_readout)).adjusted(-6, -3, 6, 3);
    // Places the box in the corner away from the pointer, above the data.
    const bool isPointerLeft = m_pointer.x() < p.center().x();
    const bool isPointerLow = m_pointer.y() > p.center().y();
    box.moveTop(isPointerLow ? p.top() + 4 : p.bottom() - box.height() - 4);
    box.moveLeft(isPointerLeft ? std::max(p.left() + 4, p.right() - box.width() - 4) : p.left() + 4);
    QColor back = palette().color(QPalette::ToolTipBase);
    painter.setPen(palette().color(QPalette::Mid));
    painter.setBrush(back);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(palette().color(QPalette::ToolTipText));
    painter.drawText(box, flags, m_readout);
}

void PlotView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const QRectF& p = m_plot;
    painter.setFont(labelFont());
    paintXAxis(painter);
    paintYAxis(painter);
    painter.setPen(themeFor(palette()).grid);
    painter.drawPolyline(QPolygonF{p.topLeft(), p.bottomLeft(), p.bottomRight()});
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font());
    paintData(painter);
    QColor accent = palette().color(QPalette::Highlight);
    if (m_drag == Drag::None && p.contains(m_pointer)) {
        painter.setPen(QPen(palette().color(QPalette::Mid), 1, Qt::DashLine));
        painter.drawLine(QPointF(m_pointer.x(), p.top()), QPointF(m_pointer.x(), p.bottom()));
        painter.drawLine(QPointF(p.left(), m_pointer.y()), QPointF(p.right(), m_pointer.y()));
    }
    painter.setPen(QPen(accent, 1.5));
    accent.setAlpha(40);
    painter.setBrush(accent);
    if (m_drag == Drag::Zoom) {
        painter.drawRect(QRectF(m_pressed, m_pointer).normalized().intersected(p));
    } else if (m_drag == Drag::Select) {
        painter.drawPolygon(m_lasso);
    }
    paintReadout(painter);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
        painter.drawRect(p.adjusted(-0.5, -0.5, 0.5, 0.5));
    }
}

void PlotView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        applyTheme();
    }
}

void PlotView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOut();
    emit resized();
}

void PlotView::zoomAround(QPointF pixel, double xFactor, double yFactor)
{
    const QPointF at = toPlane(pixel);
    const QSizeF size(m_area.width() * xFactor, m_area.height() * yFactor);
    // Below this size, doubles cannot distinguish neighbouring pixels.
    const double smallest = 1e-9;
    if (size.width() < smallest * std::max(1.0, std::abs(at.x())) || size.height() < smallest * std::max(1.0, std::abs(at.y()))) {
        return;
    }
    zoomTo({QPointF(at.x() - (at.x() - m_area.left()) * xFactor, at.y() - (at.y() - m_area.top()) * yFactor), size});
}

void PlotView::zoomBy(int steps)
{
    const double factor = std::pow(kWheelStep, -steps);
    zoomAround(plot().center(), factor, factor);
}

void PlotView::panBy(QPointF pixels)
{
    zoomTo(m_area.translated(-pixels.x() / plot().width() * m_area.width(), pixels.y() / plot().height() * m_area.height()));
}

void PlotView::mousePressEvent(QMouseEvent* event)
{
    m_pressed = m_pointer = event->position();
    const bool isPan = event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && m_isSpaceDown);
    if (isPan) {
        m_drag = Drag::Pan;
        setCursor(Qt::ClosedHandCursor);
    } else if (event->button() == Qt::LeftButton) {
        const bool isSelect = (m_tool == Tool::Select) != event->modifiers().testFlag(Qt::ShiftModifier);
        m_drag = isSelect ? Drag::Select : Drag::Zoom;
        m_lasso = {m_pressed};
    }
    event->accept();
}

void PlotView::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF before = std::exchange(m_pointer, event->position());
    if (m_drag == Drag::Pan) {
        panBy(m_pointer - before);
    } else if (m_drag == Drag::Select) {
        m_lasso.append(m_pointer);
        viewport()->update();
    } else if (m_drag == Drag::Zoom) {
        viewport()->update();
    } else {
        emit pointedAt(m_pointer);
    }
}

void PlotView::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    m_pointer = event->position();
    unsetCursor();
    const QPointF moved = m_pointer - m_pressed;
    const bool isClick = moved.manhattanLength() < QApplication::startDragDistance() && m_lasso.size() < 20;
    if (drag == Drag::Pan || drag == Drag::None) {
        return;
    }
    if (isClick) {
        emit clicked(m_pressed, event->modifiers());
    } else if (drag == Drag::Select) {
        emit enclosed(m_lasso, event->modifiers());
    } else {
        const QRectF pixels = QRectF(m_pressed, m_pointer).normalized().intersected(plot());
        if (pixels.width() > 4 && pixels.height() > 4) {
            zoomTo({toPlane(pixels.bottomLeft()), toPlane(pixels.topRight())});
        }
    }
    m_lasso.clear();
    viewport()->update();
}

void PlotView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        showAll();
    }
}

void PlotView::wheelEvent(QWheelEvent* event)
{
    const QPoint turn = event->angleDelta();
    const double notches = (turn.y() != 0 ? turn.y() : turn.x()) / 120.0;
    const double factor = std::pow(kWheelStep, -notches);
    const bool xOnly = event->modifiers().testFlag(Qt::ShiftModifier);
    const bool yOnly = event->modifiers().testFlag(Qt::ControlModifier);
    zoomAround(event->position(), yOnly ? 1 : factor, xOnly ? 1 : factor);
    event->accept();
}

void PlotView::keyPressEvent(QKeyEvent* event)
{
    const QPointF step(plot().width() * kKeyStep, plot().height() * kKeyStep);
    switch (event->key()) {
    case Qt::Key_Left: panBy({step.x(), 0}); return;
    case Qt::Key_Right: panBy({-step.x(), 0}); return;
    case Qt::Key_Up: panBy({0, step.y()}); return;
    case Qt::Key_Down: panBy({0, -step.y()}); return;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomBy(1); return;
    case Qt::Key_Minus: zoomBy(-1); return;
    case Qt::Key_R:
    case Qt::Key_0: showAll(); return;
    case Qt::Key_Space:
        m_isSpaceDown = true;
        if (m_drag == Drag::None) {
            setCursor(Qt::OpenHandCursor);
        }
        return;
    case Qt::Key_Escape:
        if (m_drag != Drag::None) {
            m_drag = Drag::None;
            m_lasso.clear();
            unsetCursor();
            viewport()->update();
            return;
        }
        break;
    default: break;
    }
    QWidget::keyPressEvent(event); // NOLINT(bugprone-parent-virtual-call): the parent class would scroll
}

void PlotView::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        m_isSpaceDown = false;
        if (m_drag == Drag::None) {
            unsetCursor();
        }
        return;
    }
    QWidget::keyReleaseEvent(event); // NOLINT(bugprone-parent-virtual-call): as above
}

void PlotView::leaveEvent(QEvent* event)
{
    m_pointer = {-1, -1};
    m_isSpaceDown = false;
    unsetCursor();
    emit pointerLeft();
    QAbstractScrollArea::leaveEvent(event);
    viewport()->update();
}

} // namespace knobscope
