// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/labtunersmodel.h"

#include "widgets/plot/colours.h"
#include "widgets/translation/coretext.h"

#include <QApplication>

namespace knobscope {

LabTunersModel::LabTunersModel(QObject* parent)
    : QAbstractListModel(parent)
{
    for (const TunerDescription& tuner : tuners()) {
        m_entries.push_back({QString::fromStdString(tuner.name), coreText(tuner.sentence), false, -1});
    }
    setTakenTexts({QStringLiteral("default"), QStringLiteral("random"), QStringLiteral("ga")});
}

void LabTunersModel::take(Entry& entry, bool isTaken)
{
    entry.isTaken = isTaken;
    if (isTaken && entry.colour < 0) {
        entry.colour = m_colours++;
    }
}

size_t LabTunersModel::colourOf(const QString& text) const
{
    for (const Entry& entry : m_entries) {
        if (entry.text == text && entry.colour >= 0) {
            return static_cast<size_t>(entry.colour);
        }
    }
    return 0;
}

std::vector<TunerChoice> LabTunersModel::taken() const
{
    return parseTunerChoices(takenTexts().join(QLatin1Char(',')).toStdString()).value_or(std::vector<TunerChoice>{});
}

QStringList LabTunersModel::takenTexts() const
{
    QStringList texts;
    for (const Entry& entry : m_entries) {
        if (entry.isTaken) {
            texts << entry.text;
        }
    }
    return texts;
}

void LabTunersModel::setTakenTexts(const QStringList& texts)
{
    beginResetModel();
    for (Entry& entry : m_entries) {
        take(entry, texts.contains(entry.text));
    }
    endResetModel();
    emit takenChanged();
}

int LabTunersModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant LabTunersModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const Entry& entry = m_entries[static_cast<size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return entry.text;
    case Qt::CheckStateRole: return entry.isTaken ? Qt::Checked : Qt::Unchecked;
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole: return entry.sentence;
    case Qt::DecorationRole:
        return entry.isTaken ? seriesColour(QApplication::palette(), static_cast<size_t>(entry.colour)) : QColor(Qt::transparent);
    default: return {};
    }
}

Qt::ItemFlags LabTunersModel::flags(const QModelIndex& index) const
{
    return index.isValid() ? QAbstractListModel::flags(index) | Qt::ItemIsUserCheckable : Qt::NoItemFlags;
}

bool LabTunersModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::CheckStateRole) {
        return false;
    }
    take(m_entries[static_cast<size_t>(index.row())], value.toInt() == Qt::Checked);
    emit dataChanged(index, index);
    emit takenChanged();
    return true;
}

} // namespace knobscope
