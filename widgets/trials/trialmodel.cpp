// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/trials/trialmodel.h"

#include "core/loop/trialexport.h"
#include "widgets/text/number.h"
#include "widgets/text/outcomewords.h"
#include "widgets/theme/theme.h"
#include "widgets/translation/coretext.h"

#include <QGuiApplication>
#include <QLocale>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int pageRows = 64;
constexpr int keptPages = 64;
constexpr int leastWaitMs = 250;
constexpr size_t mostMoves = 4'000'000; ///< eight-byte moves worth a selection that stays where it is: about 4 ms

} // namespace

TrialModel::TrialModel(Workspace& workspace, QObject* parent)
    : QAbstractTableModel(parent)
    , m_workspace(workspace)
    , m_pages(keptPages)
{
    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, &TrialModel::reload);
    connect(&workspace, &Workspace::projectChanged, this, [this] {
        m_reader.setPath(m_workspace.projectPath());
        reload();
    });
    connect(&workspace, &Workspace::runsChanged, this, &TrialModel::takeScope);
    connect(&workspace.filters(), &Filters::changed, this, &TrialModel::takeScope);
    connect(&workspace, &Workspace::trialsAdded, this, &TrialModel::reloadSoon);
    connect(&workspace, &Workspace::trialsChanged, this, [this] {
        m_pages.clear();
        if (rowCount() > 0) {
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        }
        reloadSoon();
    });
    connect(&m_reader, &ProjectReader::failed, this,
            [this](const QString& sentence) { m_workspace.say(MessageLevel::Error, sentence); });
    m_reader.setPath(workspace.projectPath());
    m_columns = trialTableColumns({}, m_unit = TimeUnit::forBest(0));
    takeScope();
}

int TrialModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(std::min<int64_t>(m_order.size(), std::numeric_limits<int>::max()));
}

int TrialModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

void TrialModel::takeScope()
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
    m_unit = TimeUnit::forBest(best);
    if (auto columns = trialTableColumns(knobsOf(m_runs), m_unit); columns != m_columns) {
        beginResetModel();
        m_columns = std::move(columns);
        endResetModel();
        emit columnsChanged();
    }
    m_isStale = true;
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
    // While rows keep coming, a quarter of the time at most goes into looking for them.
    if (m_isActive && !m_soon.isActive() && !m_reader.isBusy()) {
        m_soon.start(static_cast<int>(std::max<qint64>(leastWaitMs, 4 * m_tookMs)));
    }
}

void TrialModel::reload()
{
    if (!m_isActive) {
        m_isStale = true;
        return;
    }
    m_isStale = false;
    m_soon.stop();
    if (m_workspace.projectPath().isEmpty() || m_runs.empty()) {
        m_reader.cancel();
        take({}, 0);
        return;
    }
    m_asked.start();
    m_reader.ask([this, runs = m_runs, filters = m_workspace.filters().all(),
                  sort = m_sort](Project& project, const std::atomic<bool>& isCancelled) {
        auto order = std::make_shared<Result<TrialOrder>>(orderTrials(project, runs, filters, sort, &isCancelled));
        const qint64 total = countTrials(project, runs).value_or(0);
        return [this, order, total] {
            m_tookMs = m_asked.elapsed();
            if (*order) {
                take(std::move(**order), total);
            } else {
                m_workspace.say(MessageLevel::Error, coreText(order->error()));
            }
        };
    });
}

void TrialModel::reloadNow()
{
    m_reader.cancel();
    m_soon.stop();
    m_isStale = false;
    auto order =
        m_workspace.project() ? orderTrials(*m_workspace.project(), m_runs, m_workspace.filters().all(), m_sort) : TrialOrder();
    if (order) {
        take(std::move(*order), m_workspace.project() ? countTrials(*m_workspace.project(), m_runs).value_or(0) : 0);
    }
}

void TrialModel::take(TrialOrder order, qint64 total)
{
    m_total = total;
    if (!insertArrived(order)) {
        beginResetModel();
        m_order = std::move(order);
        m_pages.clear();
        endResetModel();
    }
    if (m_isStale) {
        reloadSoon();
    }
    emit settled();
}

