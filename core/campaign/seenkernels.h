// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/networkrunner.h"

#include <atomic>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace knobscope {

/// A kernel as a network runs it, where the layers before left the caches and the other cores as they are.
struct SeenKernel {
    nlohmann::json config; ///< NetworkStep::config
    double seconds = 0;    ///< a call, on the scale of the configs that are known: at full pace
};

/// Configs (NetworkOpening::known) with what they take in the network, where they were seen there. Others change as those of
/// their task did that were seen: where what a task's configs are relative to was timed wrongly, it was so for all of them. Seen
/// configs that are not known are added to layers of which some are.
nlohmann::json withSeen(nlohmann::json known, std::span<const SeenKernel> seen);

/// What profiles of a network, taken one after another, say of its kernels.
class NetworkSightings
{
public:
    /// `known`: configs as tuning timed them; `before`: kernels that were seen another time, which what is seen now replaces.
    NetworkSightings(const nlohmann::json& known, std::vector<SeenKernel> before);

    /// Seconds of each step of the report. The machine may have been slower than at the profiles before: steps that are the same
    /// tell.
    void add(const NetworkReport& report, std::span<const double> stepSeconds);
    /// Whether all kernels of the report were seen by now.
    bool haveAll(const NetworkReport& report) const;
    /// All that were seen, on the scale of what is known: that of the first profile in which the layers that were tuned mostly
    /// have kernels that are known; most of those stay as they are. While there is none, those of before alone.
    std::vector<SeenKernel> kernels() const;

private:
    struct Seen {
        nlohmann::json config;
        std::vector<double> seconds; ///< at the pace of the first profile
    };
    double paceOf(const NetworkReport& report, std::span<const double> stepSeconds) const;

    std::map<std::string, double> m_known; ///< by config
    std::set<std::string> m_layers; ///< of which some are: arguments
    std::vector<SeenKernel> m_before;
    std::map<std::string, std::vector<double>> m_steps; ///< by what tells them apart, at the pace of the first profile
    std::map<std::string, Seen> m_kernels; ///< by config
    double m_slower = 0; ///< than known; 0: none was
};

/// Profiles the network untuned, and then as it would be chosen by what was seen so far, until all kernels of the choice have
/// been seen, or so many seconds are over. What is chosen is left open. `alone`: with configs as they are known from tuning
/// alone, one layer at a time; it gets the transforms that are timed on the way. Returns those in `before`, too, which profiles
/// of another time saw; what is seen now replaces them. With a `reference` (null: not compared) the answer of each choice is
/// compared with it first, and computed into it where it is not known: times of a choice that computes wrong numbers count for
/// nothing, and the profiles end with it.
Result<std::vector<SeenKernel>> seeKernels(NetworkRunner& runner, NetworkOpening& alone, std::vector<SeenKernel> before,
                                           double seconds, const std::atomic<bool>* stop = nullptr,
                                           NetworkReference* reference = nullptr);

/// [[template, arguments, entity, seconds]]
nlohmann::json seenToJson(std::span<const SeenKernel> seen);
/// What is none is left out.
std::vector<SeenKernel> seenFromJson(const nlohmann::json& json);

} // namespace knobscope
