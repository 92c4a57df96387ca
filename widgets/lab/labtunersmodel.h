// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/tunerchoice.h"

#include <QStandardItemModel>

#include <map>

namespace knobscope {

/// The tuners that can be replayed, with their usual parameters. A tick takes one in; the first ticked one is what the others are
/// compared with.
class LabTunersModel : public QStandardItemModel
{
    Q_OBJECT
public:
    explicit LabTunersModel(QObject* parent = nullptr);

    /// Ticked ones, in the order of the list.
    std::vector<TunerChoice> taken() const;
    QStringList takenTexts() const;
    void setTakenTexts(const QStringList& texts);

    /// Which of the series colours a tuner has; kept from when it was first ticked or asked for on.
    size_t colourOf(const QString& text) const { return m_colours.try_emplace(text, m_colours.size()).first->second; }

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

signals:
    void takenChanged();

private:
    void takeIn(const QStandardItem* item);
    mutable std::map<QString, size_t> m_colours;
};

} // namespace knobscope
