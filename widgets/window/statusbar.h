// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/workspace/openproject.h"

#include <QDeadlineTimer>
#include <QLabel>
#include <QStringList>
#include <QTimer>
#include <QWidget>

class QMainWindow;

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
    QDeadlineTimer m_warned; ///< until then only another warning or an error takes the line
};

/// What is always worth knowing while tuning: the device, how busy it is, and how many trials a second are measured. Made for
/// the right end of a status bar. GUI thread only.
class StatusLine : public QWidget
{
    Q_OBJECT
public:
    explicit StatusLine(OpenProject& project, QWidget* parent = nullptr);

    QString deviceText() const { return m_device->text(); }
    QString loadText() const { return m_load->text(); }
    QString rateText() const { return m_rate->text(); }
    /// Reads the load average now; a timer does so every other second while the line is seen.
    void refreshNow();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QLabel* m_device;
    QLabel* m_load;
    QLabel* m_rate;
    QTimer m_timer;
};

} // namespace knobscope
