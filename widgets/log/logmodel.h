// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QIcon>
#include <QSortFilterProxyModel>
#include <QTime>

#include <deque>

namespace knobscope {

enum class LogLevel { Info, Warning, Error };

struct LogEntry {
    LogLevel level = LogLevel::Info;
    QTime time;
    QString text;
    qint64 run = 0; ///< the project's run that went on or was looked at when it was said; 0: none
    qint64 config = -1; ///< of that run, which it is about; -1: only its words may name one
};

/// What was said, a row each; the last 10,000 are kept. GUI thread only.
class LogModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Time, Level, Text, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    void append(LogEntry entry);
    void clear();
    const LogEntry& entry(int row) const { return m_entries[static_cast<size_t>(row)]; }

    static QString levelText(LogLevel level);
    static QIcon levelIcon(LogLevel level);
    /// "12:04:31  Warning: the sentence".
    static QString lineOf(const LogEntry& entry);

private:
    std::deque<LogEntry> m_entries;
};

/// The levels and the words that a person wants to see.
class LogFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setShown(LogLevel level, bool isShown);
    /// Rows that have it anywhere in the sentence, whatever the case.
    void setText(const QString& text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    bool m_shown[3] = {true, true, true};
    QString m_text;
};

} // namespace knobscope
