// SPDX-License-Identifier: GPL-3.0-or-later
// The trial under the pointer, wherever that is, in the rows of the inspector.
#include "core/store/trialquery.h"
#include "widgets/inspector/inspectorview.h"

namespace knobscope {

std::optional<ConfigEntity> InspectorView::hoveredEntity()
{
    const TrialRef hovered = workspace().selection().hovered();
    const auto tuned = hovered.isValid() ? workspace().taskOfRun(hovered.run) : nullptr;
    if (!tuned || !workspace().project() || workloadKey(*tuned) != workloadKey(*workspace().task())) {
        return std::nullopt;
    }
    const TrialKey key{hovered.run, hovered.number};
    const auto trial = trialRows(*workspace().project(), {&key, 1});
    auto entity =
        trial && trial->front().number > 0 ? tuned->space.at(trial->front().index) : fail(ErrorCode::NotFound, "no such trial");
    return entity ? std::optional(std::move(*entity)) : std::nullopt;
}

/// Shows the values of the trial under the pointer, as far as this space has them, and marks those that differ from the config
/// in hand.
void InspectorView::preview()
{
    const auto task = workspace().task();
    const auto entity = task && isVisible() ? hoveredEntity() : std::nullopt;
    if (!entity && !std::exchange(m_isPreviewing, false)) {
        return;
    }
    m_isPreviewing = entity.has_value();
    for (KnobPicker* row : m_rows) {
        const Knob* knob = task ? task->space.find(row->name().toStdString()) : nullptr;
        std::optional<qint64> digit;
        for (const auto& [name, value] : entity ? entity->values : ConfigEntity().values) {
            if (knob && name == knob->name()) {
                digit = knob->indexOf(value);
            }
        }
        row->setPreview(digit);
    }
}

} // namespace knobscope
