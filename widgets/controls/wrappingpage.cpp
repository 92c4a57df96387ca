// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/wrappingpage.h"

#include <QLayout>
#include <QResizeEvent>

#include <algorithm>

namespace knobscope {

QSize WrappingPage::sizeHint() const
{
    const QSize wide = QWidget::sizeHint();
    const bool hasWidth = testAttribute(Qt::WA_Resized) && layout();
    return {wide.width(), hasWidth ? std::max(wide.height(), layout()->totalHeightForWidth(width())) : wide.height()};
}

QSize WrappingPage::minimumSizeHint() const
{
    const QSize wide = QWidget::minimumSizeHint();
    const bool hasWidth = testAttribute(Qt::WA_Resized) && layout();
    return {wide.width(), hasWidth ? std::max(wide.height(), layout()->totalMinimumHeightForWidth(width())) : wide.height()};
}

void WrappingPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        updateGeometry();
    }
}

} // namespace knobscope
