// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trialquery.h"
#include "widgets/base/projectreader.h"
#include "widgets/project/workspace.h"
#include "widgets/views/trials/trialcolumns.h"

#include <QAbstractTableModel>
#include <QCache>
#include <QElapsedTimer>
#include <QTimer>

namespace knobscope {

/// The project's trials that match the shared filters, as a table with a column for each knob. A thread determines the trials and
/// their order; visible rows are read in a thread on demand, in pages, and only the latest pages are cached, so that a million
/// trials take about 10 MB. Cells of unread rows show three dots. Follows filters, runs and live trials. GUI thread only.
class TrialModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role {
        NumberRole = Qt::UserRole, ///< raw value: a number, or the text
    };
    explicit TrialModel(Workspace& workspace, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
    }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// Requests the order; rows move once it is known.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    const std::vector<TrialTableColumn>& columns() const { return m_columns; }
    const TrialTableColumn& columnAt(int section) const { return m_columns[static_cast<size_t>(section)]; }
    const TrialSort& sorting() const { return m_sort; }
    void setSorting(const TrialSort& sort);
    /// The column that rows are sorted by; -1 if there is no column for that knob.
    int sectionOf(const TrialSort& sort) const;
    const TrialOrder& order() const { return m_order; }
    /// The shown runs with their tasks.
    const std::vector<TunedRun>& runs() const { return m_runs; }
    /// Number of trials of these runs, without filters.
    qint64 trialsInScope() const { return m_total; }
    TrialRef trial(int row) const;
    /// Row of a trial; -1 if it is not shown.
    int rowOf(TrialRef trial) const;
    /// The stored data of a row; null if it cannot be read, or until it is read: see dataChanged().
    const TrialRow* row(int row) const;
    /// Returns the filter for trials with this cell's value; nullopt if there is none, or the row is not read yet.
    std::optional<TrialFilter> filterFor(const QModelIndex& index) const;

    /// Suspends updates while hidden; catches up when active again.
    void setActive(bool isActive);
    /// Waits for the rows that match the filters now (screenshots, tests).
    void reloadNow();
    /// Waits for requested rows (screenshots, tests).
    void finishRows();
    bool hasPendingRows() const { return m_rowReader.isBusy() || !m_wanted.empty(); }
    /// Whether rows and order match the latest request.
    bool isSettled() const { return !m_reader.isBusy() && !m_reloadTimer.isActive() && !m_isStale && !hasPendingRows(); }

signals:
    void columnsChanged();
    /// Rows and order match the latest request.
    void settled();

private:
    void applyFilters();
    void reload();
    void find();
    void reloadSoon();
    void setOrder(TrialOrder order, qint64 total);
    bool insertArrived(const TrialOrder& next);
    void forgetRows();
    const ShownTrial* known(int row) const;
    void requestRows();
    void setRows(std::vector<ShownTrial> rows);
    static std::vector<ShownTrial> readRows(Project& project, const std::vector<TrialKey>& keys);

    Workspace& m_workspace;
    ProjectReader m_reader;
    std::vector<TunedRun> m_runs;
    std::vector<TrialTableColumn> m_columns;
    TrialSort m_sort;
    TrialOrder m_order;
    qint64 m_total = 0;
    ProjectReader m_rowReader;
    QCache<quint64, ShownTrial> m_rows; ///< key: TrialOrder::pack()
    mutable std::vector<int> m_wanted; ///< requested pages
    mutable QTimer m_askSoon;
    QTimer m_reloadTimer;
    QElapsedTimer m_asked;
    qint64 m_tookMs = 0;
    bool m_isActive = false;
    bool m_isStale = true;
};

} // namespace knobscope
