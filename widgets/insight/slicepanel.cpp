// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/insight/slicepanel.h"

#include "core/analysis/valueorder.h"
#include "widgets/layout/flowrow.h"
#include "widgets/text/flopscount.h"
#include "widgets/text/number.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int sliceTrials = 0;
constexpr qsizetype mostLabels = 5000; ///< of a knob's values; beyond, an axis could not show them anyway

} // namespace

SlicePanel::SlicePanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_slice(new PlotCanvas)
    , m_heatMap(new HeatMapPlot)
{
    auto* layout = new QVBoxLayout(this);
    auto* head = new FlowRow; // a dock may be narrow, and its least width is the window's
    layout->setContentsMargins(0, 6, 0, 0);
    const auto addCombo = [&](QComboBox*& combo, const QString& text, const QStringList& items) {
        auto* label = new QLabel(text);
        combo = new QComboBox;
        combo->addItems(items);
        label->setBuddy(combo);
        head->addGroup({label, combo});
        connect(combo, &QComboBox::currentIndexChanged, this, &SlicePanel::showPlots);
    };
    addCombo(m_knob, tr("&Knob:"), {});
    addCombo(m_others, tr("&Others:"), {tr("any"), tr("as in the best")});
    addCombo(m_second, tr("Aga&inst:"), {});
    addCombo(m_show, tr("&Colour:"), {tr("best GFLOPS"), tr("median GFLOPS"), tr("number of trials")});
    auto* splitter = new QSplitter;
    splitter->addWidget(m_slice);
    splitter->addWidget(m_heatMap);
    splitter->setChildrenCollapsible(false);
    layout->addWidget(head);
    layout->addWidget(splitter, 1);
    m_slice->setAccessibleName(tr("GFLOPS over the values of a knob"));
    m_slice->setEmptyText(tr("No trial to show."));
    m_slice->setReading([this](PlotPick pick) {
        const TrialSet::Trial& trial = m_trials->trials[m_sliced[static_cast<size_t>(pick.point)]];
        const QPointF at = m_slice->series()[sliceTrials].points[static_cast<size_t>(pick.point)];
        return tr("%1 = %2: %3 GFLOPS, run %4, trial %5")
            .arg(m_knob->currentText(), m_slice->xAxis().text(at.x()), number(at.y(), 1))
            .arg(trial.run)
            .arg(trial.point.number);
    });
    connect(m_slice, &PlotCanvas::chosen, this,
            [this](PlotPick pick) { m_workspace.selection().select({refOf(m_sliced[static_cast<size_t>(pick.point)])}); });
    connect(m_slice, &PlotCanvas::hovered, this, [this](PlotPick pick) {
        m_workspace.selection().hover(pick.isValid() ? refOf(m_sliced[static_cast<size_t>(pick.point)]) : TrialRef());
    });
    connect(m_slice, &PlotView::enclosed, this, [this](const QPolygonF& pixels) {
        std::vector<TrialRef> inside;
        for (const size_t i : m_slice->pointsWithin(sliceTrials, pixels)) {
            inside.push_back(refOf(m_sliced[i]));
        }
        m_workspace.selection().select(inside);
    });
    connect(m_heatMap, &HeatMapPlot::chosen, this, [this](size_t trial) { m_workspace.selection().select({refOf(trial)}); });
    connect(m_heatMap, &HeatMapPlot::hovered, this,
            [this](bool hasTrial, size_t trial) { m_workspace.selection().hover(hasTrial ? refOf(trial) : TrialRef()); });
    connect(&m_workspace.selection(), &Selection::changed, this, [this] {
        if (isVisible()) {
            showPlots();
        }
    });
}

TrialRef SlicePanel::refOf(size_t trial) const
{
    return {m_trials->trials[trial].run, m_trials->trials[trial].point.number};
}

