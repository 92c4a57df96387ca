// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/inspector/knobpicker.h"
#include "widgets/workspace/workspace.h"

class QVBoxLayout;

namespace knobscope {

/// The knobs of the current config, a row each to pick another value with. While a trial is pointed at anywhere the rows show its
/// values, set off where they differ; a row's knob is pointed at with it. GUI thread only.
class ConfigRows : public QWidget
{
    Q_OBJECT
public:
    explicit ConfigRows(Workspace& workspace, QWidget* parent = nullptr);

    /// The rows of the current task's space; those that an edit leaves as they were stay.
    void makeRows();
    /// The values of the current config.
    void showConfig();
    /// Null: there is no such knob.
    KnobPicker* row(const QString& knob) const;

signals:
    /// Why a value cannot be taken.
    void refused(const QString& sentence);

private:
    void changeDigit(size_t knob, qint64 digit);
    void lightKnob();
    void preview();
    void showPreview(const std::optional<ConfigEntity>& values);

    Workspace& m_workspace;
    QVBoxLayout* m_layout;
    std::vector<KnobPicker*> m_rows;
    bool m_isPreviewing = false; ///< the rows show the trial under the pointer
};

} // namespace knobscope
