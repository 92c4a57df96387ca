// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/extract.h"
#include "widgets/base/naturalorder.h"
#include "widgets/controls/modelcolumn.h"
#include "widgets/project/machinepeaks.h"
#include "widgets/project/taskstandings.h"
#include "widgets/project/workspace.h"

#include <QAbstractItemModel>
#include <QFontMetrics>
#include <QPersistentModelIndex>

#include <cstdint>
#include <functional>
#include <unordered_map>

namespace knobscope {

/// Networks and their tuning tasks on a target: a tree of two levels, with each task's results in the open project.
class TaskModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Column { Name, Shape, Gflops, Layers, Trials, Best, Share, Peak, LastRun, Template, Configs, Threads, ColumnCount };
    enum Role {
        SortRole = Qt::UserRole, ///< the raw value
        FilterRole,              ///< id, operator, shape, template and size as one text
        CurveRole,               ///< QVector<QPointF>: x the share of the run, y the share of its best, both 0 to 1
    };

    /// Shows these results; null: none. They must outlive the model.
    explicit TaskModel(const TaskStandings* standings = nullptr, QObject* parent = nullptr);
    /// Fills the tree; skips networks without tasks on the target.
    void load(std::span<const Network> networks, const Target& target, TaskChoice choice = TaskChoice::AutoTvm);
    /// Shows schedules by hand in a group of their own, the last one; none: no such group.
    void setSchedules(std::vector<NetworkTask> tasks, const Target& target);
    /// The group of schedules; invalid if there is none.
    QModelIndex schedules() const;
    /// Sets the measured peaks of the machine: a task's best is compared with the peak for the same number of threads, or with
    /// the described peak of the target's GPU.
    void setPeaks(MachinePeaks peaks);
    /// Whether there is any peak to compare with.
    bool hasPeak() const { return !m_peaks.empty() || m_hasGpuPeak; }
    /// Gives a network its new name, and its tasks theirs.
    void rename(const QString& before, const QString& now);
    /// Name of the network in a row; empty for a task and for schedules by hand.
    QString network(const QModelIndex& index) const;
    /// Sets the current task, shown in bold.
    void setCurrentTask(const QString& id);
    /// Sets the tasks with edited spaces, which are marked.
    void setEdits(const EditsOfTasks& edits);
    /// Sets the project's notes: the tags of tasks and networks are shown with their names and found by the filter.
    void setNotes(std::span<const NoteRow> notes);
    /// Sets the sizes of the tasks' spaces, with edits and constraints, by workloadKey.
    void setConfigs(const std::unordered_map<std::string, SpaceCount>& configs);
    /// Whether the target has templates that AutoTVM does not have, listed or not.
    bool hasExtra() const { return m_hasExtra; }
    /// Updates the cells of tasks whose standings have changed, and of their networks.
    void refresh();

    /// The task at an index; null for a network.
    const NetworkTask* task(const QModelIndex& index) const;
    /// Width of the widest text of a column, measured as if each task were the current one. Names of networks are not bold, start
    /// `indentation` further left than those of tasks, and count as that much narrower.
    int widest(Column column, const QFontMetrics& plain, const QFontMetrics& bold, int indentation) const;
    /// The tasks at indexes, without duplicates; for a network all of its tasks.
    std::vector<const NetworkTask*> tasks(const QModelIndexList& indexes) const;
    /// Calls `visit` with each task, its workloadKey, and the number of its configs that is shown.
    void forEach(const std::function<void(const std::string&, const NetworkTask&, const SpaceCount&)>& visit) const
    {
        for (const Group& group : m_groups) {
            std::ranges::for_each(group.rows, [&visit](const Row& row) { visit(row.workload, row.task, row.configs); });
        }
    }
    /// All tasks with their workloadKeys.
    std::vector<std::pair<std::string, const NetworkTask*>> all() const;
    /// Finds a task by its id ("resnet-18:2").
    QModelIndex find(const QString& id) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& = {}) const override { return ColumnCount; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    /// The longest text of a space's size has more characters than before.
    void countsGrew();

private:
    struct Row {
        NetworkTask task;
        std::string key; ///< key in the standings
        std::string workload; ///< key in the edits
        int edits = 0; ///< number of edits of its space
        SpaceCount configs; ///< number of valid configs of its space; 0: not counted yet
        size_t layer = 0; ///< row of the first task of the same layer, which templates share as alternatives
        bool isSlower = false; ///< slower than another template of its layer
        double share = -1; ///< share of the network's time; -1: unknown until all layers are measured, or it is slower
        double gpuPeak = 0; ///< GFLOPS of its GPU; 0: unknown, or no GPU
        QString tags; ///< "#good #final"
        TaskStanding shown; ///< as the views were told
        std::pair<double, bool> shownShare{-1, false}; ///< share and isSlower, likewise
    };
    struct Group {
        QString name;
        QString source;
        double gflops = 0;
        std::vector<Row> rows;
        double seconds = 0; ///< total of the measured layers
        int64_t trials = 0;
        int measured = 0; ///< number of measured layers
        int layers = 0; ///< number of distinct layers
        QString tags; ///< of the network
        bool isByHand = false; ///< no network: schedules of the project
    };
    /// Input for the cells of a task.
    struct CellInput {
        const Group& group;
        const Row& row;
        const TaskStanding& known; ///< no runs: not tuned in this project
    };
    void addRow(Group& group, NetworkTask task, const Target& target) const;
    /// Calls `change` with each task, and emits dataChanged, from a column on, for those for which it returns true: a view
    /// measures the rows that it is told of.
    void changeRows(Column first, const std::function<bool(Row&)>& change);
    /// Emits dataChanged for all tasks, from a column on.
    void emitTasksChanged(Column first);
    static void computeShares(Group& group, const std::vector<const TaskStanding*>& standings);
    const TaskStanding& standing(const Row& row) const;
    /// Define the columns of a task's description and of its progress (taskcolumns.cpp).
    void describeTasks();
    void describeStandings();
    QVariant groupData(const Group& group, int column, int role) const;
    static QVariant curve(const CellInput& seen);
    /// A name and the tags after it.
    static QString withTags(const QString& name, const QString& tags)
    {
        return tags.isEmpty() ? name : name + QStringLiteral("  ") + tags;
    }
    std::vector<ModelColumn<CellInput>> m_columns; ///< indexed by Column
    std::vector<Group> m_groups;
    const TaskStandings* m_standings;
    MachinePeaks m_peaks;
    qsizetype m_longestCount = 0; ///< characters of the longest text of a space's size
    bool m_hasExtra = false;
    bool m_hasGpuPeak = false;
    QString m_currentTask;
};

/// Shows the tasks for which each word of the filter occurs in id, operator, shape, template or size, with or without thousands
/// separators.
class TaskFilter : public NaturalSortModel
{
public:
    explicit TaskFilter(TaskModel& model, QObject* parent = nullptr);
    void setWords(const QString& text);
    /// Sets the current task. If it matches, it stays until the words change, also when an edit changes the size that it was
    /// found by. Invalid: none.
    void keep(const QModelIndex& task);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_words;
    QPersistentModelIndex m_current;
    QPersistentModelIndex m_kept; ///< shown whatever its text is now
};

} // namespace knobscope
