// SPDX-License-Identifier: GPL-3.0-or-later
// How the canvas paints itself.
#include "widgets/theme/theme.h"
#include "widgets/timeline/spancolors.h"
#include "widgets/timeline/timelinecanvas.h"

#include <QLocale>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

QColor withAlpha(QColor color, int alpha)
{
    color.setAlpha(alpha);
    return color;
}

} // namespace

void TimelineCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    painter.setClipRect(laneArea());
    paintPicture(painter, m_body, bodyTop(), height() - bodyTop(), m_scroll);
    if (m_lanes.pinnedHeight() > 0) {
        paintPicture(painter, m_pinned, m_ruler, m_lanes.pinnedHeight(), 0);
        painter.fillRect(QRect(m_gutter, bodyTop() - 1, width(), 2), palette().color(QPalette::Mid));
    }
    paintChosen(painter);
    paintFlow(painter);
    paintRange(painter);
    painter.setClipping(false);
    paintGutter(painter);
    paintRuler(painter);
    paintPointer(painter);
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void TimelineCanvas::paintPicture(QPainter& painter, const LanePicture& picture, int areaTop, int areaHeight, int scroll)
{
    if (picture.image.isNull() || picture.layoutVersion < 0) {
        return;
    }
    painter.save();
    painter.setClipRect(QRect(m_gutter, areaTop, width() - m_gutter, areaHeight));
    painter.setCompositionMode(QPainter::CompositionMode_Source);
    const double left = std::round(m_gutter + m_scale.toX(picture.scale.from));
    const double stretch = picture.scale.nanosecondsPerPixel() / m_scale.nanosecondsPerPixel();
    const double top = areaTop + picture.top - scroll;
    if (std::abs(stretch - 1) < 1e-6) {
        painter.drawImage(QPointF(left, top), picture.image);
    } else {
        // Only the part in sight: a picture that is stretched a lot would be scaled for nothing.
        const double ratio = picture.image.devicePixelRatio();
        const double first = std::max(0.0, (m_gutter - left) / stretch - 1);
        const double last = std::min<double>(picture.scale.width, (width() - left) / stretch + 1);
        const double pictureHeight = picture.image.height() / ratio;
        if (last > first) {
            painter.drawImage(QRectF(left + first * stretch, top, (last - first) * stretch, pictureHeight), picture.image,
                              QRectF(first * ratio, 0, (last - first) * ratio, picture.image.height()));
        }
    }
    painter.restore();
}

void TimelineCanvas::paintChosen(QPainter& painter)
{
    const bool dark = isDark(palette());
    // Trials that were picked out of all leave the others behind; a single one is framed.
    const auto isOther = [&](const SpanDetail& span) {
        return span.trial != m_chosen.front().trial || span.run != m_chosen.front().run;
    };
    const bool isBrushed = std::any_of(m_chosen.begin(), m_chosen.end(), isOther);
    if (isBrushed) {
        painter.fillRect(laneArea(), withAlpha(palette().color(QPalette::Base), 165));
    }
    const QFontMetrics metrics(font());
    for (const SpanDetail& span : m_chosen) {
        const QRectF rect = rectOf(span.track, span.depth, span.begin, span.end);
        if (rect.isEmpty()) {
            continue;
        }
        const QString name = QString::fromStdString(span.span.name);
        const QColor color = spanColor(name, dark);
        painter.fillRect(rect, color);
        if (!isBrushed) {
            painter.fillRect(QRectF(rect.left(), rect.bottom() - 2, rect.width(), 3), palette().color(QPalette::Text));
        }
        if (rect.width() > 28) {
            painter.setPen(textOn(color));
            painter.drawText(rect.adjusted(4, 0, -4, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                             metrics.elidedText(name, Qt::ElideRight, static_cast<int>(rect.width()) - 8));
        }
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
    for (const SpanDetail& span : m_preview) {
        if (const QRectF rect = rectOf(span.track, span.depth, span.begin, span.end); !rect.isEmpty()) {
            painter.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5));
        }
    }
    if (m_selected) {
        if (const QRectF rect = rectOf(m_selected->track, m_selected->depth, m_selected->begin, m_selected->end);
            !rect.isEmpty()) {
            painter.setPen(QPen(palette().color(QPalette::Text), 2));
            painter.drawRect(rect.adjusted(-1, -1, 1, 1));
        }
    }
}

