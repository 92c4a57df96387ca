// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/searchhistory.h"

#include "core/store/proposalreasons.h"
#include "core/task/speedunit.h"
#include "core/tuning/trialfigures.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

void addBest(SearchHistory& history, size_t trial)
{
    const auto speed = [&](size_t i) { return history.trials.trials[i].point.gflops; };
    const bool isBest = trial == 0 || speed(trial) > speed(history.best.back()) || speed(history.best.back()) <= 0;
    history.best.push_back(isBest ? static_cast<uint32_t>(trial) : history.best.back());
}

/// Whether the trials of an earlier result are the first ones of this one.
bool isContinued(const SearchHistory& known, const SearchHistory& history)
{
    const size_t size = known.size();
    return known.trials.task == history.trials.task && size <= history.size()
        && (size == 0 || known.trials.trials[size - 1].point.number == history.trials.trials[size - 1].point.number);
}

/// The parents, the centre, or the last point of a walk.
std::vector<int64_t> sourcesOf(const ProposalReason& reason)
{
    const auto& from = reason.from;
    return reason.kind == ProposalKind::Child                      ? (from.size() == 2 ? from : std::vector<int64_t>())
         : reason.kind == ProposalKind::Neighbour                  ? (from.size() == 1 ? from : std::vector<int64_t>())
         : reason.kind == ProposalKind::Predicted && !from.empty() ? std::vector{from.back()}
                                                                   : std::vector<int64_t>();
}

/// Words for a config that a proposal was made from: "trial 12 (97.1 GFLOPS)".
Sentence sourceText(const SearchHistory& history, int64_t config, size_t before)
{
    const auto trial = history.trialOf(config, before);
    if (!trial) {
        return phrase("config {}", config);
    }
    const int64_t number = history.trials.trials[*trial].point.number;
    const double gflops = history.measured[*trial];
    return gflops > 0 ? phrase("trial {} ({:.4g} {})", number, gflops, unitText(speedUnitOf(*history.trials.task)))
                      : phrase("trial {} (failed)", number);
}

/// Difference from the expectation in standard deviations of ln(speed); empty without an expectation or a result.
Sentence surprise(const SearchHistory& history, size_t trial)
{
    const ProposalReason& reason = history.reason(trial);
    const double before = history.fastestBefore(trial);
    const double speed = history.measured[trial];
    if (reason.kind != ProposalKind::Improvement || reason.deviation <= 0 || before <= 0 || speed <= 0) {
        return {};
    }
    const double off = (std::log(speed / before) - reason.expected) / reason.deviation;
    return off >= 0 ? phrase("That is {:.1f} deviations more than expected.", off)
                    : phrase("That is {:.1f} deviations less than expected.", -off);
}

} // namespace

std::optional<size_t> SearchHistory::trialOf(int64_t index, size_t before) const
{
    for (size_t i = std::min(before, size()); i > 0; --i) {
        if (trials.trials[i - 1].point.index == index) {
            return i - 1;
        }
    }
    return std::nullopt;
}

const ProposalReason& SearchHistory::reason(size_t trial) const
{
    static const ProposalReason unknown;
    const auto found = std::ranges::lower_bound(reasons, trial, {}, &std::pair<size_t, ProposalReason>::first);
    return found != reasons.end() && found->first == trial ? found->second : unknown;
}

double SearchHistory::bestBefore(size_t trial) const
{
    return trial == 0 ? 0 : trials.trials[best[trial - 1]].point.gflops;
}

double SearchHistory::fastestBefore(size_t trial) const
{
    const auto end = measured.begin() + static_cast<std::ptrdiff_t>(std::min(trial, size()));
    return trial == 0 ? 0 : *std::max_element(measured.begin(), end);
}

