// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/trials/trialtable.h"

#include "core/tuning/trialexport.h"
#include "widgets/base/coretext.h"
#include "widgets/controls/celltable.h"
#include "widgets/controls/control.h"
#include "widgets/controls/rowdelegate.h"
#include "widgets/controls/viewstate.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonObject>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>

#include <algorithm>
#include <span>
#include <utility>

namespace knobscope {

namespace {

constexpr int kMaxRanges = 500; ///< selections with more ranges make the table slow
constexpr int kMaxColumnWidth = 280;
constexpr int kMaxVisibleRows = 100; ///< rows assumed visible before the table is laid out
constexpr size_t kReadBatch = 1000;

/// Returns tab-separated lines, with a header line.
Result<QString> tabbedLines(Project& project, std::span<const TrialKey> trials, const std::vector<std::string>& knobs)
{
    const TrialFields fields(knobs);
    std::string text = tsvLine(fields.header());
    for (; !trials.empty(); trials = trials.subspan(std::min(kReadBatch, trials.size()))) {
        const auto keys = trials.first(std::min(kReadBatch, trials.size()));
        const auto rows = TRY(trialRows(project, keys));
        for (size_t i = 0; i < keys.size(); ++i) {
            text += rows[i].number > 0 ? tsvLine(fields.fields(keys[i].run, rows[i])) : std::string();
        }
    }
    return QString::fromStdString(text);
}

} // namespace

TrialTable::TrialTable(Workspace& workspace, TrialModel& model, QWidget* parent)
    : QTableView(parent)
    , m_workspace(workspace)
    , m_model(model)
    , m_rows(new RowDelegate(this))
{
    setAccessibleName(tr("Trials"));
    setAccessibleDescription(tr("Press Home or End for the first or last row, or type a number to go to that trial."));
    m_isFollowing = true; // an empty table must not clear what is selected
    setModel(&model);
    m_isFollowing = false;
    setItemDelegate(m_rows);
    showRows(*this);
    setSelectionMode(ExtendedSelection);
    setMouseTracking(true);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    QHeaderView* header = horizontalHeader();
    header->setSectionsMovable(true);
    header->setResizeContentsPrecision(64);
    header->setStretchLastSection(false);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    header->setSortIndicatorClearable(true);
    showSorting();
    setSortingEnabled(true);
    connect(header, &QHeaderView::customContextMenuRequested, this,
            [this, header](const QPoint& at) { showColumnMenu(header->mapToGlobal(at)); });
    connect(header, &QHeaderView::sectionResized, this, [this](int section, int, int width) {
        if (!m_isLayingOut && width > 0 && section < m_model.columnCount()) {
            m_kept[m_model.columnAt(section).id].width = width;
        }
    });
    connect(header, &QHeaderView::sectionMoved, this, [this, header] {
        if (!m_isLayingOut) {
            m_columnOrder.clear();
            for (int visual = 0; visual < m_model.columnCount(); ++visual) {
                m_columnOrder.append(m_model.columnAt(header->logicalIndex(visual)).id);
            }
        }
    });
    connect(&model, &TrialModel::columnsChanged, this, [this] {
        applyColumns();
        applyOrder();
        showSorting();
    });
    connect(header, &QHeaderView::sortIndicatorChanged, this, [this] {
        m_goesToTop = true;
        showSorting(); // the third click restores the order of runs
    });
    connect(&model, &TrialModel::settled, this, [this] {
        applySelection(false);
        applyColumns();
        m_fitsNext = m_model.hasPendingRows();
        showHovered();
        if (std::exchange(m_goesToTop, false)) {
            scrollToTop();
        }
    });
    connect(&model, &TrialModel::dataChanged, this, [this] {
        if (std::exchange(m_fitsNext, false)) {
            applyColumns();
        }
    });
    connect(&m_copier, &ProjectReader::failed, this, &TrialTable::messageChanged);
    connect(&workspace.selection(), &Selection::changed, this, &TrialTable::followSelection);
    connect(&workspace.selection(), &Selection::hoverChanged, this, &TrialTable::showHovered);
    applyColumns();
}

void TrialTable::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    QTableView::selectionChanged(selected, deselected);
    shareSelection();
}

