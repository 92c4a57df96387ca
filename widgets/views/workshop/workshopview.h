// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/project/view.h"
#include "widgets/views/workshop/lineedit.h"
#include "widgets/views/workshop/scheduleanalysis.h"
#include "widgets/views/workshop/schedulekeeper.h"
#include "widgets/views/workshop/stepclock.h"

class QLabel;
class QMenu;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace knobscope {

class LoopStrip;
class ScheduleEditor;
class StairPanel;
class VisitPicture;

/// A schedule by hand: its text, the time of each line, the staircase of speed-ups, and the loop nest and the order of visit
/// after the line of the caret. GUI thread only.
class WorkshopView : public View
{
    Q_OBJECT
public:
    explicit WorkshopView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& actions) override;
    void refreshNow() override;

    /// Replaces the text; undo brings the former one back. `name` is that of its template; another one is chosen if the project
    /// has another schedule of this name. The text is kept in the project from then on.
    void openText(const QString& text, const QString& name);
    void openFile(const QString& path);
    QString text() const;
    const QString& name() const { return m_keeper.name(); }
    /// For the text as it was when the last analysis began, with the times known.
    const ScheduleAnalysis& analysis() const { return m_analysis; }
    /// Speed of the last step, of the machine's peak; 0: unknown.
    double shareOfPeak() const;
    bool isTiming() const { return m_clock.isTiming(); }
    /// Times what is not timed yet, or stops timing.
    void timeIt();
    /// To the next (1) or previous (-1) line that is a step.
    void step(int direction);
    void saveAs();
    void makeKnob();
    void makeTemplate();
    ScheduleEditor& editor() { return *m_editor; }
    StairPanel& stairs() { return *m_stairs; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeTools();
    QWidget* makePages();
    void bindState();
    void askForFile();
    /// Refuses a line that is illegal there, with the rule.
    void point(const LineChange& change);
    void fillOpenMenu(QMenu& menu);
    void analyse();
    void takeAnalysis(ScheduleAnalysis analysis);
    void showTimes();
    void showProblem();
    void showState();
    void showStatus(const QString& text, bool isProblem);
    void showButtons();

    ScheduleKeeper m_keeper;
    ScheduleAnalysis m_analysis;
    QString m_shownState; ///< key of the state whose loop nest is shown or asked
    QTimer m_typed;
    LatestWork m_analysing{JobLength::Normal};
    LatestWork m_lowering{JobLength::Normal};
    StepClock m_clock;
    ScheduleEditor* m_editor;
    QLabel* m_problem;
    QLabel* m_title;
    QLabel* m_status;
    StairPanel* m_stairs;
    VisitPicture* m_visits;
    LoopStrip* m_loops;
    QPlainTextEdit* m_nest;
    QPushButton* m_time;
};

} // namespace knobscope
