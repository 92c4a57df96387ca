// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/tuner.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QSpinBox;

namespace knobscope {

class FieldList;

/// Which tuner, with all its parameters and what they do; made from the tuners' own descriptions.
class TunerForm : public QWidget
{
    Q_OBJECT
public:
    explicit TunerForm(QWidget* parent = nullptr);
    std::string tuner() const;
    void setTuner(const QString& name);
    /// Those that differ from their defaults.
    nlohmann::json parameters() const;
    uint64_t seed() const;
    /// "ga, pop_size 20, seed 3"
    QString summary() const;

signals:
    void changed();

private:
    void showParameters();
    std::vector<TunerDescription> m_tuners;
    QComboBox* m_tuner;
    QLabel* m_sentence;
    FieldList* m_fields;
    QSpinBox* m_seed;
    std::vector<QDoubleSpinBox*> m_values; ///< of the chosen tuner's parameters, in their order
};

} // namespace knobscope
