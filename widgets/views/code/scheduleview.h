// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/steps.h"
#include "widgets/base/latestwork.h"
#include "widgets/controls/celltable.h"
#include "widgets/project/view.h"
#include "widgets/views/code/codecolumn.h"

class QTableView;

namespace knobscope {

class PlaceholderStack;
class StepBar;

/// The primitives of the current config, and the loop nest after each: step with the slider, the arrow keys or slow playback;
/// marks lines that a step changed. Hovering a primitive highlights its knob.
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
    bool isPlaying() const;
    void play(bool on);
    CodePane& pane() { return m_nest->pane(); }
    /// One row per step (the first: no primitive yet), with the knob that chose it; highlights rows of the hovered knob.
    CellTable& model() { return *m_model; }
    QString problem() const;

protected:
    void refresh() override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makePage();
    /// Returns the current step; null without steps.
    const ScheduleStep* current() const;
    /// Returns the knob of a step; empty if the step has none or does not exist.
    QString knobOf(int step) const;
    std::vector<CellTable::Row> rows() const;
    void showSteps(std::vector<ScheduleStep> steps, const QString& problem);
    void showStep();
    void hoverKnobOf(int line);
    void highlightKnob();

    LatestWork m_work;
    std::string m_kernel; ///< kernelKey of the shown schedule; empty: none
    std::vector<ScheduleStep> m_steps;
    CellTable* m_model;
    QTableView* m_table;
    CodeColumn* m_nest;
    StepBar* m_bar;
    PlaceholderStack* m_pages;
};

} // namespace knobscope
