// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chart/dotsitem.h"

#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr double failureSize = 8;
constexpr size_t manyDots = 1500;

double markerSize(Outcome outcome, double successSize)
{
    return outcome == Outcome::Success ? successSize : failureSize;
}

QColor markerColor(Outcome outcome, QColor color)
{
    // Many trials at one speed show as a darker place.
    color.setAlpha(outcome == Outcome::Success ? 190 : 255);
    return color;
}

QImage sprite(Outcome outcome, double size, const QColor& color, double ratio)
{
    const int side = static_cast<int>(std::ceil(size * ratio)) + 2;
    QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(side / 2.0, side / 2.0);
    painter.scale(ratio, ratio);
    painter.fillPath(outcomeMarker(outcome, size), color);
    return image;
}

/// Source over destination for premultiplied pixels.
QRgb over(QRgb source, QRgb destination)
{
    const uint rest = 255U - static_cast<uint>(qAlpha(source));
    const auto channel = [&](int s, int d) {
        return static_cast<int>(static_cast<uint>(s) + (static_cast<uint>(d) * rest + 127U) / 255U);
    };
    return qRgba(channel(qRed(source), qRed(destination)), channel(qGreen(source), qGreen(destination)),
                 channel(qBlue(source), qBlue(destination)), channel(qAlpha(source), qAlpha(destination)));
}

/// QPainter::drawImage costs several times as much for a few pixels.
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
                line[x] = over(source[x], line[x]);
            }
        }
    }
}

} // namespace

void DotsItem::setDots(const QRectF& plotArea, const std::vector<ChartLayer>* layers, std::function<QPointF(QPointF)> place,
                       std::function<QPointF(double, Outcome)> placeFailure)
{
    if (plotArea != m_area) {
        prepareGeometryChange();
        m_area = plotArea;
    }
    m_layers = layers;
    m_place = std::move(place);
    m_placeFailure = std::move(placeFailure);
    size_t count = 0;
    for (const ChartLayer& layer : *layers) {
        count += layer.points.size();
    }
    m_size = count > manyDots ? 4 : 6;
    m_isStale = true;
    update();
}

void DotsItem::forEachDot(const std::function<void(QPointF, Outcome, const ChartLayer&)>& draw) const
{
    for (const ChartLayer& layer : *m_layers) {
        for (const QPointF& point : layer.points) {
            draw(m_place(point), Outcome::Success, layer);
        }
        for (const Outcome outcome : allOutcomes) {
            for (const double x : layer.failures[static_cast<size_t>(outcome)]) {
                draw(m_placeFailure(x, outcome), outcome, layer);
            }
        }
    }
}

void DotsItem::stampAll(double ratio)
{
    const QSize size = (m_area.size() * ratio).toSize();
    if (m_image.size() != size) {
        m_image = QImage(size, QImage::Format_ARGB32_Premultiplied);
    }
    m_image.setDevicePixelRatio(ratio);
    m_image.fill(Qt::transparent);
    std::array<QImage, allOutcomes.size()> sprites;
    const ChartLayer* spritesOf = nullptr;
    forEachDot([&](QPointF at, Outcome outcome, const ChartLayer& layer) {
        if (spritesOf != &layer) {
            spritesOf = &layer;
            for (const Outcome each : allOutcomes) {
                sprites[static_cast<size_t>(each)] =
                    sprite(each, markerSize(each, m_size), markerColor(each, layer.color), ratio);
            }
        }
        const QImage& dot = sprites[static_cast<size_t>(outcome)];
        stamp(m_image, dot, static_cast<int>(std::lround((at.x() - m_area.left()) * ratio - dot.width() / 2.0)),
              static_cast<int>(std::lround((at.y() - m_area.top()) * ratio - dot.height() / 2.0)));
    });
    m_isStale = false;
}

void DotsItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    if (!m_layers || m_area.isEmpty()) {
        return;
    }
    if (painter->paintEngine() && painter->paintEngine()->type() == QPaintEngine::SVG) {
        forEachDot([&](QPointF at, Outcome outcome, const ChartLayer& layer) {
            painter->fillPath(outcomeMarker(outcome, markerSize(outcome, m_size)).translated(at),
                              markerColor(outcome, layer.color));
        });
        return;
    }
    const double ratio = painter->device()->devicePixelRatioF() * std::max(1.0, painter->worldTransform().m11());
    if (m_isStale || m_image.devicePixelRatio() != ratio) {
        stampAll(ratio);
    }
    painter->drawImage(m_area.topLeft(), m_image);
}

} // namespace knobscope
