// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/loop.h"

#include <QWidget>

namespace knobscope {

/// Notifies the desktop if a run took more than half a minute and ended while no window of the program was active: with the
/// desktop's notification service, if there is one, and with the window's entry in the task bar.
class RunNotifier : public QObject
{
    Q_OBJECT
public:
    /// `window` is highlighted in the task bar.
    explicit RunNotifier(QWidget* window)
        : QObject(window)
    {
    }
    /// `summary`: text that replaces the best config.
    void runFinished(const QString& label, const RunFinished& result, const QString& problem, const QString& summary = {});

signals:
    void notified(const QString& title, const QString& text);
};

/// Calls org.freedesktop.Notifications asynchronously; does nothing if the service is missing.
void showDesktopNotification(const QString& title, const QString& text);

} // namespace knobscope
