// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/wrappedlabel.h"

#include <QEvent>

#include <algorithm>

namespace knobscope {

WrappedLabel::WrappedLabel(const QString& text, QWidget* parent)
    : QLabel(text, parent)
{
    setWordWrap(true);
}

int WrappedLabel::heightForWidth(int width) const
{
    if (QString now = text(); now != m_text) {
        m_text = std::move(now);
        m_answers.fill({});
    }
    const int own = std::min(width, maximumWidth()); // layouts ask for their own width, and give at most the greatest one
    const auto* known = std::ranges::find(m_answers, own, &Answer::width);
    if (own < 0 || known != m_answers.end()) {
        return own < 0 ? QLabel::heightForWidth(own) : known->height;
    }
    const int height = QLabel::heightForWidth(own);
    m_answers[m_next++ % m_answers.size()] = {own, height};
    return height;
}

bool WrappedLabel::event(QEvent* event)
{
    switch (event->type()) {
    case QEvent::FontChange:
    case QEvent::StyleChange:
    case QEvent::ContentsRectChange:
    case QEvent::LayoutDirectionChange:
    case QEvent::Polish: m_answers.fill({}); break;
    default: break;
    }
    return QLabel::event(event);
}

} // namespace knobscope
