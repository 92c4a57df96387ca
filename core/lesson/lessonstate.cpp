// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lessonstate.h"

#include "core/base/numbertext.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace knobscope {

namespace {

// name, unit, meaning: one line a value; `docs/manual/lessons.md` has the same list.
constexpr std::array kNames{
    StateName{"task_open", StateUnit::Flag, "a task is open"},
    StateName{"task_gpu", StateUnit::Flag, "the open task is for a GPU"},
    StateName{"task_operations", StateUnit::Count, "millions of operations of the open task, a multiply-add counts as two"},
    StateName{"space_size", StateUnit::Count, "configs of the open task, with its edits and constraints"},
    StateName{"template_size", StateUnit::Count, "configs of the template's own space, without edits"},
    StateName{"knobs", StateUnit::Count, "knobs of the open task"},
    StateName{"edit_count", StateUnit::Count, "edits of the open task, constraints included"},
    StateName{"constraints", StateUnit::Count, "constraints among the edits"},
    StateName{"candidates.", StateUnit::Count, "candidates of a knob"},
    StateName{"edited.", StateUnit::Count, "edits of a knob"},
    StateName{"added.", StateUnit::Flag, "an edit adds this value to a knob, added.tile_x[8]; of a split, its innermost part"},
    StateName{"config", StateUnit::Count, "number of the chosen config; -1: none"},
    StateName{"untuned_config", StateUnit::Count, "number of the config that is used without tuning; -1: not in the space"},
    StateName{"knob.", StateUnit::Count, "value of a knob in the chosen config; position 0 of a split is its outermost part"},
    StateName{"position.", StateUnit::Count, "place of a knob's value among its candidates, from 0"},
    StateName{"config_speedup", StateUnit::Times, "speed-up of the chosen config when it was measured last; 0: not measured"},
    StateName{"running", StateUnit::Flag, "a run is in progress"},
    StateName{"runs", StateUnit::Count, "finished or stopped runs of the project"},
    StateName{"trials", StateUnit::Count, "trials of all runs"},
    StateName{"task_runs", StateUnit::Count, "finished or stopped runs of the open task"},
    StateName{"task_trials", StateUnit::Count, "trials of those runs"},
    StateName{"task_errors", StateUnit::Count, "trials of those runs that failed"},
    StateName{"edited_runs", StateUnit::Count, "those runs that had edits"},
    StateName{"by_hand", StateUnit::Count, "configs of the open task that were measured by hand"},
    StateName{"tuner.", StateUnit::Count, "runs of the open task with a tuner: tuner.ga, tuner.random"},
    StateName{"tuners", StateUnit::Count, "different tuners of the open task's runs"},
    StateName{"best_config", StateUnit::Count, "number of the best config of the open task's runs; -1: none"},
    StateName{"best_speedup", StateUnit::Times, "its speed-up over the untuned config"},
    StateName{"lab_spaces", StateUnit::Count, "recorded spaces of the lab's last comparison"},
    StateName{"lab_seeds", StateUnit::Count, "its replays of each tuner on each space"},
    StateName{"lab.", StateUnit::Count, "trials that a tuner needed in it for 95 % of the best: lab.ga; 0: not compared"},
    StateName{"network_open", StateUnit::Flag, "Network shows a network"},
    StateName{"network_run", StateUnit::Flag, "the network that it shows was run as a whole"},
    StateName{"view.", StateUnit::Flag, "a view is visible: view.code"},
    StateName{"cores", StateUnit::Count, "cores of this machine"},
    StateName{"vector_floats", StateUnit::Count, "32-bit floats in a vector register of this machine"},
    StateName{"two_vectors", StateUnit::Count, "32-bit floats in two of them"},
    StateName{"answer.", StateUnit::Count, "place of the answer to another step among its choices, from 1; 0: none"},
    StateName{"done.", StateUnit::Flag, "another step is done"},
    StateName{"schedule_valid", StateUnit::Flag, "the schedule in the workshop is legal"},
    StateName{"schedule_timed", StateUnit::Flag, "all of its lines were built, checked and timed, or failed"},
    StateName{"schedule_right", StateUnit::Flag, "they were, and every result equals the definition"},
    StateName{"schedule_lines", StateUnit::Count, "its lines that are switched on"},
    StateName{"schedule_knobs", StateUnit::Count, "its numbers that are knobs"},
    StateName{"schedule_has_", StateUnit::Count, "its lines with a primitive: schedule_has_split"},
    StateName{"schedule_microseconds", StateUnit::Microseconds, "its time"},
    StateName{"schedule_speedup", StateUnit::Times, "its speed-up over the loops without any primitive"},
    StateName{"schedule_step_speedup", StateUnit::Times, "its speed-up over the schedule without its last line"},
    StateName{"schedule_share_of_peak", StateUnit::Percent, "its share of the machine's peak"},
};

bool isFamily(const StateName& entry)
{
    return entry.name.ends_with('.') || entry.name.ends_with('_');
}

/// Calls `onText` with texts between names in braces, and `onName` with each name.
template<class OnText, class OnName>
void walkNames(std::string_view text, const OnText& onText, const OnName& onName)
{
    while (!text.empty()) {
        const size_t open = text.find('{');
        const size_t close = open == std::string_view::npos ? open : text.find('}', open);
        if (close == std::string_view::npos) {
            onText(text);
            return;
        }
        const std::string_view name = text.substr(open + 1, close - open - 1);
        onText(text.substr(0, open));
        findStateName(name.substr(0, name.find('['))) ? onName(name) : onText(text.substr(open, close - open + 1));
        text.remove_prefix(close + 1);
    }
}

} // namespace

std::span<const StateName> stateNames()
{
    return kNames;
}

const StateName* findStateName(std::string_view name)
{
    const auto found = std::ranges::find_if(kNames, [name](const StateName& entry) {
        return isFamily(entry) ? name.size() > entry.name.size() && name.starts_with(entry.name) : name == entry.name;
    });
    return found == kNames.end() ? nullptr : &*found;
}

std::string stateText(std::string_view name, int64_t value)
{
    const StateName* entry = findStateName(name.substr(0, name.find('[')));
    switch (entry ? entry->unit : StateUnit::Count) {
    case StateUnit::Times: return fmt::format("{:.2f}", static_cast<double>(value) / 100);
    case StateUnit::Flag: return value != 0 ? "yes" : "no";
    case StateUnit::Count:
    case StateUnit::Percent:
    case StateUnit::Microseconds: break;
    }
    return groupedNumber(value);
}

std::string nameOfTerm(const ExpressionTerm& term)
{
    return term.position ? fmt::format("{}[{}]", term.knob, *term.position) : term.knob;
}

bool holds(const Expression& condition, const LessonState& state)
{
    std::vector<std::optional<int64_t>> values;
    for (const ExpressionTerm& term : condition.terms()) {
        const auto found = state.find(nameOfTerm(term));
        values.emplace_back(found == state.end() ? 0 : found->second);
    }
    return condition.evaluate(values).value_or(0) != 0;
}

std::string fillIn(std::string_view text, const LessonState& state)
{
    std::string out;
    walkNames(
        text, [&](std::string_view part) { out += part; },
        [&](std::string_view name) {
            const auto found = state.find(std::string(name));
            out += stateText(name, found == state.end() ? 0 : found->second);
        });
    return out;
}

std::vector<std::string> namesIn(std::string_view text)
{
    std::vector<std::string> names;
    walkNames(text, [](std::string_view) {}, [&](std::string_view name) { names.emplace_back(name); });
    return names;
}

} // namespace knobscope
