// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/price.h"

#include <QLabel>

#include <cstdint>

class QPushButton;

namespace knobscope {

/// How large the space is and what the edits cost, in words. GUI thread only.
class PricePanel : public QWidget
{
    Q_OBJECT
public:
    PricePanel();
    /// Whether there are edits, whose worth can be asked for.
    void setEdited(bool isEdited);
    void showPrice(const SpacePrice& price);
    /// While the points are counted elsewhere: at most `range` of them.
    void showCounting(int64_t range);
    QString sizeText() const { return m_size->text(); }
    QString priceText() const { return m_price->text(); }

signals:
    void experimentRequested();

private:
    bool m_isEdited = false;
    QLabel* m_size;
    QLabel* m_price;
    QLabel* m_source;
    QPushButton* m_experiment;
};

} // namespace knobscope
