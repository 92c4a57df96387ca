// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/log/logview.h"

#include "widgets/actions/actionregistry.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QIcon>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSaveFile>
#include <QScrollBar>
#include <QStyle>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace knobscope {

namespace {

/// The number after a word: 12 in "trial 12 of run 3"; -1 when there is none.
qint64 numberAfter(const char* word, const QString& text)
{
    const QRegularExpression pattern(QStringLiteral("\\b%1 (\\d{1,18})\\b").arg(QLatin1String(word)),
                                     QRegularExpression::CaseInsensitiveOption);
    const auto match = pattern.match(text);
    return match.hasMatch() ? match.captured(1).toLongLong() : -1;
}

} // namespace

LogView::LogView(Workspace& workspace, QWidget* parent)
    : View(workspace, parent)
    , m_model(new LogModel(this))
    , m_filter(new LogFilter(this))
    , m_table(new QTableView)
    , m_words(new QLineEdit)
    , m_empty(new QLabel(tr("What the program does, and what went wrong, appears here.")))
{
    setAccessibleName(tr("Log"));
    m_filter->setSourceModel(m_model);
    m_table->setModel(m_filter);
    m_table->setAccessibleName(tr("Log"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 4);
    m_table->horizontalHeader()->hide();
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setColumnWidth(LogModel::Time, fontMetrics().horizontalAdvance(QStringLiteral("00:00:00")) + 14);
    const int icon = style()->pixelMetric(QStyle::PM_SmallIconSize);
    m_table->horizontalHeader()->setMinimumSectionSize(icon);
    m_table->setColumnWidth(LogModel::Level, icon + 10);
    m_table->setIconSize({icon, icon});
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_empty->setFrameShape(QFrame::NoFrame);
    m_empty->setBackgroundRole(QPalette::Base);
    m_empty->setAutoFillBackground(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(makeToolbar());
    layout->addWidget(m_table, 1);
    layout->addWidget(m_empty, 1);
    connect(m_words, &QLineEdit::textChanged, this, [this](const QString& words) {
        m_filter->setText(words);
        showState();
    });
    const auto followRow = [this](const QModelIndex& row) { follow(m_model->entry(m_filter->mapToSource(row).row())); };
    connect(m_table, &QTableView::clicked, this, followRow);
    connect(m_table, &QTableView::activated, this, followRow);
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_table));
    showState();
}

QWidget* LogView::makeToolbar()
{
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(6, 3, 6, 0);
    m_words->setPlaceholderText(tr("Filter the log"));
    m_words->setAccessibleName(tr("Filter the log"));
    m_words->setClearButtonEnabled(true);
    row->addWidget(m_words, 1);
    for (const LogLevel level : {LogLevel::Info, LogLevel::Warning, LogLevel::Error}) {
        auto* button = new QToolButton;
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
    }
    const auto addAction = [&](const char* id, const QString& text, const QKeySequence& shortcut, const char* icon,
                               auto&& trigger) {
        auto* action = new QAction(
            QIcon::fromTheme(QLatin1String(icon), QIcon(QStringLiteral(":/icons/%1.svg").arg(QLatin1String(icon)))), text, this);
        action->setShortcut(shortcut);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        QWidget::addAction(action);
        connect(action, &QAction::triggered, this, trigger);
        m_actions.emplace_back(QString::fromLatin1(id), action);
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
    };
    addAction("log.copy", tr("&Copy Log Lines"), QKeySequence::Copy, "edit-copy", [this] { copy(); });
    addAction("log.save", tr("&Save Log As…"), {}, "document-save-as", [this] { save(); });
    auto* find = new QAction(tr("&Filter the Log"), this);
    find->setShortcut(QKeySequence::Find);
    find->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    QWidget::addAction(find);
    connect(find, &QAction::triggered, this, &LogView::find);
    m_actions.emplace_back(QStringLiteral("log.find"), find);
    return bar;
}

void LogView::addActions(ActionRegistry& registry)
{
    for (const auto& [id, action] : m_actions) {
        registry.adopt(action, id);
    }
}

void LogView::append(LogLevel level, const QString& line, qint64 config)
{
    const QScrollBar* bar = m_table->verticalScrollBar();
    const bool isAtEnd = bar->value() == bar->maximum();
    qint64 run = workspace().session().run();
    if (run == 0 && !workspace().runs().empty()) {
        run = workspace().runs().back().id;
    }
    m_model->append({level, QTime::currentTime(), line, run, config});
    showState();
    if (isAtEnd) {
        m_table->scrollToBottom();
    }
}

void LogView::showState()
{
    const bool hasLines = m_filter->rowCount() > 0;
    m_empty->setText(m_model->rowCount() == 0 ? tr("What the program does, and what went wrong, appears here.")
                                              : tr("No line of the log passes the filter."));
    m_empty->setVisible(!hasLines);
    m_table->setVisible(hasLines);
}

bool LogView::follow(const LogEntry& entry)
{
    Project* project = workspace().project();
    if (!project) {
        return false;
    }
    // The core speaks English whatever the window speaks; what the window says itself brings its numbers along.
    const qint64 named = entry.config >= 0 ? -1 : numberAfter("run", entry.text);
    const qint64 run = named > 0 ? named : entry.run;
    const qint64 config = entry.config >= 0 ? entry.config : numberAfter("config", entry.text);
    const qint64 number = entry.config >= 0 ? -1 : numberAfter("trial", entry.text);
    const auto points = workspace().run(run) && (number > 0 || config >= 0) ? project->points(run, number > 0 ? number - 1 : 0)
                                                                            : Result<std::vector<TrialPoint>>{};
    if (!points) {
        return false;
    }
    for (const TrialPoint& point : *points) {
        if (number > 0 ? point.number == number : point.index == config) {
            workspace().selection().select({{run, point.number}});
            return true;
        }
    }
    return false;
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

void LogView::copy() const
{
    QGuiApplication::clipboard()->setText(text());
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
    workspace().say(isWritten ? MessageLevel::Info : MessageLevel::Error,
                    isWritten ? tr("The log was written to %1.").arg(path)
                              : tr("%1 cannot be written: %2").arg(path, file.errorString()));
}

void LogView::find()
{
    m_words->setFocus(Qt::ShortcutFocusReason);
    m_words->selectAll();
}

} // namespace knobscope
