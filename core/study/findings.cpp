// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/findings.h"

#include "core/base/numbertext.h"
#include "core/task/speedbound.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace knobscope {

namespace {

constexpr double kLeastGain = 1.05;
constexpr size_t kMostFindings = 5;

/// Where the cycles of a config's bound go.
struct Costs {
    BoundParts parts;
    double useful = 0; ///< cycles of the operator's own multiply-adds in full vectors
    int registers = 0;
    bool broadcastsFromMemory = false; ///< multiply-adds read one number into all lanes: AVX-512

    /// Cycles that the multiply-adds wait for `limit`, if that is what they wait for.
    double beyondArithmetic(double limit) const
    {
        const double most = std::max({parts.waiting, parts.loads, parts.stores});
        return limit == most ? parts.runs * std::max(0.0, limit - parts.arithmetic) : 0;
    }
    double arithmetic() const { return parts.runs * parts.arithmetic * std::min(1.0, parts.fill); }
    double latency() const { return parts.isInRegisters ? beyondArithmetic(parts.waiting) : 0; }
    double memorySums() const { return parts.isInRegisters ? 0 : beyondArithmetic(parts.waiting); }
    double loads() const { return beyondArithmetic(parts.loads); }
    double stores() const { return beyondArithmetic(parts.stores); }
    double lanes() const { return parts.runs * parts.arithmetic - arithmetic(); }
    double tails() const { return std::max(0.0, arithmetic() - useful); }
    double overhead() const { return parts.runs * parts.overhead; }
    double others() const { return parts.others; }
    double transfers() const { return parts.memory; }
    /// Registers for a tile of sums, of which `vectors` = rows * columns: the sums, the operands of the shorter side, and one of
    /// the longer side, unless multiply-adds read that from memory. 0: it is not such a product (each turn loads rows + columns).
    double neededRegisters() const
    {
        const double half = parts.steps > 0 ? parts.loads / parts.steps : 0;
        const double square = half * half - parts.vectors;
        return parts.isSum && square >= 0 ? parts.vectors + half - std::sqrt(square) + (broadcastsFromMemory ? 0 : 1) : 0;
    }
    /// One register too few costs as much as the multiply-adds among 16, and a sixth of that among AVX-512's 32, measured.
    double spills() const
    {
        const double missing = parts.isInRegisters ? neededRegisters() - registers : 0;
        const double costly = broadcastsFromMemory ? 6 : 1;
        return parts.runs * parts.arithmetic * std::clamp(missing / costly, 0.0, 1.0);
    }
    /// Multiply-adds of vectors in a turn of the innermost loop.
    double work() const { return parts.vectors * parts.steps; }
};

Sentence aboutLatency(const Costs& c, double)
{
    return phrase(
        "{:.0f} (accumulator|accumulators), and an FMA takes {:.0f} cycles while {:.0f} start per cycle: at least {:.0f} "
        "are needed.",
        c.parts.vectors, c.parts.latency, c.parts.units, c.parts.latency * c.parts.units);
}

Sentence aboutMemorySums(const Costs& c, double)
{
    return phrase("The sums are not in registers: each step loads and stores them, which takes {:.0f} cycles.", c.parts.latency);
}

Sentence aboutSpills(const Costs& c, double)
{
    return phrase("{:.0f} (accumulator|accumulators) and their operands need {:.0f} registers, and there are {}: some are stored "
                  "and loaded again.",
                  c.parts.vectors, c.neededRegisters(), c.registers);
}

Sentence aboutLoads(const Costs& c, double)
{
    return phrase(
        "{:.0f} (load|loads) for {:.0f} (multiply-add|multiply-adds) in the innermost loop: the loads take {:.1f} times "
        "as long.",
        2 * c.parts.loads, c.work(), c.parts.loads / std::max(1e-9, c.parts.arithmetic));
}

Sentence aboutStores(const Costs& c, double)
{
    return c.parts.isSum ? phrase("{:.0f} vectors of sums do not fit into {} registers: each step stores them, one per cycle.",
                                  c.parts.vectors, c.registers)
                         : phrase("{:.0f} vectors are stored in a turn of the innermost loop, one per cycle.", c.parts.vectors);
}

Sentence aboutLanes(const Costs& c, double)
{
    return phrase("{:.3g} % of the lanes of the vectors are used.", 100 * c.parts.fill);
}

Sentence aboutTails(const Costs& c, double)
{
    return phrase("The tiles do not divide the loops: {:.0f} % of the multiply-adds are computed for nothing.",
                  100 * c.tails() / std::max(1e-9, c.arithmetic()));
}

Sentence aboutOverhead(const Costs& c, double share)
{
    return phrase(
        "A turn of the innermost loop has {:.0f} (multiply-add|multiply-adds): counting and branching takes {:.0f} % of "
        "the time.",
        c.work(), share);
}

Sentence aboutOthers(const Costs&, double share)
{
    return phrase("Statements other than the busiest one (copies, padding, results) take {:.0f} % of the time.", share);
}

Sentence aboutTransfers(const Costs&, double share)
{
    return phrase("The data of a tile do not fit into the caches: transfers take {:.0f} % of the time.", share);
}

struct Rule {
    const char* id;
    double (Costs::*cycles)() const;
    /// What a cycle of the bound takes when measured. Fitted to 600 random configs of eleven tasks; only ratios matter
    /// (docs/results/2026-11-27-findings.md).
    double weight;
    Sentence (*about)(const Costs&, double share); ///< `share`: of the time, in percent
};

constexpr double kArithmeticWeight = 1.7; ///< of Costs::arithmetic(), tails included
constexpr std::array kRules{
    Rule{"latency", &Costs::latency, 0.9, aboutLatency},
    Rule{"spills", &Costs::spills, 1.45, aboutSpills},
    Rule{"sums_in_memory", &Costs::memorySums, 0.4, aboutMemorySums},
    Rule{"loads", &Costs::loads, 0.4, aboutLoads},
    Rule{"stores", &Costs::stores, 2.95, aboutStores},
    Rule{"lanes", &Costs::lanes, 1.5, aboutLanes},
    Rule{"tails", &Costs::tails, kArithmeticWeight, aboutTails},
    Rule{"loop_overhead", &Costs::overhead, 0.67, aboutOverhead},
    Rule{"other_statements", &Costs::others, 1.5, aboutOthers},
    Rule{"transfers", &Costs::transfers, 0.65, aboutTransfers},
};

double costOf(const Rule& rule, const Costs& c)
{
    return rule.weight * (c.*rule.cycles)();
}

/// Time of a call, in a unit of its own.
double estimate(const Costs& c)
{
    double sum = kArithmeticWeight * (c.arithmetic() - c.tails());
    for (const Rule& rule : kRules) {
        sum += costOf(rule, c);
    }
    return sum;
}

/// The rule whose cost a change lowers most.
const Rule& ruleOf(const Costs& before, const Costs& after)
{
    return *std::ranges::max_element(kRules, {}, [&](const Rule& rule) { return costOf(rule, before) - costOf(rule, after); });
}

Sentence turnsOf(const Costs& c)
{
    const BoundParts& p = c.parts;
    return phrase("{} turns, in which multiply-adds take {:.1f} cycles, waiting for sums {:.1f}, loads {:.1f}, stores {:.1f}",
                  groupedNumber(std::llround(p.runs)), p.arithmetic, p.waiting, p.loads, p.stores);
}

Sentence evidenceOf(double share, const Costs& before, const Costs& after)
{
    return phrase("About {:.0f} % of the time. The innermost loop: {}. With the change: {}.", share, turnsOf(before),
                  turnsOf(after));
}

std::vector<size_t> changedKnobs(const ConfigSpace& space, int64_t from, int64_t to)
{
    const auto a = space.digits(from);
    const auto b = space.digits(to);
    std::vector<size_t> knobs;
    for (size_t k = 0; k < a.size(); ++k) {
        if (a[k] != b[k]) {
            knobs.push_back(k);
        }
    }
    return knobs;
}

Sentence changeOf(const ConfigEntity& entity, const std::vector<size_t>& knobs, double gain, const MeasuredGain* measured)
{
    std::string values;
    for (const size_t k : knobs) {
        values +=
            fmt::format("{}`{}` = {}", values.empty() ? "" : ", ", entity.values[k].first, valueText(entity.values[k].second));
    }
    return measured ? phrase("{}: {:.2f} times, as measured in run {}.", values, gain, measured->run)
                    : phrase("{}: up to {:.1f} times.", values, gain);
}

Result<Costs> costsOf(const Task& task, const ConfigEntity& entity, const MachineProfile& machine, int threads)
{
    const auto parts = TRY(boundParts(task, entity, machine, threads));
    const double lanes = machine.vectorBits / 32.0;
    return Costs{parts, task.plainFlops / 2 / lanes / parts.units / threads, machine.vectorRegisters, machine.vectorBits >= 512};
}

} // namespace

