// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/recordedspace.h"
#include "widgets/controls/celltable.h"

#include <QSet>

#include <cstdint>
#include <vector>

namespace knobscope {

/// The recorded spaces for replays: shipped with the program, from the open project, and from added files. Ticked spaces are
/// used.
class LabSpacesModel : public CellTable
{
    Q_OBJECT
public:
    enum class Origin : uint8_t { Shipped, Project, File };

    explicit LabSpacesModel(QObject* parent = nullptr);

    /// Replaces the spaces read from this file before; an empty list removes the file. `tickNew`: ticks spaces that were not
    /// there.
    void setSpaces(Origin origin, const QString& path, std::vector<RecordedSpace> spaces, bool tickNew = false);
    /// Files that the user added, without duplicates.
    QStringList files() const;
    QString fileAt(int row) const { return m_entries[static_cast<size_t>(row)].path; }
    Origin originAt(int row) const { return m_entries[static_cast<size_t>(row)].origin; }

    /// Ticked spaces, with unique labels.
    std::vector<RecordedSpace> ticked() const;
    int tickedCount() const;
    /// Names of ticked spaces, including spaces that are not loaded yet.
    QStringList tickedNames() const;
    void setTickedNames(const QStringList& names);

signals:
    void tickedChanged();

protected:
    bool setTicked(int row, bool isOn) override;

private:
    struct Entry {
        RecordedSpace space;
        QString path;
        Origin origin = Origin::Shipped;
        bool isTicked = false;
    };
    static QString nameOf(const Entry& entry);
    static QString tip(const Entry& entry);
    static Row rowOf(const Entry& entry);
    /// Shows the entries; if only ticks changed, keeps the chosen rows.
    void show(bool isTicksAlone = false);
    std::vector<Entry> m_entries;
    QSet<QString> m_wanted; ///< names to tick once loaded
};

} // namespace knobscope
