// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace knobscope {

/// Which tuner, how many trials, on how many cores; Start, Pause, Stop; progress and time left. GUI thread only.
class RunControl : public QWidget
{
    Q_OBJECT
public:
    enum class State : uint8_t { NoTask, Ready, Running, Paused, Stopping };

    explicit RunControl(QWidget* parent = nullptr);
    RunOptions options() const;
    int threads() const;
    void setState(State state);
    State state() const { return m_state; }
    void showProgress(const Progress& progress);
    void showStatus(const QString& status);

signals:
    void startRequested();
    void pauseRequested();
    void resumeRequested();
    void stopRequested();

private:
    State m_state = State::NoTask;
    QComboBox* m_tuner;
    QLabel* m_tunerSentence;
    QSpinBox* m_trials;
    QSpinBox* m_threads;
    QSpinBox* m_seed;
    QDoubleSpinBox* m_minutes;
    QPushButton* m_start;
    QPushButton* m_pause;
    QPushButton* m_stop;
    QProgressBar* m_progress;
    QLabel* m_status;
};

} // namespace knobscope
