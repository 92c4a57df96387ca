// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"
#include "widgets/controls/section.h"

#include <QLabel>

#include <cstdint>

class QLineEdit;

namespace knobscope {

/// Configs that a run measures first (pinned and others), as indexes. They are stored by value: if the space is edited, the
/// indexes follow the values.
class SeedConfigs : public FieldList
{
    Q_OBJECT
public:
    SeedConfigs();
    /// Keeps configs whose values the new space still has; a space with other knobs clears the field.
    void setSpace(const ConfigSpace* space);
    void setIndexes(const std::vector<int64_t>& indexes);
    std::vector<int64_t> indexes() const;
    /// Why the text is not a list of configs; empty if it is one.
    QString problem() const { return m_problem->text(); }

private:
    void read();
    QLineEdit* m_text;
    QLabel* m_problem;
    std::optional<ConfigSpace> m_space;
    std::vector<ConfigEntity> m_configs;
};

} // namespace knobscope
