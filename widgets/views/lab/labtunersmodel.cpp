// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/lab/labtunersmodel.h"

#include "widgets/base/coretext.h"
#include "widgets/plot/colours.h"

#include <QApplication>

namespace knobscope {

LabTunersModel::LabTunersModel(QObject* parent)
    : QStandardItemModel(parent)
{
    for (const TunerDescription& tuner : tuners()) {
        auto* item = new QStandardItem(QString::fromStdString(tuner.name));
        item->setCheckable(true);
        item->setEditable(false);
        item->setToolTip(fixedCoreText(tuner.sentence));
        item->setAccessibleDescription(item->toolTip());
        appendRow(item);
    }
    connect(this, &QStandardItemModel::itemChanged, this, &LabTunersModel::onItemChanged);
    setTickedTexts({QStringLiteral("default"), QStringLiteral("random"), QStringLiteral("ga")});
}

void LabTunersModel::onItemChanged(const QStandardItem* item)
{
    if (item->checkState() == Qt::Checked) {
        colourOf(item->text());
    }
    emit tickedChanged();
}

std::vector<TunerChoice> LabTunersModel::ticked() const
{
    return parseTunerChoices(tickedTexts().join(QLatin1Char(',')).toStdString()).value_or(std::vector<TunerChoice>{});
}

QStringList LabTunersModel::tickedTexts() const
{
    QStringList texts;
    for (int row = 0; row < rowCount(); ++row) {
        if (item(row)->checkState() == Qt::Checked) {
            texts << item(row)->text();
        }
    }
    return texts;
}

void LabTunersModel::setTickedTexts(const QStringList& texts)
{
    for (int row = 0; row < rowCount(); ++row) {
        item(row)->setCheckState(texts.contains(item(row)->text()) ? Qt::Checked : Qt::Unchecked);
    }
}

QVariant LabTunersModel::data(const QModelIndex& index, int role) const
{
    if (role == Qt::DecorationRole && index.isValid()) {
        const bool isTicked = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        return isTicked ? seriesColour(QApplication::palette(), colourOf(index.data().toString())) : QColor(Qt::transparent);
    }
    return QStandardItemModel::data(index, role);
}

} // namespace knobscope
