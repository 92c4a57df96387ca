// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/extract.h"
#include "widgets/network/networkboxes.h"
#include "widgets/network/networkcanvas.h"
#include "widgets/workspace/lazyview.h"
#include "widgets/workspace/taskstandings.h"

class QComboBox;
class QLabel;
class QLineEdit;

namespace knobscope {

class RampLegend;

/// The network of the task in hand as a graph from top to bottom: what is computed together is a box, coloured by its share of
/// the network's time, blocks that repeat are shown once. A click takes a layer's task in hand.
class NetworkView : public LazyView
{
    Q_OBJECT
public:
    explicit NetworkView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& actions) override;
    void refreshNow() override;
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;

    NetworkCanvas& canvas() { return *m_canvas; }
    GraphLayout& graphLayout() { return m_layout; }
    /// Shows another network, by its id.
    void showNetwork(const QString& id);
    QString shownNetwork() const { return m_id; }
    /// What stands below the picture: why it is not there, or not as it could be.
    QString note() const;
    void foldAll(bool folds);

protected:
    void refresh() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeTop();
    void listNetworks();
    void followTask();
    void takeModel(const std::shared_ptr<const ModelNetwork>& model);
    void takeTasks();
    void arrange();
    void takeArrangement(const Arrangement& arrangement, const QString& problem);
    void colour();
    BoxLook lookOf(const std::vector<size_t>& boxes, double share) const;
    struct LayerTask {
        NetworkTask task;
        std::string key; ///< in the standings
    };
    /// The task of a box: the fastest that was measured, else the first; null where there is none.
    const LayerTask* taskOf(size_t box) const;
    /// The best that was measured of a task; null where nothing was.
    const TaskStanding* bestOf(const LayerTask& task) const;
    /// What a box weighs: seconds where any layer was measured, else operations; 0 where nothing is known.
    double weightOf(size_t box) const;
    void openTask(int shown);
    void toggleBlock(int block);
    void find(const QString& text, bool goesOn);

    TaskStandings* m_standings;
    QComboBox* m_networks;
    QLineEdit* m_search;
    NetworkCanvas* m_canvas;
    RampLegend* m_legend;
    QLabel* m_note;
    GraphLayout m_layout;
    QString m_id;      ///< of the network that is shown
    QString m_problem; ///< why it has no graph
    std::shared_ptr<const ModelNetwork> m_model;
    NetworkBoxes m_boxes;
    std::set<size_t> m_unfolded;
    ShownBoxes m_shown;    ///< as arranged
    ShownBoxes m_awaited;  ///< as being arranged
    Target m_target;
    std::vector<std::vector<LayerTask>> m_tasks; ///< by workload
    bool m_isMeasured = false; ///< any of its layers
    bool m_isNew = false;      ///< its first picture is still to come
};

} // namespace knobscope
