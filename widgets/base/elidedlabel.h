// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace knobscope {

/// A single-line label that is elided at its end; the tool tip has the full text unless another one was set.
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
