// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QUndoGroup;

namespace knobscope {

class Workspace;

/// Puts each renaming of a network on the undo stack of the current task, where Edit > Undo finds it. GUI thread only.
class RenameUndo : public QObject
{
    Q_OBJECT
public:
    /// Both must live as long.
    RenameUndo(Workspace& workspace, QUndoGroup& stacks, QObject* parent);

    /// Renames without another entry on the stack. Returns false and reports the reason where that is not possible, for example
    /// because something is being measured.
    bool rename(const QString& from, const QString& to);

private:
    Workspace& m_workspace;
    bool m_isOwn = false; ///< while a command renames
};

} // namespace knobscope
