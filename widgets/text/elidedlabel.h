// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace knobscope {

/// One line of text that is shortened at its end where there is no room; the whole is in the tooltip unless another was set.
class ElidedLabel : public QLabel
{
    Q_OBJECT
public:
    explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr);
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
};

} // namespace knobscope
