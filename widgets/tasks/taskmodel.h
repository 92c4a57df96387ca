// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/extract.h"
#include "widgets/background/latestwork.h"
#include "widgets/table/tablecolumn.h"
#include "widgets/text/naturalorder.h"
#include "widgets/workspace/machinepeaks.h"
#include "widgets/workspace/taskstandings.h"
#include "widgets/workspace/workspace.h"

#include <QAbstractItemModel>
#include <QFontMetrics>

#include <cstdint>
#include <map>

namespace knobscope {

/// Networks and their tuning tasks on one target: a tree of two levels, with what the open project knows of each task.
class TaskModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Column { Name, Shape, Gflops, Layers, Trials, Best, Share, Peak, LastRun, Template, Configs, Threads, ColumnCount };
    enum Role {
        SortRole = Qt::UserRole, ///< the raw value
        FilterRole,              ///< id, operator, shape, template and size as one text
        CurveRole,               ///< QVector<QPointF>: x the part of the run, y the part of its best, both 0 to 1
    };

    /// Shows what is known of the tasks; null for nothing. It must outlive the model.
    explicit TaskModel(const TaskStandings* standings = nullptr, QObject* parent = nullptr);
    /// Fills the tree; networks that have no tasks on the target are left out.
    void load(std::span<const Network> networks, const Target& target, TaskChoice choice = TaskChoice::AutoTvm);
    /// What the machine was measured to do at most: a task's best is held against that with as many threads, or against the
    /// target's GPU as it is described.
    void setPeaks(MachinePeaks peaks);
    /// Whether there is anything to hold them against.
    bool hasPeak() const { return !m_peaks.empty() || m_hasGpuPeak; }
    /// The current task, which is written bold.
    void setCurrentTask(const QString& id);
    /// The tasks whose space a person has edited; they are marked.
    void setEdits(const Preparation::EditsOfTasks& edits);
    /// How many configs the spaces of tasks have, with their edits and constraints, by workloadKey.
    void setConfigs(const std::map<std::string, SpaceCount>& configs);
    /// Whether there are templates for the target that AutoTVM does not have, listed or not.
    bool hasExtra() const { return m_hasExtra; }
    /// The standings changed.
    void refresh();

    /// The task at an index; null for a network.
    const NetworkTask* task(const QModelIndex& index) const;
    /// How wide the texts of a column are at most, each as if its task were the current one. Names of networks are not written
    /// bold, stand `indentation` further to the left than those of tasks, and count so much less.
    int widest(Column column, const QFontMetrics& plain, const QFontMetrics& bold, int indentation) const;
    /// The tasks at indexes, each once; for a network all of its own.
    std::vector<const NetworkTask*> tasks(const QModelIndexList& indexes) const;
    /// Every task with its workloadKey.
    std::vector<std::pair<std::string, const NetworkTask*>> all() const;
    /// The index of a task by its id ("resnet-18:2").
    QModelIndex find(const QString& id) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& = {}) const override { return ColumnCount; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    /// Sizes of spaces are other ones.
    void configsChanged();

private:
    struct Row {
        NetworkTask task;
        std::string key; ///< in the standings
        std::string workload; ///< among the edits
        int edits = 0; ///< of its space
        SpaceCount configs; ///< of its space that meet the constraints; 0: not counted yet
        size_t layer = 0; ///< row of the first task of the same layer: templates are alternatives
        bool isSlower = false; ///< than another template of its layer
        double share = -1; ///< of the network's time; -1: not known before all layers are measured, or it is slower
        double gpuPeak = 0; ///< GFLOPS of what runs it; 0: not known, or no GPU does
    };
    struct Group {
        QString name;
        QString source;
        double gflops = 0;
        std::vector<Row> rows;
        double seconds = 0; ///< of the layers that were measured
        int64_t trials = 0;
        int measured = 0; ///< layers
        int layers = 0; ///< distinct ones
    };
    /// What the cells of a task are made from.
    struct Seen {
        const Group& group;
        const Row& row;
        const TaskStanding& known; ///< without runs: not tuned in this project
    };
    /// The columns of all tasks from this one on.
    void announceTasks(Column first);
    static void shareTime(Group& group, const std::vector<const TaskStanding*>& standings);
    const TaskStanding& standing(const Row& row) const;
    /// Fill in the columns that say what a task is, and how far it is (taskcolumns.cpp).
    void describeTasks();
    void describeStandings();
    QVariant groupData(const Group& group, int column, int role) const;
    static QVariant curve(const Seen& seen);
    std::vector<TableColumn<Seen>> m_columns; ///< by Column
    std::vector<Group> m_groups;
    const TaskStandings* m_standings;
    MachinePeaks m_peaks;
    bool m_hasExtra = false;
    bool m_hasGpuPeak = false;
    QString m_currentTask;
};

/// Shows the tasks of which every word of the filter is found in id, operator, shape, template or size, written with or without
/// separators of thousands.
class TaskFilter : public NaturalSortModel
{
public:
    explicit TaskFilter(TaskModel& model, QObject* parent = nullptr);
    void setWords(const QString& text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_words;
};

/// How many configs the spaces of a model's tasks have, with the workspace's edits, constraints too: counted in the background,
/// since each template has to declare its space for it, and remembered. The model's child. GUI thread only.
class ConfigCounts : public QObject
{
    Q_OBJECT
public:
    ConfigCounts(Workspace& workspace, TaskModel& model)
        : QObject(&model)
        , m_workspace(workspace)
        , m_model(model)
        , m_work([this](const Error& error) { m_workspace.say(error); })
    {
    }
    /// The model has other tasks, on this target, or their edits are others.
    void update(const Target& target);

private:
    struct Known {
        std::vector<SpaceEdit> edits;
        SpaceCount configs;
    };
    Workspace& m_workspace;
    TaskModel& m_model;
    std::map<std::string, Known> m_known; ///< by workloadKey
    LatestWork m_work;
};

} // namespace knobscope
