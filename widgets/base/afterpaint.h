// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include <functional>

class QWidget;

namespace knobscope {

/// Calls `then` from the event loop after the widget was painted for the next time; never if it is not painted. For work that the
/// first picture of a window need not wait for: a timer of 0 ms may fire before it. GUI thread only.
void afterPaint(QWidget& widget, std::function<void()> then);

/// A call that is made once the widget's window has painted what is pending, so that what it changes appears in a later frame and
/// does not delay this one. Made at once while the window is hidden. GUI thread only.
class NextFrame : public QObject
{
public:
    /// The widget must exist as long as this.
    NextFrame(QWidget& widget, std::function<void()> call);

    /// Does nothing if the call is pending already.
    void request();
    bool isPending() const { return m_isPending; }
    /// Makes the call now if it is pending; returns whether it was.
    bool finish();

    bool eventFilter(QObject* window, QEvent* event) override;

private:
    QWidget& m_widget;
    std::function<void()> m_call;
    QTimer m_timer;
    bool m_isPending = false;
};

} // namespace knobscope
