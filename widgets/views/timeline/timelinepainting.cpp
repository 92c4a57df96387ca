// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of the timeline.
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/views/timeline/lanepicture.h"
#include "widgets/views/timeline/spannames.h"
#include "widgets/views/timeline/timelinecanvas.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr int kOneLine = Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine;

QColor withAlpha(QColor color, int alpha)
{
    color.setAlpha(alpha);
    return color;
}

class TimelinePainter
{
public:
    TimelinePainter(QPainter& painter, const TimelineScene& scene, const QWidget& widget)
        : m_painter(painter)
        , m_scene(scene)
        , m_widget(widget)
        , m_metrics(widget.font())
    {
    }

    void paint()
    {
        fill(QRect({}, m_scene.size), QPalette::Base);
        m_painter.setClipRect(m_scene.laneArea());
        const LanePicture& picture = m_scene.picture;
        const int top = m_scene.bodyTop() + picture.top - m_scene.scroll;
        paintPicture(top - picture.pinnedHeight, std::max(top, m_scene.bodyTop()), m_scene.size.height());
        if (m_scene.lanes.pinnedHeight() > 0) {
            paintPicture(m_scene.ruler, m_scene.ruler, std::min(m_scene.ruler + picture.pinnedHeight, m_scene.bodyTop()));
            fill(QRect(m_scene.gutter, m_scene.bodyTop() - 1, m_scene.size.width(), 2), QPalette::Mid);
        }
        paintPauses();
        paintChosen();
        paintFlow();
        paintRange();
        m_painter.setClipping(false);
        paintGutter();
        paintRuler();
        paintPointer();
        if (m_widget.hasFocus()) {
            m_painter.setPen(QPen(roleColor(QPalette::Highlight), 1));
            m_painter.drawRect(QRect({}, m_scene.size).adjusted(0, 0, -1, -1));
        }
    }

private:
    QColor roleColor(QPalette::ColorRole role) const { return m_widget.palette().color(role); }
    void fill(const QRectF& area, QPalette::ColorRole role, int alpha = 255)
    {
        m_painter.fillRect(area, withAlpha(roleColor(role), alpha));
    }

    /// Paints the picture with its upper edge at `top`, clipped to a range of heights.
    void paintPicture(int top, int from, int to)
    {
        const LanePicture& picture = m_scene.picture;
        if (picture.image.isNull()) {
            return;
        }
        m_painter.save();
        m_painter.setClipRect(QRect(m_scene.gutter, from, m_scene.size.width() - m_scene.gutter, std::max(0, to - from)));
        m_painter.setCompositionMode(QPainter::CompositionMode_Source);
        const double left = std::round(m_scene.xOf(picture.scale.from));
        const double stretch = picture.scale.nanosecondsPerPixel() / m_scene.scale.nanosecondsPerPixel();
        if (std::abs(stretch - 1) < 1e-6) {
            m_painter.drawImage(QPointF(left, top), picture.image);
        } else {
            // Draws only the visible part: scaling all of a heavily stretched picture would be wasteful.
            const double ratio = picture.image.devicePixelRatio();
            const double first = std::max(0.0, (m_scene.gutter - left) / stretch - 1);
            const double last = std::min<double>(picture.scale.width, (m_scene.size.width() - left) / stretch + 1);
            const double pictureHeight = picture.image.height() / ratio;
            if (last > first) {
                m_painter.drawImage(QRectF(left + first * stretch, top, (last - first) * stretch, pictureHeight), picture.image,
                                    QRectF(first * ratio, 0, (last - first) * ratio, picture.image.height()));
            }
        }
        m_painter.restore();
    }

