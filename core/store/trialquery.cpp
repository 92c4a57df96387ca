// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/trialquery.h"

#include "core/base/naturalorder.h"
#include "core/store/trialrows.h"

#include <sqlite3.h>

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

namespace knobscope {

namespace {

/// Maps a double to an integer of the same order.
int64_t orderedBits(double value)
{
    const auto bits = std::bit_cast<int64_t>(value + 0.0); // turns -0.0 into 0.0
    return bits < 0 ? bits ^ std::numeric_limits<int64_t>::max() : bits;
}

struct ScannedTrial {
    TrialPoint point;
    double figure = 0; ///< value of the sorted column (see figureOf())
    int64_t messageRank = 0;
};

/// Sort key of a column for the trials of one run; nullopt if a trial has no value.
class SortKey
{
public:
    SortKey(const TrialSort& sort, const TunedRun& run, const std::vector<int64_t>* ranks)
        : m_sort(sort)
        , m_run(run)
        , m_ranks(ranks)
    {
        if (const Knob* knob = run.task ? run.task->space.find(sort.knob) : nullptr) {
            m_stride = strideOf(run.task->space, sort.knob);
            m_radix = knob->size();
        }
    }

    std::optional<int64_t> operator()(const ScannedTrial& trial) const
    {
        const TrialPoint& point = trial.point;
        const bool isMeasured = point.errorNo == 0 && point.gflops > 0;
        switch (m_sort.column) {
        case TrialColumn::Run: return m_run.run;
        case TrialColumn::Number: return point.number;
        case TrialColumn::Config: return point.index;
        case TrialColumn::Outcome: return point.errorNo;
        case TrialColumn::Gflops: return isMeasured ? std::optional(orderedBits(point.gflops)) : std::nullopt;
        case TrialColumn::Seconds: return isMeasured ? std::optional(orderedBits(m_run.flops / point.gflops)) : std::nullopt;
        case TrialColumn::BuildSeconds:
        case TrialColumn::RunSeconds: return orderedBits(trial.figure);
        case TrialColumn::Speedup:
        case TrialColumn::Pace: return trial.figure > 0 ? std::optional(orderedBits(trial.figure)) : std::nullopt;
        case TrialColumn::Message: return point.errorNo != 0 ? std::optional(trial.messageRank) : std::nullopt;
        case TrialColumn::Knob:
            return m_ranks && m_radix > 0 && point.index >= 0
                     ? std::optional((*m_ranks)[static_cast<size_t>(point.index / m_stride % m_radix)])
                     : std::nullopt;
        }
        return std::nullopt;
    }

private:
    const TrialSort& m_sort;
    const TunedRun& m_run;
    const std::vector<int64_t>* m_ranks;
    int64_t m_stride = 1;
    int64_t m_radix = 0;
};

bool less(const KnobValue& a, const KnobValue& b)
{
    if (a.index() != b.index()) {
        return a.index() < b.index();
    }
    if (const auto* split = std::get_if<SplitEntity>(&a)) {
        return split->sizes < std::get<SplitEntity>(b).sizes;
    }
    if (const auto* reorder = std::get_if<ReorderEntity>(&a)) {
        return reorder->order < std::get<ReorderEntity>(b).order;
    }
    if (const auto* annotate = std::get_if<AnnotateEntity>(&a)) {
        const auto& other = std::get<AnnotateEntity>(b);
        return std::tie(annotate->annotations, annotate->anchors) < std::tie(other.annotations, other.anchors);
    }
    const OtherValue& left = std::get<OtherEntity>(a).value;
    const OtherValue& right = std::get<OtherEntity>(b).value;
    const auto x = numericValue(left);
    const auto y = numericValue(right);
    if (x && y) {
        return *x < *y;
    }
    return x || y ? x.has_value() : std::get<std::string>(left) < std::get<std::string>(right);
}

/// Ranks of each candidate when a knob's values are ordered as numbers, over all tasks that have the knob: result[task][digit].
std::vector<std::vector<int64_t>> valueRanks(std::span<const Knob* const> knobs)
{
    struct Place {
        const KnobValue* value;
        size_t knob;
        size_t digit;
    };
    std::vector<Place> places;
    std::vector<std::vector<int64_t>> ranks;
    for (size_t k = 0; k < knobs.size(); ++k) {
        ranks.emplace_back(static_cast<size_t>(knobs[k]->size()));
        for (size_t digit = 0; digit < ranks[k].size(); ++digit) {
            places.push_back({&knobs[k]->candidates()[digit], k, digit});
        }
    }
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return less(*a.value, *b.value); });
    int64_t rank = 0;
    for (size_t i = 0; i < places.size(); ++i) {
        rank += i > 0 && less(*places[i - 1].value, *places[i].value) ? 1 : 0;
        ranks[places[i].knob][places[i].digit] = rank;
    }
    return ranks;
}

