// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/worker/networkrunner.h"

#include <atomic>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace knobscope {

/// A kernel timed inside a network, with the caches and other cores in the state that the previous layers left.
struct ProfiledKernel {
    nlohmann::json config; ///< NetworkStep::config
    double seconds = 0;    ///< per call, on the scale of the known configs: at full pace
};

/// Replaces the seconds of configs (NetworkOpening::known) by their times in the network, if profiled. Scales the others like the
/// profiled ones of their task: if the reference of a task's configs was timed wrongly, all of them are off by the same factor.
/// If a layer has known configs, also adds its profiled configs that are missing among them.
nlohmann::json applyProfile(nlohmann::json known, std::span<const ProfiledKernel> seen);

/// Kernel times from successive profiles of a network.
class InNetworkTimings
{
public:
    /// `known`: configs as timed by tuning; `before`: kernels from earlier profiles, which new ones replace.
    InNetworkTimings(const nlohmann::json& known, std::vector<ProfiledKernel> before);

    /// Adds a profile: seconds of each step of the report. If the machine was slower than in the previous profiles, corrects that
    /// by the steps that are the same.
    void add(const NetworkReport& report, std::span<const double> stepSeconds);
    /// Returns true if all kernels of the report are profiled.
    bool haveAll(const NetworkReport& report) const;
    /// All profiled kernels, on the scale of the known configs: set by the first profile in which known kernels take at least
    /// half of the time of the tuned layers, so that most of those keep their times. Until then, only the kernels of `before`.
    std::vector<ProfiledKernel> kernels() const;

private:
    struct Seen {
        nlohmann::json config;
        std::vector<double> seconds; ///< at the pace of the first profile
    };
    double paceOf(const NetworkReport& report, std::span<const double> stepSeconds) const;

    std::map<std::string, double> m_known; ///< by config
    std::set<std::string> m_layers; ///< arguments of layers with known configs
    std::vector<ProfiledKernel> m_before;
    std::map<std::string, std::vector<double>> m_steps; ///< by step identity, at the pace of the first profile
    std::map<std::string, Seen> m_kernels; ///< by config
    double m_slower = 0; ///< ratio to the known seconds; 0: not set yet
};

/// Profiles the network untuned, and then with the kernels that the profiles so far suggest, until all kernels of the choice are
/// profiled or `seconds` have passed. Leaves the last choice open. `unprofiled`: opening with the configs as timed by tuning, one
/// layer at a time; receives the transforms timed on the way. Also returns the kernels of `before`, from earlier profiles, unless
/// replaced. With a `reference` (null: no comparison), first compares the output of each choice with it, and computes it if it is
/// empty: the times of a choice with a wrong output are dropped, and end the profiles.
Result<std::vector<ProfiledKernel>> profileKernels(NetworkRunner& runner, NetworkOpening& unprofiled,
                                                   std::vector<ProfiledKernel> before, double seconds,
                                                   const std::atomic<bool>* stop = nullptr,
                                                   NetworkReference* reference = nullptr);

/// [[template, arguments, entity, seconds]]
nlohmann::json profileToJson(std::span<const ProfiledKernel> seen);
/// Skips malformed entries.
std::vector<ProfiledKernel> profileFromJson(const nlohmann::json& json);

} // namespace knobscope
