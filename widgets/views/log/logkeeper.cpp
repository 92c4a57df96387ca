// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/log/logkeeper.h"

#include "widgets/base/coretext.h"

#include <algorithm>
#include <iterator>

namespace knobscope {

namespace {

constexpr int kStoreDelayMs = 1000;

LogLine lineOf(const LogEntry& entry)
{
    return {entry.time.toMSecsSinceEpoch(),
            entry.place,
            static_cast<int>(entry.level),
            entry.sentence.empty() ? Sentence(entry.text.toStdString()) : entry.sentence,
            entry.run,
            entry.config};
}

LogEntry entryOf(const LogLine& line)
{
    return {static_cast<MessageLevel>(line.level),
            QDateTime::fromMSecsSinceEpoch(line.at),
            coreText(line.text),
            line.run,
            line.config,
            LogEntry::Keeping::Done,
            line.place,
            line.text.pattern.empty() ? Sentence() : line.text};
}

} // namespace

LogKeeper::LogKeeper(Workspace& workspace, LogModel& log, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_log(log)
{
    m_writeTimer.setSingleShot(true);
    m_writeTimer.setInterval(kStoreDelayMs);
    connect(&m_writeTimer, &QTimer::timeout, this, [this] {
        if (!m_isWriting) {
            write();
        }
    });
    connect(&workspace, &Workspace::projectMoved, this, &LogKeeper::followMove);
    connect(&workspace, &Workspace::projectChanged, this, &LogKeeper::followProject);
    connect(&m_reader, &ProjectReader::failed, this,
            [this](const QString& sentence) { reportOnce(Sentence(sentence.toStdString())); });
    followProject();
}

LogKeeper::~LogKeeper()
{
    blockSignals(true); // listeners may be destroyed already
    write();
}

void LogKeeper::storeSoon()
{
    if (!m_writeTimer.isActive()) {
        m_writeTimer.start();
    }
}

void LogKeeper::followProject()
{
    const QString path = m_workspace.projectPath();
    const FileStatus file = FileStatus::ofPath(path.toStdString()).value_or(FileStatus());
    if (path == m_path && file.isSameFile(m_file)) {
        return; // followMove() did this
    }
    write(); // into the previous project
    ++m_visit;
    m_isWriting = false;
    const bool begins = m_path.isEmpty() && m_workspace.runs().empty();
    m_path = path;
    m_file = file;
    m_reader.setPath(path);
    if (!begins) {
        m_log.leaveProject();
    }
    read();
    storeSoon();
}

/// Writes all lines again: lines written to the old file while it was copied may be missing in the new one.
void LogKeeper::followMove()
{
    const bool isReading = m_reader.isBusy();
    ++m_visit;
    m_isWriting = false;
    m_path = m_workspace.projectPath();
    m_file = FileStatus::ofPath(m_path.toStdString()).value_or(FileStatus());
    m_reader.setPath(m_path);
    m_log.setKeeping(LogEntry::Keeping::Done, LogEntry::Keeping::Waits);
    m_log.setKeeping(LogEntry::Keeping::Going, LogEntry::Keeping::Waits);
    if (isReading) {
        read();
    }
    storeSoon();
}

void LogKeeper::write()
{
    m_writeTimer.stop();
    if (m_path.isEmpty()) {
        return;
    }
    std::vector<LogLine> lines;
    for (int row = 0; row < m_log.rowCount(); ++row) {
        if (m_log.entry(row).keeping == LogEntry::Keeping::Waits) {
            lines.push_back(lineOf(m_log.entry(row)));
        }
    }
    if (lines.empty()) {
        return;
    }
    m_log.setKeeping(LogEntry::Keeping::Waits, LogEntry::Keeping::Going);
    m_workspace.writes().add(
        m_path, tr("log lines"), this, {},
        [path = m_path.toStdString(), file = m_file, lines = std::move(lines)] { return storeLog(path, file, lines); },
        [this, visit = m_visit](const Result<bool>& isKept) {
            if (visit == m_visit) { // lines of the previous project were removed
                onWritten(isKept);
            }
        });
    m_isWriting = true;
}

void LogKeeper::onWritten(const Result<bool>& isKept)
{
    const bool hasMore = m_log.hasWaiting();
    m_isWriting = false;
    m_log.setKeeping(LogEntry::Keeping::Going, isKept.value_or(false) ? LogEntry::Keeping::Done : LogEntry::Keeping::Waits);
    if (hasMore) {
        storeSoon();
    }
    reportOnce(isKept ? Sentence() : Sentence(isKept.error()));
}

void LogKeeper::read()
{
    m_reader.ask([](Project& project, const std::atomic<bool>&) { return storedLog(project); },
                 [this](const Result<std::vector<LogLine>>& lines) {
                     std::vector<LogEntry> entries;
                     std::ranges::transform(lines.value_or(std::vector<LogLine>()), std::back_inserter(entries), entryOf);
                     m_log.putFirst(std::move(entries));
                     emit earlierLinesLoaded();
                     reportOnce(lines ? Sentence() : Sentence(lines.error()));
                 });
}

void LogKeeper::reportOnce(const Sentence& sentence)
{
    if (sentence != std::exchange(m_problem, sentence) && !sentence.empty()) {
        emit problem(tr("The log cannot be saved: %1").arg(coreText(sentence)));
    }
}

} // namespace knobscope
