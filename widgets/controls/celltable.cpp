// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/celltable.h"

#include "widgets/base/naturalorder.h"
#include "widgets/base/theme.h"
#include "widgets/controls/control.h"

#include <QApplication>
#include <QClipboard>
#include <QFont>
#include <QHeaderView>
#include <QMenu>
#include <QShortcut>
#include <QTableView>

#include <algorithm>
#include <numeric>

namespace knobscope {

namespace {

constexpr int kSwatchPixels = 10;

QString asLines(const QModelIndexList& indexes)
{
    QString text;
    int row = -1;
    for (const QModelIndex& index : indexes) {
        text += row < 0 ? QString() : index.row() == row ? QStringLiteral("\t") : QStringLiteral("\n");
        row = index.row();
        text += index.data(Qt::DisplayRole).toString();
    }
    return forOtherPrograms(text);
}

} // namespace

void CellTable::setTable(std::vector<Heading> header, std::vector<Row> rows)
{
    beginResetModel();
    const QString sorted = m_sortColumn < 0 ? QString() : m_header[static_cast<size_t>(m_sortColumn)].id;
    const auto kept = std::ranges::find(header, sorted, &Heading::id);
    m_sortColumn = m_sortColumn < 0 || kept == header.end() ? -1 : static_cast<int>(kept - header.begin());
    m_header = std::move(header);
    setRows(std::move(rows));
    m_order.resize(m_rows.size());
    orderRows();
    endResetModel();
}

void CellTable::updateRows(std::vector<Row> rows)
{
    setRows(std::move(rows));
    if (!m_rows.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
    if (m_sortColumn >= 0) {
        sort(m_sortColumn, m_sortOrder);
    }
}

void CellTable::setRows(std::vector<Row> rows)
{
    m_rows = std::move(rows);
    for (Row& row : m_rows) {
        row.resize(static_cast<size_t>(m_header.size()));
    }
}

const Cell* CellTable::cell(const QModelIndex& index) const
{
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) {
        return nullptr;
    }
    return &m_rows[static_cast<size_t>(m_order[static_cast<size_t>(index.row())])][static_cast<size_t>(index.column())];
}

QVariant CellTable::data(const QModelIndex& index, int role) const
{
    const Cell* c = cell(index);
    if (!c) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole: return c->text;
    case Qt::EditRole: return c->isEditable ? QVariant(c->text) : QVariant();
    case Qt::CheckStateRole:
        return c->tick == Cell::Tick::None ? QVariant() : QVariant(c->tick == Cell::Tick::On ? Qt::Checked : Qt::Unchecked);
    case Qt::AccessibleDescriptionRole:
    case Qt::ToolTipRole: return c->tip.isEmpty() ? QVariant() : c->tip;
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter | (c->sort.typeId() == QMetaType::Double ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::BackgroundRole: return c->background.isValid() ? QVariant(c->background) : QVariant();
    case Qt::DecorationRole: return c->swatch.isValid() ? QVariant(c->swatch) : QVariant();
    case Qt::FontRole:
        if (c->isStrong) {
            return emphasised(QApplication::font("QTableView"));
        }
        return {};
    case kSortRole: return c->sort.isValid() ? c->sort : QVariant(c->text);
    case kKeyRole: return m_order[static_cast<size_t>(index.row())];
    default: return {};
    }
}

/// That of the column's first number, as cells without a value have none.
QVariant CellTable::alignmentOf(int column) const
{
    const auto number =
        std::ranges::find_if(m_rows, [column](const Row& row) { return row[static_cast<size_t>(column)].sort.isValid(); });
    const auto row = number == m_rows.end() ? 0 : static_cast<int>(number - m_rows.begin());
    return data(index(static_cast<int>(std::ranges::find(m_order, row) - m_order.begin()), column), Qt::TextAlignmentRole);
}

QVariant CellTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && section >= 0 && section < columnCount()) {
        const Heading& heading = m_header[static_cast<size_t>(section)];
        return role == Qt::DisplayRole                          ? QVariant(heading.title)
             : role == Qt::ToolTipRole                          ? QVariant(heading.tip)
             : role == kColumnIdRole                            ? QVariant(heading.id)
             : role == Qt::TextAlignmentRole && !m_rows.empty() ? alignmentOf(section)
                                                                : QVariant();
    }
    return orientation == Qt::Vertical && role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
}

