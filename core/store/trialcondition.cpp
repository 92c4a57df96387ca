// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/trialcondition.h"

#include "core/base/member.h"
#include "core/base/readjson.h"

#include <algorithm>
#include <array>

namespace knobscope {

std::optional<int64_t> digitOf(const Knob& knob, const nlohmann::json& value)
{
    constexpr const char* kinds[] = {"sp", "re", "an", "ot"};
    const auto entity =
        entityFromJson(nlohmann::json::array({nlohmann::json::array({knob.name(), kinds[knob.definition().index()], value})}));
    return entity ? knob.indexOf(entity->values.front().second) : std::nullopt;
}

int64_t strideOf(const ConfigSpace& space, std::string_view knob)
{
    int64_t stride = 1;
    for (const Knob& k : space.knobs()) {
        if (k.name() == knob) {
            break;
        }
        stride *= k.size();
    }
    return stride;
}

bool includesRun(std::span<const TrialFilter> filters, int64_t run)
{
    const auto isRun = [](const TrialFilter& filter) { return filter.kind == TrialFilter::Kind::Run; };
    return std::none_of(filters.begin(), filters.end(), isRun)
        || std::any_of(filters.begin(), filters.end(),
                       [&](const TrialFilter& filter) { return isRun(filter) && filter.run == run; });
}

TrialCondition::TrialCondition(std::span<const TrialFilter> filters, int64_t run, const Task* task)
{
    m_none = !includesRun(filters, run);
    for (const TrialFilter& filter : filters) {
        add(filter, run, task);
    }
}

void TrialCondition::add(const TrialFilter& filter, int64_t run, const Task* task)
{
    switch (filter.kind) {
    case TrialFilter::Kind::Run: break;
    case TrialFilter::Kind::Failed:
    case TrialFilter::Kind::Succeeded: {
        const bool failed = filter.kind == TrialFilter::Kind::Failed;
        m_none = m_none || m_failed == !failed;
        m_failed = failed;
        break;
    }
    case TrialFilter::Kind::Time:
        m_from = std::max(m_from, filter.from);
        m_to = std::min(m_to, filter.to);
        break;
    case TrialFilter::Kind::Tag: {
        const auto tagged = valueOr(filter.value, std::vector<std::array<int64_t, 2>>());
        std::vector<int64_t> trials;
        for (const auto& [ofRun, trial] : tagged) {
            if (ofRun == run) {
                trials.push_back(trial);
            }
        }
        m_none = m_none || trials.empty();
        std::ranges::sort(trials);
        if (!trials.empty() && trials.front() != 0) { // 0: the whole run
            m_tagged.push_back(std::move(trials));
        }
        break;
    }
    case TrialFilter::Kind::Knob: {
        const Knob* knob = task ? task->space.find(filter.knob) : nullptr;
        const auto digit = knob ? digitOf(*knob, filter.value) : std::nullopt;
        if (digit) {
            m_digits.push_back({strideOf(task->space, filter.knob), knob->size(), *digit, filter.isExcluded});
        } else {
            m_none = m_none || !filter.isExcluded;
        }
        break;
    }
    }
}

bool TrialCondition::matches(const TrialPoint& trial) const
{
    if (m_none || (m_failed && *m_failed != (trial.errorNo != 0)) || !(m_from <= trial.timestamp && trial.timestamp < m_to)) {
        return false;
    }
    const auto isIn = [&](const std::vector<int64_t>& trials) { return std::ranges::binary_search(trials, trial.number); };
    if (!std::ranges::all_of(m_tagged, isIn)) {
        return false;
    }
    return std::all_of(m_digits.begin(), m_digits.end(), [&](const Digit& digit) {
        const bool has = trial.index >= 0 && trial.index / digit.stride % digit.radix == digit.wanted;
        return has != digit.isExcluded;
    });
}

std::string filterValueText(const nlohmann::json& value)
{
    if (value.is_boolean()) {
        return value.get<bool>() ? "True" : "False";
    }
    if (value.is_array()) {
        std::string text;
        for (const auto& item : value) {
            text += (text.empty() ? "" : ", ") + filterValueText(item);
        }
        return "[" + text + "]";
    }
    return value.is_string() ? value.get<std::string>() : value.dump();
}

Result<TrialFilter> parseTrialFilter(std::string_view text)
{
    TrialFilter filter;
    if (text == "failed" || text == "succeeded") {
        filter.kind = text == "failed" ? TrialFilter::Kind::Failed : TrialFilter::Kind::Succeeded;
        return filter;
    }
    if (text.starts_with("#")) {
        filter.kind = TrialFilter::Kind::Tag;
        filter.knob = text.substr(1);
        return filter;
    }
    if (text.starts_with("time=") && text.find("..") != std::string_view::npos) {
        filter.kind = TrialFilter::Kind::Time;
        const size_t dots = text.find("..");
        const auto from = jsonOrNull(text.substr(5, dots - 5));
        const auto to = jsonOrNull(text.substr(dots + 2));
        if (!from.is_number() || !to.is_number() || !(from.get<double>() < to.get<double>())) {
            return fail(ErrorCode::Parse, "'{}' is not a time range; write time=FROM..TO in Unix seconds", text);
        }
        filter.from = from.get<double>();
        filter.to = to.get<double>();
        return filter;
    }
    // Parses the value like that of an edit that fixes a knob.
    std::string asEdit(text);
    if (const size_t unequal = asEdit.find("!="); unequal != std::string::npos && unequal == asEdit.find('=') - 1) {
        asEdit.erase(unequal, 1);
        filter.isExcluded = true;
    }
    auto edit = parseEdit(asEdit);
    if (!edit || edit->kind != SpaceEdit::Kind::Fix) {
        return fail(ErrorCode::InvalidArgument,
                    "'{}' is not a condition on trials; write failed, succeeded, #tag, run=NUMBER, knob=value or knob!=value",
                    text);
    }
    if (edit->knob == "run" && edit->value.is_number_integer() && !filter.isExcluded) {
        filter.kind = TrialFilter::Kind::Run;
        filter.run = edit->value.get<int64_t>();
        return filter;
    }
    filter.kind = TrialFilter::Kind::Knob;
    filter.knob = std::move(edit->knob);
    filter.value = std::move(edit->value);
    return filter;
}

Result<void> checkFilter(const TrialFilter& filter, const Task& task)
{
    if (filter.kind != TrialFilter::Kind::Knob) {
        return {};
    }
    const Knob* knob = task.space.find(filter.knob);
    if (!knob) {
        std::string names;
        for (const Knob& k : task.space.knobs()) {
            names += (names.empty() ? "" : ", ") + k.name();
        }
        return fail(ErrorCode::NotFound, "{} has no knob {}; its knobs are {}", task.name, filter.knob, names);
    }
    if (!digitOf(*knob, filter.value)) {
        return fail(ErrorCode::NotFound, "Knob {} never has the value {}; one of its {} values is {}", filter.knob,
                    jsonText(filter.value), knob->size(), valueText(knob->at(knob->size() - 1)));
    }
    return {};
}

} // namespace knobscope
