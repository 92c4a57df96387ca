// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run/runnotifier.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QVariantMap>

namespace knobscope {

void showDesktopNotification(const QString& title, const QString& text)
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        return;
    }
    auto message = QDBusMessage::createMethodCall(QStringLiteral("org.freedesktop.Notifications"),
                                                  QStringLiteral("/org/freedesktop/Notifications"),
                                                  QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("Notify"));
    const QVariantMap hints{{QStringLiteral("desktop-entry"), QStringLiteral("knobscope")}};
    message << QStringLiteral("Knobscope") << 0U << QStringLiteral("knobscope") << title << text.toHtmlEscaped() << QStringList()
            << hints << -1;
    bus.send(message);
}

} // namespace knobscope
