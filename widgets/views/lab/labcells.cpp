// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/lab/labcells.h"

#include "widgets/base/number.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace knobscope {

namespace {

constexpr std::array<size_t, 3> bestAfter{25, 50, 100};
constexpr size_t mainShare = 1; ///< of labShares; tuners are ranked by it

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

std::vector<CellTable::Heading> LabCells::firstColumns()
{
    std::vector<CellTable::Heading> columns{{"tuner", tr("Tuner")}};
    for (const double share : labShares) {
        columns.emplace_back(QStringLiteral("trialsTo%1").arg(100 * share), tr("To %1 %").arg(percent(share)));
    }
    columns.emplace_back("reached", tr("Reached %1 %").arg(percent(labShares[mainShare])));
    return columns;
}

QString LabCells::intervalTip(const SeedMedian& m)
{
    return QLatin1Char(' ') + (m.hasInterval ? tr("In brackets: its 95 % interval.") : tr("Of one seed there is no interval."));
}

QString LabCells::text(const SeedMedian& m, int64_t budget)
{
    if (!m.hasInterval || isBeyond(m.low, budget)) {
        return trials(m.median, budget);
    }
    return tr("%1 (%2–%3)", "median and its interval")
        .arg(trials(m.median, budget), trials(m.low, budget), trials(m.high, budget));
}

void LabCells::fillSpace(CellTable& table, const SpaceStanding& space, const ColourOf& colour)
{
    auto header = firstColumns();
    for (const size_t trial : bestAfter) {
        header.emplace_back(QStringLiteral("bestAt%1").arg(trial), tr("Best at %1").arg(trial));
    }
    header.emplace_back("failed", tr("Failed"));
    std::vector<CellTable::Row> rows;
    for (const TunerStanding& tuner : space.tuners) {
        CellTable::Row row{Cell::word(toText(tuner.tuner), {}, colour(toText(tuner.tuner)))};
        for (size_t s = 0; s < labShares.size(); ++s) {
            const SeedMedian& m = tuner.trialsTo[s];
            row.push_back(
                Cell::figure(text(m, space.budget), m.median,
                             tr("Trials until a config with %1 % of the best one's speed was measured: median of %n seed(s), %2 "
                                "of which got there within %3 trials.",
                                nullptr, space.seeds)
                                     .arg(percent(labShares[s]))
                                     .arg(m.reached)
                                     .arg(space.budget)
                                 + intervalTip(m)));
        }
        const int reached = tuner.trialsTo[mainShare].reached;
        row.push_back(Cell::figure(
            tr("%1 of %2").arg(reached).arg(space.seeds), reached,
            tr("Seeds that came to %1 % of the best within %2 trials").arg(percent(labShares[mainShare])).arg(space.budget)));
        for (const size_t trial : bestAfter) {
            const bool isThere = trial <= tuner.band.size();
            const double median = isThere ? 100 * tuner.band[trial - 1].median : -1;
            row.push_back(Cell::figure(
                isThere ? tr("%1 %").arg(number(median, 0)) : QStringLiteral("–"), median,
                isThere ? tr("The best so far after %1 trial(s), in percent of the space's best: median of the seeds", nullptr,
                             pluralOf(static_cast<qint64>(trial)))
                              .arg(trial)
                        : tr("The replays have fewer trials.")));
        }
        row.push_back(Cell::figure(tr("%1 %").arg(number(100 * tuner.meanFailed, 1)), tuner.meanFailed,
                                   tr("Trials that failed, or were not recorded, of all")));
        rows.push_back(std::move(row));
    }
    for (size_t s = 0; s < labShares.size(); ++s) {
        markLeast(rows, s + 1, space.budget);
    }
    table.setTable(std::move(header), std::move(rows));
}

void LabCells::fillOverall(CellTable& table, const LabResult& lab, const ColourOf& colour)
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
        for (size_t s = 0; s < labShares.size(); ++s) {
            const SeedMedian& m = tuner.trialsTo[s];
            row.push_back(Cell::figure(
                text(m, 0), m.median,
                tr("Trials to %1 % of the best: geometric mean over %n space(s) of the median of the seeds. A seed that "
                   "did not get there counts as one trial more than the budget.",
                   nullptr, static_cast<int>(lab.spaces.size()))
                        .arg(percent(labShares[s]))
                    + intervalTip(m)));
        }
        const int reached = tuner.trialsTo[mainShare].reached;
        row.push_back(
            Cell::figure(tr("%1 of %2").arg(reached).arg(lab.replays), reached,
                         tr("Replays that came to %1 % of the best within the budget").arg(percent(labShares[mainShare]))));
        row.push_back(Cell::figure(
            number(tuner.toFirst, 2), tuner.toFirst,
            tr("Trials to %1 % as a ratio to those of %2; below 1 is better").arg(percent(labShares[mainShare]), first)));
        row.push_back(
            Cell::figure(number(tuner.worseThanFirst, 0), tuner.worseThanFirst,
                         tr("Spaces on which it needed more trials to %1 % than %2").arg(percent(labShares[mainShare]), first)));
        rows.push_back(std::move(row));
    }
    for (size_t s = 0; s < labShares.size(); ++s) {
        markLeast(rows, s + 1, 0);
    }
    table.setTable(std::move(header), std::move(rows));
}

