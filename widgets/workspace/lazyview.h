// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/workspace/view.h"

#include <QTimer>

namespace knobscope {

/// A view that works only while it is seen: what changes while it is hidden is taken in when it is shown. GUI thread only.
class LazyView : public View
{
    Q_OBJECT
public:
    /// Changes that follow each other within `milliseconds` are taken in at once.
    LazyView(Workspace& workspace, int milliseconds, QWidget* parent = nullptr);

protected:
    /// Takes in what changed.
    virtual void refresh() = 0;
    /// Something changed: refresh() is called soon, or when the view is shown.
    void refreshSoon();
    /// The same without a moment in between.
    void refreshIfSeen();
    /// Calls refresh() now, whether or not the view is seen.
    void refreshAtOnce();
    /// The same, if there is anything to take in.
    void refreshStale();
    void setInterval(int milliseconds) { m_timer.setInterval(milliseconds); }
    void markStale() { m_isStale = true; }
    /// What changed was taken in by other means.
    void markFresh();
    bool isStale() const { return m_isStale; }
    bool isWaiting() const { return m_timer.isActive(); }
    void showEvent(QShowEvent* event) override;

private:
    QTimer m_timer;
    bool m_isStale = true;
};

} // namespace knobscope
