// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/constraintmodel.h"

#include "widgets/theme/theme.h"

#include <QCoreApplication>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QLocale>
#include <QPalette>

namespace knobscope {

QString countText(const SpaceCount& count)
{
    const QLocale locale;
    const QString low = locale.toString(static_cast<qlonglong>(count.low));
    if (count.exact) {
        return low;
    }
    return ConstraintModel::tr("%1 to %2 (estimated)").arg(low, locale.toString(static_cast<qlonglong>(count.high)));
}

void ConstraintModel::setConstraints(const QStringList& texts, int fixedRows)
{
    if (texts == m_texts && fixedRows == m_fixed) {
        return;
    }
    beginResetModel();
    m_texts = texts;
    m_fixed = fixedRows;
    m_effects.clear();
    endResetModel();
}

void ConstraintModel::setEffects(std::vector<ConstraintEffect> effects)
{
    m_effects = std::move(effects);
    if (rowCount() > 0) {
        emit dataChanged(index(0, Removes), index(rowCount() - 1, Example));
    }
}

int ConstraintModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_texts.size());
}

int ConstraintModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ConstraintModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const auto row = static_cast<size_t>(index.row());
    const ConstraintEffect* effect = row < m_effects.size() ? &m_effects[row] : nullptr;
    if (role == ExampleRole) {
        return effect ? QVariant::fromValue<qlonglong>(effect->example) : QVariant::fromValue<qlonglong>(-1);
    }
    if (role == Qt::FontRole && index.column() == Condition) {
        return QFontDatabase::systemFont(QFontDatabase::FixedFont);
    }
    if (role == Qt::ForegroundRole && index.column() == Example && effect && effect->example >= 0) {
        return themeFor(QGuiApplication::palette()).trial;
    }
    if (role == Qt::TextAlignmentRole && (index.column() == Removes || index.column() == Alone)) {
        return int(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole) {
        switch (index.column()) {
        case Removes: return tr("Points of the space that break this condition.");
        case Alone: return tr("Of those, the points that no other condition rejects: what would come back without it.");
        case Example:
            return tr("A point that it rejects. Choosing it marks the point's values and makes the nearest config that is "
                      "left the current one.");
        default:
            return index.row() < m_fixed ? tr("Of the template; it cannot be taken back.")
                                         : tr("F2 changes it, Delete removes it.");
        }
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case Condition: return m_texts[index.row()];
    case Removes: return effect ? countText(effect->removes) : tr("counting…");
    case Alone: return effect ? countText(effect->removesAlone) : QString();
    case Example:
        return !effect             ? QString()
             : effect->example < 0 ? tr("none found")
                                   : tr("config %1").arg(QLocale().toString(static_cast<qlonglong>(effect->example)));
    default: return {};
    }
}

QVariant ConstraintModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Condition: return tr("Condition");
    case Removes: return tr("Rejects");
    case Alone: return tr("Only this one");
    case Example: return tr("Example");
    default: return {};
    }
}

} // namespace knobscope