/// Ranks of the sorted knob's values by run; empty if the order is not by a knob.
std::map<int64_t, std::vector<int64_t>> ranksByRun(std::span<const TunedRun> runs, const TrialSort& sort)
{
    std::vector<const Knob*> knobs;
    std::vector<int64_t> having;
    for (const TunedRun& run : runs) {
        if (const Knob* knob = sort.column == TrialColumn::Knob && run.task ? run.task->space.find(sort.knob) : nullptr) {
            knobs.push_back(knob);
            having.push_back(run.run);
        }
    }
    auto ranks = valueRanks(knobs);
    std::map<int64_t, std::vector<int64_t>> out;
    for (size_t i = 0; i < having.size(); ++i) {
        out.emplace(having[i], std::move(ranks[i]));
    }
    return out;
}

/// Column to read for a sort key that the point does not contain.
const char* figureOf(TrialColumn column)
{
    switch (column) {
    case TrialColumn::BuildSeconds: return "build_seconds";
    case TrialColumn::RunSeconds: return "run_seconds";
    case TrialColumn::Speedup: return "speedup";
    case TrialColumn::Pace: return "pace";
    default: return "0";
    }
}

std::string scannedColumns(const char* figure)
{
    return fmt::format("SELECT run, number, config, gflops, error_no, timestamp, {}", figure);
}

struct WantedRun {
    const TunedRun* run;
    TrialCondition condition;
    SortKey key;
};

/// Collects trials with their keys and sorts them.
class Sorter
{
public:
    Sorter(bool isDescending, const std::atomic<bool>* isCancelled)
        : m_isDescending(isDescending)
        , m_isCancelled(isCancelled)
    {
    }

    /// Adds the scan's current trial; returns false if the query was cancelled.
    bool take(const Query& scan, const WantedRun& wanted, int64_t messageRank = 0)
    {
        const ScannedTrial trial{
            {scan.integer(1), scan.integer(2), scan.real(3), static_cast<int>(scan.integer(4)), scan.real(5)},
            scan.real(6),
            messageRank};
        if (wanted.condition.matches(trial.point)) {
            const uint64_t packed = TrialOrder::pack({wanted.run->run, trial.point.number});
            if (const auto key = wanted.key(trial)) {
                m_keyed.push_back({*key, packed});
            } else {
                m_last.push_back(packed);
            }
        }
        return !m_isCancelled || !*m_isCancelled;
    }

    TrialOrder finish()
    {
        const auto before = [this](const Keyed& a, const Keyed& b) {
            return a.key == b.key ? a.trial < b.trial : (a.key < b.key) != m_isDescending;
        };
        if (!std::is_sorted(m_keyed.begin(), m_keyed.end(), before)) {
            std::sort(m_keyed.begin(), m_keyed.end(), before);
        }
        std::sort(m_last.begin(), m_last.end());
        std::vector<uint64_t> packed;
        packed.reserve(m_keyed.size() + m_last.size());
        for (const Keyed& keyed : m_keyed) {
            packed.push_back(keyed.trial);
        }
        packed.insert(packed.end(), m_last.begin(), m_last.end());
        return TrialOrder(std::move(packed));
    }

private:
    struct Keyed {
        int64_t key;
        uint64_t trial;
    };
    bool m_isDescending;
    const std::atomic<bool>* m_isCancelled;
    std::vector<Keyed> m_keyed;
    std::vector<uint64_t> m_last;
};

