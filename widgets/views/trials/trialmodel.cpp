// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/trials/trialmodel.h"

#include "core/base/statistics.h"
#include "core/store/notes.h"
#include "core/tuning/trialexport.h"
#include "widgets/base/coretext.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/number.h"
#include "widgets/base/outcome.h"
#include "widgets/base/theme.h"

#include <QCoreApplication>
#include <QGuiApplication>

#include <algorithm>
#include <iterator>
#include <utility>

namespace knobscope {

namespace {

constexpr int kPageRows = 64;
constexpr int kMaxPages = 64;
constexpr size_t kMaxPagesPerRead = 8; ///< pages read at once: skips those scrolled past
constexpr int kMinWaitMs = 250;
constexpr size_t kMaxMoves = 4'000'000; ///< limit for moving 8-byte rows to keep the selection in place: about 4 ms

} // namespace

TrialModel::TrialModel(Workspace& workspace, QObject* parent)
    : QAbstractTableModel(parent)
    , m_workspace(workspace)
    , m_rows(qsizetype{kMaxPages} * kPageRows)
{
    m_reloadTimer.setSingleShot(true);
    m_askSoon.setSingleShot(true);
    connect(&m_reloadTimer, &QTimer::timeout, this, &TrialModel::reload);
    connect(&m_askSoon, &QTimer::timeout, this, &TrialModel::requestRows);
    connect(&workspace, &Workspace::projectChanged, this, [this] {
        m_reader.setPath(m_workspace.projectPath());
        forgetRows();
        m_rowReader.setPath(m_workspace.projectPath());
        reload();
    });
    connect(&workspace, &Workspace::runsChanged, this, &TrialModel::applyFilters);
    connect(&workspace.filters(), &Filters::changed, this, &TrialModel::applyFilters);
    connect(&workspace, &Workspace::trialsAdded, this, &TrialModel::reloadSoon);
    connect(&workspace, &Workspace::trialsChanged, this, [this] {
        forgetRows();
        if (rowCount() > 0) {
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        }
        reloadSoon();
    });
    connect(&m_rowReader, &ProjectReader::failed, this, &TrialModel::requestRows); // continues with other requests
    connect(&m_reader, &ProjectReader::failed, this,
            [this](const QString& sentence) { m_workspace.report(MessageLevel::Error, sentence); });
    m_reader.setPath(workspace.projectPath());
    m_rowReader.setPath(workspace.projectPath());
    applyFilters();
}

int TrialModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(std::min<int64_t>(m_order.size(), std::numeric_limits<int>::max()));
}

void TrialModel::applyFilters()
{
    m_runs.clear();
    double best = 0;
    for (const RunRow& row : m_workspace.runs()) {
        if (!includesRun(m_workspace.filters().all(), row.id)) {
            continue;
        }
        const auto task = m_workspace.taskOfRun(row.id);
        m_runs.push_back({row.id, task, task ? task->autotvmFlops : 0});
        best = row.bestSeconds > 0 && (best == 0 || row.bestSeconds < best) ? row.bestSeconds : best;
    }
    if (auto columns = TrialColumns::makeColumns(m_runs, best); columns != m_columns) {
        beginResetModel();
        m_columns = std::move(columns);
        endResetModel();
        emit columnsChanged();
    }
    reload();
}

void TrialModel::setActive(bool isActive)
{
    m_isActive = isActive;
    if (isActive && m_isStale) {
        reload();
    }
}

void TrialModel::reloadSoon()
{
    m_isStale = true;
    // While trials arrive, uses at most a quarter of the time for reloading.
    if (m_isActive && !m_reloadTimer.isActive() && !m_reader.isBusy()) {
        m_reloadTimer.start(static_cast<int>(std::max<qint64>(kMinWaitMs, 4 * m_tookMs)));
    }
}

void TrialModel::reload()
{
    if (!m_isActive) {
        m_isStale = true;
        return;
    }
    find();
}

void TrialModel::reloadNow()
{
    find();
    m_reader.finishNow();
}

void TrialModel::find()
{
    m_isStale = false;
    m_reloadTimer.stop();
    if (m_workspace.projectPath().isEmpty() || m_runs.empty()) {
        m_reader.cancel();
        setOrder({}, 0);
        return;
    }
    m_asked.start();
    m_reader.ask(
        [runs = m_runs, filters = m_workspace.filters().all(), sort = m_sort](Project& project,
                                                                              const std::atomic<bool>& isCancelled) {
            return std::pair(orderTrials(project, runs, filters, sort, &isCancelled), countTrials(project, runs).value_or(0));
        },
        [this](std::pair<Result<TrialOrder>, int64_t> found) {
            m_tookMs = m_asked.elapsed();
            if (found.first) {
                setOrder(std::move(*found.first), found.second);
            } else {
                m_workspace.report(found.first.error());
            }
        });
}

