// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"
#include "core/tuner/tuner.h"
#include "widgets/controls/optioneditors.h"
#include "widgets/controls/section.h"

#include <QComboBox>
#include <QLabel>

#include <cstdint>

class QLineEdit;
class QPushButton;

namespace knobscope {

class Workspace;

/// Choice of the tuner and all its parameters; built from the tuners' descriptions.
class TunerForm : public QWidget
{
    Q_OBJECT
public:
    TunerForm();
    /// Parameters, for another widget's layout.
    QWidget* more() { return m_fields; }
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

/// The limits of a run: trials, time, a plateau, a target, a share of the peak of the current task's device. During a run, its
/// limits can be changed here.
class LimitsForm : public QWidget
{
    Q_OBJECT
public:
    explicit LimitsForm(const Workspace& workspace);
    /// All limits except trials and time, for another widget's layout.
    QWidget* more() { return m_more; }
    /// Writes the limits into the options of a run.
    void apply(RunOptions& options) const;
    void setLimits(const RunOptions& options);
    /// The limits of the run in progress, null if there is none. Edits that differ from them can be applied.
    void setRunning(const RunOptions* options);

signals:
    void changed();
    void applyRequested();

private:
    void readPeak();
    void refresh();
    const Workspace& m_workspace;
    QCheckBox* m_hasPercent = nullptr;
    QWidget* m_percent = nullptr;
    OptionEditors<RunOptions> m_limits{[this] { refresh(); }};
    FieldList* m_more;
    QLabel* m_verdict;
    QPushButton* m_apply;
    std::optional<RunOptions> m_running;
    double m_peak = 0; ///< GFLOPS with the task's threads; 0: unknown
};

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