void TimelineCanvas::paintFlow(QPainter& painter)
{
    // A trial that is a few pixels wide needs no arrows to be followed.
    if (m_flow.empty() || m_scale.toX(m_flow.back().toTime) - m_scale.toX(m_flow.front().fromTime) < 12) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor color = palette().color(QPalette::Text);
    for (const FlowEdge& edge : m_flow) {
        const Lane* from = m_lanes.laneOf(edge.fromTrack);
        const Lane* to = m_lanes.laneOf(edge.toTrack);
        if (!from || !to || edge.toTime < m_scale.from || edge.fromTime > m_scale.to) {
            continue;
        }
        const int row = m_lanes.metrics().row;
        const QPointF start(m_gutter + m_scale.toX(edge.fromTime), laneTop(*from) + 2 + (edge.fromDepth + 0.5) * row);
        const QPointF end(m_gutter + m_scale.toX(edge.toTime), laneTop(*to) + 2 + (edge.toDepth + 0.5) * row);
        const double bend = std::clamp(std::abs(end.x() - start.x()) / 2, 12.0, 80.0);
        QPainterPath path(start);
        path.cubicTo(start + QPointF(bend, 0), end - QPointF(bend, 0), end);
        painter.setPen(QPen(withAlpha(palette().color(QPalette::Base), 200), 4));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(path);
        painter.setPen(QPen(color, 1.5));
        painter.drawPath(path);
        painter.setBrush(color);
        painter.setPen(Qt::NoPen);
        painter.drawPolygon(QPolygonF({end, end + QPointF(-7, -3.5), end + QPointF(-7, 3.5)}));
    }
    painter.restore();
}

void TimelineCanvas::paintRange(QPainter& painter)
{
    if (!m_range) {
        return;
    }
    const double left = m_gutter + m_scale.toX(m_range->first);
    const double right = m_gutter + m_scale.toX(m_range->second);
    const QColor color = palette().color(QPalette::Highlight);
    painter.fillRect(QRectF(left, m_ruler, right - left, height() - m_ruler), withAlpha(color, 40));
    painter.setPen(QPen(color, 1));
    painter.drawLine(QPointF(left, m_ruler), QPointF(left, height()));
    painter.drawLine(QPointF(right, m_ruler), QPointF(right, height()));
}

void TimelineCanvas::paintRuler(QPainter& painter)
{
    const QRect ruler(0, 0, width(), m_ruler);
    painter.fillRect(ruler, palette().color(QPalette::Window));
    painter.fillRect(QRect(0, m_ruler - 1, width(), 1), palette().color(QPalette::Mid));
    painter.save();
    painter.setClipRect(QRect(m_gutter, 0, width() - m_gutter, m_ruler));
    const QFontMetrics metrics(font());
    const int between = std::max(metrics.averageCharWidth() * 15, 90);
    painter.setPen(palette().color(QPalette::WindowText));
    for (const TimeTick& tick : timeTicks(m_scale, m_origin, between)) {
        const double x = m_gutter + m_scale.toX(tick.time);
        painter.drawLine(QPointF(x, m_ruler - 6), QPointF(x, m_ruler - 1));
        painter.drawText(QRectF(x + 3, 0, between, m_ruler - 3), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                         tick.label);
    }
    if (m_range) {
        const double left = m_gutter + m_scale.toX(m_range->first);
        const double right = m_gutter + m_scale.toX(m_range->second);
        painter.fillRect(QRectF(left, 0, right - left, m_ruler - 1), withAlpha(palette().color(QPalette::Highlight), 60));
        const QString text = durationText(static_cast<double>(m_range->second - m_range->first) * 1e-9);
        if (right - left > metrics.horizontalAdvance(text) + 8) {
            const QRectF box(std::max<double>(left, m_gutter), 1,
                             std::min<double>(right, width()) - std::max<double>(left, m_gutter), m_ruler - 3);
            const QRectF label(box.center().x() - metrics.horizontalAdvance(text) / 2.0 - 6, 3,
                               metrics.horizontalAdvance(text) + 12, m_ruler - 7);
            painter.fillRect(label, palette().color(QPalette::Highlight));
            painter.setPen(palette().color(QPalette::HighlightedText));
            painter.drawText(label, Qt::AlignCenter, text);
        }
    }
    painter.restore();
}

