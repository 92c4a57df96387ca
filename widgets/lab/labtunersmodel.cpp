// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/labtunersmodel.h"

#include "widgets/plot/colours.h"
#include "widgets/translation/coretext.h"

#include <QApplication>

#include <algorithm>

namespace knobscope {

namespace {

/// The tuner of that name with those parameters; refused as makeTuner would.
Result<TunerChoice> checked(const QString& text)
{
    auto choices = parseTunerChoices(text.toStdString());
    if (!choices) {
        return fail(choices);
    }
    if (choices->size() != 1) {
        return fail(ErrorCode::InvalidArgument, "'{}' is more than one tuner", text.toStdString());
    }
    auto space = ConfigSpace();
    if (auto made = makeTuner(choices->front().name, space, 0, choices->front().parameters);
        !made && made.error().code != ErrorCode::Unsupported) {
        return fail(made);
    }
    return std::move(choices->front());
}

} // namespace

LabTunersModel::LabTunersModel(QObject* parent)
    : QAbstractListModel(parent)
{
    for (const TunerDescription& tuner : tuners()) {
        m_entries.push_back({QString::fromStdString(tuner.name), coreText(tuner.sentence), false, false, -1});
    }
    for (const char* name : {"default", "random", "ga"}) {
        if (Entry* entry = find(QString::fromLatin1(name))) {
            take(*entry, true);
        }
    }
}

LabTunersModel::Entry* LabTunersModel::find(const QString& text)
{
    const auto at = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) { return entry.text == text; });
    return at == m_entries.end() ? nullptr : &*at;
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
    std::vector<TunerChoice> taken;
    for (const QString& text : takenTexts()) {
        if (auto choice = checked(text)) {
            taken.push_back(std::move(*choice));
        }
    }
    return taken;
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
        entry.isTaken = false;
    }
    endResetModel();
    for (const QString& text : texts) {
        add(text);
    }
    emit takenChanged();
}

bool LabTunersModel::add(const QString& text)
{
    if (Entry* entry = find(text)) {
        take(*entry, true);
        const QModelIndex at = index(static_cast<int>(entry - m_entries.data()));
        emit dataChanged(at, at);
        emit takenChanged();
        return true;
    }
    const auto choice = checked(text);
    const Entry* plain = choice ? find(QString::fromStdString(choice->name)) : nullptr;
    if (!plain) {
        return false;
    }
    Entry variant{text, plain->sentence, false, true, -1};
    take(variant, true);
    beginInsertRows({}, rowCount(), rowCount());
    m_entries.push_back(std::move(variant));
    endInsertRows();
    emit takenChanged();
    return true;
}

void LabTunersModel::removeVariant(int row)
{
    if (row >= 0 && row < rowCount() && isVariant(row)) {
        beginRemoveRows({}, row, row);
        m_entries.erase(m_entries.begin() + row);
        endRemoveRows();
        emit takenChanged();
    }
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
