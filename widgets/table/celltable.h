// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/text/number.h"

#include <QAbstractTableModel>
#include <QColor>
#include <QStringList>

#include <cstdint>
#include <functional>
#include <vector>

class QHeaderView;
class QMenu;
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
    enum class Tick : uint8_t { None, Off, On };
    Tick tick = Tick::None;  ///< None: it cannot be ticked
    bool isEditable = false; ///< its words can be written over

    static Cell word(const QString& text, const QString& tip = {}, const QColor& swatch = {})
    {
        return {text, {}, tip, false, swatch, {}, Tick::None, false};
    }
    static Cell figure(const QString& text, double value, const QString& tip = {})
    {
        return {text, value, tip, false, {}, {}, Tick::None, false};
    }
    static Cell ticked(const QString& text, bool isOn, const QString& tip = {})
    {
        return {text, {}, tip, false, {}, {}, isOn ? Tick::On : Tick::Off, false};
    }
    /// As the locale writes it.
    static Cell figure(double value, int decimals, const QString& tip = {})
    {
        return figure(number(value, decimals), value, tip);
    }
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
    /// Keys tell rows apart after sorting: the position given. Rows shorter than the header end in empty cells. `tips` are those
    /// of the header. A table with the same header stays sorted by what it was.
    void setTable(QStringList header, std::vector<Row> rows, QStringList tips = {});
    /// Other cells in the same rows, which stay chosen and are sorted as before.
    void updateRows(std::vector<Row> rows);

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }
    int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_header.size());
    }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Asks takeTick() or takeText(), which set the table anew.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

protected:
    /// A person ticked a row, or wrote over a cell; the row is as given, whatever the order. False: that cannot be.
    virtual bool takeTick(int, bool) { return false; }
    virtual bool takeText(int, int, const QString&) { return false; }

private:
    const Cell* cell(const QModelIndex& index) const;
    void takeRows(std::vector<Row> rows);
    void orderRows();
    QStringList m_header;
    QStringList m_tips;
    std::vector<Row> m_rows;
    std::vector<int> m_order; ///< position on screen -> row as given
    int m_sortColumn = -1; ///< -1: as given
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

/// Makes a table show whole rows of single lines, in turn shaded, `room` pixels higher than their text.
void showRows(QTableView& view, int room = 6);
/// Gives cells and header more room at their sides, so that numbers at the right of a column stand apart from words at the left
/// of the next.
void padCells(QTableView& view);
/// A menu, not shown yet, with a tick for each column from `first` on, set where it is shown. A tick that is changed asks `show`.
QMenu* makeColumnMenu(QHeaderView& header, int first, const std::function<void(int column, bool isShown)>& show);
/// A table view set up for such a table: whole rows, sorted by a click, copied with Ctrl+C.
QTableView* makeCellView(CellTable* model, const QString& accessibleName, QWidget* parent = nullptr);

} // namespace knobscope
