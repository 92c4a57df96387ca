// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/wrappedlabel.h"

#include <QEvent>
#include <QTextDocument>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

/// Text that is shaped once and then broken into lines of several widths. QFontMetrics and documents shape it each time, which
/// takes longer than all else.
class ShapedText
{
public:
    ShapedText(QString text, const QFont& font)
        : m_layout(text.replace(QLatin1Char('\n'), QChar(QChar::LineSeparator)), font)
    {
        m_layout.setCacheEnabled(true); // or the shapes are dropped with the lines
    }
    QSizeF sizeAt(int width)
    {
        qreal widest = 0;
        qreal height = 0;
        m_layout.beginLayout();
        for (QTextLine line = m_layout.createLine(); line.isValid(); line = m_layout.createLine()) {
            line.setLeadingIncluded(true);
            line.setLineWidth(width);
            height += line.height();
            widest = std::max(widest, line.naturalTextWidth());
        }
        m_layout.endLayout();
        return {widest, height};
    }

private:
    QTextLayout m_layout;
};

/// Height of a label's plain text at a width, as its document, which has no margin, is laid out.
int plainHeight(const QLabel& label, int width)
{
    label.ensurePolished();
    const QMargins around = label.contentsMargins();
    const int inside = std::max(0, width - around.left() - around.right());
    const auto height = static_cast<int>(std::ceil(ShapedText(label.text(), label.font()).sizeAt(inside).height()));
    return std::max(height + around.top() + around.bottom(), label.minimumHeight());
}

} // namespace

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
    const int height = isPlain() ? plainHeight(*this, own) : QLabel::heightForWidth(own);
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
    ShapedText text(m_text, font());
    const auto sizeAt = [&](int width) {
        const QSizeF size = text.sizeAt(width);
        return QSize(static_cast<int>(std::ceil(size.width())), static_cast<int>(std::ceil(size.height())));
    };
    const int most = 80 * fontMetrics().horizontalAdvance(QLatin1Char('x'));
    const auto ratio = [&](double squared) { return std::min(most, static_cast<int>(std::sqrt(squared))); };
    const int width = ratio(5.0 * sizeAt(most).height() * most / 3);
    QSize preferred = sizeAt(width);
    if (width * 3 < 5 * preferred.height()) {
        preferred = sizeAt(ratio(2.0 * preferred.height() * width));
    }
    const QSize line = sizeAt(QWIDGETSIZE_MAX);
    const QMargins around = contentsMargins();
    m_hints = {preferred.grownBy(around), QSize(sizeAt(0).width(), std::min(line.height(), preferred.height())).grownBy(around)};
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
