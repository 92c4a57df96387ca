// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"

#include <QWidget>

#include <cstdint>

class QLabel;
class QLineEdit;
class QPushButton;

namespace knobscope {

/// The configs that a run measures first, as their indexes. They follow their values when the space is edited.
class SeedField : public QWidget
{
    Q_OBJECT
public:
    explicit SeedField(QWidget* parent = nullptr);
    /// Keeps those whose values the space still has; a space of other knobs empties the field.
    void setSpace(const ConfigSpace* space);
    /// The config that the button adds; -1: none.
    void setConfig(qint64 index);
    void add(qint64 index);
    void setIndexes(const std::vector<int64_t>& indexes);
    std::vector<int64_t> indexes() const;
    /// Why the text is not a list of configs; empty when it is.
    QString problem() const;

signals:
    void changed();

private:
    void read();
    void write();
    QLineEdit* m_text;
    QPushButton* m_add;
    QLabel* m_problem;
    std::optional<ConfigSpace> m_space;
    std::vector<ConfigEntity> m_configs;
    qint64 m_config = -1;
};

} // namespace knobscope
