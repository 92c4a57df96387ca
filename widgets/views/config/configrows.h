// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/project/workspace.h"
#include "widgets/views/config/knobpicker.h"

class QVBoxLayout;

namespace knobscope {

/// One row per knob of the current config, to pick another value. While a trial is hovered in any view, the rows show its
/// values and highlight differences; hovering a row hovers its knob. GUI thread only.
class ConfigRows : public QWidget
{
    Q_OBJECT
public:
    explicit ConfigRows(Workspace& workspace, QWidget* parent = nullptr);

    /// Makes the rows for the current task's space; reuses rows that an edit did not change.
    void makeRows();
    /// Shows the values of the current config.
    void showConfig();
    /// Null if there is no such knob.
    KnobPicker* row(const QString& knob) const;

signals:
    /// Why a value is not allowed.
    void refused(const QString& sentence);

private:
    void changeDigit(size_t knob, qint64 digit);
    void highlightKnob();
    void preview();
    void showPreview(const std::optional<ConfigEntity>& values);

    Workspace& m_workspace;
    QVBoxLayout* m_layout;
    std::vector<KnobPicker*> m_rows;
    bool m_isPreviewing = false; ///< the rows show the hovered trial
};

} // namespace knobscope
