// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/insight/slicepanel.h"

#include "core/study/valueorder.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/flowrow.h"
#include "widgets/controls/section.h"
#include "widgets/plot/ramplegend.h"
#include "widgets/project/plotselection.h"
#include "widgets/views/insight/parallelscene.h"

#include <QLabel>
#include <QSplitter>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr qsizetype kMaxLabels = 5000; ///< per knob; an axis could not show more

enum class HeatMapShows { Best, Median, Count };

/// 0 if all trials failed, NaN if there are none.
double heatValue(const ValueSummary& cell, HeatMapShows shows)
{
    const double speed = shows == HeatMapShows::Best ? cell.best : cell.median;
    return cell.trials == 0 ? std::nan("") : shows == HeatMapShows::Count ? static_cast<double>(cell.trials) : speed;
}

} // namespace

SlicePanel::SlicePanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_slice(makeControl<PlotCanvas>("slice.plot"))
    , m_heatMap(makeControl<PlotCanvas>("slice.heatMap"))
    , m_legend(new RampLegend)
    , m_mapPane(new QWidget)
{
    auto* head = new FlowRow; // a dock may be narrow, and its minimum width limits the window's
    const auto addCombo = [&](const char* id, QComboBox*& combo, const QString& text, const QStringList& items) {
        combo = makeControl<QComboBox>(id);
        combo->addItems(items);
        head->addGroup({makeLabel(text, combo), combo});
        connect(combo, &QComboBox::currentIndexChanged, this, &SlicePanel::showPlots);
    };
    addCombo("slice.knob", m_knob, tr("&Knob:"), {});
    addCombo("slice.others", m_others, tr("&Others:"), {tr("any"), tr("as in the best")});
    addCombo("slice.against", m_second, tr("Aga&inst:"), {});
    addCombo("slice.colour", m_show, tr("&Colour:"), {tr("best speed"), tr("median speed"), tr("number of trials")});
    auto* splitter = new QSplitter;
    splitter->addWidget(m_slice);
    inColumn(m_mapPane, {{m_heatMap, 1}, m_legend}, QMargins(), 0);
    splitter->addWidget(m_mapPane);
    splitter->setChildrenCollapsible(false);
    inColumn(this, {head, {splitter, 1}}, QMargins(0, space::kSmall, 0, 0));
    m_slice->setAccessibleName(tr("Speed over the values of a knob"));
    m_slice->setReading([this](PlotPick pick) {
        const QPointF at = m_slice->series().front().points[static_cast<size_t>(pick.point)];
        const TrialRef trial = m_slice->trialOf(pick);
        return tr("%1 = %2: %3, run %4, trial %5")
            .arg(m_knob->currentText(), m_slice->xAxis().text(at.x()), speedOf(at.y()))
            .arg(trial.run)
            .arg(trial.number);
    });
    m_heatMap->setAccessibleName(tr("Heat map of two knobs"));
    m_heatMap->setMinimumSize(200, 120);
    m_heatMap->setReading([this](PlotPick pick) {
        return readingOf(m_map.cells[static_cast<size_t>(pick.point)],
                         m_heatMap->series().front().points[static_cast<size_t>(pick.point)]);
    });
    linkPlot(*m_slice, workspace.selection());
    linkPlot(*m_heatMap, workspace.selection());
}

QString SlicePanel::speedOf(double value) const
{
    return FlopsCount::speed(number(value, 1), speedUnitOf(m_trials->task.get()));
}

QString SlicePanel::readingOf(const ValueSummary& cell, QPointF at) const
{
    const QString where = tr("%1 = %2, %3 = %4")
                              .arg(m_knob->currentText(), m_heatMap->xAxis().text(at.x()), m_second->currentText(),
                                   m_heatMap->yAxis().text(at.y()));
    if (cell.trials == 0) {
        return tr("%1: not tried").arg(where);
    }
    if (cell.best <= 0) {
        return tr("%1: all of %n trial(s) failed", nullptr, static_cast<int>(cell.trials)).arg(where);
    }
    return tr("%1: best %2, median %3, %n trial(s), %4 failed", nullptr, static_cast<int>(cell.trials))
        .arg(where, speedOf(cell.best), number(cell.median, 1))
        .arg(cell.failed);
}

void SlicePanel::setKnob(const QString& name)
{
    if (const int at = m_knob->findText(name); at >= 0) {
        m_knob->setCurrentIndex(at);
    }
}

void SlicePanel::setTrials(std::shared_ptr<const TrialSet> trials)
{
    m_trials = std::move(trials);
    showKnobs();
    showPlots();
}

void SlicePanel::showKnobs()
{
    QStringList names;
    for (size_t k = 0; m_trials && k < m_trials->knobCount(); ++k) {
        names << QString::fromStdString(m_trials->task->space.knobs()[k].name());
    }
    int place = 0;
    for (QComboBox* combo : {m_knob, m_second}) {
        const QString old = combo->currentText();
        const QSignalBlocker blocker(combo);
        combo->clear();
        combo->addItems(names);
        const auto found = names.indexOf(old);
        combo->setCurrentIndex(static_cast<int>(found >= 0 ? found : std::min<qsizetype>(place, names.size() - 1)));
        ++place;
    }
}

