// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/trials/trialmodel.h"

#include <QTableView>

#include <cstdint>

namespace knobscope {

class RowDelegate;

/// The table of trials: rows are chosen and pointed at through the workspace's selection, both ways. Home and End go to the first
/// and last row, digits to the trial with that number, Ctrl+C copies the chosen rows with all columns.
class TrialTable : public QTableView
{
    Q_OBJECT
public:
    TrialTable(Workspace& workspace, TrialModel& model, QWidget* parent = nullptr);

    /// The most trials that are chosen at once; a longer selection is cut to its first.
    static constexpr qint64 mostChosen = 100'000;

    /// Puts the chosen rows that are shown on the clipboard, as tab-separated lines below a header line, once they were read.
    void copy();
    /// Waits for the rows in sight (screenshots, tests).
    void readShownNow();
    /// Chooses and shows the trial of that number; of several runs, that of the current row's. False when it is not here.
    bool goToTrial(qint64 number);
    /// Brings what the workspace chose into the table, and into sight.
    void followSelection() { takeSelection(true); }

    QJsonObject saveState() const;
    void restoreState(const QJsonObject& state);
    /// Widths and visibility as for a new project.
    void resetColumns();

    void keyboardSearch(const QString&) override {} // looking through a million rows; digits have a meaning instead

signals:
    /// What happened to the digits typed: "Trial 12", or that there is none.
    void told(const QString& sentence);
    void cellMenuRequested(const QModelIndex& index, const QPoint& globalPosition);

protected:
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
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
    /// The rows of what is chosen in any view, from above.
    std::vector<int64_t> chosenRows() const;
    void takeSelection(bool isShown);
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
    std::map<QString, Column> m_kept; ///< by column id: what a person changed
    QStringList m_columnOrder; ///< ids from the left, once a person moved a column
    QString m_typed;
    QElapsedTimer m_sinceTyped;
    ProjectReader m_copier;
    bool m_fitsNext = false; ///< widths are yet to be those of rows that are being read
    bool m_isFollowing = false;
    bool m_isLayingOut = false;
    bool m_goesToTop = false; ///< when the rows are in the order that was asked for
};

} // namespace knobscope
