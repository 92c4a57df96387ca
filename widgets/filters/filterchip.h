// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trialfilter.h"

#include <QAbstractButton>

namespace knobscope {

/// A filter as one sees it: its words and a cross. A click on the cross, Delete, Backspace, Space or Enter removes it.
class FilterChip : public QAbstractButton
{
    Q_OBJECT
public:
    explicit FilterChip(TrialFilter filter, QWidget* parent = nullptr);

    const TrialFilter& filter() const { return m_filter; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    QRect crossRect() const;

signals:
    void removed();
    /// The neighbour before (-1) or after (1) is asked for.
    void moveRequested(int step);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    TrialFilter m_filter;
};

} // namespace knobscope
