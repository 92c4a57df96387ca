// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/layout/flowrow.h"
#include "widgets/space/spacedocument.h"

#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace knobscope {

/// How a knob's candidates come about: a split's policy, max_factor and filter; and the way back to the template. GUI thread
/// only.
class KnobPanel : public FlowRow
{
    Q_OBJECT
public:
    explicit KnobPanel(SpaceDocument& document);
    /// Shows a knob of the document as it is now; nothing where there is none of that name. A field that has the keyboard keeps
    /// its text.
    void showKnob(const QString& name);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void takeFilter(const QString& text);
    void showProblem(const QString& reason);
    /// The same while one goes on stepping or typing in a field.
    QString gesture(const char* field) const;

    SpaceDocument& m_document;
    QString m_name;
    int m_visits = 0; ///< of the keyboard to the fields
    QLabel* m_knob;
    QComboBox* m_policy;
    QSpinBox* m_max;
    QLineEdit* m_filter;
    QLabel* m_hint;
    QPushButton* m_reset;
    std::vector<QWidget*> m_splitFields; ///< labels with their editors, for splits alone
};

} // namespace knobscope
