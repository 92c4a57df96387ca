// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/linkbutton.h"

#include "widgets/base/theme.h"

#include <QEvent>
#include <QStyleOptionButton>
#include <QStylePainter>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int kLinkMargin = 10; // as in QCommandLinkButton
constexpr int kIconGap = 4;
constexpr int kLinkFlags = Qt::TextWordWrap | Qt::TextShowMnemonic;

QFont linkFont()
{
    return textFont(TextSize::Body, true);
}

QFont noteFont()
{
    return textFont(TextSize::Body);
}

int textHeight(const QFont& font, const QString& text, int width)
{
    return text.isEmpty() ? 0 : QFontMetrics(font).boundingRect(QRect(0, 0, width, 10'000), kLinkFlags, text).height();
}

} // namespace

LinkButton::LinkButton(const QString& text, const QString& description, QWidget* parent)
    : QCommandLinkButton(text, description, parent)
{
    setMinimumWidth(0);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setAccessibleDescription(description);
}

void LinkButton::describe(const QString& description)
{
    setDescription(description);
    setAccessibleDescription(description);
    fitHeight();
}

QRect LinkButton::textRect(int width) const
{
    const int left = kLinkMargin + (icon().isNull() ? 0 : icon().actualSize(iconSize()).width() + kIconGap);
    return {left, kLinkMargin, std::max(1, width - left - kLinkMargin), std::max(1, height() - 2 * kLinkMargin)};
}

int LinkButton::titleHeight(int width) const
{
    return textHeight(linkFont(), text(), textRect(width).width());
}

int LinkButton::heightForWidth(int width) const
{
    const int texts = titleHeight(width) + textHeight(noteFont(), description(), textRect(width).width());
    return std::max(texts, icon().isNull() ? 0 : icon().actualSize(iconSize()).height()) + 2 * kLinkMargin;
}

QSize LinkButton::sizeHint() const
{
    const int wanted = std::max(QFontMetrics(linkFont()).horizontalAdvance(text()),
                                QFontMetrics(noteFont()).horizontalAdvance(description()) / 2);
    const int width = textRect(0).left() + kLinkMargin + wanted;
    return {width, heightForWidth(width)};
}

QSize LinkButton::minimumSizeHint() const
{
    const int least = this->width() > 0 ? heightForWidth(this->width()) : 0;
    return {0, least};
}

void LinkButton::fitHeight()
{
    if (width() > 0) {
        setFixedHeight(heightForWidth(width())); // layouts of scrolled pages do not ask for the height of this width
    }
}

void LinkButton::resizeEvent(QResizeEvent* event)
{
    QCommandLinkButton::resizeEvent(event);
    fitHeight();
}

void LinkButton::changeEvent(QEvent* event)
{
    QCommandLinkButton::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        updateGeometry();
        fitHeight();
    }
}

void LinkButton::paintEvent(QPaintEvent* /*event*/)
{
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    option.text.clear(); // drawn below
    option.icon = QIcon();
    painter.drawControl(QStyle::CE_PushButton, option);
    if (!icon().isNull()) {
        const QSize size = icon().actualSize(iconSize());
        painter.drawPixmap(kLinkMargin, kLinkMargin,
                           icon().pixmap(size, devicePixelRatio(), isEnabled() ? QIcon::Normal : QIcon::Disabled,
                                         isChecked() ? QIcon::On : QIcon::Off));
    }
    QRect area = textRect(width());
    painter.setFont(linkFont());
    painter.drawItemText(area, kLinkFlags, option.palette, isEnabled(), text(), QPalette::ButtonText);
    area.setTop(area.top() + titleHeight(width()));
    painter.setFont(noteFont());
    painter.drawItemText(area, kLinkFlags, option.palette, isEnabled(), description(), QPalette::ButtonText);
}

} // namespace knobscope
