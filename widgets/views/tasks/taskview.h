// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/afterpaint.h"
#include "widgets/base/latestwork.h"
#include "widgets/project/view.h"
#include "widgets/views/tasks/configcounts.h"
#include "widgets/views/tasks/tasktree.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace knobscope {

/// The tree of networks and tasks, with a choice of the target. Enter or a click opens a task; typing filters; tasks selected
/// with Ctrl or Shift can be queued together.
class TaskView : public LazyView
{
    Q_OBJECT
public:
    explicit TaskView(Workspace& workspace, QWidget* parent = nullptr);
    void addActions(ActionRegistry& registry) override;
    void refreshNow() override
    {
        refreshAtOnce();
        showSchedules();
    }

    /// Sets the networks to list: those that ship with the program, and opened models.
    void setNetworks(std::vector<Network> networks);
    /// The same, but listed when a task is opened, when the view is shown, or when it is asked, whichever comes first: a project
    /// that is opened at the start may have another target, and there are hundreds of tasks.
    void setNetworksLater(std::vector<Network> networks);
    /// Lists the tasks on a target, in the syntax of parseTarget.
    Result<void> setTarget(const QString& text);
    TaskModel& model()
    {
        list();
        return *m_model;
    }
    /// Expands a network and scrolls to it.
    void showNetwork(const QString& id);
    /// Opens a task by its id and scrolls to it.
    void choose(const QString& id);

protected:
    void refresh() override { m_tree->updatePeaks(); }
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeTop();
    void bindState();
    void connectTree();
    void open(const QModelIndex& index);
    void makeCurrent(const QModelIndex& index);
    void filter(const QString& text);
    void openFirst();
    void followTask();
    void showTaskMenu(const QPoint& at);
    void followName(const QString& before, const QString& now);
    void enqueueSelected();
    QModelIndexList selected() const;
    void showTarget();
    void list();
    void followTarget();
    void followEdits();
    void countConfigs();
    void fill();
    void markRows();
    void showSchedules();
    void removeSchedule(const NetworkTask& task);
    void showNote();
    void checkTarget();
    void checkExtraTasks();
    TaskModel* m_model;
    ConfigCounts* m_counts;
    TaskFilter* m_filtered;
    QComboBox* m_target;
    QCheckBox* m_extra;
    QJsonObject m_extraChosen; ///< state of the check box as set by the user, by project path
    QLineEdit* m_filter;
    bool m_isFiltered = false;
    QList<QPersistentModelIndex> m_unfolded; ///< networks expanded before filtering began
    QToolButton* m_columns;
    TaskTree* m_tree;
    QLabel* m_note;
    std::vector<Network> m_networks;
    bool m_isPainted = false; ///< before that, configs are not counted and the target is not tried
    bool m_isWaiting = false; ///< the networks are not listed yet: the view has not been seen or asked
    QString m_targetText; ///< as chosen or typed
    std::optional<Target> m_listed; ///< the parsed target
    QString m_refusal; ///< why no code can be generated for the target; empty: it can, or not tried yet
    QTimer m_scheduleTimer; ///< a text changes with each key
    std::vector<nlohmann::json> m_shownSchedules; ///< workloads; the tree is filled only when they change
    LatestWork m_trial;
    NextFrame m_marking{*this, [this] { followEdits(); }}; ///< an edit is painted where it was made first
};

} // namespace knobscope
