// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/verdict.h"

#include <QEvent>
#include <QTextDocument>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr int verdictMargin = 6; // pixels between frame and text
constexpr int leastVerdictLines = 2;
constexpr int partOfHeight = 8; // of the height around it: one in so many

} // namespace

VerdictText::VerdictText(const QString& name)
{
    setAccessibleName(name);
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setTabChangesFocus(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    document()->setDocumentMargin(verdictMargin);
    connect(this, &QTextEdit::textChanged, this, [this] { updateGeometry(); });
}

int VerdictText::heightOfLines(int lines) const
{
    return lines * fontMetrics().lineSpacing() + 2 * (verdictMargin + frameWidth());
}

QSize VerdictText::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 16, heightOfLines(1)};
}

int VerdictText::heightForWidth(int width) const
{
    QTextDocument text;
    text.setDefaultFont(font());
    text.setDefaultTextOption(document()->defaultTextOption());
    text.setDocumentMargin(verdictMargin);
    text.setPlainText(toPlainText());
    text.setTextWidth(width - 2 * frameWidth());
    const int whole = static_cast<int>(std::ceil(text.size().height())) + 2 * frameWidth();
    const int around = parentWidget() ? parentWidget()->height() : 0;
    const int lines = (around / partOfHeight - heightOfLines(0)) / fontMetrics().lineSpacing();
    return std::min(whole, heightOfLines(std::max(leastVerdictLines, lines)));
}

bool VerdictText::event(QEvent* event)
{
    if (event->type() == QEvent::ParentChange && parentWidget()) {
        parentWidget()->installEventFilter(this);
    }
    return QTextEdit::event(event);
}

bool VerdictText::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize) {
        updateGeometry(); // its height counts, too
    }
    return QTextEdit::eventFilter(watched, event);
}

} // namespace knobscope