int compareForSqlite(void* /*data*/, int sizeOfA, const void* a, int sizeOfB, const void* b)
{
    return compareNaturally({static_cast<const char*>(a), static_cast<size_t>(sizeOfA)},
                            {static_cast<const char*>(b), static_cast<size_t>(sizeOfB)});
}

/// Scans failed trials in the natural order of their messages; SQLite sorts them, on disk if memory does not suffice.
bool scanByMessage(Project& project, const std::map<int64_t, WantedRun>& wanted, Sorter& sorter)
{
    sqlite3_create_collation(project.database().getHandle(), "natural", SQLITE_UTF8, nullptr, &compareForSqlite);
    Query scan(project.database(),
               scannedColumns("0") + ", message FROM trial WHERE error_no != 0 ORDER BY message COLLATE \"natural\"");
    std::string last;
    int64_t rank = 0;
    while (scan.next()) {
        const auto run = wanted.find(scan.integer(0));
        if (run == wanted.end()) {
            continue;
        }
        if (std::string message = scan.text(7); message != last) {
            last = std::move(message);
            ++rank;
        }
        if (!sorter.take(scan, run->second, rank)) {
            return false;
        }
    }
    return true;
}

bool scanRuns(Project& project, const std::map<int64_t, WantedRun>& wanted, TrialColumn sorted, Sorter& sorter)
{
    Query scan(project.database(), scannedColumns(figureOf(sorted)) + " FROM trial WHERE run = ?"
                                       + (sorted == TrialColumn::Message ? " AND error_no = 0" : ""));
    for (const auto& [id, run] : wanted) {
        scan.restart(id);
        while (scan.next()) {
            if (!sorter.take(scan, run)) {
                return false;
            }
        }
    }
    return true;
}

} // namespace

TrialSort parseTrialSort(std::string_view text)
{
    constexpr std::pair<std::string_view, TrialColumn> names[] = {
        {"run", TrialColumn::Run},         {"trial", TrialColumn::Number},       {"config", TrialColumn::Config},
        {"outcome", TrialColumn::Outcome}, {"gflops", TrialColumn::Gflops},      {"speedup", TrialColumn::Speedup},
        {"pace", TrialColumn::Pace},       {"time", TrialColumn::Seconds},       {"build", TrialColumn::BuildSeconds},
        {"message", TrialColumn::Message}, {"run-time", TrialColumn::RunSeconds}};
    for (const auto& [name, column] : names) {
        if (name == text) {
            return {column, {}, false};
        }
    }
    return {TrialColumn::Knob, std::string(text), false};
}

TrialOrder::TrialOrder(std::vector<uint64_t> packed)
    : m_trials(std::move(packed))
    , m_isAscending(std::is_sorted(m_trials.begin(), m_trials.end()))
{
}

std::vector<TrialKey> TrialOrder::keys(int64_t first, int64_t count) const
{
    std::vector<TrialKey> keys;
    for (int64_t row = std::max<int64_t>(first, 0); row < size() && row - first < count; ++row) {
        keys.push_back(at(row));
    }
    return keys;
}

std::optional<int64_t> TrialOrder::rowOf(TrialKey key) const
{
    const uint64_t wanted = pack(key);
    const auto found = m_isAscending ? std::lower_bound(m_trials.begin(), m_trials.end(), wanted)
                                     : std::find(m_trials.begin(), m_trials.end(), wanted);
    return found == m_trials.end() || *found != wanted ? std::nullopt : std::optional<int64_t>(found - m_trials.begin());
}

