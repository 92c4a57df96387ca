// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/transfer.h"
#include "widgets/base/latestwork.h"
#include "widgets/controls/section.h"
#include "widgets/project/workspace.h"

#include <QComboBox>
#include <QLabel>
#include <QTimer>

class QLineEdit;
class QPushButton;

namespace knobscope {

class ViewState;

/// How a run uses earlier results: their source, the rule, a preview of what it would use now, and what the last run used.
/// Counts records in a thread of its own, and only while the form is visible.
class TransferForm : public FieldList
{
    Q_OBJECT
public:
    enum Rule { Off, Default, Autotvm };

    explicit TransferForm(Workspace& workspace);
    /// Sets source and rule in options that already have a tuner.
    void apply(RunOptions& options) const;
    /// Sets the options of the next run and shows what its tuner can learn from.
    void setRun(const RunOptions& options);
    /// The texts "Would use …" and what the last run used.
    QString preview() const { return m_preview->text(); }
    QString used() const { return m_used->text(); }
    /// Empty: the project's own runs.
    void setFile(const QString& path);
    void bindTo(ViewState& state);
    /// Counts now and waits for the result (tests, pictures).
    void refreshNow();

signals:
    void changed();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void connectSession();
    void chooseFile();
    void showRule();
    std::string ruleOf(const RunOptions& options) const;
    QString sentenceOf(const std::string& rule) const;
    void countSoon();
    void count();
    Workspace& m_workspace;
    RunOptions m_run;
    bool m_isStarting = false; ///< the run in progress has only logged how it starts
    QTimer m_timer;
    LatestWork m_job;
    QComboBox* m_rule;
    QComboBox* m_source;
    QLineEdit* m_file;
    QPushButton* m_choose;
    QLabel* m_preview;
    QLabel* m_used;
};

} // namespace knobscope