void LabCells::fillBySpace(CellTable& table, const LabResult& lab, size_t share)
{
    if (lab.overall.empty()) {
        table.setTable({}, {});
        return;
    }
    std::vector<CellTable::Heading> header{{"space", tr("Space")},
                                           {"configs", tr("Configs")},
                                           {"near", tr("Within %1 %").arg(number(100 * (1 - labShares[share]), 0))}};
    for (const OverallStanding& tuner : lab.overall) {
        header.emplace_back(QStringLiteral("tuner.") + toText(tuner.tuner), toText(tuner.tuner));
    }
    std::vector<CellTable::Row> rows;
    for (const SpaceStanding& space : lab.spaces) {
        CellTable::Row row{Cell::word(toText(space.label)),
                           Cell::figure(static_cast<double>(space.points), 0, tr("Configs that were recorded")),
                           Cell::figure(static_cast<double>(space.near[share]), 0,
                                        tr("Configs with at least %1 % of the best one's speed").arg(percent(labShares[share])))};
        row.front().tip = toText(space.shape);
        double least = std::numeric_limits<double>::infinity();
        for (const TunerStanding& tuner : space.tuners) {
            const SeedMedian& m = tuner.trialsTo[share];
            least = std::min(least, m.median);
            row.push_back(
                Cell::figure(text(m, space.budget), m.median,
                             tr("%1 on %2: median trials to %3 % of the best; %4 of %5 seed(s) got there.", nullptr, space.seeds)
                                     .arg(toText(tuner.tuner), toText(space.label), percent(labShares[share]))
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

QString LabCells::verdict(const LabResult& lab)
{
    const bool isOneSpace = lab.spaces.size() == 1;
    const int64_t budget = isOneSpace ? lab.spaces.front().budget : 0;
    if (lab.overall.empty()) {
        return {};
    }
    std::vector<OverallStanding> order = lab.overall;
    std::ranges::stable_sort(order, {}, [](const OverallStanding& tuner) { return tuner.trialsTo[mainShare].median; });
    const SeedMedian& best = order.front().trialsTo[mainShare];
    const QString share = percent(labShares[mainShare]);
    const QString name = toText(order.front().tuner);
    const QString base = isOneSpace ? tr("median of %n seed(s)", nullptr, lab.spaces.front().seeds)
                                    : tr("geometric mean over %n space(s)", nullptr, static_cast<int>(lab.spaces.size()));
    QStringList sentences;
    if (isOneSpace && best.median > static_cast<double>(budget)) {
        sentences << tr("Within %1 trial(s) most seeds of no tuner come to %2 % of the best.", nullptr, pluralOf(budget))
                         .arg(budget)
                         .arg(share);
    } else {
        sentences << tr("%1 comes to %2 % of the best in %3 trial(s) (%4).", nullptr, best.median == 1 ? 1 : 2)
                         .arg(name, share, text(best, budget), base);
    }
    if (order.size() > 1) {
        const SeedMedian& next = order[1].trialsTo[mainShare];
        const QString other = toText(order[1].tuner);
        sentences << (!next.hasInterval      ? tr("%1 needs %2: one seed may be chance, so neither can be called faster.")
                      : next.low > best.high ? tr("The next, %1, needs %2.")
                                             : tr("%1 needs %2: the intervals overlap, so neither can be called faster."))
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
