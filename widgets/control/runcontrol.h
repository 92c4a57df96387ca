// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/control/progresspanel.h"
#include "widgets/workspace/view.h"

class QAction;
class QPushButton;

namespace knobscope {

class LimitsForm;
class MeasureForm;
class PruneForm;
class QueueView;
class ResumeBanner;
class ResumeList;
class RunNotifier;
class Section;
class FirstConfigs;
class TransferForm;
class TunerForm;

/// Everything about running: tuner, trials and time; under Advanced all else that a run or a measurement goes by; the queue, runs
/// that can go on; Start, which is Pause while a run goes on, and Stop; progress, rates and time left.
class RunControl : public View
{
    Q_OBJECT
public:
    explicit RunControl(Workspace& workspace, QWidget* parent = nullptr);
    void addActions(ActionRegistry& registry) override;
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;

    /// What the next run does, as set here.
    RunOptions options() const;
    QString status() const { return m_progress->status(); }

    /// Tunes the queue, or the current task when nothing waits.
    void start();
    void pauseOrResume();
    void stop();
    void stopAfterInFlight();
    /// The configs that another view has pinned are measured first, beside those written here.
    void setPinned(const std::vector<qint64>& indexes);
    /// With the tuner as set here.
    void tuneNetwork(NetworkTuning tuning);
    void addTaskToQueue();
    void addNetworkToQueue();
    /// With the options as set here. Adds all of them, or none: false, with the reason in the status line.
    bool addToQueue(const std::vector<LoopTask>& tasks);
    void resumeRun(qint64 run);

private:
    QWidget* makeSections();
    QWidget* makeAdvanced();
    void connectSession();
    void adoptLimits();
    void updateState();
    void updateTask();
    void showReadiness();
    void updateRuns();
    void takeSettings();
    nlohmann::json settings() const;
    void finish(const RunFinished& result, const Sentence& problem);
    Result<RunOptions> optionsFor(const Task& task) const;
    QString whyNotTask() const;
    QString whyNotStart(bool usesQueue) const;
    /// Tunes the current task, whatever waits, and that after it or not.
    void startTask(bool isAlone);
    /// A run goes on that can be paused, or gone on with, and stopped.
    bool canBeSteered() const;
    /// Says why something was refused.
    void accept(const Result<void>& result);

    ResumeBanner* m_banner;
    QPushButton* m_start;
    QPushButton* m_stop;
    QAction* m_pauseAction = nullptr; ///< this and the next two: only in a window
    QAction* m_stopAction = nullptr;
    QAction* m_finishAction = nullptr;
    ProgressPanel* m_progress;
    TunerForm* m_tuner;
    FirstConfigs* m_first;
    PruneForm* m_prune;
    std::vector<qint64> m_pinned;
    QString m_obstacle; ///< why nothing can be measured into the open project
    TransferForm* m_transfer;
    LimitsForm* m_limits;
    MeasureForm* m_measuring;
    QueueView* m_queue;
    ResumeList* m_resumable;
    RunNotifier* m_notifier;
    std::optional<RunOptions> m_ownLimits; ///< what the form held before a run with other limits began
    nlohmann::json m_usual; ///< settings() of a new panel
    Section* m_advanced = nullptr;
    Section* m_queueSection = nullptr;
    Section* m_resumeSection = nullptr;
};

} // namespace knobscope
