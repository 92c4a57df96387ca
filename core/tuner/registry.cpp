// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/all.h"
#include "core/tuner/cost_model/costmodel.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace knobscope {

namespace {

bool hasCostModel()
{
    return !xgboostVersion().empty();
}

/// The default tuner: the one that needed the fewest trials on the recorded spaces (docs/decisions/0010-default-tuner.md).
TunerEntry defaultTuner()
{
    TunerEntry chosen = bayesTuner();
    chosen.description.name = "default";
    chosen.description.sentence = "The tuner with the fewest trials on this program's recorded spaces: bayes, which fits a "
                                  "surface to the speeds measured so far and tries where it is most promising.";
    return chosen;
}

/// All tuners, including those that this build cannot make.
std::vector<TunerEntry> registry()
{
#define MAKE(function) function(),
    return {defaultTuner(), KNOBSCOPE_TUNERS(MAKE)};
#undef MAKE
}

bool isHere(const TunerEntry& entry)
{
    return hasCostModel() || !entry.needsCostModel;
}

std::string namesOf(const std::vector<TunerEntry>& entries)
{
    std::string names;
    for (const TunerEntry& entry : entries) {
        names += isHere(entry) ? (names.empty() ? "" : ", ") + entry.description.name : "";
    }
    return names;
}

Result<std::map<std::string, double>> readValues(const TunerDescription& tuner, const nlohmann::json& given)
{
    std::map<std::string, double> values;
    for (const TunerParameter& p : tuner.parameters) {
        values[p.name] = p.defaultValue;
    }
    for (const auto& [name, value] : given.items()) {
        const auto p =
            std::find_if(tuner.parameters.begin(), tuner.parameters.end(), [&](const auto& q) { return q.name == name; });
        if (p == tuner.parameters.end()) {
            return fail(ErrorCode::InvalidArgument, "Tuner {} has no parameter '{}'", tuner.name, name);
        }
        if (!p->choices.empty()) {
            const auto choice =
                std::find(p->choices.begin(), p->choices.end(), value.is_string() ? value.get<std::string>() : "");
            if (choice == p->choices.end()) {
                return fail(ErrorCode::InvalidArgument, "Parameter {} of tuner {} must be one of {}, not {}", name, tuner.name,
                            fmt::join(p->choices, ", "), value.dump());
            }
            values[name] = static_cast<double>(choice - p->choices.begin());
            continue;
        }
        if (!value.is_number() || value.get<double>() < p->low || value.get<double>() > p->high
            || (p->isInteger && std::floor(value.get<double>()) != value.get<double>())) {
            return fail(ErrorCode::InvalidArgument, "Parameter {} of tuner {} must be {} from {:g} to {:g}, not {}", name,
                        tuner.name, p->isInteger ? phrase("an integer") : phrase("a number"), p->low, p->high, value.dump());
        }
        values[name] = value.get<double>();
    }
    return values;
}

} // namespace

std::vector<int64_t> Tuner::propose(int count)
{
    std::vector<int64_t> out;
    while (std::ssize(out) < count) {
        const auto index = next();
        if (!index) {
            break;
        }
        out.push_back(*index);
    }
    return out;
}

std::vector<TunerDescription> tuners()
{
    std::vector<TunerDescription> all;
    for (const TunerEntry& entry : registry()) {
        if (isHere(entry)) {
            all.push_back(entry.description);
        }
    }
    return all;
}

TunerParameter choiceParameter(std::string name, std::vector<std::string> choices, std::string sentence)
{
    const auto last = static_cast<double>(choices.size()) - 1;
    return {std::move(name), 0, 0, last, true, std::move(sentence), std::move(choices)};
}

nlohmann::json parameterValue(const TunerParameter& parameter, double value)
{
    if (!parameter.choices.empty()) {
        return parameter.choices.at(static_cast<size_t>(value));
    }
    return parameter.isInteger ? nlohmann::json(static_cast<int64_t>(value)) : nlohmann::json(value);
}

Result<std::unique_ptr<Tuner>> makeTuner(std::string_view name, const ConfigSpace& space, uint64_t seed,
                                         const nlohmann::json& parameters)
{
    return makeTuner(name, {.space = &space, .seed = seed, .parameters = parameters});
}

Result<std::unique_ptr<Tuner>> makeTuner(std::string_view name, const TunerContext& context)
{
    const std::vector<TunerEntry> entries = registry();
    for (const TunerEntry& entry : entries) {
        if (entry.description.name != name) {
            continue;
        }
        if (!isHere(entry)) {
            return fail(makeXgboostModel({}));
        }
        const auto values =
            TRY(readValues(entry.description, context.parameters.is_object() ? context.parameters : nlohmann::json::object()));
        return entry.make(context, [&](const char* parameter) { return values.at(parameter); });
    }
    if (name == "bandit") {
        return fail(ErrorCode::NotFound, "The tuner 'bandit' was removed; use bayes, which needs fewer trials alone");
    }
    return fail(ErrorCode::NotFound, "There is no tuner '{}'; available tuners: {}", name, namesOf(entries));
}

} // namespace knobscope