void TrialTable::shareSelection()
{
    if (m_isFollowing) {
        return;
    }
    std::vector<TrialRef> trials;
    for (const QItemSelectionRange& range : selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom() && trials.size() <= size_t{kMaxChosen}; ++row) {
            trials.push_back(m_model.trial(row));
        }
    }
    if (trials.size() > size_t{kMaxChosen}) {
        trials.resize(kMaxChosen);
        emit messageChanged(
            tr("Only the first %L1 of these trials are selected. Use filters to narrow the selection.").arg(kMaxChosen));
    }
    const TrialRef current = m_model.trial(currentIndex().row());
    const bool isAmong = std::ranges::find(trials, current) != trials.end();
    m_isFollowing = true;
    m_workspace.selection().select(std::move(trials), isAmong ? current : TrialRef());
    m_isFollowing = false;
}

std::vector<int64_t> TrialTable::chosenRows() const
{
    std::vector<TrialKey> keys;
    for (const TrialRef& trial : m_workspace.selection().trials()) {
        keys.push_back({trial.run, trial.number});
    }
    return m_model.order().rowsOf(std::move(keys));
}

void TrialTable::applySelection(bool isShown)
{
    if (m_isFollowing || m_model.rowCount() == 0) {
        return;
    }
    QItemSelection rows;
    const std::vector<int64_t> chosen = chosenRows();
    for (size_t first = 0, end = 0; first < chosen.size() && rows.size() < kMaxRanges; first = end) {
        for (end = first + 1; end < chosen.size() && chosen[end] == chosen[end - 1] + 1;) {
            ++end;
        }
        rows.append(QItemSelectionRange(m_model.index(static_cast<int>(chosen[first]), 0),
                                        m_model.index(static_cast<int>(chosen[end - 1]), m_model.columnCount() - 1)));
    }
    m_isFollowing = true;
    const int current = m_model.rowOf(m_workspace.selection().current());
    const QModelIndex now = m_model.index(current, std::max(currentIndex().column(), horizontalHeader()->logicalIndex(0)));
    selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
    if (current >= 0 && currentIndex().row() != current) {
        setAutoScroll(isShown);
        selectionModel()->setCurrentIndex(now, QItemSelectionModel::NoUpdate);
        setAutoScroll(true);
    }
    if (current >= 0 && isShown) {
        scrollTo(m_model.index(current, std::max(columnAt(0), 0)), EnsureVisible);
    }
    m_isFollowing = false;
}