QString SlicePanel::knob() const
{
    return m_knob->currentText();
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

QStringList SlicePanel::valuesOf(size_t knob) const
{
    QStringList values;
    for (const int32_t digit : valueOrder(m_trials->task->space.knobs()[knob])) {
        if (values.size() == mostLabels) {
            break;
        }
        values << QString::fromStdString(valueText(m_trials->task->space.knobs()[knob].at(digit)));
    }
    return values;
}

void SlicePanel::showPlots()
{
    if (!m_trials || m_trials->trials.empty() || m_knob->currentIndex() < 0 || m_second->currentIndex() < 0) {
        m_sliced.clear();
        m_slice->setSeries({});
        m_heatMap->setContent({});
        return;
    }
    const auto first = static_cast<size_t>(m_knob->currentIndex());
    const auto second = static_cast<size_t>(m_second->currentIndex());
    showSlice(first);
    m_heatMap->setVisible(first != second);
    if (first != second) {
        showHeatMap(first, second);
    }
}

void SlicePanel::showSlice(size_t knob)
{
    const OtherKnobs others = m_others->currentIndex() == 0 ? OtherKnobs::Any : OtherKnobs::AtBest;
    const Theme theme = themeFor(palette());
    std::vector<PlotSeries> all(3);
    PlotSeries& dots = all[sliceTrials];
    dots.name = tr("Trials");
    dots.colour = theme.trial;
    dots.kind = PlotSeries::Kind::Dots;
    dots.width = 4;
    PlotSeries& best = all[1];
    best.name = tr("Best");
    best.colour = theme.best;
    best.width = 2;
    best.canBePicked = false;
    PlotSeries& middle = all[2];
    middle.name = tr("Median");
    middle.colour = palette().color(QPalette::Text);
    middle.isDashed = true;
    middle.canBePicked = false;
    m_sliced.clear();
    const auto summaries = sliceOf(*m_trials, knob, others);
    const auto fastest = m_trials->best();
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
    for (size_t i = 0; i < m_trials->trials.size(); ++i) {
        bool isIn = true;
        for (size_t k = 0; others == OtherKnobs::AtBest && k < m_trials->knobCount(); ++k) {
            isIn = isIn && (k == knob || (fastest && m_trials->digit(i, k) == m_trials->digit(*fastest, k)));
        }
        if (isIn) {
            if (m_workspace.selection().contains(refOf(i))) {
                dots.marked.push_back(m_sliced.size());
            }
            m_sliced.push_back(i);
            dots.points.emplace_back(places[static_cast<size_t>(m_trials->digit(i, knob))], m_trials->trials[i].point.gflops);
        }
    }
    PlotAxis x;
    x.title = m_knob->currentText();
    x.setCategories(valuesOf(knob));
    if (static_cast<qsizetype>(summaries.size()) > x.categories().size()) {
        x.setRange(PlotAxis::Kind::Linear, 0, static_cast<double>(summaries.size() - 1));
    }
    PlotAxis y;
    y.title = FlopsCount::autotvm();
    y.setRange(PlotAxis::Kind::Linear, 0, std::max(most * 1.05, 1e-9));
    m_slice->setAxes(x, y);
    m_slice->setSeries(std::move(all));
}

void SlicePanel::showHeatMap(size_t knobX, size_t knobY)
{
    HeatMapPlot::Content content;
    const HeatMap map = heatMapOf(*m_trials, knobX, knobY);
    content.map = map;
    const std::vector<int32_t> orderX = valueOrder(m_trials->task->space.knobs()[knobX]);
    const std::vector<int32_t> orderY = valueOrder(m_trials->task->space.knobs()[knobY]);
    for (size_t y = 0; y < map.rows; ++y) {
        for (size_t x = 0; x < map.columns; ++x) {
            content.map.cells[y * map.columns + x] = map.at(static_cast<size_t>(orderX[x]), static_cast<size_t>(orderY[y]));
        }
    }
    content.show = static_cast<HeatMapPlot::Show>(m_show->currentIndex());
    content.xName = m_knob->currentText();
    content.yName = m_second->currentText();
    content.xValues = valuesOf(knobX);
    content.yValues = valuesOf(knobY);
    m_heatMap->setContent(std::move(content));
}

} // namespace knobscope
