// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/tunerchoice.h"

#include <QStandardItemModel>

#include <map>

namespace knobscope {

/// The tuners that can be replayed, with default parameters. Ticked tuners are used; the first ticked one is the baseline.
class LabTunersModel : public QStandardItemModel
{
    Q_OBJECT
public:
    explicit LabTunersModel(QObject* parent = nullptr);

    /// Ticked tuners, in the order of the list.
    std::vector<TunerChoice> ticked() const;
    QStringList tickedTexts() const;
    void setTickedTexts(const QStringList& texts);

    /// Index of a tuner's series colour; constant once the tuner was ticked or its colour was requested.
    size_t colourOf(const QString& text) const { return m_colours.try_emplace(text, m_colours.size()).first->second; }

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

signals:
    void tickedChanged();

private:
    void onItemChanged(const QStandardItem* item);
    mutable std::map<QString, size_t> m_colours;
};

} // namespace knobscope
