// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/lab/labresults.h"

#include "core/study/labtables.h"
#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/columnfit.h"
#include "widgets/controls/control.h"
#include "widgets/controls/flowrow.h"
#include "widgets/controls/section.h"
#include "widgets/controls/viewstate.h"
#include "widgets/plot/colours.h"
#include "widgets/views/lab/labtables.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

/// Minimum height in pixels to show the table of a space below its curves.
constexpr int kCurvesAndTableHeight = 520;
constexpr int kMinTextWidth = 180; ///< pixels; a wrapped text asks for far more than a narrow dock has

class LabPlot
{
    Q_DECLARE_TR_FUNCTIONS(knobscope::LabPlot)
};

constexpr int kFadedAlpha = 90;

/// Lower end of the axis: the value of the worst tuner after a few trials, rounded down.
double lowEnd(const SpaceStanding& space)
{
    constexpr size_t afterTrials = 3;
    double low = 90;
    for (const TunerStanding& tuner : space.tuners) {
        if (!tuner.band.empty()) {
            low = std::min(low, 100 * tuner.band[std::min(afterTrials, tuner.band.size()) - 1].low);
        }
    }
    return 10 * std::floor(low / 10);
}

} // namespace

LabResults::LabResults(std::function<size_t(const QString& tuner)> colourNumber, QWidget* parent)
    : QWidget(parent)
    , m_colourNumber(std::move(colourNumber))
    , m_verdict(makeControl<SummaryText>("verdict", tr("Verdict")))
    , m_space(makeControl<QComboBox>("space"))
    , m_share(makeControl<QComboBox>("share"))
    , m_logX(makeControl<QCheckBox>("logX", tr("Log x")))
    , m_tabs(makeControl<QTabWidget>("results"))
    , m_plot(makeControl<PlotCanvas>("plot"))
    , m_spaceTable(makeCellView("oneSpace", &m_spaceCells, tr("Trials to a share of the best on this space")))
    , m_overallTable(makeCellView("allSpaces", &m_overallCells, tr("Trials to a share of the best over all spaces")))
    , m_bySpaceTable(makeCellView("bySpace", &m_bySpaceCells, tr("Trials to a share of the best by space and tuner")))
{
    m_verdict->setMinimumWidth(kMinTextWidth);
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Results of the comparison"));
    m_tabs->addTab(makeOneSpace(), tr("O&ne space"));
    m_tabs->addTab(m_overallTable, tr("A&ll spaces"));
    m_tabs->addTab(makeBySpace(), tr("&By space"));
    inColumn(this, {m_verdict, makeControls(), {m_tabs, 1}}, QMargins());
    connectTables();
}

QWidget* LabResults::makeControls()
{
    auto* row = new FlowRow; // wraps in a narrow dock
    m_space->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_space->setMinimumContentsLength(12);
    m_logX->setChecked(true);
    m_logX->setToolTip(tr("Show trials on a logarithmic axis; tuners differ most in the first trials"));
    auto* save = makeControl<QPushButton>("savePicture", tr("Save Picture"));
    save->setToolTip(tr("Save the plot as PNG or SVG"));
    connect(save, &QPushButton::clicked, this, &LabResults::pictureWanted);
    row->add(makeLabel(tr("S&pace:"), m_space));
    row->add(m_space);
    row->add(m_logX);
    row->add(save);
    connect(m_space, &QComboBox::currentIndexChanged, this, &LabResults::showSpace);
    connect(m_logX, &QCheckBox::toggled, this, &LabResults::showSpace);
    return row;
}

QWidget* LabResults::makeOneSpace()
{
    m_plot->setAccessibleName(tr("Best so far by tuner: median and quartiles over the seeds"));
    m_plot->setMinimumHeight(80); // small screens
    m_spaceTable->setMinimumHeight(50);
    auto* one = new QSplitter(Qt::Vertical);
    one->addWidget(m_plot);
    one->addWidget(m_spaceTable);
    one->setStretchFactor(0, 3);
    one->setStretchFactor(1, 1);
    one->setSizes({300, 120});
    one->setChildrenCollapsible(false);
    return one;
}

