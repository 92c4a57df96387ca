// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chart/chartcanvas.h"

#include "widgets/theme/theme.h"

#include <QApplication>
#include <QCategoryAxis>
#include <QChart>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLineSeries>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int cellWidth = 3;  // pixels
constexpr int cellHeight = 4;
constexpr double laneHeight = 9;
constexpr double stairWidth = 2;

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

ChartCanvas::ChartCanvas(QWidget* parent)
    : QChartView(new QChart, parent)
    , m_x(new QCategoryAxis)
    , m_y(new QCategoryAxis)
    , m_dots(new DotsItem(chart()))
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
    m_dots->setZValue(3.5); // above Qt Charts' axes (3), below its lines (5)
    connect(chart(), &QChart::plotAreaChanged, this, [this] { placeDots(); });
    applyTheme();
}

void ChartCanvas::setTitles(const QString& x, TickKind xKind, const QString& y, TickKind yKind)
{
    m_x->setTitleText(x);
    m_y->setTitleText(y);
    m_xKind = xKind;
    m_yKind = yKind;
    placeTicks();
}

void ChartCanvas::setArea(const QRectF& area)
{
    if (area == m_area || !(area.width() > 0) || !(area.height() > 0)) {
        return;
    }
    m_area = area;
    placeTicks();
}

void ChartCanvas::placeTicks()
{
    const int xWanted = std::max(2, static_cast<int>(plot().width() / 65));
    const int yWanted = std::max(2, static_cast<int>(plot().height() / 36));
    setTicks(*m_x, m_area.left(), m_area.right(), ticksFor(m_xKind, m_area.left(), m_area.right(), xWanted));
    auto yTicks = ticksFor(m_yKind, m_area.top(), m_area.bottom(), yWanted);
    // Below zero there are only the failures.
    std::erase_if(yTicks, [this](const Tick& tick) { return m_yKind == TickKind::Number && tick.place < 0; });
    setTicks(*m_y, m_area.top(), m_area.bottom(), yTicks);
}

CellGrid ChartCanvas::grid() const
{
    const QRectF pixels = plot();
    return {m_area, std::max(1, static_cast<int>(pixels.width() / cellWidth)),
            std::max(1, static_cast<int>(pixels.height() / cellHeight))};
}

void ChartCanvas::setLayers(std::vector<ChartLayer> layers)
{
    m_layers = std::move(layers);
    while (m_lines.size() < m_layers.size()) {
        auto* line = new QLineSeries;
        chart()->addSeries(line);
        line->attachAxis(m_x);
        line->attachAxis(m_y);
        m_lines.push_back(line);
    }
    for (size_t i = 0; i < m_lines.size(); ++i) {
        const bool isUsed = i < m_layers.size();
        m_lines[i]->setVisible(isUsed);
        if (isUsed) {
            m_lines[i]->setPen(QPen(m_layers[i].color, stairWidth));
            m_lines[i]->replace(QList<QPointF>(m_layers[i].steps.begin(), m_layers[i].steps.end()));
        }
    }
    placeDots();
}

void ChartCanvas::placeDots()
{
    m_dots->setDots(
        plot(), &m_layers, [this](QPointF plane) { return toPixel(plane); },
        [this](double x, Outcome outcome) { return pixelOf({{x, 0}, outcome}); });
}

void ChartCanvas::setSelected(std::vector<Mark> marks)
{
    m_selected = std::move(marks);
    viewport()->update();
}

void ChartCanvas::setHovered(std::optional<Mark> mark, const QString& readout)
{
    m_hovered = mark;
    m_readout = readout;
    viewport()->update();
}

void ChartCanvas::setMessage(const QString& message)
{
    if (message != m_message) {
        m_message = message;
        viewport()->update();
    }
}

QRectF ChartCanvas::plot() const
{
    return chart()->plotArea();
}

QPointF ChartCanvas::toPixel(QPointF plane) const
{
    const QRectF p = plot();
    return {p.left() + (plane.x() - m_area.left()) / m_area.width() * p.width(),
            p.bottom() - (plane.y() - m_area.top()) / m_area.height() * p.height()};
}

QPointF ChartCanvas::toPlane(QPointF pixel) const
{
    const QRectF p = plot();
    return {m_area.left() + (pixel.x() - p.left()) / p.width() * m_area.width(),
            m_area.top() + (p.bottom() - pixel.y()) / p.height() * m_area.height()};
}

double ChartCanvas::laneShare(int kinds) const
{
    return kinds == 0 ? 0 : std::min(0.5, (kinds * laneHeight + 4) / std::max(1.0, plot().height()));
}

double ChartCanvas::laneOf(Outcome outcome) const
{
    // Kinds that do not occur take no room.
    int lane = 0;
    for (size_t kind = 1; kind < static_cast<size_t>(outcome); ++kind) {
        lane +=
            std::any_of(m_layers.begin(), m_layers.end(), [&](const ChartLayer& layer) { return !layer.failures[kind].empty(); })
                ? 1
                : 0;
    }
    return plot().bottom() - laneHeight * (lane + 0.6);
}

QPointF ChartCanvas::pixelOf(const Mark& mark) const
{
    const QPointF pixel = toPixel(mark.point);
    return mark.outcome == Outcome::Success ? pixel : QPointF(pixel.x(), laneOf(mark.outcome));
}

void ChartCanvas::settle()
{
    chart()->layout()->activate();
}

void ChartCanvas::drawMark(QPainter& painter, const Mark& mark, bool isHovered) const
{
    const QPointF at = pixelOf(mark);
    if (!plot().adjusted(-4, -4, 4, 4).contains(at)) {
        return;
    }
    const double radius = isHovered ? 7 : 5.5;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(palette().color(QPalette::Base), 4));
    painter.drawEllipse(at, radius, radius);
    painter.setPen(QPen(palette().color(QPalette::Text), isHovered ? 1.2 : 2));
    painter.drawEllipse(at, radius, radius);
}

void ChartCanvas::drawReadout(QPainter& painter) const
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

void ChartCanvas::drawForeground(QPainter* painter, const QRectF&)
{
    const QRectF p = plot();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(font());
    if (!m_message.isEmpty()) {
        painter->setPen(palette().color(QPalette::PlaceholderText));
        painter->drawText(p, Qt::AlignCenter | Qt::TextWordWrap, m_message);
    }
    for (const Mark& mark : m_selected) {
        drawMark(*painter, mark, false);
    }
    if (m_hovered) {
        drawMark(*painter, *m_hovered, true);
    }
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
    drawReadout(*painter);
    if (hasFocus()) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(palette().color(QPalette::Highlight), 1));
        painter->drawRect(p.adjusted(-0.5, -0.5, 0.5, 0.5));
    }
}

void ChartCanvas::applyTheme()
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
    for (size_t i = 0; i < m_lines.size() && i < m_layers.size(); ++i) {
        m_lines[i]->setPen(QPen(m_layers[i].color, stairWidth)); // setTheme recolours series
    }
}

void ChartCanvas::changeEvent(QEvent* event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        applyTheme();
    }
}

void ChartCanvas::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    placeTicks();
    emit resized();
}

} // namespace knobscope
