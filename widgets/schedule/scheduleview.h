// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/background/latestwork.h"
#include "widgets/code/codecolumn.h"
#include "widgets/schedule/stepmodel.h"
#include "widgets/workspace/view.h"

#include <QTimer>

class QLabel;
class QSlider;
class QSplitter;
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
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;

    /// Row of the current primitive; -1 without steps.
    int step() const;
    int stepCount() const { return m_model->rowCount(); }
    void setStep(int step);
    bool isPlaying() const { return m_play.isActive(); }
    void play(bool on);
    CodePane& pane() { return m_nest->pane(); }
    StepModel& model() { return *m_model; }
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
    void showSteps(std::vector<ScheduleStep> steps, const QString& problem);
    void showStep();
    void hoverKnobOf(int line);
    void lightKnob();
    bool stepByKey(QKeyEvent* key);

    LatestWork m_work;
    QTimer m_play;
    std::string m_kernel; ///< kernelKey of what is shown; empty: nothing is
    StepModel* m_model;
    QTableView* m_table;
    CodeColumn* m_nest;
    QSplitter* m_splitter;
    QSlider* m_slider;
    QLabel* m_where;
    QToolButton* m_playButton = nullptr; ///< made with the other controls
    PageOrSentence* m_pages;
};

} // namespace knobscope
