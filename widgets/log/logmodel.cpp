// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/log/logmodel.h"

#include "widgets/theme/theme.h"

#include <QApplication>
#include <QIcon>

namespace knobscope {

namespace {

constexpr int keptEntries = 10000;
constexpr int droppedAtOnce = 500;

QVariant colorOf(LogLevel level)
{
    const Theme theme = themeFor(QApplication::palette());
    switch (level) {
    case LogLevel::Info: return {};
    case LogLevel::Warning: return theme.best;
    case LogLevel::Error: return theme.failure;
    }
    return {};
}

QString timeText(const LogEntry& entry)
{
    return entry.time.toString(QStringLiteral("HH:mm:ss"));
}

} // namespace

int LogModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

int LogModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LogModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const LogEntry& e = entry(index.row());
    switch (role) {
    case Qt::DisplayRole:
        // The level is told by its icon's shape, and in words to who points at it or listens.
        return index.column() == Time ? timeText(e) : index.column() == Level ? QString() : e.text;
    case Qt::ToolTipRole: return index.column() == Text ? e.text : index.column() == Level ? levelText(e.level) : QString();
    case Qt::DecorationRole: return index.column() == Level ? QVariant(levelIcon(e.level)) : QVariant();
    case Qt::ForegroundRole: return colorOf(e.level);
    case Qt::AccessibleTextRole: return lineOf(e);
    default: return {};
    }
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    return section == Time ? tr("Time") : section == Level ? tr("Level") : tr("Message");
}

void LogModel::append(LogEntry entry)
{
    if (rowCount() >= keptEntries) {
        beginRemoveRows({}, 0, droppedAtOnce - 1);
        m_entries.erase(m_entries.begin(), m_entries.begin() + droppedAtOnce);
        endRemoveRows();
    }
    beginInsertRows({}, rowCount(), rowCount());
    m_entries.push_back(std::move(entry));
    endInsertRows();
}

void LogModel::clear()
{
    beginResetModel();
    m_entries.clear();
    endResetModel();
}

/// The style's own are pictures of one size, blurred on a dense screen.
QIcon LogModel::levelIcon(LogLevel level)
{
    const QString name = level == LogLevel::Info    ? QStringLiteral("dialog-information")
                       : level == LogLevel::Warning ? QStringLiteral("dialog-warning")
                                                    : QStringLiteral("dialog-error");
    return QIcon::fromTheme(name, QIcon(QStringLiteral(":/icons/%1.svg").arg(name)));
}

QString LogModel::levelText(LogLevel level)
{
    return level == LogLevel::Error ? tr("Error") : level == LogLevel::Warning ? tr("Warning") : tr("Info");
}

QString LogModel::lineOf(const LogEntry& entry)
{
    if (entry.level == LogLevel::Info) {
        return tr("%1  %2").arg(timeText(entry), entry.text);
    }
    return tr("%1  %2: %3").arg(timeText(entry), levelText(entry.level), entry.text);
}

void LogFilter::setShown(LogLevel level, bool isShown)
{
    m_shown[static_cast<int>(level)] = isShown;
    invalidateFilter();
}

void LogFilter::setText(const QString& text)
{
    m_text = text;
    invalidateFilter();
}

bool LogFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    const LogEntry& entry = static_cast<const LogModel*>(sourceModel())->entry(row);
    return m_shown[static_cast<int>(entry.level)] && entry.text.contains(m_text, Qt::CaseInsensitive);
}

} // namespace knobscope
