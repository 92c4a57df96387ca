// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/flowrow.h"

#include <QHBoxLayout>
#include <QStyle>

namespace knobscope {

FlowRow::FlowRow(QWidget* parent)
    : WrappingPage(parent)
    , m_flow(new FlowLayout(this))
{
    const int spacing = style()->pixelMetric(QStyle::PM_LayoutHorizontalSpacing, nullptr, this);
    m_flow->setSpacing(spacing < 0 ? 6 : spacing); // styles that space by kinds of widgets answer -1
    m_flow->setContentsMargins(0, 0, 0, 0);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QWidget* FlowRow::addGroup(std::initializer_list<QWidget*> widgets)
{
    auto* group = new QWidget;
    auto* row = new QHBoxLayout(group);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(m_flow->spacing());
    for (QWidget* widget : widgets) {
        row->addWidget(widget);
    }
    add(group);
    return group;
}

} // namespace knobscope
