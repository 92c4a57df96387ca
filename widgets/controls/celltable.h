// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/number.h"

#include <QAbstractTableModel>
#include <QColor>

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

class QHeaderView;
class QMenu;
class QTableView;

namespace knobscope {

/// A cell of a small table: text, sort key and appearance.
struct Cell {
    QString text;
    QVariant sort;     ///< sort key, copied with full precision; invalid: the text. Numbers are right-aligned
    QString tip;
    bool isStrong = false;
    QColor swatch;     ///< colour shown next to the text
    QColor background;
    enum class Tick : uint8_t { None, Off, On };
    Tick tick = Tick::None;  ///< None: not checkable
    bool isEditable = false; ///< whether the text can be edited

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
    /// Formats a number for the locale.
    static Cell figure(double value, int decimals, const QString& tip = {})
    {
        return figure(number(value, decimals), value, tip);
    }
};

/// A table model that is computed elsewhere and set as a whole, with sorting. For up to some thousand rows.
class CellTable : public QAbstractTableModel
{
    Q_OBJECT
public:
    static constexpr int kSortRole = Qt::UserRole;
    static constexpr int kKeyRole = Qt::UserRole + 1; ///< the row's key, in any order

    explicit CellTable(QObject* parent = nullptr)
        : QAbstractTableModel(parent)
    {
    }

    using Row = std::vector<Cell>;
    /// Title of a column, its tool tip, and its id (widgets/controls/control.h).
    struct Heading {
        Heading(QAnyStringView itsId, QString itsTitle, QString itsTip = {})
            : id(itsId.toString())
            , title(std::move(itsTitle))
            , tip(std::move(itsTip))
        {
        }
        friend bool operator==(const Heading&, const Heading&) = default;

        QString id;
        QString title;
        QString tip;
    };
    /// Sets header and rows. Keys identify rows after sorting: the index in `rows`. Rows shorter than the header are padded with
    /// empty cells. The table stays sorted by the same column, if the header has it.
    void setTable(std::vector<Heading> header, std::vector<Row> rows);
    /// Replaces the cells of the same rows; keeps selection and sorting.
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
    /// Calls setTicked() or setCellText(), which set the table's new content.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

protected:
    /// The user toggled a row or edited a cell; the row is an index in the given order. Returns false if refused.
    virtual bool setTicked(int, bool) { return false; }
    virtual bool setCellText(int, int, const QString&) { return false; }

private:
    const Cell* cell(const QModelIndex& index) const;
    void setRows(std::vector<Row> rows);
    void orderRows();
    QVariant alignmentOf(int column) const;
    std::vector<Heading> m_header;
    std::vector<Row> m_rows;
    std::vector<int> m_order; ///< row on screen -> row as set
    int m_sortColumn = -1; ///< -1: unsorted
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

/// Sets up a table for single-line rows: whole-row selection, alternating colours, rows `room` pixels higher than their text.
void showRows(QTableView& view, int room = 6);
/// Returns a menu to show and hide the columns from `first`, with check states updated when it opens. Toggling calls `show`.
QMenu* makeColumnMenu(QHeaderView& header, int first, const std::function<void(int column, bool isShown)>& show);
/// Makes a table view for such a model: whole-row selection, sorting by click, copying with Ctrl+C.
QTableView* makeCellView(QAnyStringView id, CellTable* model, const QString& accessibleName, QWidget* parent = nullptr);

} // namespace knobscope