Result<SearchHistory> searchHistory(Project& project, int64_t run, const SearchHistory* known, RunTrials* shared)
{
    const auto row = TRY(project.run(run));
    SearchHistory history;
    history.trials = TRY(trialSetOf(project, run, false, known ? &known->trials : nullptr, shared));
    history.tuner = row.tuner;
    history.parameters = row.parameters;
    history.seed = row.seed;
    if (known && isContinued(*known, history)) {
        history.measured = known->measured;
        history.reasons = known->reasons;
        history.best = known->best;
    }
    const size_t read = history.best.size();
    const int64_t after = read > 0 ? history.trials.trials[read - 1].point.number : 0;
    const auto reasons = TRY(proposalReasons(project, run, after));
    const auto ties = TRY(measuredShares(project, run, after));
    history.measured.reserve(history.size());
    history.best.reserve(history.size());
    for (size_t i = read; i < history.size(); ++i) {
        const TrialPoint point = history.trials.trials[i].point;
        const auto tie = ties.find(point.number);
        history.measured.push_back(tie == ties.end() ? point.gflops : point.gflops / tie->second);
        if (const auto found = reasons.find(point.number); found != reasons.end()) {
            history.reasons.emplace_back(i, reasonFromJson(found->second));
        }
        addBest(history, i);
    }
    return history;
}

std::vector<KnobOrigin> knobOrigins(const SearchHistory& history, size_t trial)
{
    const ConfigSpace& space = history.trials.task->space;
    const ProposalReason& reason = history.reason(trial);
    const std::vector<int64_t> sources = sourcesOf(reason);
    std::vector<KnobOrigin> origins(space.knobs().size(), KnobOrigin::Unknown);
    if (sources.empty() || !std::ranges::all_of(sources, [&](int64_t config) { return space.isValid(config); })) {
        return origins;
    }
    const auto first = space.digits(sources.front());
    const auto second = space.digits(sources.back());
    for (size_t knob = 0; knob < origins.size(); ++knob) {
        const int64_t digit = history.trials.digit(trial, knob);
        if (reason.kind != ProposalKind::Child) {
            origins[knob] = digit == first[knob] ? KnobOrigin::Same : KnobOrigin::Changed;
        } else if (std::ranges::find(reason.mutated, static_cast<int64_t>(knob)) != reason.mutated.end()) {
            origins[knob] = KnobOrigin::Mutated;
        } else if (first[knob] == second[knob]) {
            origins[knob] = KnobOrigin::Both;
        } else {
            origins[knob] = static_cast<int64_t>(knob) < reason.cut ? KnobOrigin::First : KnobOrigin::Second;
        }
    }
    return origins;
}

Sentence originText(KnobOrigin origin)
{
    switch (origin) {
    case KnobOrigin::First: return phrase("first parent");
    case KnobOrigin::Second: return phrase("second parent");
    case KnobOrigin::Both: return phrase("both parents");
    case KnobOrigin::Mutated: return phrase("at random");
    case KnobOrigin::Same: return phrase("unchanged");
    case KnobOrigin::Changed: return phrase("changed");
    case KnobOrigin::Unknown: break;
    }
    return {};
}

Sentence whyProposed(const SearchHistory& history, size_t trial)
{
    const ProposalReason& reason = history.reason(trial);
    const std::vector<int64_t> sources = sourcesOf(reason);
    if (reason.kind == ProposalKind::Child && !sources.empty()) {
        return phrase("Generation {}: a child of {} and {}.", reason.round, sourceText(history, sources[0], trial),
                      sourceText(history, sources[1], trial));
    }
    if (reason.kind == ProposalKind::Neighbour && !sources.empty()) {
        return phrase("A step from {}.", sourceText(history, sources[0], trial));
    }
    return phrase("{}.", reasonSentence(reason, history.trials.task->space));
}

Sentence whatCameOfIt(const SearchHistory& history, size_t trial)
{
    const double counted = history.trials.trials[trial].point.gflops;
    const double gflops = history.measured[trial];
    const double before = history.bestBefore(trial);
    if (counted <= 0) {
        return phrase("It failed.");
    }
    if (before <= 0) {
        return phrase("The first that works.");
    }
    const int64_t leader = history.trials.trials[history.best[trial - 1]].point.number;
    const Sentence result = counted > before
                              ? phrase("The best so far: {:.1f} % faster than trial {}.", 100 * (counted / before - 1), leader)
                          : gflops >= before ? phrase("It cannot be told from the best, trial {}.", leader)
                                             : phrase("{:.1f} % of the best, trial {}.", 100 * gflops / before, leader);
    const Sentence off = surprise(history, trial);
    return off.empty() ? result : phrase("{} {}", result, off);
}

} // namespace knobscope
