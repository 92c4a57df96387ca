// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace knobscope {

/// A page with a layout whose words or rows wrap: it asks for the height that they need at the width it has, also at least, so
/// that what contains it never lays one thing over another. (Qt's least height is that of an endlessly wide page.)
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
