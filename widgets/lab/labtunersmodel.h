// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/tunerchoice.h"

#include <QAbstractListModel>
#include <QColor>

#include <vector>

namespace knobscope {

/// The tuners that can be replayed: all of the program, and variants with other parameters, named as on the command line
/// ("ga:pop_size=20"). A tick takes one in; the first ticked one is what the others are compared with.
class LabTunersModel : public QAbstractListModel
{
    Q_OBJECT
public:
    explicit LabTunersModel(QObject* parent = nullptr);

    /// Ticked ones, in the order of the list.
    std::vector<TunerChoice> taken() const;
    QStringList takenTexts() const;
    /// Adds what is missing as variants; texts that name no tuner are left out.
    void setTakenTexts(const QStringList& texts);
    /// Ticks it, and adds it where it is not there yet; false when it names no tuner or no parameter of it.
    bool add(const QString& text);
    void removeVariant(int row);
    bool isVariant(int row) const { return m_entries[static_cast<size_t>(row)].isVariant; }
    QString textAt(int row) const { return m_entries[static_cast<size_t>(row)].text; }

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
        bool isVariant = false;
        int colour = -1; ///< none before the first tick
    };
    void take(Entry& entry, bool isTaken);
    Entry* find(const QString& text);
    std::vector<Entry> m_entries;
    int m_colours = 0;
};

} // namespace knobscope
