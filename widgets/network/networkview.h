// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/layerpairs.h"
#include "widgets/network/boxlooks.h"
#include "widgets/workspace/view.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QSpinBox;
class QSplitter;

namespace knobscope {

class NetworkTimes;
class RampLegend;

/// The network of the current task as a graph from top to bottom: what is computed together is a box, coloured by its share of
/// the network's time, blocks that repeat are shown once. A click opens a layer's task. The whole network is tuned and
/// run from here.
class NetworkView : public LazyView
{
    Q_OBJECT
public:
    explicit NetworkView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& actions) override;
    void refreshNow() override { refreshAtOnce(); }
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;

    NetworkCanvas& canvas() { return *m_canvas; }
    GraphLayout& graphLayout() { return m_layout; }
    NetworkTimes& times() { return *m_times; }
    /// Runs the network, or ends its run.
    void runOrStop();
    /// Tunes its layers for as long as is set; the Run panel says with what.
    void tune();
    WholeNetwork wholeNetwork();
    /// Shows another network, by its id.
    void showNetwork(const QString& id);
    QString shownNetwork() const { return m_id; }
    /// What stands below the picture: why it is not there, or not as it could be.
    QString note() const;
    void foldAll(bool folds);

protected:
    void refresh() override;

private:
    QWidget* makeTop();
    void updateButtons();
    QString missingNetwork() const;
    QString whyNotMeasured(const QPushButton& button) const;
    void takeTimes();
    void listNetworks();
    void followTask();
    void takeModel(const std::shared_ptr<const ModelNetwork>& model);
    void takeTasks();
    void arrange();
    void takeArrangement(const Arrangement& arrangement, const QString& problem);
    void colour();
    void showStep(const QString& node);
    void showMenu(int shown, const QPoint& at);
    void addLayouts(QMenu& menu, const NetworkStep& step);
    void openPair(const LayerPair& pair);
    const NetworkBox& boxAt(int shown) const { return m_boxes.boxes[m_shown.boxes[static_cast<size_t>(shown)].front()]; }
    void openTask(NetworkTask task, Target target);
    void toggleBlock(int block);
    void find(const QString& text, bool goesOn);

    QComboBox* m_networks;
    QLineEdit* m_search;
    QPushButton* m_run;
    QPushButton* m_tune;
    QSpinBox* m_minutes;
    NetworkCanvas* m_canvas;
    QComboBox* m_colours;
    RampLegend* m_legend;
    QLabel* m_note;
    NetworkTimes* m_times;
    QSplitter* m_parts;
    GraphLayout m_layout;
    QString m_id;      ///< of the network that is shown
    QString m_problem; ///< why it has no graph
    std::shared_ptr<const ModelNetwork> m_model;
    NetworkBoxes m_boxes;
    std::set<size_t> m_unfolded;
    ShownBoxes m_shown;    ///< as arranged
    ShownBoxes m_awaited;  ///< as being arranged
    LayerTasks m_tasks;
    RunTimes m_runTimes; ///< of the last run
    bool m_isNew = false;      ///< its first picture is still to come
};

} // namespace knobscope