QWidget* LabResults::makeBySpace()
{
    m_bySpaceTable->setSortingEnabled(false); // the means stay last
    for (const double share : kReachShares) {
        m_share->addItem(tr("%1 % of the best").arg(100 * share, 0, 'f', 0));
    }
    m_share->setCurrentIndex(1);
    auto* page = new QWidget;
    inColumn(page, {inRow({makeLabel(tr("Trials &to:"), m_share), m_share, BoxItem::rest()}), m_bySpaceTable}, QMargins());
    return page;
}

void LabResults::connectTables()
{
    connect(m_share, &QComboBox::currentIndexChanged, this, &LabResults::showResult);
    for (QTableView* table : {m_spaceTable, m_overallTable, m_bySpaceTable}) {
        table->setSelectionMode(QAbstractItemView::SingleSelection);
    }
    for (QTableView* table : {m_spaceTable, m_overallTable}) {
        new ColumnFit(*table,
                      {QStringLiteral("failed_share"), QStringLiteral("best_at_100"), QStringLiteral("best_at_50"),
                       QStringLiteral("best_at_25"), QStringLiteral("reached_95"), QStringLiteral("spaces_worse_than_first")});
        connect(table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this, table] {
            const QModelIndexList rows = table->selectionModel()->selectedRows();
            if (!m_isFilling) {
                highlight(rows.isEmpty() ? QString() : rows.front().data().toString());
            }
        });
    }
    connect(m_bySpaceTable, &QTableView::activated, this, [this](const QModelIndex& at) {
        if (const int space = m_space->findText(at.siblingAtColumn(0).data().toString()); space >= 0) {
            m_space->setCurrentIndex(space);
            m_tabs->setCurrentIndex(0);
        }
    });
}

void LabResults::setResult(Outcome result)
{
    m_result = std::move(result);
    showResult();
}

const SpaceStanding* LabResults::space() const
{
    const int at = m_space->currentIndex();
    return m_result && at >= 0 && at < static_cast<int>(m_result->spaces.size()) ? &m_result->spaces[static_cast<size_t>(at)]
                                                                                 : nullptr;
}

QColor LabResults::colourOf(const QString& tuner) const
{
    return seriesColour(palette(), m_colourNumber(tuner));
}

void LabResults::showResult()
{
    if (!m_result) {
        return;
    }
    m_verdict->setPlainText(coreText(labVerdict(*m_result)));
    const QString old = m_space->currentText();
    {
        const QSignalBlocker blocker(m_space);
        m_space->clear();
        for (const SpaceStanding& standing : m_result->spaces) {
            m_space->addItem(QString::fromStdString(standing.label));
        }
        m_space->setCurrentIndex(std::max(0, m_space->findText(old)));
    }
    const QScopedValueRollback filling(m_isFilling, true);
    LabTables::fillOverall(m_overallCells, *m_result, [this](const QString& tuner) { return colourOf(tuner); });
    LabTables::fillBySpace(m_bySpaceCells, *m_result, static_cast<size_t>(m_share->currentIndex()));
    showSpace();
}

void LabResults::showSpace()
{
    const SpaceStanding* standing = space();
    if (!standing) {
        return;
    }
    if (std::ranges::count(standing->tuners, m_highlighted.toStdString(), &TunerStanding::tuner) == 0) {
        m_highlighted.clear();
    }
    const QScopedValueRollback filling(m_isFilling, true);
    LabTables::fillSpace(m_spaceCells, *standing, [this](const QString& tuner) { return colourOf(tuner); });
    const QString best = standing->bestGflops ? QStringLiteral("%1 GFLOPS").arg(number(*standing->bestGflops, 1))
                                              : tr("%1 ms").arg(milliseconds(standing->bestSeconds));
    m_space->setToolTip(
        tr("%1; %2 config(s), best %3 on %4", nullptr, pluralOf(standing->points))
            .arg(QString::fromStdString(standing->shape), number(standing->points), best, fixedCoreText(standing->machine)));
    highlight(m_highlighted);
}

