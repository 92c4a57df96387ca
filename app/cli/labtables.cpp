// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/labtables.h"

#include "core/tuning/trialexport.h"

#include <cmath>

namespace knobscope::cli {

namespace {

constexpr const char* kIntervalNote = " (95 % interval)";

/// Quotes a field as in RFC 4180.
std::string quoted(const std::string& text)
{
    std::string line = csvLine({&text, 1});
    line.pop_back();
    return line;
}

/// Escapes '|' for a Markdown table cell.
std::string cell(std::string text)
{
    for (size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) {
        text.insert(at, "\\");
    }
    return text;
}

std::string number(double value, int64_t budget)
{
    return budget > 0 && value > static_cast<double>(budget) ? "" : fmt::format("{:.10g}", value);
}

std::string csvMedians(const std::array<SeedMedian, kLabShares.size()>& trialsTo, int64_t budget)
{
    std::string out;
    for (const SeedMedian& m : trialsTo) {
        const auto end = [&](double value) { return m.hasInterval ? number(value, budget) : std::string(); };
        out += fmt::format(",{},{},{},{}", number(m.median, budget), end(m.low), end(m.high), m.reached);
    }
    return out;
}

std::string shares(const char* format)
{
    std::string out;
    for (const double share : kLabShares) {
        const long percent = std::lround(100 * share);
        out += fmt::format(fmt::runtime(format), percent);
    }
    return out;
}

std::string cells(const std::array<SeedMedian, kLabShares.size()>& trialsTo, int64_t budget)
{
    std::string out;
    for (const SeedMedian& m : trialsTo) {
        out += " " + medianText(m, budget) + " |";
    }
    return out;
}

} // namespace

std::string medianText(const SeedMedian& m, int64_t budget)
{
    const auto text = [budget](double value) {
        return budget > 0 && value > static_cast<double>(budget) ? fmt::format(">{}", budget) : fmt::format("{:.0f}", value);
    };
    return m.hasInterval ? fmt::format("{} ({}-{})", text(m.median), text(m.low), text(m.high)) : text(m.median);
}

std::string bestText(const SpaceStanding& space)
{
    return space.bestGflops > 0 ? fmt::format("best {:.2f} GFLOPS (AutoTVM)", space.bestGflops)
                                : fmt::format("best {:.4g} ms", space.bestSeconds * 1e3);
}

std::string labCsv(const LabResult& lab)
{
    std::string out = "space,configs,best_gflops,budget,seeds,tuner" + shares(",to_{0},to_{0}_low,to_{0}_high,reached_{0}")
                    + ",failed_share,ratio_to_first,spaces_worse_than_first\n";
    for (const SpaceStanding& space : lab.spaces) {
        for (const TunerStanding& tuner : space.tuners) {
            out += fmt::format("{},{},{},{},{},{}{},{:.4g},{:.4g},{}\n", quoted(space.label), space.points,
                               space.bestGflops > 0 ? fmt::format("{:.6g}", space.bestGflops) : "", space.budget, space.seeds,
                               quoted(tuner.tuner), csvMedians(tuner.trialsTo, space.budget), tuner.meanFailed,
                               tuner.trialsTo[1].median / space.tuners[0].trialsTo[1].median,
                               tuner.trialsTo[1].median > space.tuners[0].trialsTo[1].median ? 1 : 0);
        }
    }
    for (size_t i = 0; lab.spaces.size() > 1 && i < lab.overall.size(); ++i) {
        const OverallStanding& tuner = lab.overall[i];
        out += fmt::format("all spaces,,,,{},{}{},,{:.4g},{}\n", lab.replays, quoted(tuner.tuner), csvMedians(tuner.trialsTo, 0),
                           tuner.toFirst, tuner.worseThanFirst);
    }
    return out;
}

std::string labMarkdown(const LabResult& lab)
{
    std::string out;
    for (const SpaceStanding& space : lab.spaces) {
        out += phrase("### {}\n{}; {} (config|configs), {}, {} within 5 %; {} (seed|seeds), budget {}. Median trials to a "
                      "share of the best{}.\n\n",
                      space.label, space.shape, space.points, bestText(space), space.near[1], space.seeds, space.budget,
                      space.seeds > 1 ? kIntervalNote : "")
                   .message;
        out += "| tuner |" + shares(" to {} % |") + " reached 95 % | failed |\n|---|" + shares("--:|") + "--:|--:|\n";
        for (const TunerStanding& tuner : space.tuners) {
            out += fmt::format("| {} |{} {} of {} | {:.1f} % |\n", cell(tuner.tuner), cells(tuner.trialsTo, space.budget),
                               tuner.trialsTo[1].reached, space.seeds, 100 * tuner.meanFailed);
        }
        out += "\n";
    }
    if (lab.spaces.size() > 1) {
        out += fmt::format("### All {} spaces\nGeometric mean of the medians{}; the ratio of the trials to 95 % and the number "
                           "of worse spaces are relative to {}.\n\n",
                           lab.spaces.size(), lab.overall[0].trialsTo[0].hasInterval ? kIntervalNote : "",
                           cell(lab.overall[0].tuner));
        out += "| tuner |" + shares(" to {} % |") + " reached 95 % | ratio | spaces worse |\n|---|" + shares("--:|")
             + "--:|--:|--:|\n";
        for (const OverallStanding& tuner : lab.overall) {
            out += fmt::format("| {} |{} {} of {} | {:.2f} | {} |\n", cell(tuner.tuner), cells(tuner.trialsTo, 0),
                               tuner.trialsTo[1].reached, lab.replays, tuner.toFirst, tuner.worseThanFirst);
        }
    }
    return out;
}

} // namespace knobscope::cli