std::vector<int64_t> TrialOrder::rowsOf(std::vector<TrialKey> keys) const
{
    std::vector<int64_t> rows;
    if (m_isAscending || keys.size() < 4) {
        for (const TrialKey& key : keys) {
            if (const auto row = rowOf(key)) {
                rows.push_back(*row);
            }
        }
        std::sort(rows.begin(), rows.end());
        return rows;
    }
    std::sort(keys.begin(), keys.end());
    for (int64_t row = 0; row < size(); ++row) {
        if (std::binary_search(keys.begin(), keys.end(), at(row))) {
            rows.push_back(row);
        }
    }
    return rows;
}

Result<std::vector<TunedRun>> tunedRuns(Project& project)
{
    const auto runs = TRY(project.runs());
    const auto rows = TRY(project.tasks());
    std::map<int64_t, TunedRun> byTask;
    for (const TaskRow& row : rows) {
        auto made = taskFromJson(row.task);
        byTask[row.id] = {0, made ? std::make_shared<const Task>(std::move(*made)) : nullptr, row.flops};
    }
    std::vector<TunedRun> out;
    for (const RunRow& run : runs) {
        out.push_back(byTask[run.task]);
        out.back().run = run.id;
    }
    return out;
}

Result<TrialOrder> orderTrials(Project& project, std::span<const TunedRun> runs, std::span<const TrialFilter> filters,
                               const TrialSort& sort, const std::atomic<bool>* isCancelled)
{
    return guarded(project.path(), [&]() -> Result<TrialOrder> {
        const auto ranks = ranksByRun(runs, sort);
        std::map<int64_t, WantedRun> wanted;
        for (const TunedRun& run : runs) {
            TrialCondition condition(filters, run.run, run.task.get());
            const auto known = ranks.find(run.run);
            if (!condition.matchesNothing()) {
                wanted.emplace(run.run, WantedRun{&run, std::move(condition),
                                                  SortKey(sort, run, known == ranks.end() ? nullptr : &known->second)});
            }
        }
        Sorter sorter(sort.isDescending, isCancelled);
        const bool isDone = (sort.column != TrialColumn::Message || scanByMessage(project, wanted, sorter))
                         && scanRuns(project, wanted, sort.column, sorter);
        if (!isDone) {
            return fail(ErrorCode::Timeout, "The query was cancelled");
        }
        return sorter.finish();
    });
}

Result<int64_t> countTrials(Project& project, std::span<const TunedRun> runs)
{
    return guarded(project.path(), [&]() -> Result<int64_t> {
        Query count(project.database(), "SELECT count(*) FROM trial WHERE run = ?");
        int64_t total = 0;
        for (const TunedRun& run : runs) {
            count.restart(run.run);
            total += count.number();
        }
        return total;
    });
}

Result<std::vector<TrialRow>> trialRows(Project& project, std::span<const TrialKey> keys)
{
    return guarded(project.path(), [&]() -> Result<std::vector<TrialRow>> {
        Query one(project.database(), std::string("SELECT ") + kTrialColumns + " FROM trial WHERE run = ? AND number = ?");
        std::vector<TrialRow> rows(keys.size());
        for (size_t i = 0; i < keys.size(); ++i) {
            one.restart(keys[i].run, keys[i].number);
            nextTrial(one, rows[i]);
        }
        return rows;
    });
}

Result<std::optional<TrialKey>> firstTrialOf(Project& project, int64_t run, int64_t config)
{
    return guarded(project.path(), [&]() -> Result<std::optional<TrialKey>> {
        Query first(project.database(), "SELECT number FROM trial WHERE run = ? AND config = ? ORDER BY number LIMIT 1", run,
                    config);
        return first.next() ? std::optional(TrialKey{run, first.integer(0)}) : std::nullopt;
    });
}

} // namespace knobscope
