// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/project/openproject.h"

#include <QAbstractTableModel>
#include <QDateTime>
#include <QIcon>
#include <QSortFilterProxyModel>

#include <cstdint>
#include <deque>
#include <vector>

namespace knobscope {

struct LogEntry {
    MessageLevel level = MessageLevel::Info;
    QDateTime time;
    QString text;
    qint64 run = 0; ///< project's run that was in progress or shown at the time; 0: none; -1: of another project
    qint64 config = -1; ///< config of that run that the line is about; -1: only the text may name one
    /// State of storing the line in the project's file: not to be stored, waiting, being written, stored.
    enum class Keeping : uint8_t { Not, Waits, Going, Done };
    Keeping keeping = Keeping::Waits;
    qint64 place = 0; ///< sequence number in this session, from 1
    Sentence sentence; ///< sentence behind the text; empty: the window's own text
};

/// The log, one row per line; keeps the last 10,000. GUI thread only.
class LogModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Time, Level, Text, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    /// Adds a line and sets its `place`.
    void append(LogEntry entry);
    /// Inserts lines from a project's file before all others, skipping those already present.
    void putFirst(std::vector<LogEntry> entries);
    const LogEntry& entry(int row) const { return m_entries[static_cast<size_t>(row)]; }
    bool hasWaiting() const;
    void setKeeping(LogEntry::Keeping from, LogEntry::Keeping to);
    /// Another project is open now: hides the lines that are stored in the previous one's file.
    void leaveProject();

    static QString levelText(MessageLevel level);
    static QIcon levelIcon(MessageLevel level);
    /// "12:04:31  Warning: the sentence", with the date if it is not today's.
    static QString lineOf(const LogEntry& entry);

private:
    std::deque<LogEntry> m_entries;
    qint64 m_lastPlace = 0;
};

/// Shows lines by level and text.
class LogFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    /// Searches its fixed string anywhere in the text, ignoring case.
    explicit LogFilter(QObject* parent = nullptr)
        : QSortFilterProxyModel(parent)
    {
        setFilterKeyColumn(LogModel::Text);
        setFilterCaseSensitivity(Qt::CaseInsensitive);
    }

    void setShown(MessageLevel level, bool isShown);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    bool m_shown[3] = {true, true, true};
};

} // namespace knobscope
