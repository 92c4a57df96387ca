// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace knobscope {

enum class LogLevel { Info, Warning, Error };

/// What happened, a line each, with the time; the last 10,000 lines are kept. GUI thread only.
class LogView : public QPlainTextEdit
{
    Q_OBJECT
public:
    explicit LogView(QWidget* parent = nullptr);

    void append(LogLevel level, const QString& line);
};

} // namespace knobscope
