// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/labtables.h"

#include "core/tuning/runsentence.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace knobscope {

namespace {

constexpr std::array<size_t, 3> kBestAfterTrials{25, 50, 100};

long percent(double share)
{
    return std::lround(100 * share);
}

bool isBeyond(double value, int64_t budget)
{
    return budget > 0 && value > static_cast<double>(budget);
}

/// A median of an even number of seeds may end in .5, a mean in any fraction.
std::string medianNumber(double value, int64_t budget)
{
    return isBeyond(value, budget)                                    ? fmt::format(">{}", budget)
         : value >= 100 || std::fmod(std::round(value * 10), 10) == 0 ? fmt::format("{:.0f}", value)
                                                                      : fmt::format("{:.1f}", value);
}

nlohmann::json trialsOrNull(std::optional<double> value, int64_t budget)
{
    return !value || isBeyond(*value, budget) ? nlohmann::json() : nlohmann::json(*value);
}

enum class Over : bool { OneSpace, AllSpaces };

std::vector<TableColumn> columns(Over over)
{
    const auto only = [over](Over where, Sentence heading) { return over == where ? std::move(heading) : Sentence(); };
    std::vector<TableColumn> out{{"space"}, {"configs"}, {"best_gflops"}, {"budget"}, {"seeds"}, {"tuner", phrase("tuner")}};
    for (size_t s = 0; s < kReachShares.size(); ++s) {
        const std::string name = fmt::format("{}", percent(kReachShares[s]));
        out.emplace_back("to_" + name, phrase("to {} %", name), "{}");
        out.emplace_back("to_" + name + "_low");
        out.emplace_back("to_" + name + "_high");
        out.emplace_back("reached_" + name, s == kRankingShare ? phrase("reached {} %", name) : Sentence(), "{}");
    }
    for (const size_t trial : kBestAfterTrials) {
        out.emplace_back(fmt::format("best_at_{}", trial), only(Over::OneSpace, phrase("best at {}", trial)), "{:.0f} %", 100);
    }
    out.emplace_back("failed_share", only(Over::OneSpace, phrase("failed")), "{:.1f} %", 100);
    out.emplace_back("ratio_to_first", only(Over::AllSpaces, phrase("ratio")), "{:.2f}");
    out.emplace_back("spaces_worse_than_first", only(Over::AllSpaces, phrase("spaces worse")), "{}");
    return out;
}

void addMedians(Table::Row& row, const std::array<SeedMedian, kReachShares.size()>& trialsTo, int64_t budget,
                const std::function<Sentence(int reached)>& reachedBy)
{
    for (const SeedMedian& m : trialsTo) {
        row.emplace_back(trialsOrNull(m.median, budget), medianSentence(m, budget));
        row.emplace_back(trialsOrNull(m.low, budget));
        row.emplace_back(trialsOrNull(m.high, budget));
        row.emplace_back(m.reached, reachedBy(m.reached));
    }
}

Sentence spaceSentence(const SpaceStanding& space)
{
    const Sentence part = space.completeness < 1 ? phrase(" ({:.0f} % of the space)", 100 * space.completeness) : Sentence();
    return phrase("{} (config|configs){}, {} on {}; {} within 10 %, {} within 5 %, {} within 1 %", space.points, part,
                  bestSentence(space), space.machine, space.near[0], space.near[1], space.near[2]);
}

/// Caption of the medians of a space: number of seeds and budget.
Sentence seedsSentence(const SpaceStanding& space)
{
    return phrase("Trials to a share of the best: median of {} (seed|seeds){}, budget {}", space.seeds,
                  space.seeds > 1 ? phrase(" (95 % interval)") : Sentence(), space.budget);
}

Sentence baseSentence(const LabResult& lab)
{
    return lab.spaces.size() == 1 ? phrase("median of {} (seed|seeds)", lab.spaces.front().seeds)
                                  : phrase("geometric mean over {} (space|spaces)", lab.spaces.size());
}

} // namespace

Sentence medianSentence(const SeedMedian& m, int64_t budget)
{
    const std::string median = medianNumber(m.median, budget);
    return !m.low || isBeyond(*m.low, budget)
             ? Sentence(median)
             : phrase("{} ({}–{})", median, medianNumber(*m.low, budget), medianNumber(*m.high, budget));
}

Sentence bestSentence(const SpaceStanding& space)
{
    return space.bestGflops ? phrase("best {:.2f} GFLOPS (AutoTVM)", *space.bestGflops)
                            : phrase("best {:.4g} ms", space.bestSeconds * 1e3);
}

Table spaceTable(const SpaceStanding& space)
{
    Table table(columns(Over::OneSpace));
    for (const TunerStanding& tuner : space.tuners) {
        const double to = tuner.trialsTo[kRankingShare].median;
        const double toFirst = space.tuners.front().trialsTo[kRankingShare].median;
        Table::Row row{space.label,  space.points, space.bestGflops ? TableCell(*space.bestGflops) : TableCell(),
                       space.budget, space.seeds,  tuner.tuner};
        addMedians(row, tuner.trialsTo, space.budget,
                   [&](int reached) { return phrase("{} of {} (seed|seeds)", reached, space.seeds); });
        for (const size_t trial : kBestAfterTrials) {
            row.push_back(trial > tuner.band.size() ? TableCell() : TableCell(tuner.band[trial - 1].median));
        }
        row.insert(row.end(), {tuner.meanFailed, to / toFirst, to > toFirst ? 1 : 0});
        table.add(std::move(row));
    }
    return table;
}

