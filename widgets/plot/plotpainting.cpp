// SPDX-License-Identifier: GPL-3.0-or-later
// How PlotCanvas looks.
#include "widgets/plot/colours.h"
#include "widgets/plot/decimation.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/theme/theme.h"

#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr int gap = 6;
constexpr int dotCell = 2;          ///< pixels within which one dot stands for all
constexpr size_t mostSmoothPoints = 600; ///< of a line
constexpr size_t mostSmoothDots = 4000; ///< beyond, dots are painted as squares in one call

bool isFinite(QPointF p)
{
    return std::isfinite(p.x()) && std::isfinite(p.y());
}

/// The corners of a staircase through points.
std::vector<QPointF> staircase(const std::vector<QPointF>& points)
{
    std::vector<QPointF> out;
    for (size_t i = 0; i < points.size(); ++i) {
        if (i > 0) {
            out.emplace_back(points[i].x(), points[i - 1].y());
        }
        out.push_back(points[i]);
    }
    return out;
}

} // namespace

int PlotCanvas::legendHeight() const
{
    const bool any = std::any_of(m_series.begin(), m_series.end(), [](const PlotSeries& s) { return !s.name.isEmpty(); });
    return any ? fontMetrics().height() + gap : gap;
}

QRect PlotCanvas::layOut() const
{
    const QFontMetrics metrics = fontMetrics();
    int labels = 0;
    for (const PlotTick& tick : m_y.ticks(6)) {
        labels = std::max(labels, metrics.horizontalAdvance(tick.label));
    }
    const int left = labels + metrics.height() + 3 * gap;
    const int bottom = 2 * metrics.height() + 3 * gap;
    return QRect(left, gap + legendHeight(), std::max(10, width() - left - 3 * gap),
                 std::max(10, height() - bottom - gap - legendHeight()));
}

void PlotCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    // Vectors stay vectors where a picture is being saved.
    if (painter.paintEngine()->type() != QPaintEngine::Raster) {
        paintStill(painter);
    } else {
        if (m_still.isNull() || m_still.devicePixelRatioF() != devicePixelRatioF()) {
            m_still = QPixmap(size() * devicePixelRatioF());
            m_still.setDevicePixelRatio(devicePixelRatioF());
            m_still.fill(palette().color(QPalette::Base));
            QPainter still(&m_still);
            still.setFont(font());
            paintStill(still);
        }
        painter.drawPixmap(0, 0, m_still);
    }
    paintEmphasised(painter);
    paintMarks(painter);
    if (m_rubber.isValid()) {
        QColor fill = palette().color(QPalette::Highlight);
        painter.setPen(fill);
        fill.setAlpha(50);
        painter.fillRect(m_rubber, fill);
        painter.drawRect(m_rubber.adjusted(0, 0, -1, -1));
    }
    paintReading(painter);
    if (hasFocus()) {
        painter.setPen(palette().color(QPalette::Highlight));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void PlotCanvas::paintStill(QPainter& painter) const
{
    const bool isEmpty = std::all_of(m_series.begin(), m_series.end(), [](const PlotSeries& s) { return s.points.empty(); });
    if (isEmpty) {
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(rect().adjusted(4 * gap, gap, -4 * gap, -gap), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    paintAxes(painter);
    painter.save();
    painter.setClipRect(QRectF(plotRect()).adjusted(-2, -2, 2, 2));
    painter.setRenderHint(QPainter::Antialiasing);
    for (const PlotSeries& series : m_series) {
        paintBand(painter, series);
    }
    for (const PlotSeries& series : m_series) {
        paintSeries(painter, series);
    }
    painter.restore();
    if (isZoomed()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(plotRect().adjusted(gap, gap / 2, -gap, 0), Qt::AlignRight | Qt::AlignTop,
                         fontMetrics().elidedText(tr("A part; a double click shows all"), Qt::ElideRight, plotRect().width()));
    }
    paintLegend(painter);
}

void PlotCanvas::paintAxes(QPainter& painter) const
{
    const QRect r = plotRect();
    const QFontMetrics metrics = fontMetrics();
    const QColor grid = themeFor(palette()).grid;
    const QColor text = palette().color(QPalette::Text);
    const int ticksX = std::max(
        2,
        r.width() / (m_x.kind() == PlotAxis::Kind::Categories ? 2 * metrics.height() : 7 * metrics.averageCharWidth() + 2 * gap));
    int free = r.left() - 2 * gap;
    for (const PlotTick& tick : m_x.ticks(ticksX)) {
        const int x = static_cast<int>(std::lround(toPixel({tick.value, m_y.low()}).x()));
        painter.setPen(grid);
        painter.drawLine(x, r.top(), x, r.bottom());
        const int width = metrics.horizontalAdvance(tick.label);
        const int from = std::min(x - width / 2, this->width() - width - 2);
        if (from >= free) { // labels never touch each other
            painter.setPen(text);
            painter.drawText(QRect(from, r.bottom() + gap, width + 1, metrics.height()), Qt::AlignCenter, tick.label);
            free = from + width + 2 * gap;
        }
    }
    for (const PlotTick& tick : m_y.ticks(std::clamp(r.height() / (3 * metrics.height()), 2, 6))) {
        const int y = static_cast<int>(std::lround(toPixel({m_x.low(), tick.value}).y()));
        painter.setPen(grid);
        painter.drawLine(r.left(), y, r.right(), y);
        painter.setPen(text);
        painter.drawText(QRect(0, y - metrics.height() / 2, r.left() - gap, metrics.height()), Qt::AlignRight | Qt::AlignVCenter,
                         tick.label);
    }
    painter.setPen(text);
    painter.drawLine(r.bottomLeft() + QPoint(0, 1), r.bottomRight() + QPoint(0, 1));
    painter.drawLine(r.topLeft(), r.bottomLeft() + QPoint(0, 1));
    painter.drawText(QRect(r.left(), r.bottom() + 2 * gap + metrics.height(), r.width(), metrics.height()), Qt::AlignCenter,
                     m_x.title);
    painter.save();
    painter.translate(gap, r.bottom());
    painter.rotate(-90);
    painter.drawText(QRect(0, 0, r.height(), metrics.height()), Qt::AlignCenter,
                     metrics.elidedText(m_y.title, Qt::ElideRight, r.height()));
    painter.restore();
}

std::vector<QPointF> PlotCanvas::pixelsOf(const PlotSeries& series) const
{
    std::vector<QPointF> pixels;
    pixels.reserve(series.points.size());
    for (const QPointF& point : series.points) {
        const QPointF pixel = toPixel(point);
        if (isFinite(pixel)) {
            pixels.push_back(pixel);
        }
    }
    return pixels;
}

void PlotCanvas::paintBand(QPainter& painter, const PlotSeries& series) const
{
    if (series.low.size() != series.points.size() || series.low.empty()) {
        return;
    }
    std::vector<QPointF> upper;
    std::vector<QPointF> lower;
    for (size_t i = 0; i < series.points.size(); ++i) {
        upper.push_back(toPixel({series.points[i].x(), series.high[i]}));
        lower.push_back(toPixel({series.points[i].x(), series.low[i]}));
    }
    if (series.kind == PlotSeries::Kind::Steps) {
        upper = staircase(upper);
        lower = staircase(lower);
    }
    QPolygonF polygon;
    for (const QPointF& p : thinnedLine(upper)) {
        polygon << p;
    }
    const std::vector<QPointF> below = thinnedLine(lower);
    for (auto p = below.rbegin(); p != below.rend(); ++p) {
        polygon << *p;
    }
    QColor fill = series.colour;
    fill.setAlpha(isDark(palette()) ? 70 : 45);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawPolygon(polygon);
}

void PlotCanvas::paintSeries(QPainter& painter, const PlotSeries& series) const
{
    std::vector<QPointF> pixels = pixelsOf(series);
    painter.setBrush(Qt::NoBrush);
    if (series.kind == PlotSeries::Kind::Dots) {
        const auto dots = thinnedDots(pixels, size(), dotCell);
        const bool isSmooth = dots.size() <= mostSmoothDots;
        painter.setRenderHint(QPainter::Antialiasing, isSmooth);
        painter.setPen(QPen(series.colour, series.width, Qt::SolidLine, isSmooth ? Qt::RoundCap : Qt::SquareCap));
        painter.drawPoints(dots.data(), static_cast<int>(dots.size()));
        painter.setRenderHint(QPainter::Antialiasing);
        return;
    }
    if (series.kind == PlotSeries::Kind::Steps) {
        pixels = staircase(pixels);
    }
    const auto line = thinnedLine(pixels);
    const Qt::PenStyle style = series.isDashed ? Qt::DashLine : Qt::SolidLine;
    if (line.size() <= mostSmoothPoints) {
        painter.setPen(QPen(series.colour, series.width, style, Qt::FlatCap, Qt::BevelJoin));
        painter.drawPolyline(line.data(), static_cast<int>(line.size()));
        return;
    }
    // A wide smooth polyline that crosses itself thousands of times takes the rasterizer seconds; thin lines take milliseconds.
    std::vector<QLineF> pieces;
    for (size_t i = 1; i < line.size(); ++i) {
        pieces.emplace_back(line[i - 1], line[i]);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(series.colour, 1));
    painter.drawLines(pieces.data(), static_cast<int>(pieces.size()));
    painter.setRenderHint(QPainter::Antialiasing);
}

void PlotCanvas::paintLegend(QPainter& painter) const
{
    const QFontMetrics metrics = fontMetrics();
    int x = plotRect().left();
    const int swatch = metrics.height();
    for (const PlotSeries& series : m_series) {
        if (series.name.isEmpty()) {
            continue;
        }
        const int space = width() - x - swatch - 3 * gap;
        if (space < metrics.averageCharWidth() * 4) {
            break;
        }
        const int middle = gap + metrics.height() / 2;
        painter.setPen(QPen(series.colour, series.kind == PlotSeries::Kind::Dots ? 6 : 3,
                            series.isDashed ? Qt::DotLine : Qt::SolidLine, Qt::RoundCap));
        if (series.kind == PlotSeries::Kind::Dots) {
            painter.drawPoint(x + swatch / 2, middle);
        } else {
            painter.drawLine(x + 2, middle, x + swatch - 2, middle);
        }
        const QString name = metrics.elidedText(series.name, Qt::ElideRight, space);
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(QRect(x + swatch + gap, gap, space, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, name);
        x += swatch + 4 * gap + metrics.horizontalAdvance(name);
    }
}

void PlotCanvas::paintMarks(QPainter& painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const QRectF inside = QRectF(plotRect()).adjusted(-4, -4, 4, 4);
    for (const PlotSeries& series : m_series) {
        std::vector<QPointF> pixels;
        for (const size_t i : series.marked) {
            if (i < series.points.size() && inside.contains(toPixel(series.points[i]))) {
                pixels.push_back(toPixel(series.points[i]));
            }
        }
        for (const QPointF& p : thinnedDots(pixels, size(), 6)) {
            painter.setPen(QPen(palette().color(QPalette::Base), 4));
            painter.drawEllipse(p, 5.5, 5.5);
            painter.setPen(QPen(palette().color(QPalette::Text), 2));
            painter.drawEllipse(p, 5.5, 5.5);
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// The line once more, opaque and thick, on a seam that parts it from what it crosses.
void PlotCanvas::paintEmphasised(QPainter& painter) const
{
    if (m_emphasised < 0 || m_emphasised >= static_cast<int>(m_series.size())) {
        return;
    }
    PlotSeries series = m_series[static_cast<size_t>(m_emphasised)];
    const QColor colour = series.colour;
    painter.save();
    painter.setClipRect(QRectF(plotRect()).adjusted(-2, -2, 2, 2));
    painter.setRenderHint(QPainter::Antialiasing);
    series.colour = palette().color(QPalette::Base);
    series.width += 4;
    paintSeries(painter, series);
    series.colour = QColor(colour.red(), colour.green(), colour.blue());
    series.width -= 2;
    paintSeries(painter, series);
    painter.restore();
}

void PlotCanvas::paintReading(QPainter& painter) const
{
    if (!m_current.isValid()) {
        return;
    }
    const PlotSeries& series = m_series[static_cast<size_t>(m_current.series)];
    const QPointF at = toPixel(series.points[static_cast<size_t>(m_current.point)]);
    const QString text = readingOf(m_current);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().color(QPalette::Base), 1.5));
    painter.setBrush(series.colour);
    painter.drawEllipse(at, 5, 5);
    painter.setRenderHint(QPainter::Antialiasing, false);
    QRect box = fontMetrics()
                    .boundingRect(QRect(0, 0, std::max(120, width() / 2), height()), Qt::TextWordWrap, text)
                    .adjusted(-gap, -gap / 2, gap, gap / 2);
    box.moveTopLeft(at.toPoint() + QPoint(2 * gap, -box.height() - gap));
    if (box.right() > width() - 2) {
        box.moveRight(static_cast<int>(at.x()) - 2 * gap);
    }
    box.moveTop(std::max(2, box.top()));
    box.moveLeft(std::max(2, box.left()));
    painter.setPen(themeFor(palette()).grid);
    painter.setBrush(palette().color(QPalette::ToolTipBase));
    painter.drawRect(box);
    painter.setPen(palette().color(QPalette::ToolTipText));
    painter.drawText(box.adjusted(gap, gap / 2, -gap, -gap / 2), Qt::TextWordWrap, text);
}

} // namespace knobscope
