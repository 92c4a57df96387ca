// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/price.h"

#include <QLabel>

#include <cstdint>

class QPushButton;

namespace knobscope {

/// The size of the space and the cost of the edits, as text. GUI thread only.
class PricePanel : public QWidget
{
    Q_OBJECT
public:
    PricePanel();
    /// Whether there are edits, so that they can be compared with the template.
    void setEdited(bool isEdited);
    void showPrice(const SpacePrice& price);
    /// Shown while the configs, at most `range`, are counted elsewhere.
    void showCounting(int64_t range);
    /// The size of the space, to be placed where it is always in sight.
    QLabel* sizeLabel() const { return m_size; }
    QString sizeText() const { return m_size->text(); }
    QString priceText() const { return m_price->text(); }

signals:
    void experimentRequested();

private:
    bool m_isEdited = false;
    QLabel* m_size;
    QLabel* m_price;
    QPushButton* m_experiment;
};

} // namespace knobscope
