// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/searchhistory.h"
#include "widgets/base/projectreader.h"
#include "widgets/controls/celltable.h"
#include "widgets/project/runchoice.h"
#include "widgets/project/view.h"

#include <memory>

class QLabel;

namespace knobscope {

class BeliefPanel;
class Headline;
class PlaceholderStack;
class StepBar;

/// A run in slow motion: for each trial why it was proposed, where the values of its knobs come from, what came of it, and what
/// the tuner believed before it. Follows a run in progress while its last trial is shown.
class ProposalsView : public LazyView
{
    Q_OBJECT
public:
    explicit ProposalsView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& registry) override;
    void refreshNow() override;

    qint64 run() const { return m_run->run(); }
    void setRun(qint64 run) { m_run->setRun(run); }
    /// The trial shown; invalid: none.
    TrialRef trial() const;
    QString reason() const;
    /// The run that was read; null: none.
    const std::shared_ptr<const SearchHistory>& history() const { return m_history; }
    CellTable& knobs() { return m_knobs; }
    BeliefPanel& belief() { return *m_belief; }

protected:
    void refresh() override;
    void keyPressEvent(QKeyEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makePage();
    void connectWorkspace();
    void showRuns();
    void setHistory(std::shared_ptr<const SearchHistory> history);
    void showTrial(int step);
    void goTo(TrialRef trial);

    std::shared_ptr<const SearchHistory> m_history; ///< null: none is read
    qint64 m_historyOf = 0; ///< its run
    TrialRef m_wanted; ///< trial to show once its run is read
    ProjectReader m_reader;
    CellTable m_knobs;
    PlaceholderStack* m_pages = nullptr;
    RunChoice* m_run = nullptr;
    StepBar* m_bar = nullptr;
    Headline* m_headline = nullptr;
    QLabel* m_reason = nullptr;
    BeliefPanel* m_belief = nullptr;
};

} // namespace knobscope
