// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/lab/labtables.h"

#include "widgets/base/number.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace knobscope {

namespace {

constexpr std::array<size_t, 3> kBestAfterTrials{25, 50, 100};
constexpr size_t kRankingShare = 1; ///< of kLabShares; tuners are ranked by it

QString toText(const std::string& text)
{
    return QString::fromStdString(text);
}

QString percent(double share)
{
    return number(100 * share, 0);
}

bool isBeyond(double value, int64_t budget)
{
    return budget > 0 && value > static_cast<double>(budget);
}

/// Formats a number of trials. Medians of an even number of seeds may end in .5, means have any fraction.
QString trials(double value, int64_t budget)
{
    if (isBeyond(value, budget)) {
        return QLatin1Char('>') + number(static_cast<double>(budget), 0);
    }
    const double tenths = std::round(value * 10);
    return number(value, value >= 100 || std::fmod(tenths, 10) == 0 ? 0 : 1);
}

/// Emphasizes the smallest values of a column; none if none is within the budget or all are equal.
void markLeast(std::vector<CellTable::Row>& rows, size_t column, int64_t budget)
{
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    for (const CellTable::Row& row : rows) {
        least = std::min(least, row[column].sort.toDouble());
        most = std::max(most, row[column].sort.toDouble());
    }
    for (CellTable::Row& row : rows) {
        row[column].isStrong = least < most && !isBeyond(least, budget) && row[column].sort.toDouble() == least;
    }
}

} // namespace

std::vector<CellTable::Heading> LabTables::firstColumns()
{
    std::vector<CellTable::Heading> columns{{"tuner", tr("Tuner")}};
    for (const double share : kLabShares) {
        columns.emplace_back(QStringLiteral("trialsTo%1").arg(100 * share), tr("To %1 %").arg(percent(share)));
    }
    columns.emplace_back("reached", tr("Reached %1 %").arg(percent(kLabShares[kRankingShare])));
    return columns;
}

QString LabTables::intervalTip(const SeedMedian& m)
{
    return QLatin1Char(' ') + (m.hasInterval ? tr("The 95 % interval is in brackets.") : tr("One seed gives no interval."));
}

QString LabTables::text(const SeedMedian& m, int64_t budget)
{
    if (!m.hasInterval || isBeyond(m.low, budget)) {
        return trials(m.median, budget);
    }
    return tr("%1 (%2–%3)", "median and its interval")
        .arg(trials(m.median, budget), trials(m.low, budget), trials(m.high, budget));
}

void LabTables::fillSpace(CellTable& table, const SpaceStanding& space, const ColourOf& colour)
{
    auto header = firstColumns();
    for (const size_t trial : kBestAfterTrials) {
        header.emplace_back(QStringLiteral("bestAt%1").arg(trial), tr("Best at %1").arg(trial));
    }
    header.emplace_back("failed", tr("Failed"));
    std::vector<CellTable::Row> rows;
    for (const TunerStanding& tuner : space.tuners) {
        CellTable::Row row{Cell::word(toText(tuner.tuner), {}, colour(toText(tuner.tuner)))};
        for (size_t s = 0; s < kLabShares.size(); ++s) {
            const SeedMedian& m = tuner.trialsTo[s];
            row.push_back(Cell::figure(text(m, space.budget), m.median,
                                       tr("Trials to measure a config with %1 % of the best config's speed: median of %n "
                                          "seed(s), %2 of which reached it within %3 trials.",
                                          nullptr, space.seeds)
                                               .arg(percent(kLabShares[s]))
                                               .arg(m.reached)
                                               .arg(space.budget)
                                           + intervalTip(m)));
        }
        const int reached = tuner.trialsTo[kRankingShare].reached;
        row.push_back(Cell::figure(tr("%1 of %2").arg(reached).arg(space.seeds), reached,
                                   tr("Seeds that reached %1 % of the best within %2 trials")
                                       .arg(percent(kLabShares[kRankingShare]))
                                       .arg(space.budget)));
        for (const size_t trial : kBestAfterTrials) {
            const bool isThere = trial <= tuner.band.size();
            const double median = isThere ? 100 * tuner.band[trial - 1].median : -1;
            row.push_back(
                Cell::figure(isThere ? tr("%1 %").arg(number(median, 0)) : QStringLiteral("–"), median,
                             isThere ? tr("Best so far after %1 trial(s), in percent of the space's best; median of the seeds",
                                          nullptr, pluralOf(static_cast<qint64>(trial)))
                                           .arg(trial)
                                     : tr("The replays are shorter than this.")));
        }
        row.push_back(Cell::figure(tr("%1 %").arg(number(100 * tuner.meanFailed, 1)), tuner.meanFailed,
                                   tr("Share of all trials that failed or were not recorded")));
        rows.push_back(std::move(row));
    }
    for (size_t s = 0; s < kLabShares.size(); ++s) {
        markLeast(rows, s + 1, space.budget);
    }
    table.setTable(std::move(header), std::move(rows));
}

