// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/workspace/workspace.h"

#include <QStringList>
#include <QTimer>

class QLabel;
class QMainWindow;

namespace knobscope {

class ElidedLabel;

/// What the left end of the status bar says. Errors stay, several beside each other, until a person has pressed a key or a
/// button and something else is said or some time is over: what goes well beside them does not cover them. A click on them opens
/// the log. GUI thread only.
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
    void forget();
    QMainWindow& m_window;
    QWidget* m_line;
    ElidedLabel* m_text;
    QStringList m_complaints;
    bool m_isNew = false; ///< nobody has done anything since the first of them
    QTimer m_end;
};

} // namespace knobscope
