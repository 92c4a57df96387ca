// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/passes.h"

#include "core/ir/visit.h"

namespace knobscope {

namespace {

ir::Expr inlineOne(const ir::Expr& e, const StageData& inlined)
{
    return ir::transformExpr(e, [&](const ir::Expr& part) {
        const auto* read = part.as<ir::TensorRead>();
        if (!read || read->tensor != inlined.tensor.pointer()) {
            return part;
        }
        ir::Substitution values;
        for (size_t d = 0; d < inlined.axes.size(); ++d) {
            values[inlined.axes[d].var.id()] = read->indices[d];
        }
        return ir::substitute(inlined.body, values);
    });
}

} // namespace

std::vector<StageData> inlineStages(const Schedule& schedule)
{
    std::vector<StageData> stages(schedule.stages().begin(), schedule.stages().end());
    std::vector<StageData> kept;
    for (size_t i = 0; i < stages.size(); ++i) {
        if (stages[i].attach != AttachKind::Inline) {
            kept.push_back(stages[i]);
            continue;
        }
        for (size_t j = i + 1; j < stages.size(); ++j) {
            if (!stages[j].isPlaceholder()) {
                stages[j].body = inlineOne(stages[j].body, stages[i]);
            }
        }
    }
    return kept;
}

} // namespace knobscope
