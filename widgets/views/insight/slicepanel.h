// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/slice.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/project/workspace.h"

#include <QComboBox>

namespace knobscope {

class RampLegend;

/// GFLOPS over the values of one knob, and a heat map of two knobs: one cell per pair of values; choosing a cell selects its
/// best trial. Pairs without a trial are blank, pairs with only failures are crossed.
class SlicePanel : public QWidget
{
    Q_OBJECT
public:
    explicit SlicePanel(Workspace& workspace, QWidget* parent = nullptr);

    void setTrials(std::shared_ptr<const TrialSet> trials);
    /// Chooses the knob of the slice.
    void setKnob(const QString& name);
    PlotCanvas& slice() { return *m_slice; }
    PlotCanvas& heatMap() { return *m_heatMap; }
    /// What the darkest colour of the heat map stands for; empty if there are no cells.
    QString legend() const;
    QString knob() const { return m_knob->currentText(); }

private:
    void showKnobs();
    void showPlots();
    void showSlice(size_t knob);
    void showHeatMap(size_t knobX, size_t knobY);
    void showLegend();
    PlotAxis axisOf(size_t knob) const;
    QString speedOf(double value) const;
    QString readingOf(const ValueSummary& cell, QPointF at) const;

    std::shared_ptr<const TrialSet> m_trials;
    HeatMap m_map; ///< its values in reading order
    QComboBox* m_knob = nullptr;
    QComboBox* m_others = nullptr;
    QComboBox* m_second = nullptr;
    QComboBox* m_show = nullptr;
    PlotCanvas* m_slice;
    PlotCanvas* m_heatMap;
    RampLegend* m_legend; ///< of the heat map
    QWidget* m_mapPane;   ///< heat map and legend
};

} // namespace knobscope
