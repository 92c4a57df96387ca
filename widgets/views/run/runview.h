// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/controls/optioneditors.h"
#include "widgets/project/view.h"
#include "widgets/views/run/progresspanel.h"

class QAction;
class QPushButton;

namespace knobscope {

class LimitsForm;
class QueueView;
class ResumeBanner;
class ResumeList;
class RunNotifier;
class Section;
class SeedConfigs;
class TransferForm;
class TunerForm;

/// The Run panel: tuner, trials and time; under Advanced, all other options of runs and measurements; the queue and resumable
/// runs; Start (Pause during a run) and Stop; progress, rates and time left.
class RunView : public View
{
    Q_OBJECT
public:
    explicit RunView(Workspace& workspace, QWidget* parent = nullptr);
    void addActions(ActionRegistry& registry) override;

    /// Options of the next run, as set here.
    RunOptions options() const;
    QString status() const { return m_progress->status(); }

    /// Tunes the queue, or the current task if the queue is empty.
    void start();
    void pauseOrResume();
    void stop();
    void stopAfterInFlight();
    /// Sets configs that another view pinned. They are measured first, in addition to those entered here.
    void setPinned(const std::vector<qint64>& indexes);
    /// Uses the tuner as set here.
    void tuneNetwork(NetworkTuning tuning);
    void addTaskToQueue();
    void addNetworkToQueue();
    /// Uses the options as set here. Adds all tasks or none; if none, returns false and shows the reason in the status line.
    bool addToQueue(const std::vector<LoopTask>& tasks);
    void resumeRun(qint64 run);

signals:
    /// An option was edited.
    void settingsChanged();

private:
    QWidget* makeSections();
    QWidget* makeAdvanced();
    void addEditors(FieldList& search, FieldList& pruning, FieldList& measuring);
    void bindState();
    void restoreSettings(const std::string& text);
    void connectSession();
    void adoptLimits();
    void updateState();
    void updateTask();
    void showReadiness();
    void updateRuns();
    void applySettings();
    nlohmann::json settings() const;
    void finish(const RunFinished& result, const Sentence& problem);
    Result<RunOptions> optionsFor(const Task& task) const;
    QString taskObstacle() const;
    QString startObstacle(bool usesQueue) const;
    /// Tunes the current task, whatever is queued; then the queue, unless `isAlone`.
    void startTask(bool isAlone);
    /// True if a run is in progress that can be paused or resumed, and stopped.
    bool canControlRun() const;
    /// Reports the error, if any.
    void reportIfFailed(const Result<void>& result);

    ResumeBanner* m_banner;
    QPushButton* m_start;
    QPushButton* m_stop;
    QAction* m_pauseAction = nullptr; ///< this and the next two: null outside of a window
    QAction* m_stopAction = nullptr;
    QAction* m_finishAction = nullptr;
    ProgressPanel* m_progress;
    TunerForm* m_tuner;
    FieldList* m_begin; ///< from scratch, or from earlier results
    SeedConfigs* m_first;
    std::vector<qint64> m_pinned;
    QString m_obstacle; ///< why the open project cannot store measurements
    TransferForm* m_transfer;
    LimitsForm* m_limits;
    OptionEditors<RunOptions> m_others{[this] { applySettings(); }}; ///< the options that are no limits
    OptionEditors<MeasureOptions> m_measuring{[this] { applySettings(); }};
    QWidgetList m_plainOnly; ///< editors without effect on paired timing
    QLabel* m_pruned; ///< how many proposals the last run skipped
    QueueView* m_queue;
    ResumeList* m_resumable;
    RunNotifier* m_notifier;
    std::optional<RunOptions> m_ownLimits; ///< the form's limits before a run with other limits started
    nlohmann::json m_defaults; ///< settings() with all defaults
    Section* m_advanced = nullptr;
    Section* m_queueSection = nullptr;
    Section* m_resumeSection = nullptr;
};

} // namespace knobscope
