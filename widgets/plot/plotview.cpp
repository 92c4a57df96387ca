// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/plotview.h"

#include "widgets/base/theme.h"

#include <QCategoryAxis>
#include <QChart>
#include <QGraphicsLayout>
#include <QLegend>

#include <algorithm>

namespace knobscope {

namespace {

void setTicks(QCategoryAxis& axis, const PlotAxis& shown, const std::vector<Tick>& ticks)
{
    for (const QString& label : axis.categoriesLabels()) {
        axis.remove(label);
    }
    axis.setTitleText(shown.title);
    axis.setStartValue(shown.from());
    axis.setRange(shown.from(), shown.to());
    for (const Tick& tick : ticks) {
        axis.append(tick.label, tick.place);
    }
}

} // namespace

PlotView::PlotView(QWidget* parent)
    : QChartView(new QChart, parent)
    , m_xTicks(new QCategoryAxis)
    , m_yTicks(new QCategoryAxis)
{
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    for (QCategoryAxis* axis : {m_xTicks, m_yTicks}) {
        axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
        axis->setTruncateLabels(false);
    }
    chart()->addAxis(m_xTicks, Qt::AlignBottom);
    chart()->addAxis(m_yTicks, Qt::AlignLeft);
    chart()->legend()->hide();
    chart()->setMargins(QMargins(2, 8, 24, 2));
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->setBackgroundRoundness(0);
    connect(chart(), &QChart::plotAreaChanged, this, [this] { repaintAll(); });
    PlotView::applyTheme();
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
    placeTicks();
    repaintAll();
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
    placeTicks();
    repaintAll();
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

void PlotView::placeTicks()
{
    setTicks(*m_xTicks, xAxis(), ticksAcross());
    setTicks(*m_yTicks, yAxis(), ticksUp());
}

QRectF PlotView::plot() const
{
    chart()->layout()->activate();
    return chart()->plotArea();
}

QPointF PlotView::toPixel(QPointF plane, const QRectF& plot) const
{
    return {plot.left() + (plane.x() - m_area.left()) / m_area.width() * plot.width(),
            plot.bottom() - (plane.y() - m_area.top()) / m_area.height() * plot.height()};
}

QPointF PlotView::toPlane(QPointF pixel) const
{
    const QRectF p = plot();
    return {m_area.left() + (pixel.x() - p.left()) / p.width() * m_area.width(),
            m_area.top() + (p.bottom() - pixel.y()) / p.height() * m_area.height()};
}

QPointF PlotView::dataAt(QPointF pixel) const
{
    const QPointF plane = toPlane(pixel);
    return {m_x.fromPlane(plane.x()), m_y.fromPlane(plane.y())};
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

void PlotView::drawForeground(QPainter* painter, const QRectF&)
{
    const QRectF p = plot();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(font());
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
    for (QCategoryAxis* axis : {m_xTicks, m_yTicks}) {
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
    repaintAll();
    emit resized();
}

} // namespace knobscope
