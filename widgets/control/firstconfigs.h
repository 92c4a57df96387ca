// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"
#include "widgets/layout/section.h"

#include <QLabel>

#include <cstdint>

class QLineEdit;

namespace knobscope {

/// The configs that a run measures first (those that are pinned, and others), as their indexes. They follow their values when the
/// space is edited.
class FirstConfigs : public FieldList
{
    Q_OBJECT
public:
    FirstConfigs();
    /// Keeps those whose values the space still has; a space of other knobs empties the field.
    void setSpace(const ConfigSpace* space);
    void setIndexes(const std::vector<int64_t>& indexes);
    std::vector<int64_t> indexes() const;
    /// Why the text is not a list of configs; empty when it is.
    QString problem() const { return m_problem->text(); }

private:
    void read();
    QLineEdit* m_text;
    QLabel* m_problem;
    std::optional<ConfigSpace> m_space;
    std::vector<ConfigEntity> m_configs;
};

} // namespace knobscope