void TrialTable::goToRow(int row, Qt::KeyboardModifiers modifiers)
{
    const QModelIndex index = m_model.index(row, std::max(currentIndex().column(), horizontalHeader()->logicalIndex(0)));
    if (!index.isValid()) {
        return;
    }
    if (modifiers.testFlag(Qt::ShiftModifier) && currentIndex().isValid()) {
        const auto [first, last] = std::minmax({currentIndex().row(), row});
        const QItemSelection range(m_model.index(first, 0), m_model.index(last, 0));
        selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
        selectionModel()->select(range, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    } else {
        selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }
    scrollTo(index);
}

bool TrialTable::goToTrial(qint64 number)
{
    const TrialRef current = m_model.trial(currentIndex().row());
    std::vector<qint64> runs{current.run};
    for (const TunedRun& run : m_model.runs()) {
        runs.push_back(run.run);
    }
    for (const qint64 run : runs) {
        if (const int row = m_model.rowOf({run, number}); row >= 0) {
            goToRow(row, {});
            emit messageChanged(tr("Trial %L1").arg(number));
            return true;
        }
    }
    emit messageChanged(tr("Trial %L1 is not among the trials shown.").arg(number));
    return false;
}

void TrialTable::typeDigit(const QString& digit)
{
    if (!m_sinceTyped.isValid() || m_sinceTyped.elapsed() > qint64{2} * QApplication::keyboardInputInterval()) {
        m_typed.clear();
    }
    m_sinceTyped.start();
    m_typed += digit;
    goToTrial(m_typed.left(15).toLongLong());
}

void TrialTable::keyPressEvent(QKeyEvent* event)
{
    const bool isPlain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    if (event->matches(QKeySequence::Copy)) {
        copy();
    } else if (event->key() == Qt::Key_Home) {
        goToRow(0, event->modifiers());
    } else if (event->key() == Qt::Key_End) {
        goToRow(m_model.rowCount() - 1, event->modifiers());
    } else if (isPlain && event->key() >= Qt::Key_0 && event->key() <= Qt::Key_9) {
        typeDigit(event->text());
    } else {
        QTableView::keyPressEvent(event);
        return;
    }
    event->accept();
}

void TrialTable::copy()
{
    std::vector<TrialKey> trials;
    for (const int64_t row : chosenRows()) {
        trials.push_back(m_model.order().at(row));
    }
    if (trials.empty()) {
        return;
    }
    m_copier.setPath(m_workspace.projectPath());
    m_copier.ask([trials = std::move(trials), knobs = knobsOf(m_model.runs())](
                     Project& project, const std::atomic<bool>&) { return tabbedLines(project, trials, knobs); },
                 [this](const Result<QString>& lines) {
                     if (!lines) {
                         emit messageChanged(coreText(lines.error()));
                         return;
                     }
                     QApplication::clipboard()->setText(*lines);
                     emit messageChanged(tr("%n line(s) copied.", nullptr, static_cast<int>(lines->count(QLatin1Char('\n')))));
                 });
}

void TrialTable::readShownNow()
{
    const int first = std::max(rowAt(0), 0);
    const int last = rowAt(viewport()->height() - 1);
    for (int row = first; row <= (last < 0 ? first + kMaxVisibleRows : last); ++row) {
        m_model.row(row);
    }
    m_model.finishRows();
}

void TrialTable::showHovered()
{
    m_rows->setHovered(m_model.rowOf(m_workspace.selection().hovered()));
}

void TrialTable::mouseMoveEvent(QMouseEvent* event)
{
    QTableView::mouseMoveEvent(event);
    m_workspace.selection().hover(m_model.trial(rowAt(event->position().toPoint().y())));
}

void TrialTable::leaveEvent(QEvent* event)
{
    QTableView::leaveEvent(event);
    m_workspace.selection().hover({});
}

void TrialTable::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const QModelIndex index = byMouse ? indexAt(viewport()->mapFromGlobal(event->globalPos())) : currentIndex();
    const QPoint at = byMouse ? event->globalPos() : viewport()->mapToGlobal(visualRect(index).bottomLeft());
    emit cellMenuRequested(index, at);
}

bool TrialTable::isHiddenAtFirst(const TrialTableColumn& column) const
{
    const auto& runs = m_workspace.runs();
    switch (column.column) {
    case TrialColumn::Run: return runs.size() < 2;
    case TrialColumn::Speedup:
        return std::ranges::none_of(runs, [](const RunRow& run) { return run.trials == 0 || run.bestSpeedup > 0; });
    case TrialColumn::Pace: return std::ranges::none_of(runs, [](const RunRow& run) { return run.trials == 0 || run.pace > 0; });
    default: return false;
    }
}

void TrialTable::applyColumns()
{
    m_isLayingOut = true;
    QHeaderView* header = horizontalHeader();
    for (int section = 0; section < m_model.columnCount(); ++section) {
        const TrialTableColumn& column = m_model.columnAt(section);
        const auto kept = m_kept.find(column.id);
        const bool isKept = kept != m_kept.end();
        setColumnHidden(section, isKept ? kept->second.isHidden : isHiddenAtFirst(column));
        if (isKept && kept->second.width > 0) {
            setColumnWidth(section, kept->second.width);
        } else if (isVisible() && !isColumnHidden(section)) {
            const int wanted = std::max(sizeHintForColumn(section), header->sectionSizeHint(section)) + 8;
            // Widths grow with new content and never shrink while the user is looking.
            const int least = m_model.rowCount() > 0 ? header->sectionSize(section) : 0;
            const int startsAt = header->defaultSectionSize();
            setColumnWidth(section, std::min(kMaxColumnWidth, least == startsAt ? wanted : std::max(wanted, least)));
        }
    }
    m_isLayingOut = false;
}