void TrialModel::setOrder(TrialOrder order, qint64 total)
{
    m_total = total;
    if (!insertArrived(order)) {
        beginResetModel();
        m_order = std::move(order);
        forgetRows();
        endResetModel();
    }
    if (m_isStale) {
        reloadSoon();
    }
    emit settled();
}

/// If the new order only adds rows to the old one, inserts them, which keeps selection, scroll position and hovering. Returns
/// false for other changes.
bool TrialModel::insertArrived(const TrialOrder& next)
{
    const std::vector<uint64_t>& was = m_order.packed();
    const std::vector<uint64_t>& is = next.packed();
    if (was.empty() || is.size() < was.size()) {
        return false;
    }
    std::vector<std::pair<size_t, size_t>> arrived; // first row and count, in the new numbering
    size_t old = 0;
    for (size_t row = 0; row < is.size(); ++row) {
        if (old < was.size() && was[old] == is[row]) {
            ++old;
        } else if (!arrived.empty() && arrived.back().first + arrived.back().second == row) {
            ++arrived.back().second;
        } else {
            arrived.emplace_back(row, 1);
            if (arrived.size() > 1 && arrived.size() * is.size() > kMaxMoves) {
                return false;
            }
        }
    }
    if (old != was.size()) {
        return false;
    }
    std::vector<uint64_t> rows = was;
    for (const auto& [first, count] : arrived) {
        const auto from = is.begin() + static_cast<std::ptrdiff_t>(first);
        beginInsertRows({}, static_cast<int>(first), static_cast<int>(first + count - 1));
        rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(first), from, from + static_cast<std::ptrdiff_t>(count));
        m_order = TrialOrder(rows);
        endInsertRows();
    }
    return true;
}

void TrialModel::setSorting(const TrialSort& sort)
{
    if (std::exchange(m_sort, sort) != sort) {
        reload();
    }
}

void TrialModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= columnCount()) {
        setSorting({});
        return;
    }
    const TrialTableColumn& by = columnAt(column);
    setSorting({by.column, by.knob, order == Qt::DescendingOrder});
}

int TrialModel::sectionOf(const TrialSort& sort) const
{
    const auto found = std::ranges::find_if(
        m_columns, [&](const TrialTableColumn& column) { return column.column == sort.column && column.knob == sort.knob; });
    return found == m_columns.end() ? -1 : static_cast<int>(found - m_columns.begin());
}

TrialRef TrialModel::trial(int row) const
{
    if (row < 0 || row >= rowCount()) {
        return {};
    }
    const TrialKey key = m_order.at(row);
    return {key.run, key.number};
}

int TrialModel::rowOf(TrialRef trial) const
{
    return trial.isValid() ? static_cast<int>(m_order.rowOf({trial.run, trial.number}).value_or(-1)) : -1;
}

void TrialModel::forgetRows()
{
    m_rowReader.cancel();
    m_wanted.clear();
    m_rows.clear();
}

/// Returns the row's data; null until it is read, and requests that.
const ShownTrial* TrialModel::known(int row) const
{
    if (row < 0 || row >= rowCount()) {
        return nullptr;
    }
    if (const ShownTrial* known = m_rows.object(m_order.packed()[static_cast<size_t>(row)])) {
        return known;
    }
    const int page = row / kPageRows;
    if (std::ranges::find(m_wanted, page) == m_wanted.end()) {
        m_wanted.push_back(page);
        if (m_wanted.size() > kMaxPagesPerRead) {
            m_wanted.erase(m_wanted.begin());
        }
    }
    if (!m_rowReader.isBusy()) {
        m_askSoon.start();
    }
    return nullptr;
}

void TrialModel::requestRows()
{
    if (m_rowReader.isBusy()) {
        return; // called again when it is done
    }
    std::vector<TrialKey> keys;
    for (const int page : std::exchange(m_wanted, {})) {
        std::ranges::copy_if(m_order.keys(int64_t{page} * kPageRows, kPageRows), std::back_inserter(keys),
                             [&](const TrialKey& key) { return !m_rows.contains(TrialOrder::pack(key)); });
    }
    if (keys.empty()) {
        return;
    }
    m_rowReader.ask([keys = std::move(keys)](Project& project, const std::atomic<bool>&) { return readRows(project, keys); },
                    [this](std::vector<ShownTrial> rows) { setRows(std::move(rows)); });
}

