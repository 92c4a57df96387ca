// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/layerpairs.h"
#include "widgets/project/view.h"
#include "widgets/views/network/boxlooks.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QSpinBox;

namespace knobscope {

class NetworkTimes;
class PlaceholderStack;
class RampLegend;

/// The network of the current task as a graph from top to bottom: a box is a fused group, coloured by its share of the network's
/// time; repeated blocks are shown once. A click opens a layer's task. Also starts the tuning and the runs of the whole network.
class NetworkView : public LazyView
{
    Q_OBJECT
public:
    explicit NetworkView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& actions) override;
    void refreshNow() override { refreshAtOnce(); }

    NetworkCanvas& canvas() { return *m_canvas; }
    GraphLayout& graphLayout() { return m_layout; }
    NetworkTimes& times() { return *m_times; }
    /// Runs the network, or stops its run.
    void runOrStop();
    void compareOrStop();
    /// Tunes its layers within the set time, with the settings of the Run panel.
    void tune();
    WholeNetwork wholeNetwork();
    /// Shows the network with an id.
    void showNetwork(const QString& id);
    QString shownNetwork() const { return m_id; }
    /// The note below the picture: why it is missing or incomplete.
    QString note() const;
    void foldAll(bool folds);

signals:
    /// The user wants to choose a model's file.
    void modelWanted();

protected:
    void refresh() override;

private:
    QWidget* makeTop();
    void bindState();
    void updateButtons();
    QString missingNetwork() const;
    QString measuringObstacle(const QPushButton& button) const;
    void updateTimes();
    void listNetworks();
    void followTask();
    void followName(const QString& before, const QString& now);
    void setModel(const std::shared_ptr<const ModelNetwork>& model);
    void updateTasks();
    void arrange();
    void setArrangement(const Arrangement& arrangement, const QString& problem);
    void colour();
    void showStep(const QString& step);
    std::vector<std::string> nodesOf(int shown) const;
    void showMenu(int shown, const QPoint& at);
    void addLayouts(QMenu& menu, const NetworkStep& step);
    void openPair(const LayerPair& pair);
    const NetworkBox& boxAt(int shown) const { return m_boxes.boxes[m_shown.boxes[static_cast<size_t>(shown)].front()]; }
    /// Opens the task of the layer with this node; shows its box if it has none.
    void openTaskOf(const QString& node);
    void openTask(NetworkTask task, Target target);
    void toggleBlock(int block);
    void find(const QString& text, bool findsNext);

    QComboBox* m_networks;
    QLineEdit* m_search;
    QPushButton* m_run;
    QPushButton* m_precisions;
    QPushButton* m_tune;
    QSpinBox* m_minutes;
    NetworkCanvas* m_canvas;
    QComboBox* m_colours;
    RampLegend* m_legend;
    PlaceholderStack* m_pages; ///< a sentence while no network is chosen
    QLabel* m_note;
    NetworkTimes* m_times;
    GraphLayout m_layout;
    QString m_id;      ///< id of the shown network
    QString m_problem; ///< why it has no graph
    std::shared_ptr<const ModelNetwork> m_model;
    NetworkBoxes m_boxes;
    std::set<size_t> m_unfolded;
    ShownBoxes m_shown;    ///< as arranged
    ShownBoxes m_awaited;  ///< being arranged
    LayerTasks m_tasks;
    RunTimes m_runTimes; ///< of the last run
    bool m_isNew = false;      ///< its first picture is pending
};

} // namespace knobscope
