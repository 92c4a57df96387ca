// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/filters/filterchip.h"

#include "widgets/workspace/filters.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int side = 9;  ///< from the words to the rim
constexpr int above = 3;
constexpr int cross = 7;

} // namespace

FilterChip::FilterChip(TrialFilter filter, QWidget* parent)
    : QAbstractButton(parent)
    , m_filter(std::move(filter))
{
    // An ampersand in a value is no access key.
    const QString words = Filters::text(m_filter);
    setText(QString(words).replace(QLatin1Char('&'), QStringLiteral("&&")));
    setAccessibleName(tr("Filter: %1").arg(words));
    setAccessibleDescription(tr("Delete removes the filter."));
    setToolTip(tr("%1. The cross or the Delete key removes this filter.").arg(words));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

QSize FilterChip::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(Filters::text(m_filter)) + 3 * side + cross, fontMetrics().height() + 2 * above};
}

QSize FilterChip::minimumSizeHint() const
{
    return {std::min(sizeHint().width(), 6 * side), sizeHint().height()};
}

QRect FilterChip::crossRect() const
{
    const int wide = cross + 2 * side;
    return layoutDirection() == Qt::RightToLeft ? QRect(0, 0, wide, height()) : QRect(width() - wide, 0, wide, height());
}

void FilterChip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor fill = palette().color(QPalette::Highlight);
    fill.setAlpha(underMouse() || hasFocus() ? 70 : 40);
    QColor rim = palette().color(QPalette::Highlight);
    rim.setAlpha(hasFocus() ? 255 : 120);
    painter.setPen(QPen(rim, hasFocus() ? 2 : 1));
    painter.setBrush(fill);
    const qreal inset = hasFocus() ? 1 : 0.5;
    const QRectF body = QRectF(rect()).adjusted(inset, inset, -inset, -inset);
    painter.drawRoundedRect(body, body.height() / 2, body.height() / 2);
    painter.setPen(palette().color(QPalette::WindowText));
    const QRect close = crossRect();
    QRect words = rect().adjusted(side, 0, -side, 0);
    layoutDirection() == Qt::RightToLeft ? words.setLeft(close.right()) : words.setRight(close.left() + side / 2);
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeading,
                     fontMetrics().elidedText(Filters::text(m_filter), Qt::ElideMiddle, words.width()));
    const QPointF middle = QRectF(close).center();
    const qreal arm = cross / 2.0;
    const bool isPointedAt = underMouse() && close.contains(mapFromGlobal(QCursor::pos()));
    painter.setPen(
        QPen(palette().color(isPointedAt ? QPalette::WindowText : QPalette::PlaceholderText), 1.6, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(middle - QPointF(arm, arm), middle + QPointF(arm, arm));
    painter.drawLine(middle - QPointF(arm, -arm), middle + QPointF(arm, -arm));
}

void FilterChip::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter: emit removed(); break;
    case Qt::Key_Left:
    case Qt::Key_Right:
        emit moveRequested((event->key() == Qt::Key_Left) == (layoutDirection() == Qt::LeftToRight) ? -1 : 1);
        break;
    default: QAbstractButton::keyPressEvent(event);
    }
}

void FilterChip::mouseReleaseEvent(QMouseEvent* event)
{
    setDown(false);
    if (event->button() == Qt::LeftButton && crossRect().contains(event->position().toPoint())) {
        emit removed();
    }
}

void FilterChip::mouseMoveEvent(QMouseEvent* event)
{
    QAbstractButton::mouseMoveEvent(event);
    update();
}

} // namespace knobscope