Qt::ItemFlags CellTable::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    const Cell* c = cell(index);
    flags.setFlag(Qt::ItemIsUserCheckable, c && c->tick != Cell::Tick::None);
    flags.setFlag(Qt::ItemIsEditable, c && c->isEditable);
    return flags;
}

bool CellTable::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const Cell* c = cell(index);
    const int row = c ? m_order[static_cast<size_t>(index.row())] : -1;
    return c && role == Qt::CheckStateRole && c->tick != Cell::Tick::None ? setTicked(row, value.toInt() == Qt::Checked)
         : c && role == Qt::EditRole && c->isEditable                     ? setCellText(row, index.column(), value.toString())
                                                                          : false;
}

void CellTable::sort(int column, Qt::SortOrder order)
{
    if (column >= columnCount()) {
        return;
    }
    emit layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    const std::vector<int> was = m_order;
    m_sortColumn = column;
    m_sortOrder = order;
    orderRows();
    QModelIndexList after;
    for (const QModelIndex& old : before) {
        const auto at = std::ranges::find(m_order, was[static_cast<size_t>(old.row())]) - m_order.begin();
        after << index(static_cast<int>(at), old.column());
    }
    changePersistentIndexList(before, after);
    emit layoutChanged();
}

void CellTable::orderRows()
{
    std::iota(m_order.begin(), m_order.end(), 0);
    if (m_sortColumn < 0) {
        return;
    }
    const auto value = [&](int row) {
        const Cell& c = m_rows[static_cast<size_t>(row)][static_cast<size_t>(m_sortColumn)];
        return c.sort.isValid() ? c.sort : QVariant(c.text);
    };
    const auto comesBefore = [&](int row, int other) {
        const QVariant a = value(row);
        const QVariant b = value(other);
        const auto order = orderOfTexts(a, b);
        return order ? *order < 0 : QVariant::compare(a, b) == QPartialOrdering::Less;
    };
    const bool isAscending = m_sortOrder == Qt::AscendingOrder;
    std::stable_sort(m_order.begin(), m_order.end(),
                     [&](int a, int b) { return isAscending ? comesBefore(a, b) : comesBefore(b, a); });
}

void showRows(QTableView& view, int room)
{
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    view.setAlternatingRowColors(true);
    view.setShowGrid(false);
    view.setWordWrap(false);
    view.setTabKeyNavigation(false);
    view.verticalHeader()->hide();
    view.verticalHeader()->setDefaultSectionSize(view.fontMetrics().height() + room);
    view.horizontalHeader()->setHighlightSections(false);
}

QMenu* makeColumnMenu(QHeaderView& header, int first, const std::function<void(int column, bool isShown)>& show)
{
    auto* menu = makeControl<QMenu>("columnMenu", header.parentWidget());
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int column = first; column < header.count(); ++column) {
        QAction* action = addEntry(*menu, header.model()->headerData(column, Qt::Horizontal, kColumnIdRole).toString(),
                                   header.model()->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!header.isSectionHidden(column));
        QObject::connect(action, &QAction::toggled, &header, [show, column](bool isShown) { show(column, isShown); });
    }
    return menu;
}

QTableView* makeCellView(QAnyStringView id, CellTable* model, const QString& accessibleName, QWidget* parent)
{
    auto* view = makeControl<QTableView>(id, parent);
    view->setModel(model);
    view->setAccessibleName(accessibleName);
    showRows(*view);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setIconSize({kSwatchPixels, kSwatchPixels});
    view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    view->setSortingEnabled(true);
    auto* copy = new QShortcut(QKeySequence::Copy, view, nullptr, nullptr, Qt::WidgetShortcut);
    QObject::connect(copy, &QShortcut::activated, view, [view] {
        QModelIndexList chosen = view->selectionModel()->selectedIndexes();
        std::sort(chosen.begin(), chosen.end());
        QApplication::clipboard()->setText(asLines(chosen));
    });
    return view;
}

} // namespace knobscope
