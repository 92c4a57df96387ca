// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/workspace/openproject.h"

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
    qint64 run = 0; ///< the project's run that went on or was looked at when it was said; 0: none; -1: it is of another project
    qint64 config = -1; ///< of that run, which it is about; -1: only its words may name one
    /// Whether it is in the project's file: that is not meant to be, waits, is being done or is done.
    enum class Keeping : uint8_t { Not, Waits, Going, Done };
    Keeping keeping = Keeping::Waits;
    qint64 place = 0; ///< among those that this program said, from 1
    Sentence said; ///< what the text says; empty: the window's own words
};

/// What was said, a row each; the last 10,000 are kept. GUI thread only.
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

    /// Gives it its place.
    void append(LogEntry entry);
    /// Puts lines from a project's file before all others, those that are not here yet.
    void putFirst(std::vector<LogEntry> entries);
    const LogEntry& entry(int row) const { return m_entries[static_cast<size_t>(row)]; }
    bool hasWaiting() const;
    void setKeeping(LogEntry::Keeping from, LogEntry::Keeping to);
    /// Another project is open from now on: what is in the file of the one before is not shown any more.
    void leaveProject();

    static QString levelText(MessageLevel level);
    static QIcon levelIcon(MessageLevel level);
    /// "12:04:31  Warning: the sentence", with the date when that was not today.
    static QString lineOf(const LogEntry& entry);

private:
    std::deque<LogEntry> m_entries;
    qint64 m_said = 0;
};

/// The levels and the words that a person wants to see.
class LogFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    /// Its fixed string is looked for anywhere in the sentence, whatever the case.
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
