// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/steps.h"
#include "widgets/background/latestwork.h"
#include "widgets/code/codecolumn.h"
#include "widgets/table/celltable.h"
#include "widgets/workspace/view.h"

#include <QTimer>

class QLabel;
class QSlider;
class QTableView;
class QToolButton;

namespace knobscope {

class PageOrSentence;

/// The primitives of the current config, and the loop nest after each: step with the slider, the arrow keys or slow play; lines
/// that a step changed are marked. Pointing at a primitive points at its knob.
class ScheduleView : public LazyView
{
    Q_OBJECT
public:
    explicit ScheduleView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& actions) override;
    void refreshNow() override;

    /// Row of the current primitive; -1 without steps.
    int step() const;
    int stepCount() const { return m_model->rowCount(); }
    void setStep(int step);
    bool isPlaying() const { return m_play.isActive(); }
    void play(bool on);
    CodePane& pane() { return m_nest->pane(); }
    /// A row a step (the first: none yet), with the knob that chose each; rows of the hovered knob are set off.
    CellTable& model() { return *m_model; }
    QString problem() const;

protected:
    void refresh() override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makePage();
    QWidget* makeControls();
    /// Null without steps.
    const ScheduleStep* current() const;
    /// Of a step; empty: none, or there is no such step.
    QString knobOf(int step) const;
    std::vector<CellTable::Row> rows() const;
    void showSteps(std::vector<ScheduleStep> steps, const QString& problem);
    void showStep();
    void hoverKnobOf(int line);
    void lightKnob();
    bool stepByKey(QKeyEvent* key);

    LatestWork m_work;
    QTimer m_play;
    std::string m_kernel; ///< kernelKey of what is shown; empty: nothing is
    std::vector<ScheduleStep> m_steps;
    CellTable* m_model;
    QTableView* m_table;
    CodeColumn* m_nest;
    QSlider* m_slider;
    QLabel* m_where;
    QToolButton* m_playButton = nullptr; ///< made with the other controls
    PageOrSentence* m_pages;
};

} // namespace knobscope
