// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/controls/flowrow.h"

#include <QTimer>

class QKeyEvent;
class QLabel;
class QSlider;
class QToolButton;

namespace knobscope {

/// Goes through a sequence of steps: buttons for first, back, play, forward and last, a slider, and a text. The controls' ids are
/// "first", "back", "play", "forward", "last" and "step". GUI thread only.
class StepBar : public FlowRow
{
    Q_OBJECT
public:
    /// Tool tips; `slider` is the slider's accessible name.
    struct Tips {
        QString first;
        QString back;
        QString play;
        QString forward;
        QString last;
        QString slider;
    };
    /// Playing makes a step every `milliseconds`.
    StepBar(const Tips& tips, int milliseconds, QWidget* parent = nullptr);

    int count() const { return m_count; }
    /// Keeps the current step if there is one with its number, else chooses the last.
    void setCount(int count);
    /// From 0; -1 without steps.
    int step() const { return m_step; }
    /// Goes to the nearest step.
    void setStep(int step);
    bool isPlaying() const { return m_play.isActive(); }
    /// Begins at the first step if the last one is current.
    void play(bool isOn);
    /// While playing, waits with the next step: the picture of the current one is not ready.
    void hold(bool isHeld) { m_isHeld = isHeld; }
    void setText(const QString& text);
    /// Left, Right, Home, End and Space. Returns whether the key was one of them.
    bool handleKey(const QKeyEvent& key);

signals:
    void stepChanged(int step);

private:
    QToolButton* addButton(const char* id, const char* icon, const QString& name, const QString& tip);

    int m_count = 0;
    int m_step = -1;
    bool m_isHeld = false;
    QTimer m_play;
    QToolButton* m_playButton;
    QSlider* m_slider;
    QLabel* m_text;
};

} // namespace knobscope
