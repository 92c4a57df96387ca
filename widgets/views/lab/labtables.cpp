// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/lab/labtables.h"

#include "core/study/labtables.h"
#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/controls/coretable.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace knobscope {

namespace {

constexpr std::array<size_t, 3> kBestAfterTrials{25, 50, 100};
constexpr std::array<size_t, kReachShares.size()> kToColumns{1, 2, 4}; ///< of spaceTable() and overallTable()
constexpr size_t kReachedColumn = 3;

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

QString LabTables::intervalTip(const SeedMedian& m)
{
    return QLatin1Char(' ') + (m.low ? tr("The 95 % interval is in brackets.") : tr("One seed gives no interval."));
}

void LabTables::fillSpace(CellTable& table, const SpaceStanding& space, const ColourOf& colour)
{
    const Table standings = spaceTable(space);
    std::vector<CellTable::Row> rows = rowsOf(standings);
    const QString ranking = percent(kReachShares[kRankingShare]);
    for (size_t i = 0; i < rows.size(); ++i) {
        const TunerStanding& tuner = space.tuners[i];
        CellTable::Row& row = rows[i];
        row.front().swatch = colour(row.front().text);
        for (size_t s = 0; s < kReachShares.size(); ++s) {
            const SeedMedian& m = tuner.trialsTo[s];
            row[kToColumns[s]].sort = m.median;
            row[kToColumns[s]].tip = tr("Trials to measure a config with %1 % of the best config's speed: median of %n seed(s), "
                                        "%2 of which reached it within %3 trials.",
                                        nullptr, space.seeds)
                                         .arg(percent(kReachShares[s]))
                                         .arg(m.reached)
                                         .arg(space.budget)
                                   + intervalTip(m);
        }
        row[kReachedColumn].tip = tr("Seeds that reached %1 % of the best within %2 trials").arg(ranking).arg(space.budget);
        for (size_t b = 0; b < kBestAfterTrials.size(); ++b) {
            const size_t trial = kBestAfterTrials[b];
            row[kToColumns.back() + 1 + b].tip =
                trial > tuner.band.size()
                    ? tr("The replays are shorter than this.")
                    : tr("Best so far after %1 trial(s), in percent of the space's best; median of the seeds", nullptr,
                         pluralOf(static_cast<qint64>(trial)))
                          .arg(trial);
        }
        row.back().tip = tr("Share of all trials that failed or were not recorded");
    }
    for (const size_t column : kToColumns) {
        markLeast(rows, column, space.budget);
    }
    table.setTable(headingsOf(standings), std::move(rows));
}

void LabTables::fillOverall(CellTable& table, const LabResult& lab, const ColourOf& colour)
{
    if (lab.overall.empty()) {
        table.setTable({}, {});
        return;
    }
    const Table standings = overallTable(lab);
    std::vector<CellTable::Row> rows = rowsOf(standings);
    const QString first = toText(lab.overall.front().tuner);
    const QString ranking = percent(kReachShares[kRankingShare]);
    for (size_t i = 0; i < rows.size(); ++i) {
        CellTable::Row& row = rows[i];
        row.front().swatch = colour(row.front().text);
        for (size_t s = 0; s < kReachShares.size(); ++s) {
            row[kToColumns[s]].tip =
                tr("Trials to %1 % of the best: geometric mean over %n space(s) of the median of the seeds. A seed that did not "
                   "reach it counts as the budget plus one trial.",
                   nullptr, static_cast<int>(lab.spaces.size()))
                    .arg(percent(kReachShares[s]))
                + intervalTip(lab.overall[i].trialsTo[s]);
        }
        row[kReachedColumn].tip = tr("Replays that reached %1 % of the best within the budget").arg(ranking);
        row[row.size() - 2].tip = tr("Trials to reach %1 %, relative to %2; below 1 is better").arg(ranking, first);
        row.back().tip = tr("Spaces where it needed more trials to reach %1 % than %2").arg(ranking, first);
    }
    for (const size_t column : kToColumns) {
        markLeast(rows, column, 0);
    }
    table.setTable(headingsOf(standings), std::move(rows));
}

void LabTables::fillBySpace(CellTable& table, const LabResult& lab, size_t share)
{
    if (lab.overall.empty()) {
        table.setTable({}, {});
        return;
    }
    std::vector<CellTable::Heading> header{{"space", tr("Space")},
                                           {"configs", tr("Configs")},
                                           {"near", tr("Within %1 %").arg(number(100 * (1 - kReachShares[share]), 0))}};
    for (const OverallStanding& tuner : lab.overall) {
        header.emplace_back(QStringLiteral("tuner.") + toText(tuner.tuner), toText(tuner.tuner));
    }
    std::vector<CellTable::Row> rows;
    for (const SpaceStanding& space : lab.spaces) {
        CellTable::Row row{
            Cell::word(toText(space.label)), Cell::figure(static_cast<double>(space.points), 0, tr("Configs that were recorded")),
            Cell::figure(static_cast<double>(space.near[share]), 0,
                         tr("Configs with at least %1 % of the best config's speed").arg(percent(kReachShares[share])))};
        row.front().tip = toText(space.shape);
        double least = std::numeric_limits<double>::infinity();
        for (const TunerStanding& tuner : space.tuners) {
            const SeedMedian& m = tuner.trialsTo[share];
            least = std::min(least, m.median);
            row.push_back(
                Cell::figure(coreText(medianSentence(m, space.budget)), m.median,
                             tr("%1 on %2: median trials to %3 % of the best; %4 of %5 seed(s) reached it.", nullptr, space.seeds)
                                     .arg(toText(tuner.tuner), toText(space.label), percent(kReachShares[share]))
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
        mean.push_back(
            Cell::figure(coreText(medianSentence(m, 0)), m.median, tr("Geometric mean of the column.") + intervalTip(m)));
        mean.back().isStrong = true;
    }
    mean.front().isStrong = true;
    rows.push_back(std::move(mean));
    table.setTable(std::move(header), std::move(rows));
}

} // namespace knobscope
