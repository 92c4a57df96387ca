// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/afterpaint.h"

#include <QEvent>
#include <QWidget>

#include <chrono>
#include <utility>

namespace knobscope {

namespace {

constexpr std::chrono::milliseconds kLongestWait(100); // for a frame: a window whose updates are off has none

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

NextFrame::NextFrame(QWidget& widget, std::function<void()> call)
    : m_widget(widget)
    , m_call(std::move(call))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &NextFrame::finish);
}

void NextFrame::request()
{
    if (std::exchange(m_isPending, true)) {
        return;
    }
    QWidget* window = m_widget.window();
    if (!window->isVisible()) {
        finish();
        return;
    }
    window->installEventFilter(this);
    window->update(0, 0, 1, 1); // there is a frame, whatever else changes
    m_timer.start(kLongestWait);
}

bool NextFrame::eventFilter(QObject* window, QEvent* event)
{
    if (event->type() == QEvent::UpdateRequest) { // the window paints now; the timer fires when nothing is posted any more
        window->removeEventFilter(this);
        m_timer.start(0);
    }
    return false;
}

bool NextFrame::finish()
{
    m_timer.stop();
    const bool wasPending = std::exchange(m_isPending, false);
    if (wasPending) {
        m_call();
    }
    return wasPending;
}

} // namespace knobscope
