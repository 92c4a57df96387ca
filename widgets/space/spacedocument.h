// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/editset.h"
#include "widgets/workspace/workspace.h"

#include <QUndoGroup>
#include <QUndoStack>

#include <map>

namespace knobscope {

/// The edits of the current task as a document: every change goes through here, is checked, and can be undone. Changes that
/// others make to the same task can be undone too; each task has what can be undone for itself. GUI thread only.
class SpaceDocument : public QObject
{
    Q_OBJECT
public:
    explicit SpaceDocument(Workspace& workspace);

    std::shared_ptr<const Task> task() const { return m_task; }
    /// The workloadKey() of the task, the same whatever its edits; "": no task.
    std::string workload() const { return m_task ? workloadKey(*m_task) : std::string(); }
    const EditSet& edits() const { return m_set; }
    const std::vector<SpaceEdit>& list() const { return m_edits; }
    /// Of the current task.
    QUndoStack* undoStack() { return m_undo.activeStack(); }
    /// Of all tasks; that of the current one is active.
    QUndoGroup* undoGroup() { return &m_undo; }
    /// Why the last change was refused; empty when it was made.
    const QString& problem() const { return m_problem; }

    // Each is false when refused, with the reason in problem(). Changes with the same non-empty gesture are undone at once.
    bool setKept(const QString& knob, const std::vector<KnobValue>& values, bool keep, const QString& gesture);
    /// In the place of the candidate `old`, where there is one.
    bool add(const QString& knob, const QString& text, const KnobValue* old = nullptr);
    bool fix(const QString& knob, const KnobValue& value);
    bool reset(const QString& knob);
    /// A split's Policy, MaxFactor or Filter, as SpaceEdit::value has it; null takes it back.
    bool define(const QString& knob, SpaceEdit::Kind kind, const nlohmann::json& value, const QString& gesture);
    bool addConstraint(const QString& text);
    bool changeConstraint(int row, const QString& text);
    bool removeConstraint(int row);
    /// All edits at once (a variant, none for the template).
    bool setAll(const std::vector<SpaceEdit>& edits, const QString& text);

    /// A knob of the template; null: it has none of that name.
    const Knob* templateKnob(const QString& name) const;
    /// The same as its policy, max_factor and filter make it, before candidates are ticked or added.
    Result<Knob> definedKnob(const QString& name) const;
    /// Why a text cannot be a new candidate of a knob; empty when it can.
    QString checkCandidate(const QString& knob, const QString& text) const;

signals:
    /// The task or its edits are others.
    void changed();
    void refused(const QString& problem);

private:
    Result<KnobValue> readCandidate(const QString& knob, const QString& text) const;
    bool commit(const EditSet& set, const QString& text, const QString& gesture);
    bool commitList(const std::vector<SpaceEdit>& edits, const QString& text, const QString& gesture);
    bool refuse(const QString& problem);
    void follow();
    void take();
    void recallEdits();
    /// Onto the stack of the current task; it has been made already.
    void push(const std::vector<SpaceEdit>& before, const std::vector<SpaceEdit>& after, const QString& text,
              const QString& gesture);

    Workspace& m_workspace;
    std::shared_ptr<const Task> m_task;
    std::vector<SpaceEdit> m_edits;
    EditSet m_set;
    QUndoGroup m_undo;
    /// What can be undone of a task, and its edits when it was current last.
    struct History {
        std::unique_ptr<QUndoStack> stack = std::make_unique<QUndoStack>();
        std::optional<std::vector<SpaceEdit>> edits;
    };
    std::map<std::string, History> m_histories; ///< by workload()
    History* m_history = nullptr;               ///< of the current task
    QString m_problem;
    bool m_own = false; ///< the workspace changes because of us
};

} // namespace knobscope
