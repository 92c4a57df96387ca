// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/themedparts.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace knobscope {

namespace {

constexpr qreal kRadius = 4; // pixels

QColor withAlpha(QColor colour, int alpha)
{
    colour.setAlpha(alpha);
    return colour;
}

/// Restores the painter's state at the end of a scope.
class PainterScope
{
public:
    explicit PainterScope(QPainter& painter)
        : m_painter(painter)
    {
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing);
    }
    ~PainterScope() { m_painter.restore(); }
    PainterScope(const PainterScope&) = delete;
    PainterScope& operator=(const PainterScope&) = delete;

private:
    QPainter& m_painter;
};

} // namespace

Parts::Parts(QPainter& painter, const QStyleOption& option)
    : m_painter(painter)
    , m_option(option)
    , m_theme(themeFor(option.palette))
{
}

void Parts::box(const QColor& edge, const QColor& fill) const
{
    const PainterScope scope(m_painter);
    m_painter.setPen(edge);
    m_painter.setBrush(fill);
    m_painter.drawRoundedRect(QRectF(m_option.rect).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
}

void Parts::button(bool isPrimary) const
{
    const bool isDown = has(QStyle::State_Sunken);
    if (isPrimary && has(QStyle::State_Enabled)) {
        const QColor fill = isDown ? m_theme.accent.darker(115) : isHovered() ? m_theme.accent.lighter(108) : m_theme.accent;
        box(has(QStyle::State_HasFocus) ? m_theme.text : fill, fill);
        return;
    }
    const bool isOn = has(QStyle::State_On);
    const QColor fill = isOn || isDown ? m_theme.accentSoft : isHovered() ? m_theme.background : m_theme.surface;
    box(has(QStyle::State_HasFocus) || isOn ? m_theme.accent : m_theme.line, fill);
}

void Parts::flatButton() const
{
    const bool isOn = has(QStyle::State_On) || has(QStyle::State_Sunken);
    if (isOn || isHovered() || has(QStyle::State_HasFocus)) {
        const QColor fill = isOn ? m_theme.accentSoft : isHovered() ? m_theme.line : QColor(Qt::transparent);
        box(has(QStyle::State_HasFocus) ? m_theme.accent : fill, fill);
    }
}

void Parts::field() const
{
    box(has(QStyle::State_HasFocus) ? m_theme.accent : m_theme.line,
        has(QStyle::State_Enabled) ? m_option.palette.color(QPalette::Base) : m_theme.background);
}

void Parts::focus() const
{
    box(m_theme.accent, Qt::transparent);
}

void Parts::checkBox() const
{
    const PainterScope scope(m_painter);
    const bool isSet = has(QStyle::State_On) || has(QStyle::State_NoChange);
    const bool isEnabled = has(QStyle::State_Enabled);
    const QColor edge = isSet && isEnabled ? m_theme.accent : m_theme.muted;
    const QRectF shape = QRectF(m_option.rect).adjusted(1.5, 1.5, -1.5, -1.5);
    m_painter.setPen(edge);
    m_painter.setBrush(isSet ? edge : m_theme.surface);
    m_painter.drawRoundedRect(shape, 3, 3);
    const auto at = [&](qreal x, qreal y) { return QPointF(shape.x() + x * shape.width(), shape.y() + y * shape.height()); };
    m_painter.setPen(QPen(m_theme.onAccent, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (has(QStyle::State_NoChange)) {
        m_painter.drawLine(at(0.25, 0.5), at(0.75, 0.5));
    } else if (isSet) {
        m_painter.drawPolyline(QPolygonF{at(0.22, 0.52), at(0.42, 0.72), at(0.78, 0.3)});
    }
}

void Parts::radioButton() const
{
    const PainterScope scope(m_painter);
    const bool isSet = has(QStyle::State_On);
    const QRectF shape = QRectF(m_option.rect).adjusted(1.5, 1.5, -1.5, -1.5);
    m_painter.setPen(QPen(isSet ? m_theme.accent : m_theme.muted, isSet ? 4 : 1));
    m_painter.setBrush(m_theme.surface);
    m_painter.drawEllipse(isSet ? shape.adjusted(2, 2, -2, -2) : shape);
}

void Parts::chevron(Qt::ArrowType direction) const
{
    chevron(direction, m_option.rect, has(QStyle::State_Enabled));
}

void Parts::chevron(Qt::ArrowType direction, const QRect& rect, bool isEnabled) const
{
    constexpr qreal size = 3.5; // half of its length
    const PainterScope scope(m_painter);
    m_painter.translate(QRectF(rect).center());
    m_painter.rotate(direction == Qt::UpArrow ? 180 : direction == Qt::LeftArrow ? 90 : direction == Qt::RightArrow ? -90 : 0);
    m_painter.setPen(QPen(isEnabled && has(QStyle::State_Enabled) ? m_theme.muted : m_theme.line, 1.5, Qt::SolidLine,
                          Qt::RoundCap, Qt::RoundJoin));
    m_painter.drawPolyline(QPolygonF{QPointF(-size, -size / 2), QPointF(0, size / 2), QPointF(size, -size / 2)});
}

void Parts::lineAtTop() const
{
    const QRect& at = m_option.rect;
    m_painter.fillRect(QRect(at.left(), at.top(), at.width(), 1), m_theme.line);
}

void Parts::lineAtEdge(const QStyleOptionToolBar* bar) const
{
    const QRect& at = m_option.rect;
    if (bar && bar->toolBarArea == Qt::LeftToolBarArea) {
        m_painter.fillRect(QRect(at.right(), at.top(), 1, at.height()), m_theme.line);
    } else {
        m_painter.fillRect(QRect(at.left(), at.bottom(), at.width(), 1), m_theme.line);
    }
}

void Parts::divider() const
{
    const QRect& at = m_option.rect;
    const bool isUpright = at.height() > at.width();
    const QColor colour = isHovered() ? m_theme.accent : m_theme.line;
    m_painter.fillRect(
        isUpright ? QRect(at.center().x(), at.top(), 1, at.height()) : QRect(at.left(), at.center().y(), at.width(), 1), colour);
}

void Parts::separator() const
{
    const QRect& at = m_option.rect;
    const bool isUpright = has(QStyle::State_Horizontal); // of a horizontal toolbar
    m_painter.fillRect(isUpright ? QRect(at.center().x(), at.top() + 4, 1, at.height() - 8)
                                 : QRect(at.left() + 4, at.center().y(), at.width() - 8, 1),
                       m_theme.line);
}

void Parts::dockTitle(const QStyleOptionDockWidget& dock, const QRect& place) const
{
    const PainterScope scope(m_painter);
    m_painter.setFont(emphasised(textFont(TextSize::Small)));
    m_painter.setPen(m_theme.muted);
    const QRect text = place.adjusted(space::kSmall, 0, -space::kTight, 0);
    m_painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeading,
                       m_painter.fontMetrics().elidedText(dock.title, Qt::ElideRight, text.width()));
}

void Parts::headerSection() const
{
    const QRect& at = m_option.rect;
    m_painter.fillRect(at, isHovered() ? m_theme.background : m_theme.surface);
    m_painter.fillRect(QRect(at.left(), at.bottom(), at.width(), 1), m_theme.line);
}

void Parts::tab(const QStyleOptionTab& tab) const
{
    constexpr int thick = 2;
    const QRect& at = tab.rect;
    const bool isBelow = tab.shape == QTabBar::RoundedSouth || tab.shape == QTabBar::TriangularSouth;
    if (has(QStyle::State_Selected)) {
        m_painter.fillRect(
            QRect(at.left() + space::kTight, isBelow ? at.top() : at.bottom() + 1 - thick, at.width() - 2 * space::kTight, thick),
            m_theme.accent);
    } else if (isHovered()) {
        m_painter.fillRect(at.adjusted(1, thick, -1, -thick), m_theme.background);
    }
}

void Parts::groove() const
{
    box(m_theme.line, m_theme.background);
}

void Parts::progress(const QStyleOptionProgressBar& bar) const
{
    const PainterScope scope(m_painter);
    const double share = std::clamp(static_cast<double>(bar.progress - bar.minimum) / (bar.maximum - bar.minimum), 0.0, 1.0);
    QRectF done = QRectF(bar.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    const double whole = done.width();
    done.setWidth(whole * share);
    if (bar.direction == Qt::RightToLeft) {
        done.moveLeft(bar.rect.left() + whole - done.width());
    }
    if (share > 0) {
        m_painter.setPen(m_theme.accent);
        m_painter.setBrush(m_theme.accentSoft);
        m_painter.drawRoundedRect(done, kRadius, kRadius);
    }
}

void Parts::menuBarItem(const QStyleOptionMenuItem& item) const
{
    m_painter.fillRect(item.rect, item.palette.window());
    if (has(QStyle::State_Selected)) {
        m_painter.fillRect(item.rect.adjusted(1, 1, -1, -1), m_theme.accentSoft);
    }
    m_painter.setPen(has(QStyle::State_Enabled) ? m_theme.text : m_theme.muted);
    m_painter.drawText(item.rect, Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextSingleLine, item.text);
}

void Parts::scrollBar(const QStyleOptionSlider& bar, const QRect& slider) const
{
    const PainterScope scope(m_painter);
    m_painter.fillRect(bar.rect, bar.palette.color(QPalette::Base));
    if (bar.maximum <= bar.minimum) {
        return;
    }
    const bool isHeld = bar.activeSubControls & QStyle::SC_ScrollBarSlider && has(QStyle::State_Sunken);
    const bool isNear = isHeld || has(QStyle::State_MouseOver);
    const qreal inset = isNear ? 2 : 3;
    const QRectF thumb = QRectF(slider).adjusted(inset, inset, -inset, -inset);
    const qreal radius = std::min(thumb.width(), thumb.height()) / 2;
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(withAlpha(m_theme.muted, isHeld ? 220 : isNear ? 170 : 110));
    m_painter.drawRoundedRect(thumb, radius, radius);
}

void Parts::slider(const QStyleOptionSlider& slider, const QRect& groove, const QRect& handle) const
{
    const PainterScope scope(m_painter);
    const bool isEnabled = has(QStyle::State_Enabled);
    const bool isUpright = slider.orientation == Qt::Vertical;
    const QPointF middle = QRectF(handle).center();
    QRectF track = isUpright ? QRectF(QRectF(groove).center().x() - 2, groove.top(), 4, groove.height())
                             : QRectF(groove.left(), QRectF(groove).center().y() - 2, groove.width(), 4);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_theme.line);
    m_painter.drawRoundedRect(track, 2, 2);
    if (isUpright) {
        slider.upsideDown ? track.setTop(middle.y()) : track.setBottom(middle.y());
    } else {
        slider.upsideDown ? track.setLeft(middle.x()) : track.setRight(middle.x());
    }
    const QColor accent = isEnabled ? m_theme.accent : m_theme.muted;
    m_painter.setBrush(accent);
    m_painter.drawRoundedRect(track, 2, 2);
    m_painter.setPen(QPen(accent, has(QStyle::State_HasFocus) ? 2.5 : 1.5));
    m_painter.setBrush(m_theme.surface);
    m_painter.drawEllipse(middle, 6, 6);
}

QRect scrollBarPart(const QStyleOptionSlider& bar, QStyle::SubControl part, int least)
{
    const bool isFlat = bar.orientation == Qt::Horizontal;
    const int length = isFlat ? bar.rect.width() : bar.rect.height();
    const qint64 range = static_cast<qint64>(bar.maximum) - bar.minimum;
    int slider = length;
    if (range > 0) {
        const qint64 wanted = static_cast<qint64>(bar.pageStep) * length / (range + bar.pageStep);
        slider = static_cast<int>(std::clamp<qint64>(wanted, std::min(least, length), length));
    }
    const int start =
        QStyle::sliderPositionFromValue(bar.minimum, bar.maximum, bar.sliderPosition, length - slider, bar.upsideDown);
    int from = 0;
    int size = 0;
    switch (part) {
    case QStyle::SC_ScrollBarSubPage: size = start; break;
    case QStyle::SC_ScrollBarAddPage:
        from = start + slider;
        size = length - from;
        break;
    case QStyle::SC_ScrollBarSlider:
        from = start;
        size = slider;
        break;
    case QStyle::SC_ScrollBarGroove: size = length; break;
    default: break;
    }
    const QRect place = isFlat ? QRect(from, 0, size, bar.rect.height()) : QRect(0, from, bar.rect.width(), size);
    return QStyle::visualRect(bar.direction, bar.rect, place);
}

} // namespace knobscope
