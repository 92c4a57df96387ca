// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/editcommand.h"

namespace knobscope {

EditCommand::EditCommand(Apply apply, std::vector<SpaceEdit> before, std::vector<SpaceEdit> after, const QString& text,
                         QString gesture)
    : QUndoCommand(text)
    , m_apply(std::move(apply))
    , m_before(std::move(before))
    , m_after(std::move(after))
    , m_gesture(std::move(gesture))
{
}

void EditCommand::redo()
{
    if (!std::exchange(m_isMade, false)) {
        m_apply(m_after);
    }
}

void EditCommand::undo()
{
    m_apply(m_before);
}

bool EditCommand::mergeWith(const QUndoCommand* other)
{
    const auto* next = dynamic_cast<const EditCommand*>(other);
    if (!next || next->m_gesture != m_gesture) {
        return false;
    }
    m_after = next->m_after;
    setText(next->text());
    setObsolete(m_after == m_before); // it went back to where it began
    return true;
}

} // namespace knobscope
