// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QScrollArea>
#include <QStyle>

#include <utility>

namespace knobscope {

/// Scrolls forms vertically only: as wide as the forms and a scroll bar. In a wide view they stay as wide as is easy to read.
class FormScroll : public QScrollArea
{
public:
    static constexpr int kWidestForm = 640; ///< pixels
    explicit FormScroll(QWidget* forms)
    {
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setWidget(forms);
        forms->setMaximumWidth(kWidestForm);
    }
    QSize minimumSizeHint() const override
    {
        const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
        return {widget()->minimumSizeHint().width() + bar, QScrollArea::minimumSizeHint().height()};
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const bool isHandled = QScrollArea::eventFilter(watched, event);
        if (watched == widget() && event->type() == QEvent::LayoutRequest) {
            const std::pair hints(sizeHint(), minimumSizeHint());
            if (std::exchange(m_hints, hints) != hints) { // a section was opened
                updateGeometry();
            }
        }
        return isHandled;
    }

private:
    std::pair<QSize, QSize> m_hints; ///< that the parent's layout was told of last: preferred and least
};

} // namespace knobscope
