// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/searchtables.h"

#include "core/task/speedunit.h"

namespace knobscope {

namespace {

TableCell valueCell(const Knob& knob, int64_t digit)
{
    return {valueToJson(knob.at(digit)), valueText(knob.at(digit))};
}

TableCell unlessZero(double value)
{
    return value > 0 ? TableCell(value) : TableCell();
}

} // namespace

Table proposalsTable(const SearchHistory& history)
{
    Table table = Table({{"trial", phrase("trial"), "{}"},
                         {"index", phrase("config"), "{}"},
                         {"gflops", unitText(speedUnitOf(*history.trials.task)), "{:.2f}"},
                         {"text", phrase("why it was proposed")}})
                      .withIds({"best_before", "reason"});
    for (size_t i = 0; i < history.size(); ++i) {
        const TrialPoint point = history.trials.trials[i].point;
        table.add({point.number, point.index, unlessZero(history.measured[i]), whyProposed(history, i),
                   unlessZero(history.bestBefore(i)), reasonToJson(history.reason(i))});
    }
    return table;
}

Table originsTable(const SearchHistory& history, size_t trial)
{
    Table table({{"knob", phrase("knob")}, {"value", phrase("value")}, {"origin", phrase("from")}});
    const auto origins = knobOrigins(history, trial);
    for (size_t k = 0; k < origins.size(); ++k) {
        const Knob& knob = history.trials.task->space.knobs()[k];
        table.add({knob.name(), valueCell(knob, history.trials.digit(trial, k)), originText(origins[k])});
    }
    return table;
}

Table beliefTable(const SearchHistory& history, const BeliefMap& map, size_t knobX, size_t knobY)
{
    const Knob& x = history.trials.task->space.knobs()[knobX];
    const Knob& y = history.trials.task->space.knobs()[knobY];
    Table table({{"x", Sentence(x.name())},
                 {"y", Sentence(y.name())},
                 {"index", phrase("config"), "{}"},
                 map.isScore ? TableColumn("score", phrase("score"), "{:.3f}")
                             : TableColumn("expected", phrase("expected, of the best"), "{:.1f} %", 100),
                 {"factor", phrase("within a factor of"), "{:.2f}"},
                 {"gain", phrase("expected improvement"), "{:.2f} %", 100},
                 {"gflops", phrase("measured {}", unitText(speedUnitOf(*history.trials.task))), "{:.2f}"}});
    for (size_t i = 0; i < map.cells.size(); ++i) {
        const BeliefMap::Cell& cell = map.cells[i];
        if (cell.index >= 0) {
            table.add({valueCell(x, static_cast<int64_t>(i % map.columns)), valueCell(y, static_cast<int64_t>(i / map.columns)),
                       cell.index, cell.expected, unlessZero(cell.factor), map.isScore ? TableCell() : TableCell(cell.gain),
                       cell.isMeasured ? TableCell(cell.gflops) : TableCell()});
        }
    }
    return table;
}

} // namespace knobscope
