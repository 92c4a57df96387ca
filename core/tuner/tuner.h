// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/proposalreason.h"
#include "core/tuner/tunercontext.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace knobscope {

/// Result of a config in FLOP/s; 0 if it failed.
struct Trial {
    int64_t index = 0;
    double flops = 0;
    double noise = 0; ///< relative standard error of flops, from repeated costs; 0: unknown
};

/// Proposes points of a space. Deterministic: the same seed and the same results in the same order give the same proposals.
class Tuner
{
public:
    virtual ~Tuner() = default;
    /// Returns a valid point to try next; nullopt while it waits for results (hasNext() stays true) or has no more.
    virtual std::optional<int64_t> next() = 0;
    /// Why the point that next() returned last was proposed.
    virtual ProposalReason reason() const { return {}; }
    /// Returns up to `count` points.
    std::vector<int64_t> propose(int count);
    /// Receives results, in the order in which the points were proposed.
    virtual void update(std::span<const Trial> trials) = 0;
    /// Receives the result of a config that it did not propose: a seed or one that the user added. Learns from it and does not
    /// propose it.
    virtual void observe(const Trial&) {}
    /// Returns false if it will propose nothing more, whatever the results.
    virtual bool hasNext() const = 0;
    /// What it believes about valid configs, given the results so far; empty without a model. For analysis: fits the model if
    /// necessary (up to seconds), after which it may propose other configs than it would have.
    virtual Beliefs beliefs(std::span<const int64_t>) { return {}; }
    /// Number of records of earlier tasks that it uses, fixed at creation; 0 for a tuner that does not learn from other tasks.
    virtual int64_t earlierRecords() const { return 0; }
};

/// A parameter of a tuner, for display and validation: a number, or one of several choices.
struct TunerParameter {
    std::string name;
    double defaultValue = 0;
    double low = 0;
    double high = 0;
    bool isInteger = true;
    std::string sentence;
    std::vector<std::string> choices; ///< if not empty, the value is one of these, and numbers are indices into them
};
/// Makes a parameter with choices; the first one is the default.
TunerParameter choiceParameter(std::string name, std::vector<std::string> choices, std::string sentence);
/// A parameter's value in JSON and user input: the number, or the choice.
nlohmann::json parameterValue(const TunerParameter& parameter, double value);
struct TunerDescription {
    std::string name;
    std::string sentence;
    std::vector<TunerParameter> parameters;
};
/// All tuners in the order of the registry.
std::vector<TunerDescription> tuners();

/// Makes a tuner by name. Returns an error for an unknown name or parameter, a value out of range, or an unknown choice.
Result<std::unique_ptr<Tuner>> makeTuner(std::string_view name, const TunerContext& context);
/// Makes a tuner that knows only the space. `space` must outlive it.
Result<std::unique_ptr<Tuner>> makeTuner(std::string_view name, const ConfigSpace& space, uint64_t seed,
                                         const nlohmann::json& parameters = nlohmann::json::object());

} // namespace knobscope