Table overallTable(const LabResult& lab)
{
    Table table(columns(Over::AllSpaces));
    for (const OverallStanding& tuner : lab.overall) {
        Table::Row row{"all spaces", TableCell(), TableCell(), TableCell(), lab.replays, tuner.tuner};
        addMedians(row, tuner.trialsTo, 0,
                   [&](int reached) { return phrase("{} of {} (replay|replays)", reached, lab.replays); });
        row.resize(row.size() + kBestAfterTrials.size() + 1); // of one space only
        row.insert(row.end(), {tuner.toFirst, tuner.worseThanFirst});
        table.add(std::move(row));
    }
    return table;
}

Sentence overallSentence(const LabResult& lab)
{
    return phrase("All {} spaces: geometric mean of the medians of {} (seed|seeds){}; ratio and worse spaces relative to {}",
                  lab.spaces.size(), lab.seeds,
                  lab.overall.front().trialsTo.front().low ? phrase(" (95 % interval)") : Sentence(), lab.overall.front().tuner);
}

std::vector<Sentence> labVerdict(const LabResult& lab)
{
    if (lab.overall.empty()) {
        return {};
    }
    const bool isOneSpace = lab.spaces.size() == 1;
    const int64_t budget = isOneSpace ? lab.spaces.front().budget : 0;
    std::vector<OverallStanding> order = lab.overall;
    std::ranges::stable_sort(order, {}, [](const OverallStanding& tuner) { return tuner.trialsTo[kRankingShare].median; });
    const SeedMedian& best = order.front().trialsTo[kRankingShare];
    const long share = percent(kReachShares[kRankingShare]);
    std::vector<Sentence> sentences;
    sentences.push_back(
        isOneSpace && isBeyond(best.median, budget)
            ? phrase("No tuner reaches {} % of the best within {} (trial|trials) with most of its seeds.", share, budget)
        : best.low ? phrase("{} reaches {} % of the best in {} trials ({}).", order.front().tuner, share,
                            medianSentence(best, budget), baseSentence(lab))
                   : phrase("{} reaches {} % of the best in {} (trial|trials) ({}).", order.front().tuner, share,
                            medianNumber(best.median, budget), baseSentence(lab)));
    if (order.size() > 1) {
        const SeedMedian& next = order[1].trialsTo[kRankingShare];
        const Sentence needs = medianSentence(next, budget);
        sentences.push_back(
            !next.low ? phrase("{} needs {}, but one seed is too few to say which is faster.", order[1].tuner, needs)
            : next.low > best.high
                ? phrase("The next, {}, needs {}.", order[1].tuner, needs)
                : phrase("{} needs {}, but the intervals overlap, so it is unclear which is faster.", order[1].tuner, needs));
    }
    const auto isDefault = [](const OverallStanding& tuner) { return tuner.tuner == "default"; };
    if (order.size() > 1 && std::ranges::any_of(order, isDefault)) {
        sentences.push_back(phrase("default was chosen on the program's spaces, which flatters it."));
    }
    if (!lab.isWhole) {
        const auto least = std::ranges::min_element(lab.spaces, {}, &SpaceStanding::seeds);
        sentences.push_back(
            phrase("So far at least {} of {} seeds on each of {} (space|spaces).", least->seeds, lab.seeds, lab.spaces.size()));
    }
    return sentences;
}

std::string labCsv(const LabResult& lab)
{
    std::string out;
    const auto add = [&out](const std::string& csv) { out += out.empty() ? csv : csv.substr(csv.find('\n') + 1); };
    for (const SpaceStanding& space : lab.spaces) {
        add(spaceTable(space).toCsv());
    }
    if (lab.spaces.size() > 1) {
        add(overallTable(lab).toCsv());
    }
    return out;
}

std::string labMarkdown(const LabResult& lab)
{
    std::string out;
    for (const SpaceStanding& space : lab.spaces) {
        out += fmt::format("### {}\n{}; {}. {}.\n\n{}\n", space.label, space.shape, spaceSentence(space), seedsSentence(space),
                           spaceTable(space).toMarkdown());
    }
    return lab.spaces.size() < 2 ? out
                                 : out
                                       + fmt::format("### All {} spaces\n{}.\n\n{}", lab.spaces.size(), overallSentence(lab),
                                                     overallTable(lab).toMarkdown());
}

std::string labText(const LabResult& lab)
{
    std::string out;
    for (const SpaceStanding& space : lab.spaces) {
        out += fmt::format("{}  {}\n{}\n{}\n{}", space.label, space.shape, spaceSentence(space), seedsSentence(space),
                           spaceTable(space).toText());
        for (const TunerStanding& tuner : space.tuners) {
            if (tuner.pruning.count.judged > 0) {
                out +=
                    fmt::format("{}: {}; {} of the skipped ones were within 5 % of the space's best. At some time the best would "
                                "have been skipped in {} of {} seeds, and {} of {} configs within 1 %\n",
                                tuner.tuner, pruningSentence(tuner.pruning.count), tuner.pruning.prunedGood,
                                tuner.pruning.bestRuledOut, space.seeds, tuner.pruning.nearRuledOut, space.near[2] * space.seeds);
            }
        }
        out += "\n";
    }
    if (lab.spaces.size() > 1) {
        out += fmt::format("{}\n{}", overallSentence(lab), overallTable(lab).toText());
    }
    for (const Sentence& sentence : labVerdict(lab)) {
        out += sentence.message + "\n";
    }
    return out;
}

} // namespace knobscope
