// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsonmembers.h"
#include "core/base/sentence.h"

#include <cstdint>
#include <vector>

namespace knobscope {

class ConfigSpace;

/// How a tuner arrived at a proposal. Its names in JSON are in proposalreason.cpp.
enum class ProposalKind : uint8_t {
    Unknown,
    Random,
    InOrder,     ///< the next index
    Untuned,     ///< the config that the template computes for untuned layers
    Earlier,     ///< one of the best of a similar task
    Bound,       ///< the best analytical bound of some random configs
    Child,       ///< of two parents
    Neighbour,   ///< a step from a centre
    Predicted,   ///< a cost model's prediction is high
    Improvement, ///< the largest expected improvement
    Seed,        ///< given by the run's options
    Added,       ///< by the user, during the run
};

/// Why a config was proposed, and what the tuner expected of it. Members that the kind does not name are 0 or empty.
struct ProposalReason {
    ProposalKind kind = ProposalKind::Unknown;
    std::vector<int64_t> from; ///< Child: the parents; Neighbour: the centre; Predicted: the annealing walk to it, oldest first
    int64_t cut = 0; ///< Child: the first knob that comes from the second parent
    std::vector<int64_t> mutated; ///< Child: knobs with a random value
    int64_t round = 0; ///< Child: its generation; Predicted: its plan; both from 1
    int64_t place = 0; ///< Predicted: its place in the plan, from 1
    int64_t candidates = 0; ///< Bound, Improvement: number of configs that it was chosen from
    double expected = 0; ///< Improvement: ln(speed / best speed); Predicted: the model's score
    double deviation = 0; ///< Improvement: standard deviation of `expected`
    double gain = 0; ///< Improvement: expected improvement of ln(speed), times the chance
    double chance = 0; ///< Improvement: probability that the config works, 0 to 1
};

/// Writes only the members that are set.
nlohmann::json reasonToJson(const ProposalReason& reason);
/// Reads untrusted JSON: ill-typed members and knobs or parents beyond reason are left out.
ProposalReason reasonFromJson(const nlohmann::json& json);

/// The reason in one sentence: "Generation 3: a child of configs 12 and 40, with random values of tile_x".
Sentence reasonSentence(const ProposalReason& reason, const ConfigSpace& space);

/// What a tuner believes about configs, given its results. Values and deviations have one element per config.
struct Beliefs {
    std::vector<double> values; ///< ln(speed / best speed), or a score of which only the order counts
    std::vector<double> deviations; ///< standard deviations of the values; empty: unknown
    bool isScore = false;
    bool isEmpty() const { return values.empty(); }
};

} // namespace knobscope
