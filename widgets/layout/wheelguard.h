// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace knobscope {

/// Lets the wheel scroll a form instead of changing what it passes over: a guarded editor takes the wheel only while it has the
/// focus, and the wheel no longer gives it the focus. Combo boxes, spin boxes and sliders want one; others are left alone.
class WheelGuard : public QObject
{
    Q_OBJECT
public:
    /// From now on; the guard lives as long as the editor. Guarding twice is guarding once.
    static void protect(QWidget& editor);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    explicit WheelGuard(QWidget& editor);
};

} // namespace knobscope
