// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QTemporaryDir>

#include <optional>

namespace knobscope::bench {

/// An application on the offscreen platform, with its own settings and data.
class Screen
{
public:
    Screen()
    {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        qputenv("XDG_CONFIG_HOME", m_folder.path().toLocal8Bit());
        qputenv("XDG_DATA_HOME", m_folder.path().toLocal8Bit());
        m_application.emplace(m_count, m_arguments);
        QApplication::setCursorFlashTime(0); // a blinking cursor would be repainted forever
    }
    QString file(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

private:
    QTemporaryDir m_folder;
    int m_count = 1;
    char m_name[16] = "knobscope-bench";
    char* m_arguments[2] = {m_name, nullptr};
    std::optional<QApplication> m_application;
};

} // namespace knobscope::bench
