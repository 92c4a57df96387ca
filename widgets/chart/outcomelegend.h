// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/chart/outcome.h"

#include <QWidget>

#include <vector>

namespace knobscope {

/// Tells which marker means which outcome, of those that are shown.
class OutcomeLegend : public QWidget
{
    Q_OBJECT
public:
    explicit OutcomeLegend(QWidget* parent = nullptr);
    /// A bit for each Outcome that is there.
    void setPresent(unsigned outcomes);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent*) override;

private:
    std::vector<Outcome> m_shown;
};

} // namespace knobscope
