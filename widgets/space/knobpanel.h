// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/editset.h"

#include "widgets/layout/flowrow.h"

#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace knobscope {

/// How the current knob's candidates come about: a split's policy, max_factor and filter; and the way back to the template.
/// It asks for changes through its signals. GUI thread only.
class KnobPanel : public FlowRow
{
    Q_OBJECT
public:
    explicit KnobPanel(QWidget* parent = nullptr);
    /// Shows a knob; null: none. A field that has the keyboard keeps its text.
    void setKnob(const Knob* templateKnob, const Knob* definedKnob, const EditSet::OfKnob* edits);

signals:
    void policyChosen(const QString& policy);
    /// 0: no limit. `gesture` is the same while one goes on stepping or typing.
    void maxFactorChosen(int maxFactor, int gesture);
    /// Empty: none but the template's.
    void filterTyped(const QString& text, int gesture);
    void resetRequested();

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void checkFilter(const QString& text);
    QString m_name;
    int m_gesture = 0;
    QLabel* m_knob;
    QLabel* m_policyLabel;
    QComboBox* m_policy;
    QLabel* m_maxLabel;
    QSpinBox* m_max;
    QLabel* m_filterLabel;
    QLineEdit* m_filter;
    QLabel* m_hint;
    QPushButton* m_reset;
    std::vector<QWidget*> m_splitFields; ///< labels with their editors, for splits alone
};

} // namespace knobscope
