// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/config/configrows.h"

#include <QVBoxLayout>

#include <algorithm>
#include <ranges>

namespace knobscope {

ConfigRows::ConfigRows(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    connect(&workspace.selection(), &Selection::hoverChanged, this, &ConfigRows::preview);
    connect(&workspace.selection(), &Selection::knobHoverChanged, this, &ConfigRows::highlightKnob);
}

KnobPicker* ConfigRows::row(const QString& knob) const
{
    const auto found = std::ranges::find(m_rows, knob, &KnobPicker::name);
    return found == m_rows.end() ? nullptr : *found;
}

void ConfigRows::makeRows()
{
    const auto task = m_workspace.task();
    const size_t count = task ? task->space.knobs().size() : 0;
    while (m_rows.size() > count) {
        delete m_rows.back();
        m_rows.pop_back();
    }
    for (size_t i = 0; i < count; ++i) {
        const Knob& knob = task->space.knobs()[i];
        if (i < m_rows.size() && m_rows[i]->shows(knob)) { // reuse it: most edits change one knob
            continue;
        }
        auto* row = new KnobPicker(knob);
        if (i < m_rows.size()) {
            delete std::exchange(m_rows[i], row);
        } else {
            m_rows.push_back(row);
        }
        m_layout->insertWidget(static_cast<int>(i), row);
        connect(row, &KnobPicker::digitEdited, this, [this, i](qint64 digit) { changeDigit(i, digit); });
        connect(row, &KnobPicker::pointed, this,
                [this, name = row->name()](bool at) { m_workspace.selection().hoverKnob(at ? name : QString()); });
    }
    const int width = m_rows.empty() ? 0 : std::ranges::max(m_rows | std::views::transform(&KnobPicker::nameWidth));
    for (KnobPicker* row : m_rows) {
        row->setNameWidth(width);
    }
}

void ConfigRows::showConfig()
{
    const auto task = m_workspace.task();
    const qint64 config = m_workspace.config();
    const bool hasConfig = task && config >= 0 && config < task->space.rangeLength();
    const auto digits = hasConfig ? task->space.digits(config) : std::vector<int64_t>(m_rows.size(), 0);
    m_isPreviewing = false;
    for (size_t i = 0; i < m_rows.size(); ++i) {
        m_rows[i]->setPreview(std::nullopt);
        m_rows[i]->setEnabled(hasConfig);
        m_rows[i]->setDigit(digits[i]);
        m_rows[i]->setRuledOut({});
        if (hasConfig && !task->space.constraints().empty()) {
            m_rows[i]->setRuledOut([task, digits, i](qint64 digit) {
                auto other = digits;
                other[i] = digit;
                return QString::fromStdString(task->space.violatedConstraint(task->space.indexOfDigits(other)));
            });
        }
    }
}

void ConfigRows::changeDigit(size_t knob, qint64 digit)
{
    const auto task = m_workspace.task();
    const qint64 config = m_workspace.config();
    if (!task || config < 0) {
        return;
    }
    auto digits = task->space.digits(config);
    const int64_t before = digits[knob];
    digits[knob] = digit;
    const int64_t index = task->space.indexOfDigits(digits);
    if (task->space.isValid(index)) {
        m_workspace.setConfig(index);
        return;
    }
    m_rows[knob]->setDigit(before);
    emit refused(tr("%1 = %2 violates the constraint %3 in combination with the other values.")
                     .arg(m_rows[knob]->name(), QString::fromStdString(valueText(task->space.knobs()[knob].at(digit))),
                          QString::fromStdString(task->space.violatedConstraint(index))));
}

void ConfigRows::highlightKnob()
{
    for (KnobPicker* row : m_rows) {
        row->setLit(row->name() == m_workspace.selection().hoveredKnob());
    }
}

void ConfigRows::preview()
{
    if (isVisible()) {
        m_workspace.askHoveredValues(this, [this](const std::optional<ConfigEntity>& entity) { showPreview(entity); });
    } else {
        showPreview(std::nullopt);
    }
}

void ConfigRows::showPreview(const std::optional<ConfigEntity>& entity)
{
    const auto task = m_workspace.task();
    if (!entity && !std::exchange(m_isPreviewing, false)) {
        return;
    }
    m_isPreviewing = entity.has_value();
    for (KnobPicker* row : m_rows) {
        const std::string name = row->name().toStdString();
        const Knob* knob = task ? task->space.find(name) : nullptr;
        const KnobValue* value = entity ? entity->find(name) : nullptr;
        row->setPreview(knob && value ? knob->indexOf(*value) : std::nullopt);
    }
}

} // namespace knobscope
