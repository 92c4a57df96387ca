// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/editset.h"
#include "widgets/project/workspace.h"

#include <QUndoGroup>
#include <QUndoStack>

#include <map>

namespace knobscope {

/// The edits of the current task as a document: checks and applies all changes, with undo. Edits made elsewhere can be undone,
/// too; each task has its own undo stack. GUI thread only.
class SpaceDocument : public QObject
{
    Q_OBJECT
public:
    explicit SpaceDocument(Workspace& workspace);

    std::shared_ptr<const Task> task() const { return m_task; }
    /// The workloadKey() of the task, which does not depend on its edits; "": no task.
    std::string workload() const { return m_task ? workloadKey(*m_task) : std::string(); }
    const EditSet& edits() const { return m_set; }
    const std::vector<SpaceEdit>& list() const { return m_edits; }
    /// Undo stack of the current task.
    QUndoStack* undoStack() { return m_undo.activeStack(); }
    /// Undo stacks of all tasks; the current task's is active.
    QUndoGroup* undoGroup() { return &m_undo; }
    /// Reason why the last change was refused; empty on success.
    const QString& problem() const { return m_problem; }

    // Each returns false if refused, with the reason in problem(). Changes with the same non-empty gesture are undone together.
    bool setKept(const QString& knob, const std::vector<KnobValue>& values, bool keep, const QString& gesture);
    /// Adds a candidate, or replaces `old` if given.
    bool add(const QString& knob, const QString& text, const KnobValue* old = nullptr);
    bool fix(const QString& knob, const KnobValue& value);
    bool reset(const QString& knob);
    /// Sets a split's Policy, MaxFactor or Filter, in the form of SpaceEdit::value; null resets it.
    bool define(const QString& knob, SpaceEdit::Kind kind, const nlohmann::json& value, const QString& gesture);
    bool addConstraint(const QString& text);
    bool changeConstraint(int row, const QString& text);
    bool removeConstraint(int row);
    /// Replaces all edits (by a variant, or by none for the template).
    bool setAll(const std::vector<SpaceEdit>& edits, const QString& text);

    /// Finds a knob of the template; null if there is none of that name.
    const Knob* templateKnob(const QString& name) const;
    /// The same knob with its edited policy, max_factor and filter, before single candidates are removed or added.
    Result<Knob> definedKnob(const QString& name) const;
    /// Returns why a text cannot be a new candidate of a knob; empty if it can.
    QString checkCandidate(const QString& knob, const QString& text) const;

signals:
    /// The task or its edits have changed.
    void changed();
    void refused(const QString& problem);

private:
    Result<KnobValue> readCandidate(const QString& knob, const QString& text) const;
    bool commit(const EditSet& set, const QString& text, const QString& gesture);
    bool commitList(const std::vector<SpaceEdit>& edits, const QString& text, const QString& gesture);
    bool refuse(const QString& problem);
    void follow();
    void adoptTask();
    void restoreEdits();
    /// Pushes a change that is already applied onto the current task's stack.
    void push(const std::vector<SpaceEdit>& before, const std::vector<SpaceEdit>& after, const QString& text,
              const QString& gesture);

    Workspace& m_workspace;
    std::shared_ptr<const Task> m_task;
    std::vector<SpaceEdit> m_edits;
    EditSet m_set;
    QUndoGroup m_undo;
    /// Undo stack of a task, and its edits when it was last current.
    struct History {
        std::unique_ptr<QUndoStack> stack = std::make_unique<QUndoStack>();
        std::optional<std::vector<SpaceEdit>> edits;
    };
    std::map<std::string, History> m_histories; ///< by workload()
    History* m_history = nullptr; ///< history of the current task
    QString m_problem;
    bool m_own = false; ///< the workspace change comes from this document
};

} // namespace knobscope
