// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/campaign/opennetwork.h"
#include "widgets/background/latestwork.h"
#include "widgets/workspace/workspace.h"

#include <QTemporaryDir>
#include <QWidget>

class QLabel;
class QTabWidget;
class QTableView;
class QToolButton;

namespace knobscope {

class CellTable;
class PlotCanvas;

/// What a whole network takes: milliseconds while it is tuned, as its layers' best predict them and as it was run; and the steps
/// of its last run as a table. Runs it in a process of its own. GUI thread only.
class NetworkTimes : public QWidget
{
    Q_OBJECT
public:
    explicit NetworkTimes(Workspace& workspace, QWidget* parent = nullptr);

    /// Turns to another network, or to what is known of the same by now. `network` says how a worker opens it.
    void setNetwork(const QString& id, const WholeNetwork& network);
    /// Runs it with the best configs of the open project, and tells how that went. Refused while something else is measured.
    void run();
    void stopRun() { m_work.stop(); }
    /// Has a node's kernel take these layouts in the next runs, whatever is cheaper, or (nothing) as is cheapest; and runs.
    void hold(const std::string& node, const std::optional<HeldLayout>& layouts);
    const std::vector<HeldLayout>& held() const { return m_network.held; }
    bool isRunning() const { return m_work.isBusy(); }
    /// Shows the steps of the last run on the timeline, as a trace that the project keeps.
    void showOnTimeline();
    /// Of the last run of the network that is shown; null: it was not run.
    const NetworkProfile* profile() const { return m_profile ? &*m_profile : nullptr; }
    /// The sentence above plot and table.
    QString status() const;
    /// There is nothing to see or to say.
    bool isEmpty() const { return !m_profile && m_predicted.empty() && m_whole.empty() && status().isEmpty(); }
    /// The curve, and the steps.
    QTabWidget& tabs() { return *m_tabs; }

signals:
    /// Whether it runs, what is known, or the sentence.
    void changed();
    /// A person chose a step: the node that it is named after.
    void stepChosen(const QString& node);

private:
    static QString lastRun(const WholeRun& run);
    void readKept();
    void showKept(std::vector<WholeRun> kept);
    void take(const NetworkProfile& profile);
    void takeChecked(const NetworkProfile& profile, const Result<NetworkCheck>& check);
    void takeProgress(const NetworkProgress& progress);
    void takeWhole(const WholeRun& run);
    void showCurve();
    void showSteps();
    void say(const QString& sentence);
    static QString checkText(const NetworkCheck& check);

    Workspace& m_workspace;
    QString m_id;
    WholeNetwork m_network;
    LatestWork m_work;
    std::optional<NetworkProfile> m_profile;
    std::vector<QPointF> m_predicted; ///< minutes, milliseconds: of the tuning that goes on
    std::vector<QPointF> m_whole;     ///< the same of the network as it was run: of that tuning, or of the last one
    QLabel* m_status;
    QTabWidget* m_tabs;
    PlotCanvas* m_curve;
    CellTable* m_steps;
    QTableView* m_table;
    QToolButton* m_onTimeline;
    QTemporaryDir m_traces; ///< as long as they are read
};

} // namespace knobscope