    /// Labels narrowed pauses with their length: horizontally if there is room, else vertically.
    void paintPauses()
    {
        if (!m_scene.scale.map) {
            return;
        }
        for (const auto& [begin, end] : m_scene.scale.map->pauses()) {
            if (end < m_scene.scale.from || begin > m_scene.scale.to) {
                continue;
            }
            const double left = std::max(m_scene.gutter - 2.0, m_scene.xOf(begin));
            const QRectF gap(left, m_scene.ruler, std::min(m_scene.size.width() + 2.0, m_scene.xOf(end)) - left,
                             m_scene.size.height() - m_scene.ruler);
            fill(gap, QPalette::Window);
            m_painter.fillRect(gap, QBrush(withAlpha(roleColor(QPalette::Mid), 110), Qt::BDiagPattern));
            m_painter.setPen(roleColor(QPalette::WindowText));
            const QString text = preciseDuration(static_cast<double>(end - begin) * 1e-9);
            m_painter.save();
            m_painter.translate(gap.center());
            const int width = m_metrics.horizontalAdvance(text) + 8;
            m_painter.rotate(gap.width() > width ? 0 : -90);
            const QRectF box(-width / 2.0, -m_metrics.height() / 2.0, width, m_metrics.height());
            if (gap.width() >= m_metrics.height() - 3) {
                fill(box, QPalette::Window);
                m_painter.drawText(box, Qt::AlignCenter, text);
            }
            m_painter.restore();
        }
    }

