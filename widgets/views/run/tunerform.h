// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/tuner.h"

#include <QComboBox>

namespace knobscope {

class FieldList;

/// Choice of the tuner and all its parameters; built from the tuners' descriptions.
class TunerForm : public QWidget
{
    Q_OBJECT
public:
    TunerForm();
    /// Parameters, for another widget's layout.
    QWidget* more();
    std::string tuner() const { return m_tuner->currentText().toStdString(); }
    void setTuner(const QString& name) { m_tuner->setCurrentText(name); }
    /// Ignores an unknown tuner. Parameters that are not given get their defaults.
    void set(const std::string& tuner, const nlohmann::json& parameters);
    /// Parameters that differ from their defaults.
    nlohmann::json parameters() const;

signals:
    void changed();

private:
    void showParameters();
    std::vector<TunerDescription> m_tuners;
    QComboBox* m_tuner;
    FieldList* m_fields;
    QWidget* editorOf(const TunerParameter& parameter);
    QString rangeOf(const TunerParameter& parameter) const;
    /// Editors of the chosen tuner's parameters, in their order: a spin box for a number, a check box for yes or no, a combo
    /// box for a choice.
    std::vector<QWidget*> m_values;
};

} // namespace knobscope
