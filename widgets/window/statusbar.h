// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/workspace/openproject.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

class QLabel;
class QMainWindow;
class QWidget;

namespace knobscope {

class ElidedLabel;

/// What the left end of the status bar says, shortened where there is no room. Errors stay, several beside each other, until a
/// person has pressed a key or a button and something else is said or some time is over: what goes well beside them does not
/// cover them. A warning stays for some seconds. A click on them opens the log. GUI thread only.
class StatusMessages : public QObject
{
    Q_OBJECT
public:
    explicit StatusMessages(QMainWindow& window);

    void show(MessageLevel level, const QString& text);
    /// The errors that are shown; empty when there are none.
    const QStringList& complaints() const { return m_complaints; }
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void logWanted();

private:
    void complain(const QString& text);
    void put(const QString& line, const QString& whole, const QString& tip);
    void forget();
    QWidget* m_line;
    QLabel* m_icon;
    ElidedLabel* m_text;
    QStringList m_complaints;
    bool m_isNew = false; ///< nobody has done anything since the first of them
    QTimer m_end;
    QTimer m_warning; ///< while it goes on, only another warning or an error takes the line
};

/// What is always worth knowing while tuning: how many trials a second are measured, how busy the device is, and which it is. For
/// the right end of a status bar. GUI thread only.
QWidget* makeStatusLine(OpenProject& project);

} // namespace knobscope