void LabTables::fillOverall(CellTable& table, const LabResult& lab, const ColourOf& colour)
{
    if (lab.overall.empty()) {
        table.setTable({}, {});
        return;
    }
    auto header = firstColumns();
    header.emplace_back("ratio", tr("Ratio"));
    header.emplace_back("spacesWorse", tr("Spaces worse"));
    const QString first = toText(lab.overall.front().tuner);
    std::vector<CellTable::Row> rows;
    for (const OverallStanding& tuner : lab.overall) {
        CellTable::Row row{Cell::word(toText(tuner.tuner), {}, colour(toText(tuner.tuner)))};
        for (size_t s = 0; s < kLabShares.size(); ++s) {
            const SeedMedian& m = tuner.trialsTo[s];
            row.push_back(Cell::figure(text(m, 0), m.median,
                                       tr("Trials to %1 % of the best: geometric mean over %n space(s) of the median of the "
                                          "seeds. A seed that did not reach it counts as the budget plus one trial.",
                                          nullptr, static_cast<int>(lab.spaces.size()))
                                               .arg(percent(kLabShares[s]))
                                           + intervalTip(m)));
        }
        const int reached = tuner.trialsTo[kRankingShare].reached;
        row.push_back(
            Cell::figure(tr("%1 of %2").arg(reached).arg(lab.replays), reached,
                         tr("Replays that reached %1 % of the best within the budget").arg(percent(kLabShares[kRankingShare]))));
        row.push_back(Cell::figure(
            number(tuner.toFirst, 2), tuner.toFirst,
            tr("Trials to reach %1 %, relative to %2; below 1 is better").arg(percent(kLabShares[kRankingShare]), first)));
        row.push_back(Cell::figure(
            number(tuner.worseThanFirst, 0), tuner.worseThanFirst,
            tr("Spaces where it needed more trials to reach %1 % than %2").arg(percent(kLabShares[kRankingShare]), first)));
        rows.push_back(std::move(row));
    }
    for (size_t s = 0; s < kLabShares.size(); ++s) {
        markLeast(rows, s + 1, 0);
    }
    table.setTable(std::move(header), std::move(rows));
}

