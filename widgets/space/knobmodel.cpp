// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/knobmodel.h"

#include "widgets/theme/theme.h"

#include <QFont>
#include <QGuiApplication>
#include <QLocale>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int64_t shownCandidates = 40; // more than fit a row

QString candidatesText(const Knob& knob)
{
    QStringList shown;
    for (int64_t i = 0; i < std::min(knob.size(), shownCandidates); ++i) {
        shown << QString::fromStdString(valueText(knob.at(i)));
    }
    return shown.join(QStringLiteral("  ")) + (knob.size() > shownCandidates ? QStringLiteral("  …") : QString());
}

} // namespace

KnobModel::KnobModel(QObject* parent) : QAbstractTableModel(parent) {}

void KnobModel::setSpaces(const ConfigSpace& space, const ConfigSpace& templateSpace)
{
    beginResetModel();
    m_space = space;
    m_template = templateSpace;
    endResetModel();
}

QString KnobModel::knobName(int row) const
{
    return row >= 0 && row < rowCount() ? QString::fromStdString(m_space.knobs()[static_cast<size_t>(row)].name()) : QString();
}

bool KnobModel::isChanged(const Knob& knob) const
{
    const Knob* original = m_template.find(knob.name());
    return !original || !std::equal(knob.candidates().begin(), knob.candidates().end(), original->candidates().begin(), original->candidates().end());
}

int KnobModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_space.knobs().size());
}

int KnobModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant KnobModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const Knob& knob = m_space.knobs()[static_cast<size_t>(index.row())];
    const bool changed = isChanged(knob);
    if (role == Qt::TextAlignmentRole && index.column() == Count) {
        return int(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role == Qt::ForegroundRole && changed) {
        return themeFor(QGuiApplication::palette()).changed;
    }
    if (role == Qt::FontRole && changed) {
        QFont font;
        font.setBold(true);
        return font;
    }
    if (role == Qt::ToolTipRole) {
        const Knob* original = m_template.find(knob.name());
        const QString text = QString::fromStdString(knob.text());
        return changed && original ? tr("%1\nIn the template: %2").arg(text, QString::fromStdString(original->text())) : text;
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case Name: return QString::fromStdString(knob.name());
    case Kind: {
        const std::string policy = knob.policy();
        return policy.empty() ? QString::fromUtf8(knob.kind()) : QStringLiteral("%1, %2").arg(QString::fromUtf8(knob.kind()), QString::fromStdString(policy));
    }
    case Candidates: return candidatesText(knob);
    case Count: return QLocale().toString(static_cast<qlonglong>(knob.size()));
    default: return {};
    }
}

QVariant KnobModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Name: return tr("Knob");
    case Kind: return tr("Kind");
    case Candidates: return tr("Candidates");
    case Count: return tr("Count");
    default: return {};
    }
}

} // namespace knobscope
