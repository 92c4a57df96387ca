// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/log/logview.h"

#include "core/store/trialquery.h"
#include "widgets/base/coretext.h"
#include "widgets/base/foreigntext.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/celltable.h"
#include "widgets/controls/control.h"
#include "widgets/controls/placeholderstack.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QJsonArray>
#include <QLineEdit>
#include <QSaveFile>
#include <QScrollBar>
#include <QStyle>
#include <QTableView>
#include <QToolButton>

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

constexpr int kTimeMargin = 14;

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

LogView::LogView(Workspace& workspace, QWidget* parent)
    : View(workspace, parent)
    , m_model(new LogModel(this))
    , m_filter(new LogFilter(this))
    , m_table(makeControl<QTableView>("lines"))
    , m_search(makeControl<QLineEdit>("filter"))
    , m_lines(new PlaceholderStack(m_table))
    , m_keeper(std::make_unique<LogKeeper>(workspace, *m_model))
{
    setAccessibleName(tr("Log"));
    m_filter->setSourceModel(m_model);
    m_table->setModel(m_filter);
    m_table->setAccessibleName(tr("Log"));
    showRows(*m_table, 4);
    m_table->setAlternatingRowColors(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->horizontalHeader()->hide();
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setColumnWidth(LogModel::Time, fontMetrics().horizontalAdvance(QStringLiteral("00:00:00")) + kTimeMargin);
    const int icon = style()->pixelMetric(QStyle::PM_SmallIconSize);
    m_table->horizontalHeader()->setMinimumSectionSize(icon);
    m_table->setColumnWidth(LogModel::Level, icon + 10);
    m_table->setIconSize({icon, icon});
    m_lines->setBackgroundRole(QPalette::Base);
    m_lines->setAutoFillBackground(true);
    inColumn(this, {makeToolbar(), {m_lines, 1}}, QMargins(), space::kTight);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filter->setFilterFixedString(text);
        showState();
    });
    const auto followRow = [this](const QModelIndex& row) { follow(m_model->entry(m_filter->mapToSource(row).row())); };
    connect(m_table, &QTableView::clicked, this, followRow);
    connect(m_table, &QTableView::activated, this, followRow);
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_table));
    m_links.setPath(workspace.projectPath());
    connect(&workspace, &Workspace::projectChanged, this, [this] {
        m_links.setPath(this->workspace().projectPath());
        showState();
    });
    connect(&m_links, &ProjectReader::failed, this,
            [this](const QString& sentence) { this->workspace().report(MessageLevel::Error, sentence); });
    connect(m_keeper.get(), &LogKeeper::earlierLinesLoaded, this, &LogView::showBefore);
    connect(m_keeper.get(), &LogKeeper::problem, this, [this](const QString& text) { append(MessageLevel::Warning, text); });
    state().bind(QStringLiteral("words"), m_search);
    state().bind(QStringLiteral("levels"), {m_levels.begin(), m_levels.end()});
    showState();
}

QWidget* LogView::makeToolbar()
{
    auto* bar = new QWidget;
    auto* row = inRow(bar, {{m_search, 1}}, QMargins(space::kSmall, space::kTight, space::kSmall, 0));
    m_search->setPlaceholderText(tr("Filter the log"));
    m_search->setAccessibleName(tr("Filter the log"));
    m_search->setClearButtonEnabled(true);
    for (const auto& [level, id] :
         {std::pair(MessageLevel::Info, "info"), {MessageLevel::Warning, "warnings"}, {MessageLevel::Error, "errors"}}) {
        auto* button = makeControl<QToolButton>(id);
        button->setIcon(LogModel::levelIcon(level));
        button->setText(LogModel::levelText(level));
        button->setToolTip(tr("Show lines of level %1").arg(LogModel::levelText(level)));
        button->setAccessibleName(button->toolTip());
        button->setCheckable(true);
        button->setChecked(true);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QToolButton::toggled, this, [this, level = level](bool on) {
            m_filter->setShown(level, on);
            showState();
        });
        row->addWidget(button);
        m_levels.push_back(button);
    }
    const auto addAction = [&](const char* id, const QString& text, const QKeySequence& shortcut, const char* icon,
                               auto&& trigger) {
        row->addWidget(makeActionButton(m_actions.emplace_back(
            ActionRegistry::make({QString::fromLatin1(id), text, shortcut, QString::fromLatin1(icon), this}, this, trigger))));
    };
    addAction("log.copy", tr("&Copy Log Lines"), QKeySequence::Copy, "edit-copy",
              [this] { QGuiApplication::clipboard()->setText(forOtherPrograms(text())); });
    addAction("log.save", tr("&Save Log As…"), {}, "document-save-as", [this] { save(); });
    m_actions.push_back(ActionRegistry::make({QStringLiteral("log.find"), tr("&Filter the Log"), QKeySequence::Find, {}, this},
                                             this, [this] { find(); }));
    return bar;
}

