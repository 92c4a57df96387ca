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

void PlotCanvas::paintData(QPainter& painter)
{
    // Vectors stay vectors where a picture is being saved.
    if (painter.paintEngine()->type() != QPaintEngine::Raster) {
        paintStill(painter);
    } else {
        const qreal ratio = painter.device()->devicePixelRatioF();
        if (m_still.isNull() || m_still.devicePixelRatioF() != ratio) {
            m_still = QPixmap(viewport()->size() * ratio);
            m_still.setDevicePixelRatio(ratio);
            m_still.fill(Qt::transparent);
            QPainter still(&m_still);
            still.setFont(font());
            paintStill(still);
        }
        painter.drawPixmap(0, 0, m_still);
    }
    paintEmphasised(painter);
    paintMarks(painter);
    if (m_current.isValid()) {
        const PlotSeries& series = m_series[static_cast<size_t>(m_current.series)];
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(palette().color(QPalette::Base), 1.5));
        painter.setBrush(series.colour);
        painter.drawEllipse(pixelOf(series.points[static_cast<size_t>(m_current.point)]), 5, 5);
    }
}

void PlotCanvas::paintStill(QPainter& painter) const
{
    painter.save();
    painter.setClipRect(plot().adjusted(-2, -2, 2, 2));
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
        painter.drawText(
            plot().adjusted(gap, gap / 2.0, -gap, 0), Qt::AlignRight | Qt::AlignTop,
            fontMetrics().elidedText(tr("A part; a double click shows all"), Qt::ElideRight, static_cast<int>(plot().width())));
    }
    paintLegend(painter);
}

std::vector<QPointF> PlotCanvas::pixelsOf(const PlotSeries& series) const
{
    std::vector<QPointF> pixels;
    pixels.reserve(series.points.size());
    for (const QPointF& point : series.points) {
        const QPointF pixel = pixelOf(point);
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
        upper.push_back(pixelOf({series.points[i].x(), series.high[i]}));
        lower.push_back(pixelOf({series.points[i].x(), series.low[i]}));
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
    int x = static_cast<int>(plot().left());
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
    const QRectF inside = plot().adjusted(-4, -4, 4, 4);
    for (const PlotSeries& series : m_series) {
        std::vector<QPointF> pixels;
        for (const size_t i : series.marked) {
            if (i < series.points.size() && inside.contains(pixelOf(series.points[i]))) {
                pixels.push_back(pixelOf(series.points[i]));
            }
        }
        for (const QPointF& p : thinnedDots(pixels, size(), 6)) {
            paintRing(painter, p);
        }
    }
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
    painter.setClipRect(plot().adjusted(-2, -2, 2, 2));
    painter.setRenderHint(QPainter::Antialiasing);
    series.colour = palette().color(QPalette::Base);
    series.width += 4;
    paintSeries(painter, series);
    series.colour = QColor(colour.red(), colour.green(), colour.blue());
    series.width -= 2;
    paintSeries(painter, series);
    painter.restore();
}

} // namespace knobscope
