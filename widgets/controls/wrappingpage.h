// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace knobscope {

/// A page with wrapping text or rows: its hint and its minimum are the height needed at its current width, so that the parent's
/// layout never overlaps its items. (Qt's minimum height assumes an infinitely wide page.)
class WrappingPage : public QWidget
{
    Q_OBJECT
public:
    using QWidget::QWidget;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return false; }

protected:
    void resizeEvent(QResizeEvent* event) override;
};

} // namespace knobscope
