// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/background/latestwork.h"
#include "widgets/tasks/taskmodel.h"
#include "widgets/workspace/view.h"

#include <QSortFilterProxyModel>
#include <QTimer>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;
class QTreeView;

namespace knobscope {

/// Shows the tasks of which every word of the filter is found in id, operator, shape or template.
class TaskFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setWords(const QString& text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_words;
};

/// The tree of networks and tasks on a target that is chosen above it. Enter or a click takes a task in hand; typing filters.
class TaskView : public View
{
    Q_OBJECT
public:
    explicit TaskView(Workspace& workspace, QWidget* parent = nullptr);
    void addActions(ActionRegistry& registry) override;
    void refreshNow() override;
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;

    /// The networks whose tasks are listed; those that ship with the program, or read from elsewhere.
    void setNetworks(std::vector<Network> networks);
    /// Lists the tasks on a target, in the form of parseTarget.
    Result<void> setTarget(const QString& text);
    TaskModel& model() { return *m_model; }
    /// Takes a task in hand by its id and shows it.
    void choose(const QString& id);

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeTop();
    void connectTree();
    void arrangeColumns();
    void fitColumns();
    void open(const QModelIndex& index);
    void filter(const QString& text);
    void openFirst();
    void followTask();
    void showColumnMenu(const QPoint& at);
    void showTarget(const Target& target);
    void fill(const Target& target);
    void sayWhatIsThere();
    void tryTarget();
    TaskStandings* m_standings;
    TaskModel* m_model;
    TaskFilter* m_filtered;
    QComboBox* m_target;
    QCheckBox* m_extra;
    QLineEdit* m_filter;
    QToolButton* m_columns;
    QTreeView* m_tree;
    QLabel* m_note;
    std::vector<Network> m_networks;
    QString m_targetText;
    QString m_refusal; ///< why no code can be made for the target; empty: it can, or was not tried yet
    LatestWork m_trial;
    bool m_hasPeak = false; ///< the machine's is known
    bool m_fitsColumns = true; ///< until a person sets a width
    QTimer m_timer;
};

} // namespace knobscope
