// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"

#include <QWidget>

namespace knobscope {

/// Tells the desktop of a run that took more than half a minute and ended while no window of the program was active: through the
/// desktop's notification service where there is one, and by the window's entry in the task bar.
class RunNotifier : public QObject
{
    Q_OBJECT
public:
    /// `window` asks for attention.
    explicit RunNotifier(QWidget* window)
        : QObject(window)
    {
    }
    /// `words`: what is said of the result instead of its best config.
    void runFinished(const QString& label, const RunFinished& result, const QString& problem, const QString& words = {});

signals:
    void notified(const QString& title, const QString& text);
};

/// Asks org.freedesktop.Notifications, without waiting; does nothing where it is missing.
void showDesktopNotification(const QString& title, const QString& text);

} // namespace knobscope
