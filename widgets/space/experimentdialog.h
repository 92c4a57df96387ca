// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/price.h"
#include "widgets/space/experimentqueue.h"
#include "widgets/space/variantstore.h"

#include <QDialog>

#include <cstdint>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTableWidget;

namespace knobscope {

/// "Is it worth it?": two variants of the task's space, tuned with the same tuner, budget and seeds, and what came of it, in
/// words. Not modal: the window shows the runs meanwhile. GUI thread only.
class ExperimentDialog : public QDialog
{
    Q_OBJECT
public:
    /// Compares the template with the edits of the task in hand unless other variants are chosen.
    ExperimentDialog(Workspace& workspace, const VariantStore& variants, std::optional<MeasuredRate> rate,
                     QWidget* parent = nullptr);
    ~ExperimentDialog() override;
    ExperimentQueue& queue() { return m_queue; }
    QString verdictText() const;
    QString estimateText() const;

private:
    struct Choice {
        QString name;
        std::vector<SpaceEdit> edits;
        int64_t configs = 0; ///< at most; a run visits no more
    };
    void addChoices(const VariantStore& variants);
    const Choice& choice(const QComboBox* box) const;
    QString wholeSpaces() const;
    QWidget* makeForm();
    RunOptions options() const;
    void showEstimate();
    void start();
    void showRunning(bool running);
    void showResult();
    void finish(const QString& problem);

    Workspace& m_workspace;
    std::shared_ptr<const Task> m_task;
    QString m_label;
    std::optional<MeasuredRate> m_rate;
    std::vector<Choice> m_choices;
    ExperimentQueue m_queue;
    QComboBox* m_a;
    QComboBox* m_b;
    QComboBox* m_tuner;
    QSpinBox* m_trials;
    QSpinBox* m_seeds;
    QSpinBox* m_firstSeed;
    QLabel* m_estimate;
    QProgressBar* m_progress;
    QTableWidget* m_table;
    QLabel* m_verdict;
    QPushButton* m_start;
    QPushButton* m_stop;
};

} // namespace knobscope
