// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/table/celltable.h"

#include <QApplication>
#include <QClipboard>
#include <QFont>
#include <QHeaderView>
#include <QPixmap>
#include <QShortcut>
#include <QTableView>

#include <algorithm>
#include <numeric>

namespace knobscope {

namespace {

constexpr int swatchPixels = 10;

QString asLines(const QModelIndexList& indexes)
{
    QString text;
    int row = -1;
    for (const QModelIndex& index : indexes) {
        text += row < 0 ? QString() : index.row() == row ? QStringLiteral("\t") : QStringLiteral("\n");
        row = index.row();
        text += index.data(Qt::DisplayRole).toString();
    }
    return text;
}

} // namespace

void CellTable::setTable(QStringList header, std::vector<Row> rows)
{
    beginResetModel();
    m_header = std::move(header);
    m_rows = std::move(rows);
    for (Row& row : m_rows) {
        row.resize(static_cast<size_t>(m_header.size()));
    }
    m_order.resize(m_rows.size());
    std::iota(m_order.begin(), m_order.end(), 0);
    endResetModel();
}

int CellTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int CellTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_header.size());
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
    case Qt::ToolTipRole: return c->tip.isEmpty() ? QVariant() : c->tip;
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter | (c->sort.typeId() == QMetaType::Double ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::BackgroundRole: return c->background.isValid() ? QVariant(c->background) : QVariant();
    case Qt::DecorationRole: return c->swatch.isValid() ? QVariant(c->swatch) : QVariant();
    case Qt::FontRole:
        if (c->isStrong) {
            QFont font = QApplication::font("QTableView");
            font.setBold(true);
            return font;
        }
        return {};
    case sortRole: return c->sort.isValid() ? c->sort : QVariant(c->text);
    case keyRole: return m_order[static_cast<size_t>(index.row())];
    default: return {};
    }
}

QVariant CellTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::DisplayRole && section >= 0 && section < m_header.size()) {
        return m_header[section];
    }
    return orientation == Qt::Vertical && role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
}

void CellTable::sort(int column, Qt::SortOrder order)
{
    if (column >= columnCount()) {
        return;
    }
    emit layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    std::vector<int> keys;
    for (const QModelIndex& index : before) {
        keys.push_back(m_order[static_cast<size_t>(index.row())]);
    }
    const auto value = [&](int row) {
        const Cell& c = m_rows[static_cast<size_t>(row)][static_cast<size_t>(column)];
        return c.sort.isValid() ? c.sort : QVariant(c.text);
    };
    if (column < 0) {
        std::sort(m_order.begin(), m_order.end());
    } else {
        std::stable_sort(m_order.begin(), m_order.end(), [&](int a, int b) {
            const bool less = QVariant::compare(value(a), value(b)) == QPartialOrdering::Less;
            const bool more = QVariant::compare(value(a), value(b)) == QPartialOrdering::Greater;
            return order == Qt::AscendingOrder ? less : more;
        });
    }
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i) {
        const auto at = std::find(m_order.begin(), m_order.end(), keys[static_cast<size_t>(i)]) - m_order.begin();
        after << index(static_cast<int>(at), before[i].column());
    }
    changePersistentIndexList(before, after);
    emit layoutChanged();
}

QString CellTable::text() const
{
    QString text = m_header.join(QLatin1Char('\t'));
    for (int row = 0; row < rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < columnCount(); ++column) {
            cells << index(row, column).data().toString();
        }
        text += QLatin1Char('\n') + cells.join(QLatin1Char('\t'));
    }
    return text;
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

QTableView* makeCellView(CellTable* model, const QString& accessibleName, QWidget* parent)
{
    auto* view = new QTableView(parent);
    view->setModel(model);
    view->setAccessibleName(accessibleName);
    showRows(*view);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setIconSize({swatchPixels, swatchPixels});
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
