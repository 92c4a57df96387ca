// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/networkfindings.h"
#include "core/tuning/opennetwork.h"

#include <QWidget>

class QModelIndex;
class QTableView;

namespace knobscope {

class CellTable;
class FindingCard;

/// Where the time of a network's last run goes: its steps in groups that do the same work, and the finding about the current
/// group, or else the one that promises the most. GUI thread only.
class TimePage : public QWidget
{
    Q_OBJECT
public:
    explicit TimePage(QWidget* parent = nullptr);
    /// Null: nothing was run.
    void show(const NetworkProfile* profile);
    using QWidget::show;
    /// Selects the groups of the steps that are named after these nodes.
    void select(const std::vector<std::string>& nodes);

signals:
    /// The user chose a group; `node` is the node that its first step is named after.
    void stepChosen(const QString& node);
    /// The user wants to tune the task of this node.
    void taskWanted(const QString& node);

private:
    /// The number of a row's group, whatever the order of the rows.
    static size_t groupOf(const QModelIndex& row);
    void showFinding();
    CellTable* m_groups;
    QTableView* m_table;
    FindingCard* m_card;
    std::vector<std::vector<std::string>> m_steps; ///< names, by group
    std::vector<NetworkFinding> m_findings; ///< the best first
    size_t m_finding = 0; ///< the one on the card
};

} // namespace knobscope
