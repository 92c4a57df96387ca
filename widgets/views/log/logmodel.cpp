// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/log/logmodel.h"

#include "widgets/base/theme.h"
#include "widgets/controls/control.h"

#include <QApplication>
#include <QIcon>
#include <QLocale>

#include <algorithm>
#include <iterator>
#include <set>

namespace knobscope {

namespace {

constexpr int kMaxEntries = 10000;
constexpr int kDropBatch = 500;

QVariant colorOf(MessageLevel level)
{
    const Theme theme = themeFor(QApplication::palette());
    return level == MessageLevel::Info ? QVariant() : level == MessageLevel::Warning ? theme.best : theme.failure;
}

QString timeText(const LogEntry& entry)
{
    const QString time = entry.time.toString(QStringLiteral("HH:mm:ss"));
    const QDate day = entry.time.date();
    return day == QDate::currentDate() ? time : QLocale().toString(day, QLocale::ShortFormat) + QLatin1Char(' ') + time;
}

} // namespace

QVariant LogModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const LogEntry& e = entry(index.row());
    switch (role) {
    case Qt::DisplayRole:
        // The icon's shape shows the level; the tooltip and the accessible text name it.
        return index.column() == Time ? timeText(e) : index.column() == Level ? QString() : e.text;
    case Qt::ToolTipRole: // the text may come from a file: escape markup
        return index.column() == Text  ? QStringLiteral("<p>%1</p>").arg(e.text.toHtmlEscaped())
             : index.column() == Level ? levelText(e.level)
                                       : QString();
    case Qt::DecorationRole: return index.column() == Level ? QVariant(levelIcon(e.level)) : QVariant();
    case Qt::ForegroundRole: return colorOf(e.level);
    case Qt::AccessibleTextRole: return lineOf(e);
    default: return {};
    }
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != kColumnIdRole)) {
        return {};
    }
    if (role == kColumnIdRole) {
        return QString::fromLatin1(section == Time ? "time" : section == Level ? "level" : "message");
    }
    return section == Time ? tr("Time") : section == Level ? tr("Level") : tr("Message");
}

void LogModel::append(LogEntry entry)
{
    if (rowCount() >= kMaxEntries) {
        beginRemoveRows({}, 0, kDropBatch - 1);
        m_entries.erase(m_entries.begin(), m_entries.begin() + kDropBatch);
        endRemoveRows();
    }
    entry.place = ++m_lastPlace;
    beginInsertRows({}, rowCount(), rowCount());
    m_entries.push_back(std::move(entry));
    endInsertRows();
}

void LogModel::putFirst(std::vector<LogEntry> entries)
{
    std::set<std::pair<QDateTime, qint64>> here;
    for (const LogEntry& entry : m_entries) {
        here.emplace(entry.time, entry.place);
    }
    std::erase_if(entries, [&](const LogEntry& entry) { return here.contains({entry.time, entry.place}); });
    const int room = std::max(kMaxEntries - rowCount(), 0);
    const auto count = std::min(static_cast<int>(entries.size()), room);
    if (count > 0) {
        beginInsertRows({}, 0, count - 1);
        m_entries.insert(m_entries.begin(), std::make_move_iterator(entries.end() - count),
                         std::make_move_iterator(entries.end()));
        endInsertRows();
    }
}

bool LogModel::hasWaiting() const
{
    return std::ranges::find(m_entries, LogEntry::Keeping::Waits, &LogEntry::keeping) != m_entries.end();
}

void LogModel::setKeeping(LogEntry::Keeping from, LogEntry::Keeping to)
{
    for (LogEntry& entry : m_entries) {
        entry.keeping = entry.keeping == from ? to : entry.keeping;
    }
}

void LogModel::leaveProject()
{
    beginResetModel();
    std::erase_if(m_entries, [](const LogEntry& entry) {
        return entry.keeping == LogEntry::Keeping::Done || entry.keeping == LogEntry::Keeping::Going;
    });
    for (LogEntry& entry : m_entries) {
        entry.keeping = LogEntry::Keeping::Not;
        entry.run = -1;
    }
    endResetModel();
}

/// The style's own icons have one size and are blurred on a high-resolution screen.
QIcon LogModel::levelIcon(MessageLevel level)
{
    const QString name = level == MessageLevel::Info    ? QStringLiteral("dialog-information")
                       : level == MessageLevel::Warning ? QStringLiteral("dialog-warning")
                                                        : QStringLiteral("dialog-error");
    return iconNamed(name);
}

QString LogModel::levelText(MessageLevel level)
{
    return level == MessageLevel::Error ? tr("Error") : level == MessageLevel::Warning ? tr("Warning") : tr("Info");
}

QString LogModel::lineOf(const LogEntry& entry)
{
    if (entry.level == MessageLevel::Info) {
        return tr("%1  %2").arg(timeText(entry), entry.text);
    }
    return tr("%1  %2: %3").arg(timeText(entry), levelText(entry.level), entry.text);
}

void LogFilter::setShown(MessageLevel level, bool isShown)
{
    m_shown[static_cast<int>(level)] = isShown;
    invalidateFilter();
}

bool LogFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const LogEntry& entry = static_cast<const LogModel*>(sourceModel())->entry(row);
    return m_shown[static_cast<int>(entry.level)] && QSortFilterProxyModel::filterAcceptsRow(row, parent);
}

} // namespace knobscope
