// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;

namespace knobscope {

class Workspace;

/// What is always worth knowing while tuning: the device, how busy it is, and how many trials a second are measured. Made for
/// the right end of a status bar. GUI thread only.
class StatusLine : public QWidget
{
    Q_OBJECT
public:
    explicit StatusLine(Workspace& workspace, QWidget* parent = nullptr);

    QString deviceText() const;
    QString loadText() const;
    QString rateText() const;
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
