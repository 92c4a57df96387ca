// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QColor>
#include <QStringList>

#include <vector>

class QTableView;

namespace knobscope {

/// One cell of a small table: what it says, what it sorts by, how it looks.
struct Cell {
    QString text;
    QVariant sort;     ///< sorted by, copied with full precision; invalid: the text. Numbers stand to the right
    QString tip;
    bool isStrong = false;
    QColor swatch;     ///< a colour shown beside the text
    QColor background;
};

/// A table that is worked out elsewhere and set as a whole; sorting is built in. For up to some thousand rows.
class CellTable : public QAbstractTableModel
{
    Q_OBJECT
public:
    static constexpr int sortRole = Qt::UserRole;
    static constexpr int keyRole = Qt::UserRole + 1; ///< the row's key, whatever the order

    explicit CellTable(QObject* parent = nullptr)
        : QAbstractTableModel(parent)
    {
    }

    using Row = std::vector<Cell>;
    /// Keys tell rows apart after sorting: the position given. Rows shorter than the header end in empty cells.
    void setTable(QStringList header, std::vector<Row> rows);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    /// The whole table with tabs and line ends, for the clipboard.
    QString text() const;

private:
    const Cell* cell(const QModelIndex& index) const;
    QStringList m_header;
    std::vector<Row> m_rows;
    std::vector<int> m_order; ///< position on screen -> row as given
};

/// Makes a table show whole rows of single lines, in turn shaded, `room` pixels higher than their text.
void showRows(QTableView& view, int room = 6);
/// A table view set up for such a table: whole rows, sorted by a click, copied with Ctrl+C.
QTableView* makeCellView(CellTable* model, const QString& accessibleName, QWidget* parent = nullptr);

} // namespace knobscope
