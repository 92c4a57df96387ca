// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/log/logview.h"

#include <QTime>

namespace knobscope {

LogView::LogView(QWidget* parent) : QPlainTextEdit(parent)
{
    setAccessibleName(tr("Log"));
    setReadOnly(true);
    setMaximumBlockCount(10000);
    setPlaceholderText(tr("What the program does, and what went wrong, appears here."));
}

void LogView::append(LogLevel level, const QString& line)
{
    // Words, not colour alone, tell a warning from news.
    const QString prefix = level == LogLevel::Error ? tr("Error: ") : level == LogLevel::Warning ? tr("Warning: ") : QString();
    appendPlainText(QTime::currentTime().toString(QStringLiteral("HH:mm:ss  ")) + prefix + line);
}

} // namespace knobscope
