// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/plotview.h"

#include "widgets/theme/theme.h"

#include <QCategoryAxis>
#include <QChart>
#include <QGraphicsLayout>
#include <QLegend>

#include <algorithm>

namespace knobscope {

namespace {

void setTicks(QCategoryAxis& axis, double low, double high, const std::vector<Tick>& ticks)
{
    for (const QString& label : axis.categoriesLabels()) {
        axis.remove(label);
    }
    axis.setStartValue(low);
    axis.setRange(low, high);
    for (const Tick& tick : ticks) {
        axis.append(tick.label, tick.place);
    }
}

} // namespace

PlotView::PlotView(QWidget* parent)
    : QChartView(new QChart, parent)
    , m_x(new QCategoryAxis)
    , m_y(new QCategoryAxis)
{
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    for (QCategoryAxis* axis : {m_x, m_y}) {
        axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
        axis->setTruncateLabels(false);
    }
    chart()->addAxis(m_x, Qt::AlignBottom);
    chart()->addAxis(m_y, Qt::AlignLeft);
    chart()->legend()->hide();
    chart()->setMargins(QMargins(2, 8, 24, 2));
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->setBackgroundRoundness(0);
    PlotView::applyTheme();
}

void PlotView::attach(QAbstractSeries* series)
{
    chart()->addSeries(series);
    series->attachAxis(m_x);
    series->attachAxis(m_y);
}

void PlotView::setTitles(const QString& x, TickKind xKind, const QString& y, TickKind yKind)
{
    m_x->setTitleText(x);
    m_y->setTitleText(y);
    m_xKind = xKind;
    m_yKind = yKind;
    placeTicks();
}

void PlotView::setArea(const QRectF& area)
{
    if (area == m_area || !(area.width() > 0) || !(area.height() > 0)) {
        return;
    }
    m_area = area;
    placeTicks();
}

std::vector<Tick> PlotView::ticksOf(Qt::Orientation axis, double low, double high, int wanted) const
{
    return ticksFor(kindOf(axis), low, high, wanted);
}

void PlotView::placeTicks()
{
    const int xWanted = std::max(2, static_cast<int>(plot().width() / 65));
    const int yWanted = std::max(2, static_cast<int>(plot().height() / 36));
    setTicks(*m_x, m_area.left(), m_area.right(), ticksOf(Qt::Horizontal, m_area.left(), m_area.right(), xWanted));
    setTicks(*m_y, m_area.top(), m_area.bottom(), ticksOf(Qt::Vertical, m_area.top(), m_area.bottom(), yWanted));
}

void PlotView::setMessage(const QString& message)
{
    if (message != m_message) {
        m_message = message;
        viewport()->update();
    }
}

QRectF PlotView::plot() const
{
    chart()->layout()->activate();
    return chart()->plotArea();
}

QPointF PlotView::toPixel(QPointF plane) const
{
    const QRectF p = plot();
    return {p.left() + (plane.x() - m_area.left()) / m_area.width() * p.width(),
            p.bottom() - (plane.y() - m_area.top()) / m_area.height() * p.height()};
}

QPointF PlotView::toPlane(QPointF pixel) const
{
    const QRectF p = plot();
    return {m_area.left() + (pixel.x() - p.left()) / p.width() * m_area.width(),
            m_area.top() + (p.bottom() - pixel.y()) / p.height() * m_area.height()};
}

void PlotView::paintEvent(QPaintEvent* event)
{
    chart()->layout()->activate();
    QChartView::paintEvent(event);
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
    // In the corner away from the pointer, above what is drawn.
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

void PlotView::drawForeground(QPainter* painter, const QRectF&)
{
    const QRectF p = plot();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(font());
    if (!m_message.isEmpty()) {
        painter->setPen(palette().color(QPalette::PlaceholderText));
        painter->drawText(p, Qt::AlignCenter | Qt::TextWordWrap, m_message);
    }
    paintData(*painter);
    QColor accent = palette().color(QPalette::Highlight);
    if (m_drag == Drag::None && p.contains(m_pointer)) {
        painter->setPen(QPen(palette().color(QPalette::Mid), 1, Qt::DashLine));
        painter->drawLine(QPointF(m_pointer.x(), p.top()), QPointF(m_pointer.x(), p.bottom()));
        painter->drawLine(QPointF(p.left(), m_pointer.y()), QPointF(p.right(), m_pointer.y()));
    }
    painter->setPen(QPen(accent, 1.5));
    accent.setAlpha(40);
    painter->setBrush(accent);
    if (m_drag == Drag::Zoom) {
        painter->drawRect(QRectF(m_pressed, m_pointer).normalized().intersected(p));
    } else if (m_drag == Drag::Select) {
        painter->drawPolygon(m_lasso);
    }
    paintReadout(*painter);
    if (hasFocus()) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(palette().color(QPalette::Highlight), 1));
        painter->drawRect(p.adjusted(-0.5, -0.5, 0.5, 0.5));
    }
}

void PlotView::applyTheme()
{
    const Theme theme = themeFor(palette());
    chart()->setTheme(isDark(palette()) ? QChart::ChartThemeDark : QChart::ChartThemeLight);
    chart()->setBackgroundBrush(palette().brush(QPalette::Base));
    chart()->setBackgroundPen(Qt::NoPen);
    chart()->setFont(font());
    QFont small = font();
    small.setPointSizeF(std::max(7.0, small.pointSizeF() * 0.9));
    for (QCategoryAxis* axis : {m_x, m_y}) {
        axis->setGridLineColor(theme.grid);
        axis->setLinePenColor(theme.grid);
        axis->setLabelsColor(palette().color(QPalette::Text));
        axis->setLabelsFont(small);
        axis->setTitleBrush(palette().brush(QPalette::Text));
        axis->setTitleFont(small);
    }
}

void PlotView::changeEvent(QEvent* event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        applyTheme();
    }
}

void PlotView::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    placeTicks();
    emit resized();
}

} // namespace knobscope