/// While it is hidden, no row is asked for its width.
void TrialTable::showEvent(QShowEvent* event)
{
    QTableView::showEvent(event);
    applyColumns();
}

/// Applies the user's column order; other columns follow.
void TrialTable::applyOrder()
{
    m_isLayingOut = true;
    QHeaderView* header = horizontalHeader();
    int place = 0;
    const auto& columns = m_model.columns();
    for (const QString& id : m_columnOrder) {
        if (const auto found = std::ranges::find(columns, id, &TrialTableColumn::id); found != columns.end()) {
            header->moveSection(header->visualIndex(static_cast<int>(found - columns.begin())), place++);
        }
    }
    m_isLayingOut = false;
}

/// Updates the sort indicator after columns have changed. The initial order by run shows an indicator as well, so that a click on
/// that column reverses it.
void TrialTable::showSorting()
{
    const TrialSort& sort = m_model.sorting();
    const QSignalBlocker blocker(horizontalHeader());
    horizontalHeader()->setSortIndicator(m_model.sectionOf(sort), sort.isDescending ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void TrialTable::resetColumns()
{
    QHeaderView* header = horizontalHeader();
    for (int section = 0; section < m_model.columnCount(); ++section) {
        header->moveSection(header->visualIndex(section), section);
        header->resizeSection(section, header->defaultSectionSize());
    }
    m_kept.clear();
    m_columnOrder.clear();
    applyColumns();
}

void TrialTable::showColumnMenu(const QPoint& globalPosition)
{
    // Captures the columns: they may change while the menu is open.
    QMenu* menu = makeColumnMenu(*horizontalHeader(), 0, [this, columns = m_model.columns()](int section, bool isShown) {
        m_kept[columns[static_cast<size_t>(section)].id].isHidden = !isShown;
        applyColumns();
    });
    menu->addSeparator();
    addEntry(*menu, "resetColumns", tr("&Reset Columns"), this, &TrialTable::resetColumns);
    menu->popup(globalPosition);
}

void TrialTable::bindTo(ViewState& state)
{
    state.bind(
        QStringLiteral("columns"),
        [this] {
            QJsonObject columns;
            for (const auto& [id, column] : m_kept) {
                columns[id] = QJsonObject{{QStringLiteral("width"), column.width}, {QStringLiteral("hidden"), column.isHidden}};
            }
            return columns;
        },
        [this](const QJsonValue& value) {
            const QJsonObject columns = value.toObject();
            for (auto column = columns.begin(); column != columns.end(); ++column) {
                const QJsonObject kept = column->toObject();
                m_kept[column.key()] = {std::clamp(kept[QStringLiteral("width")].toInt(), 0, 2000),
                                        kept[QStringLiteral("hidden")].toBool()};
            }
            applyColumns();
        });
    state.bindTexts(
        QStringLiteral("order"), [this] { return m_columnOrder; },
        [this](const QStringList& order) {
            m_columnOrder += order;
            m_columnOrder.removeDuplicates();
            applyOrder();
        });
    const auto sorting = std::make_shared<TrialSort>(); // as read so far
    state.bind(
        QStringLiteral("knob"), [this] { return QString::fromStdString(m_model.sorting().knob); },
        [sorting](const QJsonValue& value) { sorting->knob = value.toString().toStdString(); });
    state.bind(
        QStringLiteral("descending"), [this] { return m_model.sorting().isDescending; },
        [sorting](const QJsonValue& value) { sorting->isDescending = value.toBool(); });
    state.bind(
        QStringLiteral("sort"), [this] { return static_cast<int>(m_model.sorting().column); },
        [this, sorting](const QJsonValue& value) {
            sorting->column = static_cast<TrialColumn>(std::clamp(value.toInt(), 0, 255));
            if (const int section = m_model.sectionOf(*sorting); section >= 0 && *sorting != TrialSort()) {
                sortByColumn(section, sorting->isDescending ? Qt::DescendingOrder : Qt::AscendingOrder);
            }
        });
    state.watch(horizontalHeader(), &QHeaderView::sectionResized);
    state.watch(horizontalHeader(), &QHeaderView::sectionMoved);
    state.watch(horizontalHeader(), &QHeaderView::sortIndicatorChanged);
}

} // namespace knobscope
