// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/actions/actionmodel.h"

#include <QPixmap>

namespace knobscope {

ActionModel::ActionModel(ActionRegistry& registry, QObject* parent)
    : QAbstractTableModel(parent)
    , m_registry(registry)
{
    constexpr int largest = 256; // an icon is made smaller for its row, but never larger
    QPixmap empty(largest, largest);
    empty.fill(Qt::transparent);
    m_noIcon.addPixmap(empty);
}

QAction* ActionModel::action(int row) const
{
    const auto& all = m_registry.actions();
    return row >= 0 && static_cast<size_t>(row) < all.size() ? all[static_cast<size_t>(row)] : nullptr;
}

QString ActionModel::plainText(const QAction* action)
{
    return ActionRegistry::withoutAccessKey(action->text()).remove(QChar(0x2026));
}

int ActionModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_registry.actions().size());
}

int ActionModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ActionModel::data(const QModelIndex& index, int role) const
{
    const QAction* a = action(index.row());
    if (!a) {
        return {};
    }
    if (role == Qt::DecorationRole && index.column() == Name) {
        return a->icon().isNull() ? m_noIcon : a->icon();
    }
    if (role != Qt::DisplayRole && role != Qt::EditRole) {
        return {};
    }
    switch (index.column()) {
    case Name: return plainText(a);
    case Group: return m_registry.groupOf(a);
    case Shortcut: return a->shortcut().toString(QKeySequence::NativeText);
    default: return {};
    }
}

bool ActionModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const QAction* a = action(index.row());
    if (!a || index.column() != Shortcut || role != Qt::EditRole) {
        return false;
    }
    const QString text = value.toString();
    const QKeySequence sequence(text, QKeySequence::NativeText);
    if (!text.isEmpty() && (sequence.isEmpty() || sequence.toString(QKeySequence::PortableText).isEmpty())) {
        return false;
    }
    QAction* loser = m_registry.setShortcut(ActionRegistry::idOf(a), sequence);
    emit dataChanged(this->index(0, Shortcut), this->index(rowCount() - 1, Shortcut));
    if (loser) {
        emit shortcutTaken(loser);
    }
    return true;
}

Qt::ItemFlags ActionModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags base = QAbstractTableModel::flags(index);
    return index.column() == Shortcut ? base | Qt::ItemIsEditable : base;
}

QVariant ActionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Name: return tr("Action");
    case Group: return tr("Where");
    case Shortcut: return tr("Shortcut");
    default: return {};
    }
}

} // namespace knobscope
