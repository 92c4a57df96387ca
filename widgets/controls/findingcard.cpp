// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/findingcard.h"

#include "widgets/base/theme.h"
#include "widgets/base/wrappedlabel.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"

#include <QHBoxLayout>
#include <QPainter>

namespace knobscope {

namespace {

constexpr int kStripe = 3; // pixels

} // namespace

FindingCard::FindingCard(QAnyStringView buttonId, QWidget* parent)
    : QWidget(parent)
    , m_text(new WrappedLabel)
    , m_button(makeControl<QToolButton>(buttonId))
{
    m_text->setTextFormat(Qt::PlainText);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    inRow(this, {{m_text, 1}, m_button}, QMargins(kStripe + space::kSmall, space::kTight, space::kTight, space::kTight),
          space::kSmall);
}

void FindingCard::paintEvent(QPaintEvent* /*event*/)
{
    const Theme theme = themeFor(palette());
    QPainter painter(this);
    painter.setPen(theme.line);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    const int left = isRightToLeft() ? width() - kStripe : 0;
    painter.fillRect(QRect(left, 0, kStripe, height()), theme.accent);
}

} // namespace knobscope
