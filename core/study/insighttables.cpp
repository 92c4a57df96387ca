// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/insighttables.h"

#include "core/base/numbertext.h"
#include "core/base/statistics.h"
#include "core/task/speedunit.h"

namespace knobscope {

Table importanceTable(std::span<const KnobImportance> knobs)
{
    Table table({{"knob", phrase("knob")},
                 {"share", phrase("share of the variance"), "{:.1f} %", 100},
                 {"values", phrase("values that succeeded"), "{}"}});
    for (const KnobImportance& knob : knobs) {
        table.add({knob.name, knob.share, knob.values});
    }
    return table;
}

Sentence importanceSentence(const Importance& importance)
{
    return phrase("Share of the speed variation explained by each knob alone (cross-validated). Together, the knobs explain "
                  "{:.1f} % over {} (config|configs); the rest is noise and interaction between knobs. A knob that the tuner "
                  "never changed has no share.",
                  100 * importance.explained, groupedNumber(static_cast<int64_t>(importance.configs)));
}

Table neighboursTable(const TrialSet& set, std::span<const Neighbour> neighbours)
{
    Table table = Table({{"knob", phrase("knob")},
                         {"from", phrase("from")},
                         {"to", phrase("to")},
                         {"loss", phrase("loss"), "{:.1f} %", 100},
                         {"gflops", unitText(speedUnitOf(set.task.get())), "{:.2f}"},
                         {"index", phrase("config"), "{}"}})
                      .withIds({"state"});
    for (const Neighbour& n : neighbours) {
        const Knob& knob = set.task->space.knobs()[n.knob];
        const auto value = [&](int32_t digit) { return TableCell(valueToJson(knob.at(digit)), valueText(knob.at(digit))); };
        const bool isMeasured = n.state == Neighbour::State::Measured;
        const Sentence state = isMeasured                          ? phrase("measured")
                             : n.state == Neighbour::State::Failed ? phrase("failed")
                                                                   : phrase("not measured");
        table.add({knob.name(), value(n.fromDigit), value(n.toDigit),
                   isMeasured ? TableCell(n.loss) : TableCell::forPeople(state), isMeasured ? TableCell(n.gflops) : TableCell(),
                   n.index, state});
    }
    return table;
}

Sentence neighboursSentence(const TrialSet& set, const TrialPoint& best, std::span<const Neighbour> neighbours)
{
    std::vector<double> own;
    for (const TrialList::Part& part : set.trials.parts()) {
        for (const TrialPoint& trial : part.trials) {
            if (trial.index == best.index && trial.gflops > 0) {
                own.push_back(trial.gflops);
            }
        }
    }
    const Sentence unit = unitText(speedUnitOf(set.task.get()));
    const auto measured = neighbours.size() - unmeasured(neighbours).size();
    return own.size() > 1 ? phrase("Config {} is the fastest at {:.1f} {}, {:.1f} in the median of its {} trials. {} of its {} "
                                   "one-step changes are measured.",
                                   best.index, best.gflops, unit, median(own), own.size(), measured, neighbours.size())
                          : phrase("Config {} is the fastest at {:.1f} {}. {} of its {} one-step changes are measured.",
                                   best.index, best.gflops, unit, measured, neighbours.size());
}

} // namespace knobscope
