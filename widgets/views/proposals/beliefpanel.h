// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/beliefmap.h"
#include "widgets/base/latestwork.h"
#include "widgets/plot/plotcanvas.h"

#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>

class QComboBox;
class QLabel;

namespace knobscope {

class RampLegend;

/// A map of two knobs before a trial of a run: what the tuner believed, or the best that was measured, with the trial's config,
/// those that it was made from, and the walk that led to it. Maps are computed in a thread. GUI thread only.
class BeliefPanel : public QWidget
{
    Q_OBJECT
public:
    explicit BeliefPanel(QWidget* parent = nullptr);

    /// Shows the map before this trial. A new run chooses the knobs; null: no run.
    void setTrial(std::shared_ptr<const SearchHistory> history, size_t trial);
    /// False while a map is computed.
    bool isReady() const { return !m_work.isBusy(); }
    PlotCanvas& canvas() { return *m_canvas; }
    QString message() const;
    void finishJobs() { m_work.finishNow(); }

signals:
    void ready();

private:
    enum class Shown { Measured, Expected, Uncertainty, Improvement };

    Shown shown() const;
    std::pair<size_t, size_t> knobs() const;
    void chooseKnobs();
    void askForMap();
    void showMap();
    /// Says what the darkest colour of the map means: `most`, the largest of colourValues().
    void showLegend(double most);
    std::vector<double> measuredBefore() const;
    std::vector<double> colourValues() const;
    PlotAxis axisOf(size_t knob) const;
    QPointF placeOf(int64_t config) const;
    std::vector<PlotSeries> routes() const;
    QString readingOf(PlotPick pick) const;
    QString valueTextOf(size_t cell) const;

    std::shared_ptr<const SearchHistory> m_history;
    size_t m_trial = 0;
    qint64 m_knobsOf = 0; ///< run that the knobs were chosen for
    std::optional<Result<BeliefMap>> m_map; ///< of the trial and knobs; none while it is computed
    std::vector<int32_t> m_orderX; ///< digits in the order of the axes
    std::vector<int32_t> m_orderY;
    LatestWork m_work;
    QComboBox* m_x;
    QComboBox* m_y;
    QComboBox* m_show;
    PlotCanvas* m_canvas;
    RampLegend* m_legend; ///< of the map's colours
    QLabel* m_message;
};

} // namespace knobscope