/// Where the new rows are the old ones with a few more between them, these are inserted, so that what is selected, scrolled to
/// and pointed at stays. False when the order is another.
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
            if (arrived.size() > 1 && arrived.size() * is.size() > mostMoves) {
                return false;
            }
        }
    }
    if (old != was.size()) {
        return false;
    }
    if (!arrived.empty()) {
        m_pages.clear();
    }
    std::vector<uint64_t> rows = was;
    for (const auto& [first, count] : arrived) {
        const auto from = is.begin() + static_cast<std::ptrdiff_t>(first);
        beginInsertRows({}, static_cast<int>(first), static_cast<int>(first + count - 1));
        rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(first), from, from + static_cast<std::ptrdiff_t>(count));
        m_order = TrialOrder(rows);
        m_pages.clear();
        endInsertRows();
    }
    return true;
}

void TrialModel::setSorting(const TrialSort& sort)
{
    if (!(sort == m_sort)) {
        m_sort = sort;
        m_isStale = true;
        reload();
    }
}

void TrialModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= columnCount()) {
        setSorting({});
        return;
    }
    const TrialTableColumn& by = m_columns[static_cast<size_t>(column)];
    setSorting({by.column, by.knob, order == Qt::DescendingOrder});
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

const TrialModel::Page* TrialModel::page(int row) const
{
    const int number = row / pageRows;
    if (const Page* known = m_pages.object(number)) {
        return known;
    }
    auto* fresh = new Page;
    if (Project* project = m_workspace.project()) {
        if (auto rows = trialRows(*project, m_order.keys(int64_t{number} * pageRows, pageRows))) {
            fresh->rows = std::move(*rows);
        }
    }
    for (const TrialRow& trial : fresh->rows) {
        fresh->entities.push_back(entityFromJson(trial.entity).value_or(ConfigEntity{}));
    }
    m_pages.insert(number, fresh); // the cache owns it
    return m_pages.object(number);
}

const TrialRow* TrialModel::row(int row) const
{
    const Page* of = row >= 0 && row < rowCount() ? page(row) : nullptr;
    const auto at = static_cast<size_t>(row % pageRows);
    return of && at < of->rows.size() && of->rows[at].number > 0 ? &of->rows[at] : nullptr;
}

QVariant TrialModel::number(const TrialRow& trial, qint64 run, const TrialTableColumn& column) const
{
    switch (column.column) {
    case TrialColumn::Run: return run;
    case TrialColumn::Number: return static_cast<qint64>(trial.number);
    case TrialColumn::Config: return static_cast<qint64>(trial.index);
    case TrialColumn::Outcome: return trial.errorNo;
    case TrialColumn::Gflops: return trial.errorNo == 0 ? QVariant(trial.gflops) : QVariant();
    case TrialColumn::Seconds: return trial.errorNo == 0 ? QVariant(secondsOf(trial)) : QVariant();
    case TrialColumn::Speedup: return trial.speedup > 0 ? QVariant(trial.speedup) : QVariant();
    case TrialColumn::Pace: return trial.pace > 0 ? QVariant(100 * trial.pace) : QVariant();
    case TrialColumn::BuildSeconds: return trial.buildSeconds;
    case TrialColumn::RunSeconds: return trial.runSeconds;
    case TrialColumn::Message: return coreText(trial.message);
    case TrialColumn::Knob: break;
    }
    return {};
}