void LabTables::fillBySpace(CellTable& table, const LabResult& lab, size_t share)
{
    if (lab.overall.empty()) {
        table.setTable({}, {});
        return;
    }
    std::vector<CellTable::Heading> header{{"space", tr("Space")},
                                           {"configs", tr("Configs")},
                                           {"near", tr("Within %1 %").arg(number(100 * (1 - kLabShares[share]), 0))}};
    for (const OverallStanding& tuner : lab.overall) {
        header.emplace_back(QStringLiteral("tuner.") + toText(tuner.tuner), toText(tuner.tuner));
    }
    std::vector<CellTable::Row> rows;
    for (const SpaceStanding& space : lab.spaces) {
        CellTable::Row row{
            Cell::word(toText(space.label)), Cell::figure(static_cast<double>(space.points), 0, tr("Configs that were recorded")),
            Cell::figure(static_cast<double>(space.near[share]), 0,
                         tr("Configs with at least %1 % of the best config's speed").arg(percent(kLabShares[share])))};
        row.front().tip = toText(space.shape);
        double least = std::numeric_limits<double>::infinity();
        for (const TunerStanding& tuner : space.tuners) {
            const SeedMedian& m = tuner.trialsTo[share];
            least = std::min(least, m.median);
            row.push_back(
                Cell::figure(text(m, space.budget), m.median,
                             tr("%1 on %2: median trials to %3 % of the best; %4 of %5 seed(s) reached it.", nullptr, space.seeds)
                                     .arg(toText(tuner.tuner), toText(space.label), percent(kLabShares[share]))
                                     .arg(m.reached)
                                     .arg(space.seeds)
                                 + intervalTip(m)));
        }
        for (size_t column = 3; column < row.size(); ++column) {
            row[column].isStrong = row.size() > 4 && !isBeyond(least, space.budget) && row[column].sort.toDouble() == least;
        }
        rows.push_back(std::move(row));
    }
    CellTable::Row mean{Cell::word(tr("Geometric mean")), Cell::word({}), Cell::word({})};
    for (const OverallStanding& tuner : lab.overall) {
        const SeedMedian& m = tuner.trialsTo[share];
        mean.push_back(Cell::figure(text(m, 0), m.median, tr("Geometric mean of the column.") + intervalTip(m)));
        mean.back().isStrong = true;
    }
    mean.front().isStrong = true;
    rows.push_back(std::move(mean));
    table.setTable(std::move(header), std::move(rows));
}

QString LabTables::verdict(const LabResult& lab)
{
    const bool isOneSpace = lab.spaces.size() == 1;
    const int64_t budget = isOneSpace ? lab.spaces.front().budget : 0;
    if (lab.overall.empty()) {
        return {};
    }
    std::vector<OverallStanding> order = lab.overall;
    std::ranges::stable_sort(order, {}, [](const OverallStanding& tuner) { return tuner.trialsTo[kRankingShare].median; });
    const SeedMedian& best = order.front().trialsTo[kRankingShare];
    const QString share = percent(kLabShares[kRankingShare]);
    const QString name = toText(order.front().tuner);
    const QString base = isOneSpace ? tr("median of %n seed(s)", nullptr, lab.spaces.front().seeds)
                                    : tr("geometric mean over %n space(s)", nullptr, static_cast<int>(lab.spaces.size()));
    QStringList sentences;
    if (isOneSpace && best.median > static_cast<double>(budget)) {
        sentences << tr("No tuner reaches %2 % of the best within %1 trial(s) with most of its seeds.", nullptr, pluralOf(budget))
                         .arg(budget)
                         .arg(share);
    } else {
        sentences << tr("%1 reaches %2 % of the best in %3 trial(s) (%4).", nullptr, best.median == 1 ? 1 : 2)
                         .arg(name, share, text(best, budget), base);
    }
    if (order.size() > 1) {
        const SeedMedian& next = order[1].trialsTo[kRankingShare];
        const QString other = toText(order[1].tuner);
        sentences << (!next.hasInterval      ? tr("%1 needs %2, but one seed is too few to say which is faster.")
                      : next.low > best.high ? tr("The next, %1, needs %2.")
                                             : tr("%1 needs %2, but the intervals overlap, so it is unclear which is faster."))
                         .arg(other, text(next, budget));
    }
    if (!lab.isWhole) {
        const auto least = std::ranges::min_element(lab.spaces, {}, &SpaceStanding::seeds);
        sentences << tr("So far at least %1 of %2 seeds on each of %n space(s).", nullptr, static_cast<int>(lab.spaces.size()))
                         .arg(least->seeds)
                         .arg(lab.seeds);
    }
    return sentences.join(QLatin1Char(' '));
}

} // namespace knobscope
