// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/renameundo.h"

#include "widgets/project/networks.h"
#include "widgets/project/workspace.h"

#include <QScopedValueRollback>
#include <QUndoGroup>
#include <QUndoStack>

namespace knobscope {

namespace {

/// Pushed after the network was renamed, so the first redo does nothing.
class RenameCommand : public QUndoCommand
{
public:
    RenameCommand(RenameUndo& names, const QString& before, const QString& now)
        : QUndoCommand(RenameUndo::tr("Rename %1 to %2").arg(before, now))
        , m_names(names)
        , m_before(before)
        , m_now(now)
    {
    }
    void redo() override
    {
        if (!std::exchange(m_isMade, false)) {
            setObsolete(!m_names.rename(m_before, m_now));
        }
    }
    void undo() override { setObsolete(!m_names.rename(m_now, m_before)); }

private:
    RenameUndo& m_names;
    QString m_before;
    QString m_now;
    bool m_isMade = true;
};

} // namespace

RenameUndo::RenameUndo(Workspace& workspace, QUndoGroup& stacks, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
{
    connect(&workspace.networks(), &Networks::renamed, this, [this, &stacks](const QString& before, const QString& now) {
        if (QUndoStack* stack = m_isOwn ? nullptr : stacks.activeStack()) {
            stack->push(new RenameCommand(*this, before, now));
        }
    });
}

bool RenameUndo::rename(const QString& from, const QString& to)
{
    const QScopedValueRollback own(m_isOwn, true);
    return !m_workspace.reportError(m_workspace.renameNetwork(from, to));
}

} // namespace knobscope
