// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/constraintmodel.h"

#include "widgets/text/spacecount.h"
#include "widgets/theme/theme.h"

#include <QFontDatabase>
#include <QGuiApplication>

namespace knobscope {

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
        const bool isCounted = row < effects.size();
        const ConstraintEffect effect = isCounted ? effects[row] : ConstraintEffect();
        const QString way =
            i < m_fixed ? tr("Of the template; it cannot be taken back.") : tr("F2 changes it, Delete removes it.");
        Row cells{
            Cell::word(m_texts[i], m_texts[i] + QLatin1Char('\n') + way),
            Cell::figure(isCounted ? countText(effect.removes) : tr("counting…"), static_cast<double>(effect.removes.low),
                         tr("Configs that break this condition.")),
            Cell::figure(isCounted ? countText(effect.removesAlone) : QString(), static_cast<double>(effect.removesAlone.low),
                         tr("Of those, the configs that no other condition rejects: what would come back without it.")),
            Cell::word(!isCounted           ? QString()
                       : effect.example < 0 ? tr("none found")
                                            : tr("config %1").arg(number(effect.example)),
                       tr("A config that it rejects. Choosing it marks its values and makes the nearest config that is left the "
                          "current one."))};
        cells[Example].sort = QVariant::fromValue<qlonglong>(effect.example);
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
