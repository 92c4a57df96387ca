// SPDX-License-Identifier: GPL-3.0-or-later
// The trial under the pointer, wherever that is, in the rows of the inspector.
#include "widgets/inspector/inspectorview.h"
#include "widgets/workspace/hoveredconfig.h"

namespace knobscope {

/// Shows the values of the trial under the pointer, as far as this space has them, and marks those that differ from the config
/// in hand.
void InspectorView::preview()
{
    const auto task = workspace().task();
    const auto entity = task && isVisible() ? hoveredValues(workspace()) : std::nullopt;
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