void LogView::addActions(ActionRegistry& registry)
{
    for (QAction* action : m_actions) {
        registry.adopt(action, ActionRegistry::idOf(action));
    }
}

void LogView::append(MessageLevel level, const QString& line, qint64 config, LogEntry::Keeping keeping)
{
    add({level, QDateTime::currentDateTime(), line, 0, config, keeping});
}

void LogView::append(MessageLevel level, const Sentence& sentence, qint64 config)
{
    add({level, QDateTime::currentDateTime(), coreText(sentence), 0, config, LogEntry::Keeping::Waits, 0, sentence});
}

void LogView::add(LogEntry entry)
{
    const QScrollBar* bar = m_table->verticalScrollBar();
    const bool isAtEnd = bar->value() == bar->maximum();
    entry.run = workspace().session().run();
    if (entry.run == 0 && !workspace().runs().empty()) {
        entry.run = workspace().runs().back().id;
    }
    m_model->append(std::move(entry));
    m_keeper->storeSoon();
    showState();
    if (isAtEnd) {
        m_table->scrollToBottom();
    }
}

/// Shows the loaded lines, scrolled to the newest.
void LogView::showBefore()
{
    const QString oldest = m_model->index(0, LogModel::Time).data().toString(); // with a date, if any line has one
    m_table->setColumnWidth(
        LogModel::Time, std::max(m_table->columnWidth(LogModel::Time), fontMetrics().horizontalAdvance(oldest) + kTimeMargin));
    showState();
    m_table->scrollToBottom();
}

void LogView::showState()
{
    m_lines->setSentence(m_filter->rowCount() > 0   ? QString()
                         : m_model->rowCount() == 0 ? tr("Activity and problems of the program appear here.")
                                                    : tr("No log line matches the filter."));
}

bool LogView::follow(const LogEntry& entry)
{
    // Lines in the window's language carry their config number; other lines are searched for numbers.
    const bool isKnown = entry.config >= 0;
    const qint64 named = isKnown ? -1 : namedNumber("run", entry.text);
    const qint64 run = named > 0 ? named : entry.run;
    const qint64 config = isKnown ? entry.config : namedNumber("config", entry.text);
    const qint64 number = isKnown ? -1 : namedNumber("trial", entry.text);
    if (entry.run < 0 || !workspace().run(run) || (number <= 0 && config < 0)) {
        return false;
    }
    m_links.ask(
        [run, config, number](Project& project, const std::atomic<bool>&) {
            const TrialKey key{run, number};
            return number > 0 ? trialRows(project, {&key, 1}).map([&](const std::vector<TrialRow>& rows) {
                return rows.front().number > 0 ? std::optional(key) : std::nullopt;
            })
                              : firstTrialOf(project, run, config);
        },
        [this](const Result<std::optional<TrialKey>>& found) {
            if (!found) {
                workspace().report(found.error());
            } else if (*found) {
                workspace().selection().select({{(*found)->run, (*found)->number}});
            }
        });
    return true;
}

QString LogView::text() const
{
    QModelIndexList rows = m_table->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    if (rows.isEmpty()) {
        for (int row = 0; row < m_filter->rowCount(); ++row) {
            rows.append(m_filter->index(row, 0));
        }
    }
    QString lines;
    for (const QModelIndex& row : rows) {
        lines += LogModel::lineOf(m_model->entry(m_filter->mapToSource(row).row())) + QLatin1Char('\n');
    }
    return lines;
}

void LogView::save()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Save Log As"), tr("knobscope-log.txt"), tr("Text (*.txt)"));
    if (path.isEmpty()) {
        return;
    }
    m_table->clearSelection();
    QSaveFile file(path);
    const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(text().toUtf8()) >= 0 && file.commit();
    workspace().report(isWritten ? MessageLevel::Info : MessageLevel::Error,
                       isWritten ? tr("The log was written to %1.").arg(path)
                                 : tr("%1 cannot be written: %2").arg(path, file.errorString()));
}

void LogView::find()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

} // namespace knobscope
