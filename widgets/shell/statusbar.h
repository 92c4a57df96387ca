// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/project/openproject.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

class QLabel;
class QMainWindow;
class QWidget;

namespace knobscope {

class ElidedLabel;

/// The message at the left end of the status bar, elided if needed. Errors stay, several side by side, until the user has pressed
/// a key or a button and then another message or a timeout replaces them; successes do not cover them. A warning stays for some
/// seconds. A click opens the log. GUI thread only.
class StatusMessages : public QObject
{
    Q_OBJECT
public:
    explicit StatusMessages(QMainWindow& window);

    void show(MessageLevel level, const QString& text);
    /// The shown errors; empty: none.
    const QStringList& errors() const { return m_errors; }
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void logWanted();

private:
    void addError(const QString& text);
    void put(const QString& line, const QString& whole, const QString& tip);
    void forget();
    QWidget* m_line;
    QLabel* m_icon;
    ElidedLabel* m_text;
    QStringList m_errors;
    bool m_isNew = false; ///< no user input since the first error
    QTimer m_end;
    QTimer m_warning; ///< while active, only another warning or an error replaces the message
};

/// Permanent indicators while tuning: trials per second, device utilisation and device name. For the right end of a status bar.
/// GUI thread only.
QWidget* makeStatusLine(OpenProject& project);

} // namespace knobscope