QVariant TrialModel::text(const TrialRow& trial, const ConfigEntity& entity, qint64 run, const TrialTableColumn& column) const
{
    const QLocale locale;
    switch (column.column) {
    case TrialColumn::Run:
    case TrialColumn::Number:
    case TrialColumn::Config: return locale.toString(number(trial, run, column).toLongLong());
    case TrialColumn::Outcome: return outcomeText(trial.errorNo);
    case TrialColumn::Gflops: return trial.errorNo == 0 ? locale.toString(trial.gflops, 'f', 2) : QString();
    case TrialColumn::Seconds:
        return trial.errorNo == 0 ? locale.toString(secondsOf(trial) * m_unit.perSecond, 'f', 3) : QString();
    case TrialColumn::Speedup: return trial.speedup > 0 ? locale.toString(trial.speedup, 'f', 3) : QString();
    case TrialColumn::Pace: return trial.pace > 0 ? locale.toString(100 * trial.pace, 'f', 0) : QString();
    case TrialColumn::BuildSeconds: return locale.toString(trial.buildSeconds, 'f', 3);
    case TrialColumn::RunSeconds: return locale.toString(trial.runSeconds, 'f', 3);
    case TrialColumn::Message: return coreText(trial.message);
    case TrialColumn::Knob: {
        const KnobValue* value = entity.find(column.knob);
        return value ? QString::fromStdString(valueText(*value)) : QString();
    }
    }
    return {};
}

QVariant TrialModel::data(const QModelIndex& index, int role) const
{
    const TrialRow* trial = index.isValid() ? row(index.row()) : nullptr;
    if (!trial || index.column() >= columnCount()) {
        return {};
    }
    const TrialTableColumn& column = m_columns[static_cast<size_t>(index.column())];
    const ConfigEntity& entity = page(index.row())->entities[static_cast<size_t>(index.row() % pageRows)];
    const qint64 run = m_order.at(index.row()).run;
    switch (role) {
    case Qt::DisplayRole: return text(*trial, entity, run, column);
    case NumberRole: return column.column == TrialColumn::Knob ? text(*trial, entity, run, column) : number(*trial, run, column);
    case Qt::TextAlignmentRole:
        return QVariant(Qt::Alignment(Qt::AlignVCenter | (column.isNumber ? Qt::AlignRight : Qt::AlignLeft)));
    case Qt::ForegroundRole:
        return trial->errorNo != 0 && (column.column == TrialColumn::Outcome || column.column == TrialColumn::Message)
                 ? QVariant(themeFor(QGuiApplication::palette()).failure)
                 : QVariant();
    case Qt::ToolTipRole: {
        const QVariant full = number(*trial, run, column);
        return full.typeId() == QMetaType::Double ? QVariant(figures(full.toDouble(), QLocale::FloatingPointShortest))
                                                  : text(*trial, entity, run, column);
    }
    default: return {};
    }
}

QVariant TrialModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    const TrialTableColumn& column = m_columns[static_cast<size_t>(section)];
    switch (role) {
    case Qt::DisplayRole: return column.title;
    case Qt::ToolTipRole: return column.toolTip;
    case Qt::TextAlignmentRole:
        return QVariant(Qt::Alignment(Qt::AlignVCenter | (column.isNumber ? Qt::AlignRight : Qt::AlignLeft)));
    default: return {};
    }
}

std::optional<TrialFilter> TrialModel::filterFor(const QModelIndex& index) const
{
    const TrialRow* trial = index.isValid() ? row(index.row()) : nullptr;
    if (!trial) {
        return std::nullopt;
    }
    const TrialTableColumn& column = m_columns[static_cast<size_t>(index.column())];
    TrialFilter filter;
    switch (column.column) {
    case TrialColumn::Run:
        filter.kind = TrialFilter::Kind::Run;
        filter.run = m_order.at(index.row()).run;
        return filter;
    case TrialColumn::Outcome:
    case TrialColumn::Message:
        filter.kind = trial->errorNo != 0 ? TrialFilter::Kind::Failed : TrialFilter::Kind::Succeeded;
        return filter;
    case TrialColumn::Knob: {
        const ConfigEntity& entity = page(index.row())->entities[static_cast<size_t>(index.row() % pageRows)];
        const KnobValue* value = entity.find(column.knob);
        filter.kind = TrialFilter::Kind::Knob;
        filter.knob = column.knob;
        filter.value = value ? valueToJson(*value) : nlohmann::json();
        return value ? std::optional(filter) : std::nullopt;
    }
    default: return std::nullopt;
    }
}

} // namespace knobscope