    void paintChosen()
    {
        const bool dark = isDark(m_widget.palette());
        // Several chosen trials dim the others; a single one is underlined.
        const auto trialOf = [](const SpanDetail& span) { return std::pair(span.run, span.trial); };
        const bool isBrushed =
            std::ranges::adjacent_find(m_scene.chosen, std::ranges::not_equal_to(), trialOf) != m_scene.chosen.end();
        if (isBrushed) {
            fill(m_scene.laneArea(), QPalette::Base, 165);
        }
        for (const SpanDetail& span : m_scene.chosen) {
            const QRectF rect = m_scene.rectOf(span);
            if (rect.isEmpty()) {
                continue;
            }
            paintSpan(m_painter, rect, spanColor(QString::fromStdString(span.span.name), dark),
                      shownName(span.span.name, span.trace));
            if (!isBrushed) {
                fill(QRectF(rect.left(), rect.bottom() - 2, rect.width(), 3), QPalette::Text);
            }
        }
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(roleColor(QPalette::Highlight), 1));
        for (const SpanDetail& span : m_scene.preview) {
            if (const QRectF rect = m_scene.rectOf(span); !rect.isEmpty()) {
                m_painter.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5));
            }
        }
        if (m_scene.selected) {
            if (const QRectF rect = m_scene.rectOf(*m_scene.selected); !rect.isEmpty()) {
                m_painter.setPen(QPen(roleColor(QPalette::Text), 2));
                m_painter.drawRect(rect.adjusted(-1, -1, 1, 1));
            }
        }
    }

    void paintFlow()
    {
        // No arrows for a trial that is only a few pixels wide.
        if (m_scene.flow.empty()
            || m_scene.scale.toX(m_scene.flow.back().toTime) - m_scene.scale.toX(m_scene.flow.front().fromTime) < 12) {
            return;
        }
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing);
        const QColor color = roleColor(QPalette::Text);
        for (const FlowEdge& edge : m_scene.flow) {
            const Lane* from = m_scene.lanes.laneOf(edge.fromTrack);
            const Lane* to = m_scene.lanes.laneOf(edge.toTrack);
            if (!from || !to || edge.toTime < m_scene.scale.from || edge.fromTime > m_scene.scale.to) {
                continue;
            }
            const int row = m_scene.lanes.metrics().row;
            const QPointF start(m_scene.xOf(edge.fromTime), m_scene.laneTop(*from) + 2 + (edge.fromDepth + 0.5) * row);
            const QPointF end(m_scene.xOf(edge.toTime), m_scene.laneTop(*to) + 2 + (edge.toDepth + 0.5) * row);
            const double bend = std::clamp(std::abs(end.x() - start.x()) / 2, 12.0, 80.0);
            QPainterPath path(start);
            path.cubicTo(start + QPointF(bend, 0), end - QPointF(bend, 0), end);
            m_painter.setPen(QPen(withAlpha(roleColor(QPalette::Base), 200), 4));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawPath(path);
            m_painter.setPen(QPen(color, 1.5));
            m_painter.drawPath(path);
            m_painter.setBrush(color);
            m_painter.setPen(Qt::NoPen);
            m_painter.drawPolygon(QPolygonF({end, end + QPointF(-7, -3.5), end + QPointF(-7, 3.5)}));
        }
        m_painter.restore();
    }

    void paintRange()
    {
        if (!m_scene.range) {
            return;
        }
        const double left = m_scene.xOf(m_scene.range->first);
        const double right = m_scene.xOf(m_scene.range->second);
        fill(QRectF(left, m_scene.ruler, right - left, m_scene.size.height() - m_scene.ruler), QPalette::Highlight, 40);
        m_painter.setPen(QPen(roleColor(QPalette::Highlight), 1));
        for (const double x : {left, right}) {
            m_painter.drawLine(QPointF(x, m_scene.ruler), QPointF(x, m_scene.size.height()));
        }
    }

    void paintRuler()
    {
        const QRect ruler(0, 0, m_scene.size.width(), m_scene.ruler);
        fill(ruler, QPalette::Window);
        fill(QRect(0, m_scene.ruler - 1, m_scene.size.width(), 1), QPalette::Mid);
        m_painter.save();
        m_painter.setClipRect(QRect(m_scene.gutter, 0, m_scene.size.width() - m_scene.gutter, m_scene.ruler));
        const int between = std::max(lettersWide(m_metrics, 15), 90);
        m_painter.setPen(roleColor(QPalette::WindowText));
        for (const TimeTick& tick : timeTicks(m_scene.scale, m_scene.origin, between)) {
            const double x = m_scene.xOf(tick.time);
            m_painter.drawLine(QPointF(x, m_scene.ruler - 6), QPointF(x, m_scene.ruler - 1));
            m_painter.drawText(QRectF(x + 3, 0, between, m_scene.ruler - 3), kOneLine, tick.label);
        }
        if (m_scene.range) {
            paintRangeOnRuler(*m_scene.range);
        }
        m_painter.restore();
    }

    void paintRangeOnRuler(const Interval& range)
    {
        const double left = m_scene.xOf(range.first);
        const double right = m_scene.xOf(range.second);
        fill(QRectF(left, 0, right - left, m_scene.ruler - 1), QPalette::Highlight, 60);
        const QString text = preciseDuration(static_cast<double>(range.second - range.first) * 1e-9);
        const int width = m_metrics.horizontalAdvance(text) + 12;
        if (right - left > width - 4) {
            const double middle = (std::max<double>(left, m_scene.gutter) + std::min<double>(right, m_scene.size.width())) / 2;
            const QRectF label(middle - width / 2.0, 3, width, m_scene.ruler - 7);
            fill(label, QPalette::Highlight);
            m_painter.setPen(roleColor(QPalette::HighlightedText));
            m_painter.drawText(label, Qt::AlignCenter, text);
        }
    }

    void paintGutter()
    {
        fill(QRect(0, m_scene.ruler, m_scene.gutter, m_scene.size.height() - m_scene.ruler), QPalette::Window);
        m_painter.save();
        for (const bool pinned : {false, true}) {
            const int top = pinned ? m_scene.ruler : m_scene.bodyTop();
            const int bottom = pinned ? m_scene.bodyTop() : m_scene.size.height();
            m_painter.setClipRect(QRect(0, top, m_scene.gutter, bottom - top));
            if (pinned) {
                fill(QRect(0, top, m_scene.gutter, bottom - top), QPalette::AlternateBase);
            }
            for (size_t i = 0; i < m_scene.lanes.lanes().size(); ++i) {
                const Lane& lane = m_scene.lanes.lanes()[i];
                if (lane.isPinned == pinned && m_scene.laneTop(lane) < bottom && m_scene.laneTop(lane) + lane.height > top) {
                    paintLaneTitle(lane, static_cast<int>(i));
                }
            }
        }
        m_painter.restore();
        fill(QRect(m_scene.gutter - 1, m_scene.ruler, 1, m_scene.size.height() - m_scene.ruler), QPalette::Mid);
    }

    void paintLaneTitle(const Lane& lane, int index)
    {
        const int top = m_scene.laneTop(lane);
        const QRect box(0, top, m_scene.gutter - 1, lane.height);
        if (index == m_scene.current && m_widget.hasFocus()) {
            fill(box, QPalette::Highlight, 50);
            fill(QRect(0, top, 3, lane.height), QPalette::Highlight);
        }
        m_painter.fillRect(QRect(0, box.bottom(), box.width(), 1), themeFor(m_widget.palette()).grid);
        const bool isProcess = lane.kind == Lane::Kind::Process;
        const QFont titleFont = isProcess ? emphasised(m_widget.font()) : m_widget.font();
        m_painter.setFont(titleFont);
        m_painter.setPen(roleColor(QPalette::WindowText));
        const int indent = isProcess ? 8 : 10;
        const QString mark = isProcess ? (lane.isFolded ? QStringLiteral("▸ ") : QStringLiteral("▾ ")) : QString();
        const QRect line(indent, top + 2, m_scene.gutter - indent - 22, m_metrics.height() + 2);
        m_painter.drawText(line, kOneLine, QFontMetrics(titleFont).elidedText(mark + lane.title, Qt::ElideMiddle, line.width()));
        m_painter.setFont(m_widget.font());
        const auto& tops = m_scene.picture.counterTops;
        const auto most = tops.find(lane.counter.id);
        if (lane.kind == Lane::Kind::Counter && most != tops.end()) {
            const QString unit = QString::fromStdString(lane.counter.unit);
            m_painter.setPen(roleColor(QPalette::PlaceholderText));
            m_painter.drawText(line.translated(0, m_metrics.height()), kOneLine,
                               unit.isEmpty() || lane.counter.unit == lane.counter.name
                                   ? TimelineCanvas::tr("0 to %1").arg(figures(most->second, 6))
                                   : TimelineCanvas::tr("0 to %1 %2").arg(figures(most->second, 6), unit));
        }
        if (!isProcess) {
            paintPin(QPointF(m_scene.gutter - 13, top + 2 + m_metrics.height() / 2.0), lane.isPinned);
        }
    }

    void paintPin(QPointF center, bool isPinned)
    {
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing);
        const QColor color = roleColor(isPinned ? QPalette::Highlight : QPalette::Mid);
        m_painter.setPen(QPen(color, 1.4));
        m_painter.setBrush(isPinned ? QBrush(color) : QBrush(Qt::NoBrush));
        m_painter.drawEllipse(center - QPointF(0, 2), 3, 3);
        m_painter.drawLine(center + QPointF(0, 1.5), center + QPointF(0, 6));
        m_painter.restore();
    }

    void paintPointer()
    {
        if (!m_scene.pointer || m_scene.pointer->x() < m_scene.gutter || m_scene.isPanned) {
            return;
        }
        const QPointF at = *m_scene.pointer;
        m_painter.setPen(QPen(withAlpha(roleColor(QPalette::Text), 90), 1));
        m_painter.drawLine(QPointF(at.x(), m_scene.ruler), QPointF(at.x(), m_scene.size.height()));
        QStringList lines = m_scene.pointerLines();
        for (QString& line : lines) {
            line = m_metrics.elidedText(line, Qt::ElideRight, m_scene.size.width() / 2);
        }
        const QString text = lines.join(QLatin1Char('\n'));
        QRectF box(at + QPointF(14, 16), QSizeF(m_metrics.size(0, text)).grownBy({7, 4, 7, 4}));
        if (box.right() > m_scene.size.width()) {
            box.moveRight(at.x() - 10);
        }
        if (box.bottom() > m_scene.size.height()) {
            box.moveBottom(at.y() - 8);
        }
        fill(box, QPalette::ToolTipBase);
        m_painter.setPen(roleColor(QPalette::Mid));
        m_painter.drawRect(box);
        m_painter.setPen(roleColor(QPalette::ToolTipText));
        m_painter.drawText(box.adjusted(7, 4, -7, -4), Qt::AlignLeft, text);
    }

    QPainter& m_painter;
    const TimelineScene& m_scene;
    const QWidget& m_widget;
    QFontMetrics m_metrics;
};

} // namespace

void paintTimeline(QPainter& painter, const TimelineScene& scene, const QWidget& widget)
{
    TimelinePainter(painter, scene, widget).paint();
}

} // namespace knobscope
