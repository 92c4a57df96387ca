// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/layout/flowlayout.h"
#include "widgets/layout/wrappingpage.h"

namespace knobscope {

/// A row of controls that becomes several where it is narrow.
class FlowRow : public WrappingPage
{
    Q_OBJECT
public:
    explicit FlowRow(QWidget* parent = nullptr);

    void add(QWidget* widget) { m_flow->addWidget(widget); }
    /// Widgets that stay together.
    QWidget* addGroup(std::initializer_list<QWidget*> widgets);

private:
    FlowLayout* m_flow;
};

} // namespace knobscope
