// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/stepbound.h"

#include <QWidget>

namespace knobscope {

/// A bar of a network's time by operator, and below it the largest shares by name: "Conv 92 %, MaxPool 3 %, rest 5 %". Hidden
/// without times. GUI thread only.
class OperatorBar : public QWidget
{
    Q_OBJECT
public:
    explicit OperatorBar(QWidget* parent = nullptr);

    /// `times`: the largest first.
    void setTimes(const std::vector<OperatorTime>& times);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Part {
        QString text; ///< name and share
        double share = 0;
    };
    std::vector<Part> m_parts; ///< the last one may be the rest
    bool m_hasRest = false;
};

} // namespace knobscope