void TimelineCanvas::paintGutter(QPainter& painter)
{
    painter.fillRect(QRect(0, m_ruler, m_gutter, height() - m_ruler), palette().color(QPalette::Window));
    painter.save();
    for (const bool pinned : {false, true}) {
        const int top = pinned ? m_ruler : bodyTop();
        const int bottom = pinned ? bodyTop() : height();
        painter.setClipRect(QRect(0, top, m_gutter, bottom - top));
        if (pinned) {
            painter.fillRect(QRect(0, top, m_gutter, bottom - top), palette().color(QPalette::AlternateBase));
        }
        for (size_t i = 0; i < m_lanes.lanes().size(); ++i) {
            const Lane& lane = m_lanes.lanes()[i];
            if (lane.isPinned == pinned && laneTop(lane) < bottom && laneTop(lane) + lane.height > top) {
                paintLaneTitle(painter, lane, static_cast<int>(i));
            }
        }
    }
    painter.restore();
    painter.fillRect(QRect(m_gutter - 1, m_ruler, 1, height() - m_ruler), palette().color(QPalette::Mid));
}

void TimelineCanvas::paintLaneTitle(QPainter& painter, const Lane& lane, int index)
{
    const QFontMetrics metrics(font());
    const int top = laneTop(lane);
    const QRect box(0, top, m_gutter - 1, lane.height);
    if (index == m_current && hasFocus()) {
        painter.fillRect(box, withAlpha(palette().color(QPalette::Highlight), 50));
        painter.fillRect(QRect(0, top, 3, lane.height), palette().color(QPalette::Highlight));
    }
    painter.fillRect(QRect(0, box.bottom(), box.width(), 1), themeFor(palette()).grid);
    const bool isProcess = lane.kind == Lane::Kind::Process;
    QFont titleFont = font();
    titleFont.setBold(isProcess);
    painter.setFont(titleFont);
    painter.setPen(palette().color(QPalette::WindowText));
    const int indent = isProcess ? 8 : 10;
    const QString mark = isProcess ? (lane.isFolded ? QStringLiteral("▸ ") : QStringLiteral("▾ ")) : QString();
    const QRect line(indent, top + 2, m_gutter - indent - 22, metrics.height() + 2);
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                     QFontMetrics(titleFont).elidedText(mark + lane.title, Qt::ElideMiddle, line.width()));
    painter.setFont(font());
    if (lane.kind == Lane::Kind::Counter) {
        const auto& tops = lane.isPinned ? m_pinned.counterTops : m_body.counterTops;
        if (const auto most = tops.find(lane.counter.id); most != tops.end()) {
            painter.setPen(palette().color(QPalette::PlaceholderText));
            painter.drawText(
                line.translated(0, metrics.height()), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                lane.counter.unit.empty() || lane.counter.unit == lane.counter.name
                    ? tr("up to %1").arg(QLocale().toString(most->second, 'g', 6))
                    : tr("up to %1 %2").arg(QLocale().toString(most->second, 'g', 6), QString::fromStdString(lane.counter.unit)));
        }
    }
    if (!isProcess) { // the pin
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        const QPointF center(m_gutter - 13, top + 2 + metrics.height() / 2.0);
        const QColor color = lane.isPinned ? palette().color(QPalette::Highlight) : palette().color(QPalette::Mid);
        painter.setPen(QPen(color, 1.4));
        painter.setBrush(lane.isPinned ? QBrush(color) : QBrush(Qt::NoBrush));
        painter.drawEllipse(center - QPointF(0, 2), 3, 3);
        painter.drawLine(center + QPointF(0, 1.5), center + QPointF(0, 6));
        painter.restore();
    }
}

