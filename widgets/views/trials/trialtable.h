// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/trials/trialmodel.h"

#include <QTableView>

#include <cstdint>

namespace knobscope {

class ViewState;

class RowDelegate;

/// The table of trials, synchronised with the workspace's selection and hovering. Home and End go to the first and last row,
/// digits to the trial with that number, Ctrl+C copies the chosen rows with all columns.
class TrialTable : public QTableView
{
    Q_OBJECT
public:
    TrialTable(Workspace& workspace, TrialModel& model, QWidget* parent = nullptr);

    /// Maximum number of chosen trials; longer selections are truncated.
    static constexpr qint64 kMaxChosen = 100'000;

    /// Copies the chosen rows that are shown to the clipboard as tab-separated lines with a header, once they are read.
    void copy();
    /// Waits for the visible rows (screenshots, tests).
    void readShownNow();
    /// Selects a trial by its number and scrolls to it; with several runs, in the current row's run. Returns false if it is not
    /// shown.
    bool goToTrial(qint64 number);
    /// Applies the workspace's selection and scrolls to it.
    void followSelection() { applySelection(true); }

    void bindTo(ViewState& state);
    /// Resets widths and visibility to the defaults.
    void resetColumns();

    void keyboardSearch(const QString&) override {} // disabled: it would search a million rows, and digits go to a trial

signals:
    /// Result of typed digits: "Trial 12", or that there is none.
    void messageChanged(const QString& sentence);
    void cellMenuRequested(const QModelIndex& index, const QPoint& globalPosition);

protected:
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    struct Column {
        int width = 0;
        bool isHidden = false;
    };
    void shareSelection();
    /// Rows of the trials selected in any view, in ascending order.
    std::vector<int64_t> chosenRows() const;
    void applySelection(bool isShown);
    void showHovered();
    void applyColumns();
    void applyOrder();
    void showSorting();
    void showColumnMenu(const QPoint& globalPosition);
    void typeDigit(const QString& digit);
    void goToRow(int row, Qt::KeyboardModifiers modifiers);
    bool isHiddenAtFirst(const TrialTableColumn& column) const;

    Workspace& m_workspace;
    TrialModel& m_model;
    RowDelegate* m_rows;
    std::map<QString, Column> m_kept; ///< by column id: the user's changes
    QStringList m_columnOrder; ///< column ids from the left, after the user has moved a column
    QString m_typed;
    QElapsedTimer m_sinceTyped;
    ProjectReader m_copier;
    bool m_fitsNext = false; ///< fit the widths once the rows are read
    bool m_isFollowing = false;
    bool m_isLayingOut = false;
    bool m_goesToTop = false; ///< scroll to the top once the requested order is there
};

} // namespace knobscope
