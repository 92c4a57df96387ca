// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QResizeEvent>
#include <QSplitter>

namespace knobscope {

/// Two parts side by side if there is room for that, otherwise one above the other. Each arrangement begins with its own ratio,
/// and keeps what the user sets until it turns.
class TurningSplitter : public QSplitter
{
public:
    /// Side by side from `width` pixels on; at first stacked, with setSizes().
    TurningSplitter(int width, QList<int> beside, QList<int> stacked)
        : QSplitter(Qt::Vertical)
        , m_width(width)
        , m_beside(std::move(beside))
        , m_stacked(std::move(stacked))
    {
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        const Qt::Orientation wanted = event->size().width() >= m_width ? Qt::Horizontal : Qt::Vertical;
        if (wanted != orientation()) {
            setOrientation(wanted);
            setSizes(wanted == Qt::Horizontal ? m_beside : m_stacked);
        }
        QSplitter::resizeEvent(event);
    }

private:
    int m_width;
    QList<int> m_beside; ///< ratios, not pixels
    QList<int> m_stacked;
};

} // namespace knobscope
