// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/profiledkernels.h"

#include "core/base/statistics.h"
#include "core/tuning/layoutcomparison.h"
#include "core/tuning/wholerun.h"
#include "core/worker/kernelmessage.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

namespace knobscope {

namespace {

constexpr int kMaxPlans = 50;
constexpr double kSecondsPerPlan = 0.6;

nlohmann::json configOf(const nlohmann::json& known)
{
    return {known.at("task"), known.at("args"), known.at("entity")};
}

/// Key of a task: template and arguments.
std::string taskOf(const nlohmann::json& config)
{
    return config.at(0).dump() + config.at(1).dump();
}

/// Seconds; times of shorter steps are unreliable.
constexpr double kMinStepSeconds = 10e-6;

std::string nameOf(const NetworkStep& step)
{
    return fmt::format("{}|{}|{}|{}", step.name, step.op, step.layout, step.config.dump());
}

} // namespace

nlohmann::json applyProfile(nlohmann::json known, std::span<const ProfiledKernel> seen)
{
    std::map<std::string, const ProfiledKernel*> missing;
    for (const ProfiledKernel& one : seen) {
        missing[one.config.dump()] = &one;
    }
    std::map<std::string, std::vector<double>> ratios; // by task
    std::set<std::string> layers;                      // by arguments
    std::vector<nlohmann::json*> others;
    for (nlohmann::json& one : known) {
        const nlohmann::json config = configOf(one);
        layers.insert(config.at(1).dump());
        const auto found = missing.find(config.dump());
        if (found == missing.end()) {
            others.push_back(&one);
            continue;
        }
        const double seconds = found->second->seconds;
        ratios[taskOf(config)].push_back(seconds / one.at("seconds").get<double>());
        one["seconds"] = seconds;
        missing.erase(found);
    }
    for (nlohmann::json* one : others) {
        if (const auto found = ratios.find(taskOf(configOf(*one))); found != ratios.end()) {
            (*one)["seconds"] = one->at("seconds").get<double>() * median(found->second);
        }
    }
    for (const auto& [key, one] : missing) {
        if (layers.contains(one->config.at(1).dump())) {
            known.push_back({{"task", one->config.at(0)},
                             {"args", one->config.at(1)},
                             {"entity", one->config.at(2)},
                             {"seconds", one->seconds}});
        }
    }
    return known;
}

InNetworkTimings::InNetworkTimings(const nlohmann::json& known, std::vector<ProfiledKernel> before)
    : m_before(std::move(before))
{
    for (const nlohmann::json& one : known) {
        m_known.emplace(configOf(one).dump(), one.at("seconds").get<double>());
        m_layers.insert(one.at("args").dump());
    }
}

double InNetworkTimings::paceOf(const NetworkReport& report, std::span<const double> stepSeconds) const
{
    std::vector<double> ratios;
    for (size_t i = 0; i < stepSeconds.size(); ++i) {
        const auto found = m_steps.find(nameOf(report.steps[i]));
        if (found != m_steps.end() && stepSeconds[i] > kMinStepSeconds) {
            ratios.push_back(stepSeconds[i] / median(found->second));
        }
    }
    return ratios.empty() ? 1 : median(ratios);
}

void InNetworkTimings::add(const NetworkReport& report, std::span<const double> stepSeconds)
{
    const double pace = paceOf(report, stepSeconds);
    std::map<std::string, std::pair<nlohmann::json, std::vector<double>>> here; // several layers may use the same kernel
    std::vector<double> slower;
    double known = 0; // seconds of known kernels; `tuned`: of all kernels of tuned layers
    double tuned = 0;
    for (size_t i = 0; i < stepSeconds.size(); ++i) {
        const NetworkStep& step = report.steps[i];
        const double seconds = stepSeconds[i] / pace;
        if (!(seconds > 0)) {
            continue;
        }
        m_steps[nameOf(step)].push_back(seconds);
        if (step.config.is_null()) {
            continue;
        }
        const std::string config = step.config.dump();
        auto& kernel = here[config];
        kernel.first = step.config;
        kernel.second.push_back(seconds);
        tuned += m_layers.contains(step.config.at(1).dump()) ? seconds : 0;
        if (const auto found = m_known.find(config); found != m_known.end() && found->second > 0) {
            slower.push_back(seconds / found->second);
            known += seconds;
        }
    }
    for (const auto& [config, kernel] : here) {
        m_kernels.try_emplace(config, Seen{kernel.first, {}}).first->second.seconds.push_back(mean(kernel.second));
    }
    // An untuned network may contain a few known kernels by chance, which do not represent all.
    if (m_slower == 0 && !slower.empty() && 2 * known >= tuned) {
        m_slower = median(slower);
    }
}

bool InNetworkTimings::haveAll(const NetworkReport& report) const
{
    return std::ranges::all_of(
        report.steps, [&](const NetworkStep& step) { return step.config.is_null() || m_kernels.contains(step.config.dump()); });
}

std::vector<ProfiledKernel> InNetworkTimings::kernels() const
{
    std::vector<ProfiledKernel> all;
    for (const ProfiledKernel& one : m_before) {
        if (m_slower == 0 || !m_kernels.contains(one.config.dump())) {
            all.push_back(one);
        }
    }
    for (const auto& [config, seen] : m_kernels) {
        if (m_slower > 0) {
            all.push_back({seen.config, median(seen.seconds) / m_slower});
        }
    }
    return all;
}

Result<std::vector<ProfiledKernel>> profileKernels(NetworkRunner& runner, NetworkOpening& unprofiled,
                                                   std::vector<ProfiledKernel> before, double seconds,
                                                   const std::atomic<bool>* stop, NetworkReference* reference)
{
    double began = steadySeconds();
    InNetworkTimings timings(unprofiled.known, std::move(before));
    for (int plan = 0; plan < kMaxPlans; ++plan) {
        NetworkOpening next = unprofiled;
        // Starts with the untuned network, which tuning must beat.
        next.known = plan == 0 ? nlohmann::json::array() : applyProfile(unprofiled.known, timings.kernels());
        const auto report = openTimingTransforms(runner, next, stop);
        unprofiled.transforms = std::move(next.transforms);
        if (!report) {
            return fail(report);
        }
        if (plan > 0 && (timings.haveAll(*report) || steadySeconds() - began > seconds)) {
            break;
        }
        if (reference) {
            const double before = steadySeconds();
            const bool isNew = reference->empty();
            const auto compared = TRY(runner.check(stop, reference));
            if (!compared.isCorrect()) {
                break;
            }
            began += isNew ? steadySeconds() - before : 0; // excludes the interpreter's time
        }
        const auto runs = TRY(runsWithin(runner, kSecondsPerPlan, stop));
        const auto steps = TRY(runner.profile(runs, stop));
        timings.add(*report, steps);
    }
    return timings.kernels();
}

nlohmann::json profileToJson(std::span<const ProfiledKernel> seen)
{
    nlohmann::json list = nlohmann::json::array();
    for (const ProfiledKernel& one : seen) {
        list.push_back({one.config.at(0), one.config.at(1), one.config.at(2), one.seconds});
    }
    return list;
}

std::vector<ProfiledKernel> profileFromJson(const nlohmann::json& json)
{
    std::vector<ProfiledKernel> seen;
    for (const auto& one : json.is_array() ? json : nlohmann::json::array()) {
        const bool isOne = one.is_array() && one.size() == 4 && one[0].is_string() && one[1].is_array() && one[3].is_number();
        if (isOne && one[3].get<double>() > 0 && std::isfinite(one[3].get<double>())) {
            seen.push_back({{one[0], one[1], one[2]}, one[3].get<double>()});
        }
    }
    return seen;
}

} // namespace knobscope
