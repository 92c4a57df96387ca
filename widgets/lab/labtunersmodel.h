// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/tunerchoice.h"

#include <QAbstractListModel>
#include <QColor>

#include <vector>

namespace knobscope {

/// The tuners that can be replayed, with their usual parameters. A tick takes one in; the first ticked one is what the others are
/// compared with.
class LabTunersModel : public QAbstractListModel
{
    Q_OBJECT
public:
    explicit LabTunersModel(QObject* parent = nullptr);

    /// Ticked ones, in the order of the list.
    std::vector<TunerChoice> taken() const;
    QStringList takenTexts() const;
    void setTakenTexts(const QStringList& texts);

    /// Which of the series colours a tuner has; kept from its first tick on.
    size_t colourOf(const QString& text) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

signals:
    void takenChanged();

private:
    struct Entry {
        QString text;
        QString sentence;
        bool isTaken = false;
        int colour = -1; ///< none before the first tick
    };
    void take(Entry& entry, bool isTaken);
    std::vector<Entry> m_entries;
    int m_colours = 0;
};

} // namespace knobscope