void LabResults::highlight(const QString& tuner)
{
    m_highlighted = tuner;
    const QScopedValueRollback filling(m_isFilling, true);
    for (QTableView* table : {m_spaceTable, m_overallTable}) {
        const QModelIndexList found = tuner.isEmpty() ? QModelIndexList()
                                                      : table->model()->match(table->model()->index(0, 0), Qt::DisplayRole, tuner,
                                                                              1, Qt::MatchExactly | Qt::MatchCaseSensitive);
        if (found.isEmpty()) {
            table->clearSelection();
        } else if (!table->selectionModel()->isRowSelected(found.front().row())) {
            table->selectRow(found.front().row());
        }
    }
    if (const SpaceStanding* standing = space()) {
        fillPlot(*standing);
    }
}

PlotSeries LabResults::seriesOf(const TunerStanding& tuner) const
{
    PlotSeries series{.name = QString::fromStdString(tuner.tuner), .kind = PlotSeries::Kind::Steps};
    series.colour = colourOf(series.name);
    series.isDashed = isSeriesDashed(m_colourNumber(series.name));
    const bool isOther = !m_highlighted.isEmpty() && m_highlighted != series.name;
    series.width = isOther ? 1.2 : m_highlighted.isEmpty() ? 2 : 3;
    for (const BandStep& step : tuner.band) {
        series.points.emplace_back(step.x, 100 * step.median);
        if (!isOther) {
            series.low.push_back(100 * step.low);
            series.high.push_back(100 * step.high);
        }
    }
    if (isOther) {
        series.colour.setAlpha(kFadedAlpha);
    }
    return series;
}

/// Plots the best so far of each tuner on one space: the median over the seeds, a band between the quartiles, and lines at the
/// shares of the best that the tables use. Uses the view's palette, which changes before the canvas's.
void LabResults::fillPlot(const SpaceStanding& space)
{
    const double last = static_cast<double>(std::max<int64_t>(2, space.budget));
    std::vector<PlotSeries> all;
    for (const TunerStanding& tuner : space.tuners) {
        all.push_back(seriesOf(tuner));
    }
    // Draws the highlighted tuner on top.
    std::stable_partition(all.begin(), all.end(), [&](const PlotSeries& s) { return s.name != m_highlighted; });
    for (const double share : kReachShares) {
        all.push_back({.name = share == kReachShares.front() ? LabPlot::tr("90, 95 and 99 % of the best") : QString(),
                       .colour = palette().color(QPalette::PlaceholderText),
                       .points = {{1, 100 * share}, {last, 100 * share}},
                       .width = 1,
                       .isDashed = true,
                       .canBePicked = false});
    }
    const bool isLog = m_logX->isChecked();
    m_plot->setAxes({LabPlot::tr("Trials"), isLog ? PlotAxis::Kind::Log : PlotAxis::Kind::Linear, isLog ? 1.0 : 0.0, last},
                    {LabPlot::tr("% of the best"), PlotAxis::Kind::Linear, lowEnd(space), 100});
    m_plot->setReading([this](PlotPick pick) {
        const PlotSeries& series = m_plot->series()[static_cast<size_t>(pick.series)];
        const auto at = static_cast<size_t>(pick.point);
        const QString median =
            LabPlot::tr("%1 after %2 trial(s): %3 % of the best (median)", nullptr, pluralOf(std::llround(series.points[at].x())))
                .arg(series.name, number(series.points[at].x(), 0), number(series.points[at].y(), 1));
        return series.low.empty()
                 ? median
                 : LabPlot::tr("%1, quartiles %2 and %3 %").arg(median, number(series.low[at], 1), number(series.high[at], 1));
    });
    m_plot->setSeries(std::move(all));
}

void LabResults::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_spaceTable->setVisible(height() >= kCurvesAndTableHeight);
}

void LabResults::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        showResult();
    }
}

void LabResults::bindTo(ViewState& state)
{
    state.bind(QStringLiteral("tab"), m_tabs);
    state.bind(QStringLiteral("share"), m_share);
    state.bind(QStringLiteral("logX"), m_logX);
}

} // namespace knobscope
