// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of PlotCanvas.
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/plot/colours.h"
#include "widgets/plot/decimation.h"
#include "widgets/plot/plotcanvas.h"

#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace knobscope {

namespace {

constexpr int kDotCell = 2;               ///< size in pixels of the cells with one dot each
constexpr int kMarkerCell = 9;            ///< the same for markers in lanes
constexpr int kRim = 16;                  ///< pixels around the plot; staircases are clipped beyond
constexpr size_t kMaxSmoothPoints = 600; ///< for one line

bool isFinite(QPointF p)
{
    return std::isfinite(p.x()) && std::isfinite(p.y());
}

QPainterPath markerOf(const PlotSeries& series, double width)
{
    QPainterPath path = series.marker;
    if (path.isEmpty()) {
        path.addEllipse(QPointF(0, 0), width / 2, width / 2);
    }
    return path;
}

/// Dots with the same look.
struct DotGroup {
    QPainterPath marker; ///< around (0, 0)
    QColor colour;
    std::vector<QPointF> pixels;
};

/// Returns the image of a group's dot, centred.
QImage sprite(const DotGroup& group, double ratio)
{
    const QRectF bounds = group.marker.boundingRect();
    const double half = std::max({-bounds.left(), bounds.right(), -bounds.top(), bounds.bottom()});
    const int side = static_cast<int>(std::ceil(2 * half * ratio)) + 2;
    QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(side / 2.0, side / 2.0);
    painter.scale(ratio, ratio);
    painter.fillPath(group.marker, group.colour);
    return image;
}

/// Composites source over destination, for premultiplied pixels.
QRgb blendOver(QRgb source, QRgb destination)
{
    const uint rest = 255U - static_cast<uint>(qAlpha(source));
    const auto channel = [&](int s, int d) {
        return static_cast<int>(static_cast<uint>(s) + (static_cast<uint>(d) * rest + 127U) / 255U);
    };
    return qRgba(channel(qRed(source), qRed(destination)), channel(qGreen(source), qGreen(destination)),
                 channel(qBlue(source), qBlue(destination)), channel(qAlpha(source), qAlpha(destination)));
}

void stamp(QImage& target, const QImage& dot, int left, int top)
{
    const int x0 = std::max(0, -left);
    const int x1 = std::min(dot.width(), target.width() - left);
    const int y1 = std::min(dot.height(), target.height() - top);
    for (int y = std::max(0, -top); y < y1; ++y) {
        const auto* source = reinterpret_cast<const QRgb*>(dot.constScanLine(y));
        auto* line = reinterpret_cast<QRgb*>(target.scanLine(top + y)) + left;
        for (int x = x0; x < x1; ++x) {
            if (qAlpha(source[x]) != 0) {
                line[x] = blendOver(source[x], line[x]);
            }
        }
    }
}

/// Paints dots within an area, the first group at the bottom. Stamps sprites into one image, because QPainter takes several times
/// as long per dot; paints shapes if the painter writes vectors.
void paintDots(QPainter& painter, const QRect& area, const std::vector<DotGroup>& groups)
{
    if (groups.empty() || area.isEmpty()) {
        return;
    }
    if (painter.paintEngine()->type() != QPaintEngine::Raster) {
        for (const DotGroup& group : groups) {
            for (const QPointF& pixel : group.pixels) {
                painter.fillPath(group.marker.translated(pixel), group.colour);
            }
        }
        return;
    }
    const double ratio = painter.device()->devicePixelRatioF();
    QImage image((QSizeF(area.size()) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::transparent);
    for (const DotGroup& group : groups) {
        const QImage dot = sprite(group, ratio);
        for (const QPointF& pixel : group.pixels) {
            const QPointF corner = (pixel - area.topLeft()) * ratio - QPointF(dot.width(), dot.height()) / 2;
            stamp(image, dot, static_cast<int>(std::lround(corner.x())), static_cast<int>(std::lround(corner.y())));
        }
    }
    painter.drawImage(area.topLeft(), image);
}

} // namespace

void PlotCanvas::paintData(QPainter& painter)
{
    if (isEmpty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(plot(), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
    }
    m_cache.show(painter, viewport()->size(), [this](QPainter& still) { paintStatic(still); });
    paintEmphasised(painter);
    for (const QPointF& ring : m_rings) {
        paintRing(painter, ring);
    }
    paintPointed(painter);
}

void PlotCanvas::paintStatic(QPainter& painter) const
{
    painter.save();
    painter.setClipRect(plot().adjusted(-2, -2, 2, 2));
    painter.setRenderHint(QPainter::Antialiasing);
    for (const PlotSeries& series : m_series) {
        series.kind == PlotSeries::Kind::Cells ? paintCells(painter, series) : paintBand(painter, series);
    }
    paintAllDots(painter);
    for (const PlotSeries& series : m_series) {
        paintLine(painter, series);
    }
    painter.restore();
    if (isZoomed()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(
            plot().adjusted(kLegendGap, kLegendGap / 2.0, -kLegendGap, 0), Qt::AlignRight | Qt::AlignTop,
            fontMetrics().elidedText(tr("Zoomed in; double-click to reset"), Qt::ElideRight, static_cast<int>(plot().width())));
    }
    paintLegend(painter);
}

std::vector<QPointF> PlotCanvas::pixelsOf(const PlotSeries& series) const
{
    std::vector<QPointF> pixels;
    pixels.reserve(series.points.size());
    for (const QPointF& point : series.points) {
        if (const QPointF pixel = pixelOf({point, series.lane}); isFinite(pixel)) {
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
    const auto edge = [&](const std::vector<double>& heights) {
        std::vector<QPointF> pixels;
        for (size_t i = 0; i < heights.size(); ++i) {
            pixels.push_back(pixelOf({series.points[i].x(), heights[i]}));
        }
        return thinnedLine(series.kind == PlotSeries::Kind::Steps ? staircase(pixels) : pixels);
    };
    QPolygonF polygon;
    std::ranges::copy(edge(series.high), std::back_inserter(polygon));
    std::ranges::reverse_copy(edge(series.low), std::back_inserter(polygon));
    QColor fill = series.colour;
    fill.setAlpha(isDark(palette()) ? 70 : 45);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawPolygon(polygon);
}

void PlotCanvas::paintCells(QPainter& painter, const PlotSeries& series) const
{
    if (series.points.empty()) {
        return;
    }
    const Theme theme = themeFor(palette());
    const QRectF first = cellAt(series.points.front());
    const bool hasText = first.width() > lettersWide(fontMetrics(), 5) + 4 && first.height() >= fontMetrics().height();
    double most = 0;
    for (const double value : series.values) {
        most = value > most ? value : most;
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(first.united(cellAt(series.points.back())).toAlignedRect(), palette().color(QPalette::AlternateBase));
    for (size_t i = 0; i < series.points.size(); ++i) {
        const QRect box = cellAt(series.points[i]).toAlignedRect();
        const double value = series.values[i];
        if (value == 0) {
            painter.setPen(theme.failure);
            painter.drawLine(box.topLeft(), box.bottomRight());
            painter.drawLine(box.topRight(), box.bottomLeft());
        } else if (value > 0) {
            const QColor colour = rampColour(palette(), value / most);
            painter.fillRect(box, colour);
            if (hasText) {
                painter.setPen(textOn(colour));
                painter.drawText(box, Qt::AlignCenter, number(value, 0));
            }
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

void PlotCanvas::paintAllDots(QPainter& painter) const
{
    std::vector<DotGroup> groups;
    for (const PlotSeries& series : m_series) {
        if (series.kind == PlotSeries::Kind::Dots && !series.points.empty()) {
            const int cell = series.lane < 0 ? kDotCell : kMarkerCell;
            groups.push_back({markerOf(series, series.width), series.colour, thinnedDots(pixelsOf(series), size(), cell)});
        }
    }
    paintDots(painter, plot().adjusted(-2, -2, 2, 2).toAlignedRect(), groups);
}

void PlotCanvas::paintLine(QPainter& painter, const PlotSeries& series) const
{
    if (series.kind == PlotSeries::Kind::Dots || series.kind == PlotSeries::Kind::Cells) {
        return;
    }
    std::vector<QPointF> pixels = pixelsOf(series);
    if (series.kind == PlotSeries::Kind::Steps) {
        const QRectF seen = plot().adjusted(-kRim, -kRim, kRim, kRim);
        for (QPointF& pixel : pixels) {
            pixel = {std::clamp(pixel.x(), seen.left(), seen.right()), std::clamp(pixel.y(), seen.top(), seen.bottom())};
        }
        pixels = staircase(pixels);
    }
    const auto line = thinnedLine(pixels);
    painter.setBrush(Qt::NoBrush);
    if (line.size() <= kMaxSmoothPoints) {
        const Qt::PenStyle style = series.isDashed ? Qt::DashLine : Qt::SolidLine;
        painter.setPen(QPen(series.colour, series.width, style, Qt::FlatCap, Qt::BevelJoin));
        painter.drawPolyline(line.data(), static_cast<int>(line.size()));
        return;
    }
    // Painting a wide smooth polyline that crosses itself thousands of times takes the rasterizer seconds; thin lines take
    // milliseconds.
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
    const int swatch = fontMetrics().height();
    const std::vector<QRect> places = legendPlaces();
    for (size_t i = 0; i < places.size(); ++i) {
        const PlotSeries& series = m_series[i];
        const QRect text = places[i].adjusted(swatch + kLegendGap, 0, 0, 0);
        if (text.width() <= 0) {
            continue;
        }
        const QPointF middle(places[i].left() + swatch / 2.0, places[i].center().y());
        if (series.kind == PlotSeries::Kind::Dots) {
            painter.fillPath(markerOf(series, 6).translated(middle), series.colour);
        } else {
            const QPointF half(swatch / 2.0 - 2, 0);
            painter.setPen(QPen(series.colour, 3, series.isDashed ? Qt::DotLine : Qt::SolidLine, Qt::RoundCap));
            painter.drawLine(middle - half, middle + half);
        }
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(series.name, Qt::ElideRight, text.width()));
    }
}

/// Repaints the line opaque and thick, with a border that separates it from lines it crosses.
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
    paintLine(painter, series);
    series.colour = QColor(colour.red(), colour.green(), colour.blue());
    series.width -= 2;
    paintLine(painter, series);
    painter.restore();
}

void PlotCanvas::paintPointed(QPainter& painter) const
{
    if (!m_pointed.isValid()) {
        return;
    }
    const PlotMark mark = markOf(m_pointed);
    if (isCell(m_pointed)) {
        painter.setPen(QPen(palette().color(QPalette::Text), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(cellAt(mark.at).intersected(plot()));
    } else if (const QPointF at = pixelOf(mark); plot().adjusted(-4, -4, 4, 4).contains(at)) {
        paintRing(painter, at, 7, 1.2);
    }
}

} // namespace knobscope