PlotAxis SlicePanel::axisOf(size_t knob) const
{
    const Knob& of = m_trials->task->space.knobs()[knob];
    PlotAxis axis(QString::fromStdString(of.name()), PlotAxis::Kind::Linear, -0.5, static_cast<double>(of.size()) - 0.5);
    if (of.size() > kMaxLabels) {
        return axis;
    }
    QStringList values;
    for (const int32_t digit : valueOrder(of)) {
        values << QString::fromStdString(valueText(of.at(digit)));
    }
    axis.setCategories(values);
    return axis;
}

void SlicePanel::showPlots()
{
    const QString nothing = tr("No trial to show.");
    m_slice->setEmptyText(nothing);
    if (!m_trials || m_trials->trials.empty() || m_knob->currentIndex() < 0 || m_second->currentIndex() < 0) {
        m_slice->setSeries({});
        m_map = {};
        m_heatMap->setSeries({});
        m_heatMap->setEmptyText(nothing);
        showLegend();
        return;
    }
    const auto first = static_cast<size_t>(m_knob->currentIndex());
    const auto second = static_cast<size_t>(m_second->currentIndex());
    showSlice(first);
    m_mapPane->setVisible(first != second);
    if (first != second) {
        showHeatMap(first, second);
    }
}

void SlicePanel::showSlice(size_t knob)
{
    const OtherKnobs others = m_others->currentIndex() == 0 ? OtherKnobs::Any : OtherKnobs::AtBest;
    const Theme theme = themeFor(palette());
    PlotSeries dots{.name = tr("Trials"), .colour = theme.trial, .kind = PlotSeries::Kind::Dots, .width = 4};
    PlotSeries best{.name = tr("Best"), .colour = theme.best, .width = 2, .canBePicked = false};
    PlotSeries middle{.name = tr("Median"), .colour = palette().color(QPalette::Text), .isDashed = true, .canBePicked = false};
    const auto summaries = sliceOf(*m_trials, knob, others);
    const std::vector<int32_t> order = valueOrder(m_trials->task->space.knobs()[knob]);
    const std::vector<int32_t> places = valuePlaces(m_trials->task->space.knobs()[knob]);
    double most = 0;
    for (size_t place = 0; place < order.size(); ++place) {
        const ValueSummary& summary = summaries[static_cast<size_t>(order[place])];
        if (summary.best > 0) {
            best.points.emplace_back(place, summary.best);
            middle.points.emplace_back(place, summary.median);
            most = std::max(most, summary.best);
        }
    }
    for (const size_t i : slicedBy(*m_trials, knob, others)) {
        dots.trials.push_back(refOf(m_trials->trials[i]));
        dots.points.emplace_back(places[static_cast<size_t>(m_trials->digit(i, knob))], m_trials->trials[i].point.gflops);
    }
    m_slice->setAxes(axisOf(knob), {FlopsCount::axisTitle(speedUnitOf(m_trials->task.get())), PlotAxis::Kind::Linear, 0,
                                    std::max(most * 1.05, 1e-9)});
    m_slice->setSeries({std::move(dots), std::move(best), std::move(middle)});
}

void SlicePanel::showHeatMap(size_t knobX, size_t knobY)
{
    const HeatMap map = heatMapOf(*m_trials, knobX, knobY);
    const std::vector<int32_t> orderX = valueOrder(m_trials->task->space.knobs()[knobX]);
    const std::vector<int32_t> orderY = valueOrder(m_trials->task->space.knobs()[knobY]);
    const auto shows = static_cast<HeatMapShows>(m_show->currentIndex());
    PlotSeries cells{.kind = PlotSeries::Kind::Cells, .rowLength = static_cast<int>(map.columns)};
    m_map = map;
    for (size_t y = 0; y < map.rows; ++y) {
        for (size_t x = 0; x < map.columns; ++x) {
            ValueSummary& cell = m_map.cells[y * map.columns + x];
            cell = map.at(static_cast<size_t>(orderX[x]), static_cast<size_t>(orderY[y]));
            cells.points.emplace_back(x, y);
            cells.values.push_back(heatValue(cell, shows));
            cells.trials.push_back(cell.best > 0 ? refOf(m_trials->trials[cell.bestTrial]) : TrialRef());
        }
    }
    m_heatMap->setEmptyText(tr("These two knobs have too many pairs of values to show. Choose a knob with fewer values."));
    m_heatMap->setAxes(axisOf(knobX), axisOf(knobY));
    m_heatMap->setSeries({std::move(cells)});
    showLegend();
}

QString SlicePanel::legend() const
{
    return m_legend->most();
}

void SlicePanel::showLegend()
{
    double most = 0;
    for (const PlotSeries& series : m_heatMap->series()) {
        for (const double value : series.values) {
            most = value > most ? value : most; // no number: not tried
        }
    }
    const auto shows = static_cast<HeatMapShows>(m_show->currentIndex());
    const QString text = shows == HeatMapShows::Count  ? tr("%n trial(s)", nullptr, static_cast<int>(most))
                       : shows == HeatMapShows::Median ? tr("median %1").arg(speedOf(most))
                                                       : tr("best %1").arg(speedOf(most));
    m_legend->setMeaning(QStringLiteral("0"), most > 0 ? text : QString(), {});
}

} // namespace knobscope
