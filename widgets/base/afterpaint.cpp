// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/afterpaint.h"

#include <QEvent>
#include <QWidget>

#include <utility>

namespace knobscope {

namespace {

class PaintWaiter : public QObject
{
public:
    PaintWaiter(QWidget& widget, std::function<void()> then)
        : QObject(&widget)
        , m_then(std::move(then))
    {
        widget.installEventFilter(this);
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Paint) {
            watched->removeEventFilter(this);
            QMetaObject::invokeMethod(
                this,
                [this] {
                    m_then();
                    deleteLater();
                },
                Qt::QueuedConnection); // all widgets of the window are painted in one go: this is after the last one
        }
        return false;
    }

private:
    std::function<void()> m_then;
};

} // namespace

void afterPaint(QWidget& widget, std::function<void()> then)
{
    new PaintWaiter(widget, std::move(then));
}

} // namespace knobscope
