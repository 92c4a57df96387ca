// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/query/projectreader.h"
#include "widgets/trials/trialcolumns.h"
#include "widgets/workspace/workspace.h"

#include <QAbstractTableModel>
#include <QCache>
#include <QElapsedTimer>
#include <QTimer>

namespace knobscope {

/// The project's trials that meet the shared filters, as a table with a column a knob. Which trials, and in what order, is found
/// in a thread; so are the rows on screen read, in pages, once they are asked for, and only the last ones are kept, so that a
/// million trials cost about 10 MB. Until a row is there its cells show three dots. Follows filters, runs and live trials. GUI
/// thread only.
class TrialModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role {
        NumberRole = Qt::UserRole, ///< the raw value: a number, or the text
    };
    explicit TrialModel(Workspace& workspace, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
    }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// Asks for the order; rows move when it is known.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    const std::vector<TrialTableColumn>& columns() const { return m_columns; }
    const TrialTableColumn& columnAt(int section) const { return m_columns[static_cast<size_t>(section)]; }
    const TrialSort& sorting() const { return m_sort; }
    void setSorting(const TrialSort& sort);
    /// The column that rows are sorted by; -1 when there is none of that knob.
    int sectionOf(const TrialSort& sort) const;
    const TrialOrder& order() const { return m_order; }
    /// The runs whose trials are shown, with their tasks.
    const std::vector<TunedRun>& runs() const { return m_runs; }
    /// All trials of these runs, whether they meet the filters or not.
    qint64 trialsInScope() const { return m_total; }
    TrialRef trial(int row) const;
    /// -1 when it is not among the rows.
    int rowOf(TrialRef trial) const;
    /// What is written down of a row; null when it cannot be read, and until it was: dataChanged() tells.
    const TrialRow* row(int row) const;
    /// The filter that keeps the trials with the value of this cell; nullopt where there is no such filter, or no row yet.
    std::optional<TrialFilter> filterFor(const QModelIndex& index) const;

    /// No work while nobody looks; what was missed is made up for.
    void setActive(bool isActive);
    /// Waits for the rows that meet the filters now (screenshots, tests).
    void reloadNow();
    /// Waits for the rows that were asked for (screenshots, tests).
    void finishRows();
    bool awaitsRows() const { return m_rowReader.isBusy() || !m_wanted.empty(); }
    /// Whether rows and order are those of what was asked last.
    bool isSettled() const { return !m_reader.isBusy() && !m_soon.isActive() && !m_isStale && !awaitsRows(); }

signals:
    void columnsChanged();
    /// The rows are those of what was asked last.
    void settled();

private:
    void takeScope();
    void reload();
    void find();
    void reloadSoon();
    void take(TrialOrder order, qint64 total);
    bool insertArrived(const TrialOrder& next);
    void forgetRows();
    const ShownTrial* known(int row) const;
    void askRows();
    void takeRows(std::vector<ShownTrial> rows);
    static std::vector<ShownTrial> readRows(Project& project, const std::vector<TrialKey>& keys);

    Workspace& m_workspace;
    ProjectReader m_reader;
    std::vector<TunedRun> m_runs;
    std::vector<TrialTableColumn> m_columns;
    TrialSort m_sort;
    TrialOrder m_order;
    qint64 m_total = 0;
    ProjectReader m_rowReader;
    QCache<quint64, ShownTrial> m_rows; ///< by TrialOrder::pack()
    mutable std::vector<int> m_wanted; ///< pages that were asked for
    mutable QTimer m_askSoon;
    QTimer m_soon;
    QElapsedTimer m_asked;
    qint64 m_tookMs = 0;
    bool m_isActive = false;
    bool m_isStale = true;
};

} // namespace knobscope
