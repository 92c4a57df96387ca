// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/proposalreason.h"

#include "core/space/configspace.h"

#include <cmath>

namespace knobscope {

NLOHMANN_JSON_SERIALIZE_ENUM(ProposalKind, {{ProposalKind::Unknown, ""},
                                            {ProposalKind::Random, "random"},
                                            {ProposalKind::InOrder, "in order"},
                                            {ProposalKind::Untuned, "untuned"},
                                            {ProposalKind::Earlier, "earlier"},
                                            {ProposalKind::Bound, "bound"},
                                            {ProposalKind::Child, "child"},
                                            {ProposalKind::Neighbour, "neighbour"},
                                            {ProposalKind::Predicted, "predicted"},
                                            {ProposalKind::Improvement, "improvement"},
                                            {ProposalKind::Seed, "seed"},
                                            {ProposalKind::Added, "added"}})

void visitMembers(MaybeConst<ProposalReason> auto& reason, const auto& visit)
{
    visit("kind", reason.kind);
    visit("from", reason.from);
    visit("cut", reason.cut);
    visit("mutated", reason.mutated);
    visit("round", reason.round);
    visit("place", reason.place);
    visit("candidates", reason.candidates);
    visit("expected", reason.expected);
    visit("deviation", reason.deviation);
    visit("gain", reason.gain);
    visit("chance", reason.chance);
}

namespace {

constexpr size_t kMaxListed = 1000; // of a stranger's project

bool isUnset(const nlohmann::json& value)
{
    return (value.is_number() && value.get<double>() == 0) || (value.is_array() && value.empty());
}

/// Names of knobs as one text; leaves out numbers that are no knobs.
std::string namesOf(const std::vector<int64_t>& knobs, const ConfigSpace& space)
{
    std::string names;
    for (const int64_t knob : knobs) {
        if (knob >= 0 && knob < std::ssize(space.knobs())) {
            names += (names.empty() ? "" : ", ") + space.knobs()[static_cast<size_t>(knob)].name();
        }
    }
    return names;
}

Sentence childSentence(const ProposalReason& reason, const ConfigSpace& space)
{
    if (reason.from.size() != 2) {
        return phrase("A child of two configs");
    }
    const std::string random = namesOf(reason.mutated, space);
    return random.empty() ? phrase("Generation {}: a child of configs {} and {}", reason.round, reason.from[0], reason.from[1])
                          : phrase("Generation {}: a child of configs {} and {}, with random values of {}", reason.round,
                                   reason.from[0], reason.from[1], random);
}

Sentence improvementSentence(const ProposalReason& reason)
{
    const double expected = 100 * std::exp(reason.expected);
    const double factor = std::exp(reason.deviation);
    return reason.chance < 0.995
             ? phrase("The largest expected improvement of {} configs: {:.3g} % of the best speed expected, within a factor of "
                      "{:.3g}, and a chance of {:.0f} % that it works",
                      reason.candidates, expected, factor, 100 * reason.chance)
             : phrase("The largest expected improvement of {} configs: {:.3g} % of the best speed expected, within a factor of "
                      "{:.3g}",
                      reason.candidates, expected, factor);
}

Sentence predictedSentence(const ProposalReason& reason)
{
    return reason.from.empty()
             ? phrase("Number {} of the cost model's plan {}", reason.place, reason.round)
             : phrase("Number {} of the cost model's plan {}, reached by simulated annealing in {} (step|steps)", reason.place,
                      reason.round, reason.from.size());
}

} // namespace

nlohmann::json reasonToJson(const ProposalReason& reason)
{
    nlohmann::json all = reason;
    nlohmann::json set = nlohmann::json::object();
    for (auto& [key, value] : all.items()) {
        if (!isUnset(value)) {
            set[key] = std::move(value);
        }
    }
    return set;
}

ProposalReason reasonFromJson(const nlohmann::json& json)
{
    auto reason = fromJson<ProposalReason>(json);
    for (auto* list : {&reason.from, &reason.mutated}) {
        if (list->size() > kMaxListed) {
            list->clear();
        }
    }
    return reason;
}

Sentence reasonSentence(const ProposalReason& reason, const ConfigSpace& space)
{
    switch (reason.kind) {
    case ProposalKind::Random: return phrase("Drawn at random");
    case ProposalKind::InOrder: return phrase("The next config in order");
    case ProposalKind::Untuned: return phrase("The config that untuned layers use");
    case ProposalKind::Earlier: return phrase("One of the best configs of a similar task");
    case ProposalKind::Bound:
        return phrase("Of {} configs drawn at random, the one that the analytical bound allows to be the fastest",
                      reason.candidates);
    case ProposalKind::Child: return childSentence(reason, space);
    case ProposalKind::Neighbour:
        return reason.from.empty() ? phrase("A step from an earlier config") : phrase("A step from config {}", reason.from[0]);
    case ProposalKind::Predicted: return predictedSentence(reason);
    case ProposalKind::Improvement: return improvementSentence(reason);
    case ProposalKind::Seed: return phrase("Given when the run was started");
    case ProposalKind::Added: return phrase("Added during the run");
    case ProposalKind::Unknown: break;
    }
    return phrase("No reason is recorded");
}

} // namespace knobscope
