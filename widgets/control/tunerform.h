// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/tuner.h"

#include <QWidget>

#include <cstdint>

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
    /// Where seeds are chosen elsewhere.
    void hideSeed();
    /// "ga, pop_size 20, seed 3"
    QString summary() const;

signals:
    void changed();

private:
    void showParameters();
    std::vector<TunerDescription> m_tuners;
    QComboBox* m_tuner;
    QLabel* m_sentence = nullptr;
    FieldList* m_fields;
    QSpinBox* m_seed;
    QWidget* editorOf(const TunerParameter& parameter);
    QString rangeOf(const TunerParameter& parameter) const;
    /// Of the chosen tuner's parameters, in their order: a spin box for a number, a combo box for one of some words.
    std::vector<QWidget*> m_values;
};

} // namespace knobscope
