// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/wrappedlabel.h"

#include <QEvent>
#include <QTextDocument>

#include <algorithm>
#include <cmath>

namespace knobscope {

WrappedLabel::WrappedLabel(const QString& text, QWidget* parent)
    : QLabel(text, parent)
{
    setWordWrap(true);
}

int WrappedLabel::heightForWidth(int width) const
{
    followText();
    const int own = std::min(width, maximumWidth()); // layouts ask for their own width, and give at most the greatest one
    const auto* known = std::ranges::find(m_answers, own, &Answer::width);
    if (own < 0 || known != m_answers.end()) {
        return own < 0 ? QLabel::heightForWidth(own) : known->height;
    }
    const int height = isPlain() ? plainHeight(own) : QLabel::heightForWidth(own);
    m_answers[m_next++ % m_answers.size()] = {own, height};
    return height;
}

void WrappedLabel::followText() const
{
    if (QString now = text(); now != m_text) {
        m_text = std::move(now);
        forget();
    }
}

void WrappedLabel::forget() const
{
    m_answers.fill({});
    m_hints.reset();
}

bool WrappedLabel::isPlain() const
{
    const bool hasDocument = textInteractionFlags().testFlag(Qt::TextSelectableByMouse);
    const bool hasText =
        textFormat() == Qt::PlainText || (textFormat() == Qt::AutoText && !Qt::mightBeRichText(text()) && !text().isEmpty());
    return hasDocument && hasText && frameWidth() == 0 && indent() <= 0 && margin() == 0;
}

QSize WrappedLabel::plainSize(int width) const
{
    constexpr int high = 1 << 20;
    return fontMetrics().boundingRect(0, 0, width, high, static_cast<int>(alignment() | Qt::TextWordWrap), m_text).size();
}

/// QLabel lays out its document for this width and then for its own again.
int WrappedLabel::plainHeight(int width) const
{
    ensurePolished();
    const QMargins around = contentsMargins();
    const int inside = std::max(0, width - around.left() - around.right());
    return std::max(minimumHeight(), plainSize(inside).height() + around.top() + around.bottom());
}

QSize WrappedLabel::sizeHint() const
{
    return isPlain() ? hints().preferred : QLabel::sizeHint();
}

QSize WrappedLabel::minimumSizeHint() const
{
    return isPlain() ? hints().least : QLabel::minimumSizeHint();
}

/// As QLabel and QTextDocument::adjustSize() compute them: 5:3, or 2:1 if that is high, and at most 80 letters wide.
const WrappedLabel::Hints& WrappedLabel::hints() const
{
    followText();
    if (m_hints) {
        return *m_hints;
    }
    ensurePolished();
    const QFontMetrics metrics = fontMetrics();
    const int most = 80 * metrics.horizontalAdvance(QLatin1Char('x'));
    const auto ratio = [&](double squared) { return std::min(most, static_cast<int>(std::sqrt(squared))); };
    const int width = ratio(5.0 * plainSize(most).height() * most / 3);
    QSize preferred = plainSize(width);
    if (width * 3 < 5 * preferred.height()) {
        preferred = plainSize(ratio(2.0 * preferred.height() * width));
    }
    const QSize line = plainSize(QWIDGETSIZE_MAX);
    const QMargins around = contentsMargins();
    m_hints = {preferred.grownBy(around),
               QSize(plainSize(0).width(), std::min(line.height(), preferred.height())).grownBy(around)};
    return *m_hints;
}

bool WrappedLabel::event(QEvent* event)
{
    switch (event->type()) {
    case QEvent::FontChange:
    case QEvent::StyleChange:
    case QEvent::ContentsRectChange:
    case QEvent::LayoutDirectionChange:
    case QEvent::Polish: forget(); break;
    default: break;
    }
    return QLabel::event(event);
}

} // namespace knobscope
