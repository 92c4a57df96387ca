// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/slice.h"
#include "widgets/insight/heatmapplot.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/workspace/workspace.h"

#include <QWidget>

class QComboBox;

namespace knobscope {

/// GFLOPS over the values of one knob, and a heat map of it against another.
class SlicePanel : public QWidget
{
    Q_OBJECT
public:
    explicit SlicePanel(Workspace& workspace, QWidget* parent = nullptr);

    void setTrials(std::shared_ptr<const TrialSet> trials);
    /// Makes a knob the one that is sliced.
    void setKnob(const QString& name);
    PlotCanvas& slice() { return *m_slice; }
    HeatMapPlot& heatMap() { return *m_heatMap; }
    QString knob() const;

private:
    void showKnobs();
    void showPlots();
    void showSlice(size_t knob);
    void showHeatMap(size_t knobX, size_t knobY);
    QStringList valuesOf(size_t knob) const;
    TrialRef refOf(size_t trial) const;

    Workspace& m_workspace;
    std::shared_ptr<const TrialSet> m_trials;
    std::vector<size_t> m_sliced; ///< trials behind the dots of the slice
    QComboBox* m_knob = nullptr;
    QComboBox* m_others = nullptr;
    QComboBox* m_second = nullptr;
    QComboBox* m_show = nullptr;
    PlotCanvas* m_slice;
    HeatMapPlot* m_heatMap;
};

} // namespace knobscope
