// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace knobscope {

/// Tells which marker means which outcome.
class OutcomeLegend : public QWidget
{
    Q_OBJECT
public:
    explicit OutcomeLegend(QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent*) override;
};

} // namespace knobscope