Result<Bottleneck> bottleneckOf(const Task& task, const ConfigEntity& entity, const MachineProfile& machine, int threads)
{
    const Costs costs = TRY(costsOf(task, entity, machine, threads));
    const double time = std::max(1e-9, estimate(costs));
    const Rule& rule = *std::ranges::max_element(kRules, {}, [&](const Rule& one) { return costOf(one, costs); });
    const double share = costOf(rule, costs) / time;
    const double arithmetic = kArithmeticWeight * (costs.arithmetic() - costs.tails()) / time;
    if (arithmetic >= share) {
        return Bottleneck{"arithmetic", phrase("The operator's own arithmetic takes {:.0f} % of the time.", 100 * arithmetic),
                          arithmetic};
    }
    return Bottleneck{rule.id, rule.about(costs, 100 * share), share};
}

Result<std::vector<Finding>> findingsOf(const Task& task, int64_t index, const MachineProfile& machine, int threads,
                                        const std::map<int64_t, MeasuredGain>& measured)
{
    const auto entity = TRY(task.space.at(index));
    const Costs own = TRY(costsOf(task, entity, machine, threads));
    const double time = estimate(own);
    std::map<const char*, Finding> best;
    for (const int64_t neighbour : task.space.neighbours(index)) {
        const auto other = task.space.at(neighbour);
        const auto changed = other ? costsOf(task, *other, machine, threads) : fail(other);
        const double estimated = changed ? time / estimate(*changed) : 0; // an illegal config has no bound
        const auto known = measured.find(neighbour);
        const MeasuredGain* trials = known == measured.end() ? nullptr : &known->second;
        const double gain = trials ? trials->gain : estimated;
        if (estimated < kLeastGain || gain < kLeastGain) { // what it brought, but has no reason, is no finding either
            continue;
        }
        const Rule& rule = ruleOf(own, *changed);
        Finding& found = best[rule.id];
        if (gain > found.gain) {
            const auto knobs = changedKnobs(task.space, index, neighbour);
            const double share = 100 * costOf(rule, own) / time;
            found = {rule.id,
                     rule.about(own, share),
                     changeOf(*task.space.at(neighbour), knobs, gain, trials),
                     evidenceOf(share, own, *changed),
                     neighbour,
                     knobs,
                     gain};
        }
    }
    std::vector<Finding> findings;
    for (auto& [id, finding] : best) {
        findings.push_back(std::move(finding));
    }
    std::ranges::sort(findings, std::greater<>(), &Finding::gain);
    findings.resize(std::min(findings.size(), kMostFindings));
    return findings;
}

nlohmann::json findingToJson(const Task& task, const Finding& finding)
{
    nlohmann::json knobs = nlohmann::json::object();
    const auto entity = task.space.at(finding.index);
    for (const size_t k : finding.knobs) {
        knobs[entity->values[k].first] = valueToJson(entity->values[k].second);
    }
    return {{"id", finding.id},
            {"text", finding.text.message + " " + finding.change.message},
            {"evidence", finding.evidence.message},
            {"change", {{"index", finding.index}, {"knobs", knobs}}},
            {"gain", finding.gain}};
}

} // namespace knobscope
