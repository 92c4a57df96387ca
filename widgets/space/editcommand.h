// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/edit.h"

#include <QUndoCommand>

#include <functional>

namespace knobscope {

/// From one list of edits to another. It is pushed after the change was made, so its first redo does nothing. Commands with the
/// same non-empty gesture merge: a drag, a word, a spin box turned from 8 to 64 are undone at once.
class EditCommand : public QUndoCommand
{
public:
    using Apply = std::function<void(const std::vector<SpaceEdit>& edits)>;

    EditCommand(Apply apply, std::vector<SpaceEdit> before, std::vector<SpaceEdit> after, const QString& text, QString gesture);
    void redo() override;
    void undo() override;
    int id() const override { return m_gesture.isEmpty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand* other) override;

private:
    Apply m_apply;
    std::vector<SpaceEdit> m_before;
    std::vector<SpaceEdit> m_after;
    QString m_gesture;
    bool m_isMade = true;
};

} // namespace knobscope
