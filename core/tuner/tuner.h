// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/tunercontext.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace knobscope {

/// A config that was measured. FLOP/s, 0 when it failed.
struct Trial {
    int64_t index = 0;
    double flops = 0;
    double noise = 0; ///< standard error of flops as a share of it, from repeated costs; 0: not known
};

/// What a tuner makes of the records of earlier tasks.
struct EarlierUse {
    int64_t records = 0; ///< that it goes by
    int64_t tasks = 0;   ///< that they are of
    std::vector<int64_t> starts; ///< the fastest of them as this space has them, which it tries before most of its own
};

/// Proposes points of a space. Deterministic: the same seed and the same results in the same order give the same proposals.
class Tuner
{
public:
    virtual ~Tuner() = default;
    /// A valid point to try next; none while it waits for results (hasNext() stays true), or has nothing more.
    virtual std::optional<int64_t> next() = 0;
    /// Up to `count` of them.
    std::vector<int64_t> propose(int count);
    /// Results, in the order in which the points were proposed.
    virtual void update(std::span<const Trial> trials) = 0;
    /// A config that it did not propose was measured: a seed, or one that a person added. To learn from, and not to propose
    /// again.
    virtual void observe(const Trial&) {}
    /// False when it has nothing more to propose, whatever the results.
    virtual bool hasNext() const = 0;
    /// As it was made; nothing for one that does not learn from other tasks.
    virtual EarlierUse earlierUse() const { return {}; }
};

/// One parameter of a tuner, for people and for checking: a number, or one of some words.
struct TunerParameter {
    std::string name;
    double defaultValue = 0;
    double low = 0;
    double high = 0;
    bool isInteger = true;
    std::string sentence;
    std::vector<std::string> choices; ///< where not empty, the value is one of these words, and numbers are places among them
};
/// A parameter that is one of `choices`; the first of them is the default.
TunerParameter choiceParameter(std::string name, std::vector<std::string> choices, std::string sentence);
/// A value of a parameter as JSON and people write it: the number, or the word.
nlohmann::json parameterValue(const TunerParameter& parameter, double value);
struct TunerDescription {
    std::string name;
    std::string sentence;
    std::vector<TunerParameter> parameters;
};
/// All tuners, in the order of the registry.
std::vector<TunerDescription> tuners();

/// Makes a tuner by name. Refuses an unknown name, an unknown parameter, a value out of range or a word that is no choice.
Result<std::unique_ptr<Tuner>> makeTuner(std::string_view name, const TunerContext& context);
/// The same where nothing but the space is known. `space` must outlive it.
Result<std::unique_ptr<Tuner>> makeTuner(std::string_view name, const ConfigSpace& space, uint64_t seed,
                                         const nlohmann::json& parameters = nlohmann::json::object());

} // namespace knobscope
