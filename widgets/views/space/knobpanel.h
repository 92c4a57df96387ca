// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/controls/flowrow.h"
#include "widgets/views/space/spacedocument.h"

#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace knobscope {

/// Settings that generate a knob's candidates: a split's policy, max_factor and filter; with a reset to the template. GUI thread
/// only.
class KnobPanel : public FlowRow
{
    Q_OBJECT
public:
    explicit KnobPanel(SpaceDocument& document);
    /// Shows the current state of a knob; nothing if the name is unknown. A focused field keeps its text.
    void showKnob(const QString& name);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void applyFilter(const QString& text);
    void showProblem(const QString& reason);
    /// Returns an id that is constant while the user keeps stepping or typing in a field.
    QString gesture(const char* field) const;

    SpaceDocument& m_document;
    QString m_name;
    int m_visits = 0; ///< counts focus changes of the fields
    QLabel* m_knob;
    QComboBox* m_policy;
    QSpinBox* m_max;
    QLineEdit* m_filter;
    QLabel* m_hint;
    std::vector<QWidget*> m_splitFields; ///< labels and editors shown only for splits
};

} // namespace knobscope
