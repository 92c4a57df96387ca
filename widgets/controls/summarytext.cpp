// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/summarytext.h"

#include "widgets/base/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QEvent>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr int kMargin = 6; // pixels between frame and text
constexpr int kMinLines = 2;
constexpr int kHeightDivisor = 8; // at most 1/8 of the parent's height

/// As a document lays it out, which rounds up.
int lineHeight(const QFont& font)
{
    return static_cast<int>(std::ceil(QFontMetricsF(font).lineSpacing()));
}

} // namespace

SummaryText::SummaryText(const QString& name)
{
    setAccessibleName(name);
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setTabChangesFocus(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    document()->setDocumentMargin(kMargin);
    setBackgroundRole(QPalette::Base); // for the space below the last whole line
    setAutoFillBackground(true);
    connect(this, &QTextEdit::textChanged, this, [this] {
        updateGeometry();
        endWithWholeLine();
    });
}

int SummaryText::heightOfLines(int lines) const
{
    return lines * lineHeight(font()) + 2 * (kMargin + frameWidth());
}

QSize SummaryText::minimumSizeHint() const
{
    return {lettersWide(fontMetrics(), 16), heightOfLines(1)};
}

int SummaryText::heightForWidth(int width) const
{
    QTextDocument text;
    text.setDefaultFont(font());
    text.setDefaultTextOption(document()->defaultTextOption());
    text.setDocumentMargin(kMargin);
    text.setPlainText(toPlainText());
    text.setTextWidth(width - 2 * frameWidth());
    const int whole = static_cast<int>(std::ceil(text.size().height())) + 2 * frameWidth();
    const int around = parentWidget() ? parentWidget()->height() : 0;
    const int lines = (around / kHeightDivisor - heightOfLines(0)) / lineHeight(font());
    return std::min(whole, heightOfLines(std::max(kMinLines, lines)));
}

void SummaryText::endWithWholeLine()
{
    const int room = contentsRect().height();
    int end = 0; // of the last line that is fully visible
    bool isCut = false;
    for (QTextBlock block = document()->begin(); block.isValid() && !isCut; block = block.next()) {
        const double top = document()->documentLayout()->blockBoundingRect(block).top();
        for (int i = 0; i < block.layout()->lineCount() && !isCut; ++i) {
            const int bottom = static_cast<int>(std::ceil(top + block.layout()->lineAt(i).rect().bottom()));
            isCut = bottom > room;
            end = isCut ? end : bottom;
        }
    }
    setViewportMargins(0, 0, 0, isCut && end > 0 ? room - end : 0);
}

bool SummaryText::event(QEvent* event)
{
    if (event->type() == QEvent::ParentChange && parentWidget()) {
        parentWidget()->installEventFilter(this);
    }
    const bool isHandled = QTextEdit::event(event);
    if (event->type() == QEvent::Resize) {
        endWithWholeLine();
    }
    return isHandled;
}

bool SummaryText::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize) {
        updateGeometry(); // the height hint depends on it
    }
    return QTextEdit::eventFilter(watched, event);
}

} // namespace knobscope
