// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows.h"

#include <QAbstractListModel>
#include <QColor>

#include <cstdint>
#include <set>
#include <vector>

namespace knobscope {

/// The project's runs, newest first, each with its colour and a check mark: the chart's legend and its choice of runs at once.
class RunListModel : public QAbstractListModel
{
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;
    enum Role { RunRole = Qt::UserRole };

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    /// Runs in the order started. Until a person has ticked one, the running, else the preferred, else the last one is shown, and
    /// no other.
    void setRuns(const std::vector<RunRow>& runs);
    /// Shows one instead of what was ticked: another task.
    void prefer(int64_t run);
    /// Forgets what was ticked: another project.
    void forgetChoice();
    const std::set<int64_t>& shown() const { return m_shown; }
    void setShown(std::set<int64_t> runs);
    /// Colours follow the palette.
    void setColors(std::vector<QColor> colors);
    QColor colorOf(int64_t run) const;
    bool isChosen() const { return m_isChosen; }

signals:
    void shownChanged();

private:
    void showDefault();
    std::vector<RunRow> m_runs; ///< newest first
    std::set<int64_t> m_shown;
    int64_t m_preferred = 0;
    bool m_isChosen = false;
    std::vector<QColor> m_colors;
};

} // namespace knobscope
