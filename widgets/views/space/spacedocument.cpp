// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/space/spacedocument.h"

#include "widgets/base/coretext.h"

#include <QScopedValueRollback>
#include <QUndoCommand>

#include <functional>

namespace knobscope {

namespace {

QString textOf(const KnobValue& value)
{
    return QString::fromStdString(valueText(value));
}

/// Changes one list of edits to another. Pushed after the change is applied, so the first redo does nothing. Commands with the
/// same non-empty gesture merge: a drag, a typed word or a spin box turned from 8 to 64 is undone at once.
class EditCommand : public QUndoCommand
{
public:
    using Apply = std::function<void(const std::vector<SpaceEdit>& edits)>;

    EditCommand(Apply apply, std::vector<SpaceEdit> before, std::vector<SpaceEdit> after, const QString& text, QString gesture)
        : QUndoCommand(text)
        , m_apply(std::move(apply))
        , m_before(std::move(before))
        , m_after(std::move(after))
        , m_gesture(std::move(gesture))
    {
    }
    void redo() override
    {
        if (!std::exchange(m_isMade, false)) {
            m_apply(m_after);
        }
    }
    void undo() override { m_apply(m_before); }
    int id() const override { return m_gesture.isEmpty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = dynamic_cast<const EditCommand*>(other);
        if (!next || next->m_gesture != m_gesture) {
            return false;
        }
        m_after = next->m_after;
        setText(next->text());
        setObsolete(m_after == m_before); // back at the initial state
        return true;
    }

private:
    Apply m_apply;
    std::vector<SpaceEdit> m_before;
    std::vector<SpaceEdit> m_after;
    QString m_gesture;
    bool m_isMade = true;
};

} // namespace

SpaceDocument::SpaceDocument(Workspace& workspace)
    : m_workspace(workspace)
{
    connect(&workspace, &Workspace::taskChanged, this, &SpaceDocument::follow);
    connect(&workspace, &Workspace::editsChanged, this, &SpaceDocument::follow);
    adoptTask();
    m_history->edits = m_edits;
}

void SpaceDocument::adoptTask()
{
    m_task = m_workspace.task();
    m_edits = m_task ? m_task->edits : std::vector<SpaceEdit>{};
    m_set = EditSet(m_edits);
    const auto [history, isNew] = m_histories.try_emplace(workload());
    m_history = &history->second;
    if (isNew) {
        m_undo.addStack(m_history->stack.get());
        restoreEdits();
    }
    m_history->stack->setActive();
}

/// Fills the undo stack with the edits that a project stored in an earlier session, one command per edit.
void SpaceDocument::restoreEdits()
{
    std::vector<SpaceEdit> before;
    for (const SpaceEdit& edit : m_edits) {
        std::vector<SpaceEdit> after = before;
        after.push_back(edit);
        push(before, after, QString::fromStdString(editText(edit)), {});
        before = std::move(after);
    }
}

void SpaceDocument::push(const std::vector<SpaceEdit>& before, const std::vector<SpaceEdit>& after, const QString& text,
                         const QString& gesture)
{
    m_history->stack->push(
        new EditCommand([this](const auto& list) { (void)commitList(list, {}, {}); }, before, after, text, gesture));
}

/// Makes edits from elsewhere (from a run, for example) undoable like own edits.
void SpaceDocument::follow()
{
    adoptTask();
    const auto before = std::exchange(m_history->edits, m_edits);
    if (!m_own && before && m_edits != *before) {
        push(*before, m_edits, tr("edits of another view"), {});
    }
    emit changed();
}

bool SpaceDocument::refuse(const QString& problem)
{
    m_problem = problem;
    emit refused(problem);
    return false;
}

const Knob* SpaceDocument::templateKnob(const QString& name) const
{
    return m_task ? m_task->templateSpace.find(name.toStdString()) : nullptr;
}

Result<Knob> SpaceDocument::definedKnob(const QString& name) const
{
    const Knob* original = templateKnob(name);
    return original ? m_set.definedKnob(*original) : fail(ErrorCode::NotFound, "This space has no knob {}", name.toStdString());
}

bool SpaceDocument::commit(const EditSet& set, const QString& text, const QString& gesture)
{
    if (set == m_set) {
        m_problem.clear();
        return true;
    }
    return commitList(set.list(), text, gesture);
}

/// An empty text means that the change comes from the undo stack.
bool SpaceDocument::commitList(const std::vector<SpaceEdit>& edits, const QString& text, const QString& gesture)
{
    const std::vector<SpaceEdit> before = m_edits;
    {
        const QScopedValueRollback own(m_own, true);
        if (auto set = m_workspace.setEdits(edits); !set) {
            return refuse(coreText(set.error()));
        }
    }
    m_problem.clear();
    if (!text.isEmpty() && m_edits != before) {
        push(before, m_edits, text, gesture);
    }
    return true;
}

bool SpaceDocument::setKept(const QString& knob, const std::vector<KnobValue>& values, bool keep, const QString& gesture)
{
    const Knob* original = templateKnob(knob);
    if (!original || values.empty()) {
        return false;
    }
    EditSet set = m_set;
    for (const KnobValue& value : values) {
        keep ? set.keep(*original, value) : set.drop(*original, value);
    }
    const QString what =
        values.size() == 1 ? textOf(values.front()) : tr("%n candidate(s)", nullptr, static_cast<int>(values.size()));
    return commit(set, keep ? tr("keep %1 of %2").arg(what, knob) : tr("remove %1 from %2").arg(what, knob), gesture);
}

Result<KnobValue> SpaceDocument::readCandidate(const QString& knob, const QString& text) const
{
    const Knob* original = templateKnob(knob);
    if (!original) {
        return fail(ErrorCode::NotFound, "This space has no knob {}", knob.toStdString());
    }
    const auto edit = TRY(parseEdit((knob + QStringLiteral("+=") + text).toStdString()));
    return parseUserCandidate(*original, edit.value);
}

QString SpaceDocument::checkCandidate(const QString& knob, const QString& text) const
{
    const auto value = readCandidate(knob, text);
    if (!value) {
        return coreText(value.error());
    }
    const Knob* now = m_task->space.find(knob.toStdString());
    if (now && now->indexOf(*value)) {
        return tr("%1 already has the candidate %2.").arg(knob, textOf(*value));
    }
    const auto added = now ? applyEdit(*now, {SpaceEdit::Kind::Add, knob.toStdString(), valueToJson(*value)})
                           : Result<Knob>(*templateKnob(knob));
    return added ? QString() : coreText(added.error());
}

bool SpaceDocument::add(const QString& knob, const QString& text, const KnobValue* old)
{
    const auto value = readCandidate(knob, text);
    if (!value) {
        return refuse(coreText(value.error()));
    }
    EditSet set = m_set;
    set.keep(*templateKnob(knob), *value); // adds the new one first: the old one may be the last
    if (old) {
        set.drop(*templateKnob(knob), *old);
    }
    return commit(set,
                  old ? tr("change %1 of %2 to %3").arg(textOf(*old), knob, textOf(*value))
                      : tr("add %1 to %2").arg(textOf(*value), knob),
                  {});
}

bool SpaceDocument::fix(const QString& knob, const KnobValue& value)
{
    EditSet set = m_set;
    set.fix(knob.toStdString(), value);
    return commit(set, tr("keep only %1 of %2").arg(textOf(value), knob), {});
}

bool SpaceDocument::reset(const QString& knob)
{
    EditSet set = m_set;
    set.reset(knob.toStdString());
    return commit(set, tr("reset %1 to the template").arg(knob), {});
}

bool SpaceDocument::define(const QString& knob, SpaceEdit::Kind kind, const nlohmann::json& value, const QString& gesture)
{
    EditSet set = m_set;
    set.define(*templateKnob(knob), kind, value);
    const QString text = kind == SpaceEdit::Kind::Policy
                           ? tr("set policy %1 for %2").arg(QString::fromStdString(value.get<std::string>()), knob)
                       : kind == SpaceEdit::Kind::MaxFactor ? tr("change largest factor of %1").arg(knob)
                                                            : tr("change filter of %1").arg(knob);
    return commit(set, text, gesture);
}

bool SpaceDocument::addConstraint(const QString& text)
{
    EditSet set = m_set;
    set.constraints().push_back(text.toStdString());
    return commit(set, tr("add constraint %1").arg(text), {});
}

bool SpaceDocument::changeConstraint(int row, const QString& text)
{
    EditSet set = m_set;
    if (row < 0 || row >= static_cast<int>(set.constraints().size())) {
        return false;
    }
    set.constraints()[static_cast<size_t>(row)] = text.toStdString();
    return commit(set, tr("change a constraint to %1").arg(text), {});
}

bool SpaceDocument::removeConstraint(int row)
{
    EditSet set = m_set;
    if (row < 0 || row >= static_cast<int>(set.constraints().size())) {
        return false;
    }
    const QString text = QString::fromStdString(set.constraints()[static_cast<size_t>(row)]);
    set.constraints().erase(set.constraints().begin() + row);
    return commit(set, tr("remove constraint %1").arg(text), {});
}

bool SpaceDocument::setAll(const std::vector<SpaceEdit>& edits, const QString& text)
{
    return commit(EditSet(edits), text, {});
}

} // namespace knobscope
