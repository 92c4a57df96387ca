// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/constraintmodel.h"

#include "widgets/text/number.h"
#include "widgets/theme/theme.h"

#include <QFontDatabase>
#include <QGuiApplication>

namespace knobscope {

QString countText(const SpaceCount& count)
{
    return count.exact ? number(count.low)
                       : ConstraintModel::tr("%1 to %2 (estimated)").arg(number(count.low), number(count.high));
}

ConstraintModel::ConstraintModel(QObject* parent)
    : CellTable(parent)
{
    setConstraints({}, 0);
}

void ConstraintModel::setConstraints(const QStringList& texts, int fixedRows)
{
    if (texts != m_texts || fixedRows != m_fixed) {
        m_texts = texts;
        m_fixed = fixedRows;
        setTable({tr("Condition"), tr("Rejects"), tr("Only this one"), tr("Example")}, rowsWith({}));
    }
}

std::vector<CellTable::Row> ConstraintModel::rowsWith(const std::vector<ConstraintEffect>& effects) const
{
    std::vector<Row> rows;
    for (qsizetype i = 0; i < m_texts.size(); ++i) {
        const auto row = static_cast<size_t>(i);
        const ConstraintEffect* effect = row < effects.size() ? &effects[row] : nullptr;
        const auto count = [](const SpaceCount* of, const QString& tip) {
            return of ? Cell::figure(countText(*of), static_cast<double>(of->low), tip) : Cell::figure(QString(), 0, tip);
        };
        Row cells{Cell::word(m_texts[i], i < m_fixed ? tr("Of the template; it cannot be taken back.")
                                                     : tr("F2 changes it, Delete removes it.")),
                  count(effect ? &effect->removes : nullptr, tr("Configs that break this condition.")),
                  count(effect ? &effect->removesAlone : nullptr,
                        tr("Of those, the configs that no other condition rejects: what would come back without it.")),
                  Cell::word({}, tr("A config that it rejects. Choosing it marks its values and makes the nearest config that is "
                                    "left the current one."))};
        cells[Removes].text = effect ? cells[Removes].text : tr("counting…");
        cells[Example].sort = QVariant::fromValue<qlonglong>(effect ? effect->example : -1);
        if (effect) {
            cells[Example].text = effect->example < 0 ? tr("none found") : tr("config %1").arg(number(effect->example));
        }
        rows.push_back(std::move(cells));
    }
    return rows;
}

QVariant ConstraintModel::data(const QModelIndex& index, int role) const
{
    if (role == Qt::FontRole && index.column() == Condition) {
        return QFontDatabase::systemFont(QFontDatabase::FixedFont);
    }
    if (role == Qt::ForegroundRole && index.column() == Example && CellTable::data(index, ExampleRole).toLongLong() >= 0) {
        return themeFor(QGuiApplication::palette()).trial;
    }
    return CellTable::data(index, role);
}

} // namespace knobscope