std::vector<ShownTrial> TrialModel::readRows(Project& project, const std::vector<TrialKey>& keys)
{
    std::vector<ShownTrial> rows(keys.size());
    auto trials = trialRows(project, keys);
    const auto notes = projectNotes(project).value_or(std::vector<NoteRow>());
    for (size_t i = 0; i < rows.size(); ++i) {
        rows[i].key = keys[i];
        if (trials) {
            rows[i].entity = entityFromJson((*trials)[i].entity).value_or(ConfigEntity{});
            rows[i].figures = figuresOf((*trials)[i]);
            rows[i].trial = std::move((*trials)[i]);
        }
        for (const NoteRow& note : notes) {
            if (note.about.run == keys[i].run && note.about.trial == keys[i].number) {
                rows[i].notes += (rows[i].notes.isEmpty() ? QString() : QStringLiteral("\n")) + QString::fromStdString(note.text);
            }
        }
    }
    return rows;
}

void TrialModel::setRows(std::vector<ShownTrial> rows)
{
    for (ShownTrial& row : rows) {
        const auto place = TrialOrder::pack(row.key);
        m_rows.insert(place, new ShownTrial(std::move(row))); // owned by the cache
    }
    if (rowCount() > 0) { // their positions may have changed
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
    requestRows();
}

void TrialModel::finishRows()
{
    while (hasPendingRows()) {
        if (!m_rowReader.isBusy()) {
            requestRows();
        }
        m_rowReader.finishNow();
    }
}

const TrialRow* TrialModel::row(int row) const
{
    const ShownTrial* of = known(row);
    return of && of->trial.number > 0 ? &of->trial : nullptr;
}

QVariant TrialModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) {
        return {};
    }
    const TrialTableColumn& column = columnAt(index.column());
    if (role == Qt::TextAlignmentRole) {
        return column.alignment();
    }
    const ShownTrial* known = this->known(index.row());
    const bool isKey = column.column == TrialColumn::Run || column.column == TrialColumn::Number;
    if (known ? known->trial.number == 0 : !isKey) {
        return !known && role == Qt::DisplayRole ? QVariant(QStringLiteral("…")) : QVariant();
    }
    std::optional<ShownTrial> keyAlone;
    const ShownTrial& of = known ? *known : keyAlone.emplace(ShownTrial{.key = m_order.at(index.row())});
    switch (role) {
    case Qt::DisplayRole: return column.display(of);
    case NumberRole: return column.sortValue(of);
    case Qt::ForegroundRole:
        if (column.column == TrialColumn::Outcome || column.column == TrialColumn::Message) {
            const auto colour = outcomeColour(outcomeOf(of.trial.errorNo));
            return colour ? QVariant(themeFor(QGuiApplication::palette()).*colour) : QVariant();
        }
        return {};
    case Qt::ToolTipRole: {
        const QVariant full = column.sortValue(of);
        const QString text =
            full.typeId() == QMetaType::Double ? figures(full.toDouble(), QLocale::FloatingPointShortest) : column.text(of);
        const bool isSpeed = column.column == TrialColumn::Gflops || column.column == TrialColumn::Seconds
                          || column.column == TrialColumn::Speedup;
        return isSpeed ? text + TrialColumns::certainty(of.figures) : text;
    }
    default: return {};
    }
}

QVariant TrialModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return orientation == Qt::Horizontal && section >= 0 && section < columnCount() ? columnAt(section).header(role) : QVariant();
}

std::optional<TrialFilter> TrialModel::filterFor(const QModelIndex& index) const
{
    const ShownTrial* known = index.isValid() ? this->known(index.row()) : nullptr;
    if (!known || known->trial.number == 0) {
        return std::nullopt;
    }
    const TrialTableColumn& column = columnAt(index.column());
    using Kind = TrialFilter::Kind;
    switch (column.column) {
    case TrialColumn::Run: return TrialFilter{.kind = Kind::Run, .run = m_order.at(index.row()).run};
    case TrialColumn::Outcome:
    case TrialColumn::Message: return TrialFilter{.kind = known->trial.errorNo != 0 ? Kind::Failed : Kind::Succeeded};
    case TrialColumn::Knob:
        if (const KnobValue* value = known->entity.find(column.knob)) {
            return TrialFilter{.kind = Kind::Knob, .knob = column.knob, .value = valueToJson(*value)};
        }
        return std::nullopt;
    default: return std::nullopt;
    }
}

} // namespace knobscope
