// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/runrecord.h"
#include "widgets/base/latestwork.h"
#include "widgets/project/workspace.h"

#include <QTemporaryDir>
#include <QWidget>

class QLabel;
class QTabWidget;
class QTableView;
class QToolButton;

namespace knobscope {

class Headline;
class OperatorBar;

class CellTable;
class PlotCanvas;
class PrecisionsPage;
class Section;
class TimePage;

/// End-to-end milliseconds of a network over its tuning, as predicted from its layers' best results and as measured, and the
/// steps of its last run as a table, alone and beside those of the run before. Runs the network in a separate process. GUI thread
/// only.
class NetworkTimes : public QWidget
{
    Q_OBJECT
public:
    explicit NetworkTimes(Workspace& workspace, QWidget* parent = nullptr);

    /// Switches to another network, or reloads the results of the same. `network` tells a worker how to open it.
    void setNetwork(const QString& id, const WholeNetwork& network);
    /// The same network has another name.
    void rename(const QString& id) { m_id = id; }
    /// Runs it with the best configs of the open project and reports the result. Refused while something else is measured.
    void run();
    void stopRun() { m_work.stop(); }
    /// Fixes the layouts of a node's kernel in later runs, or lets the cheapest be chosen (nullopt); then runs.
    void hold(const std::string& node, const std::optional<FixedLayout>& layouts);
    const std::vector<FixedLayout>& held() const { return m_network.held; }
    bool isRunning() const { return m_work.isBusy(); }
    /// Selects the steps that are named after these nodes.
    void select(const std::vector<std::string>& nodes);
    /// The tab with the precisions side by side.
    PrecisionsPage& precisions() { return *m_precisions; }
    /// Compares them and shows that tab.
    void comparePrecisions();
    /// Shows the steps of the last run on the timeline, as a trace stored in the project.
    void showOnTimeline();
    /// Profile of the last run of the shown network; null if it was not run.
    const NetworkProfile* profile() const { return m_profile ? &*m_profile : nullptr; }
    /// State of a run or tuning, and warnings about the result.
    QString status() const;
    /// Other facts about the result, one sentence a line, shown by *More*.
    QString details() const;
    /// True if there are no results and no status.
    bool isEmpty() const;
    /// The tabs with the curve and the steps.
    QTabWidget& tabs() { return *m_tabs; }

signals:
    /// The run state, the results or the status changed.
    void changed();
    /// The user chose a step; `node` is the node that it is named after.
    void stepChosen(const QString& node);
    /// The user wants to tune the task of this node.
    void taskWanted(const QString& node);

protected:
    /// Colours follow the theme; the boxes', too, by changed().
    void changeEvent(QEvent* event) override;

private:
    static QString lastRun(const WholeRun& run);
    void readStored();
    void showStored(std::vector<WholeRun> kept);
    void showRecord(const RunRecord& record);
    /// "of this core's peak" and how many layers are tuned.
    static QString qualifier(const NetworkProfile& profile);
    void showProfile(const NetworkProfile& profile);
    void showCheckedProfile(const NetworkProfile& profile, const Result<NetworkCheck>& check);
    void addPrediction(const NetworkProgress& progress);
    void addWholeRun(const WholeRun& run);
    void showCurve();
    void showSteps();
    void showChanges();
    void setStatus(const QString& sentence);
    void setDetails(const QStringList& sentences);
    void addDetail(const QString& sentence);
    static QString checkText(const NetworkCheck& check);

    Workspace& m_workspace;
    QString m_id;
    WholeNetwork m_network;
    LatestWork m_work;
    std::optional<NetworkProfile> m_profile;
    std::optional<NetworkProfile> m_before; ///< of the run before, to compare with
    bool m_isOfHere = true; ///< whether `m_profile` is of this machine
    bool m_isBeforeOfHere = true;
    std::vector<QPointF> m_predicted; ///< minutes and milliseconds, of the tuning in progress
    std::vector<QPointF> m_whole; ///< the same as measured end to end: by that tuning, or by the last one
    Headline* m_headline;
    QLabel* m_status;
    QLabel* m_details;
    Section* m_more;
    OperatorBar* m_shares;
    QTabWidget* m_tabs;
    PlotCanvas* m_curve;
    TimePage* m_time;
    CellTable* m_steps;
    QTableView* m_table;
    CellTable* m_changes;
    QTableView* m_changeTable;
    PrecisionsPage* m_precisions;
    QToolButton* m_onTimeline;
    QTemporaryDir m_traces; ///< exists as long as the files are read
};

} // namespace knobscope