QStringList TimelineCanvas::pointerLines() const
{
    QStringList lines;
    if (!m_pointer || m_drag == Drag::Pan) {
        return lines;
    }
    const Place place = placeAt(*m_pointer);
    const int64_t time = m_scale.toTime(m_pointer->x() - m_gutter);
    const auto reach = static_cast<int64_t>(m_scale.nanosecondsPerPixel() * 2);
    if (place.lane && place.lane->kind == Lane::Kind::Thread && place.depth >= 0) {
        const LanePicture& picture = place.lane->isPinned ? m_pinned : m_body;
        if (const SpanBlock* block = picture.blockAt(*place.lane, place.depth, time, reach).block) {
            const auto name = picture.names.find(block->name);
            lines << (name == picture.names.end() ? QString() : name->second);
            if (block->count > 1) {
                lines << tr("%n spans together", nullptr, static_cast<int>(std::min<int64_t>(block->count, INT32_MAX)));
                lines << tr("%1 in all").arg(durationText(static_cast<double>(block->busy) * 1e-9));
            } else {
                lines << durationText(static_cast<double>(block->end - block->begin) * 1e-9);
                if (block->trial > 0) {
                    lines << tr("run %1, trial %2").arg(block->run).arg(block->trial);
                }
            }
        }
    } else if (place.lane && place.lane->kind == Lane::Kind::Counter) {
        const LanePicture& picture = place.lane->isPinned ? m_pinned : m_body;
        const auto points = picture.counters.find(place.lane->counter.id);
        if (points != picture.counters.end()) {
            const CounterPoint* last = nullptr;
            for (const CounterPoint& point : points->second) {
                last = point.time <= time + reach ? &point : last;
            }
            if (last) {
                lines << tr("%1 %2").arg(QLocale().toString(last->value, 'f', 1),
                                         QString::fromStdString(place.lane->counter.unit));
            }
        }
    }
    lines << tr("at %1").arg(offsetText(time - m_origin, static_cast<int64_t>(std::max(1.0, m_scale.nanosecondsPerPixel()))));
    return lines;
}

void TimelineCanvas::paintPointer(QPainter& painter)
{
    if (!m_pointer || m_pointer->x() < m_gutter || m_drag == Drag::Pan) {
        return;
    }
    painter.setPen(QPen(withAlpha(palette().color(QPalette::Text), 90), 1));
    painter.drawLine(QPointF(m_pointer->x(), m_ruler), QPointF(m_pointer->x(), height()));
    const QStringList lines = pointerLines();
    const QFontMetrics metrics(font());
    int wide = 0;
    for (const QString& line : lines) {
        wide = std::max(wide, metrics.horizontalAdvance(line));
    }
    QRectF box(m_pointer->x() + 14, m_pointer->y() + 16, std::min(wide, width() / 2) + 18,
               static_cast<double>(lines.size()) * metrics.height() + 8);
    if (box.right() > width()) {
        box.moveRight(m_pointer->x() - 10);
    }
    if (box.bottom() > height()) {
        box.moveBottom(m_pointer->y() - 8);
    }
    painter.fillRect(box, palette().color(QPalette::ToolTipBase));
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawRect(box);
    painter.setPen(palette().color(QPalette::ToolTipText));
    double y = box.top() + 4;
    for (const QString& line : lines) {
        painter.drawText(QRectF(box.left() + 7, y, box.width() - 12, metrics.height()),
                         Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                         metrics.elidedText(line, Qt::ElideRight, static_cast<int>(box.width()) - 12));
        y += metrics.height();
    }
}

} // namespace knobscope
