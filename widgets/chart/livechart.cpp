// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chart/livechart.h"

#include "widgets/theme/theme.h"

#include <QChart>
#include <QChartView>
#include <QEvent>
#include <QLabel>
#include <QLegend>
#include <QLineSeries>
#include <QScatterSeries>
#include <QStackedLayout>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr int refreshMilliseconds = 50;

QList<QPointF> toList(const std::vector<QPointF>& points)
{
    return {points.begin(), points.end()};
}

/// The next 1, 2 or 5 times a power of ten that is not below `value`.
double niceCeiling(double value)
{
    const double power = std::pow(10.0, std::floor(std::log10(std::max(value, 1e-9))));
    for (const double step : {1.0, 2.0, 5.0, 10.0}) {
        if (value <= step * power) {
            return step * power;
        }
    }
    return value;
}

} // namespace

LiveChart::LiveChart(QWidget* parent)
    : QWidget(parent)
    , m_chart(new QChart)
    , m_view(new QChartView(m_chart, this))
    , m_points(new QScatterSeries)
    , m_failures(new QScatterSeries)
    , m_bestLine(new QLineSeries)
    , m_x(new QValueAxis)
    , m_y(new QValueAxis)
    , m_empty(new QLabel(tr("No trials yet. Choose a task and press Start: every kernel that is measured becomes a point "
                            "here, and the line shows the best so far."),
                         this))
    , m_stack(new QStackedLayout(this))
{
    setAccessibleName(tr("GFLOPS chart"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_points->setName(tr("Trials"));
    m_failures->setName(tr("Failed"));
    m_bestLine->setName(tr("Best so far"));
    m_failures->setMarkerShape(QScatterSeries::MarkerShapeTriangle);
    m_points->setMarkerSize(5);
    m_failures->setMarkerSize(7);
    m_chart->addAxis(m_x, Qt::AlignBottom);
    m_chart->addAxis(m_y, Qt::AlignLeft);
    for (QXYSeries* series : {static_cast<QXYSeries*>(m_points), static_cast<QXYSeries*>(m_failures),
                              static_cast<QXYSeries*>(m_bestLine)}) {
        m_chart->addSeries(series);
        series->attachAxis(m_x);
        series->attachAxis(m_y);
    }
    m_x->setTitleText(tr("Trial"));
    m_y->setTitleText(tr("GFLOPS"));
    m_x->setLabelFormat(QStringLiteral("%.0f"));
    m_y->setLabelFormat(QStringLiteral("%.4g"));
    m_chart->legend()->setAlignment(Qt::AlignBottom);
    m_chart->setMargins({});
    m_view->setRenderHint(QPainter::Antialiasing);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_view);
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(refreshMilliseconds);
    connect(&m_refresh, &QTimer::timeout, this, &LiveChart::refreshNow);
    applyTheme();
}

void LiveChart::startRun(const QString& title)
{
    m_trials.clear();
    m_best = 0;
    m_chart->setTitle(title);
    refreshNow();
}

void LiveChart::addTrial(ChartTrial trial)
{
    m_trials.push_back(trial);
    m_best = trial.failed ? m_best : std::max(m_best, trial.gflops);
    refreshSoon();
}

void LiveChart::addTrials(const std::vector<ChartTrial>& trials)
{
    for (const ChartTrial& trial : trials) {
        addTrial(trial);
    }
}

void LiveChart::refreshSoon()
{
    if (!m_refresh.isActive()) {
        m_refresh.start();
    }
}

void LiveChart::refreshNow()
{
    m_refresh.stop();
    m_stack->setCurrentIndex(m_trials.empty() ? 0 : 1);
    const int columns = std::clamp(m_view->width() / 3, 100, 500);
    const ThinnedRun run = thinRun(m_trials, columns);
    m_points->replace(toList(run.trials));
    m_failures->replace(toList(run.failures));
    m_bestLine->replace(toList(run.best));
    m_x->setRange(0, niceCeiling(std::max<double>(10, static_cast<double>(m_trials.size()))));
    m_y->setRange(0, niceCeiling(std::max(1.0, m_best)));
    m_x->setTickCount(6);
    m_y->setTickCount(6);
    setAccessibleDescription(
        tr("%n trial(s), best %1 GFLOPS", nullptr, static_cast<int>(m_trials.size())).arg(m_best, 0, 'f', 1));
}

void LiveChart::applyTheme()
{
    const Theme theme = themeFor(palette());
    m_chart->setTheme(isDark(palette()) ? QChart::ChartThemeDark : QChart::ChartThemeLight);
    m_chart->setBackgroundBrush(palette().brush(QPalette::Base));
    m_chart->setBackgroundRoundness(0);
    m_points->setColor(theme.trial);
    m_points->setBorderColor(Qt::transparent);
    m_failures->setColor(theme.failure);
    m_failures->setBorderColor(Qt::transparent);
    m_bestLine->setPen(QPen(theme.best, 2));
    for (QValueAxis* axis : {m_x, m_y}) {
        axis->setGridLineColor(theme.grid);
        axis->setLabelsColor(palette().color(QPalette::Text));
        axis->setTitleBrush(palette().brush(QPalette::Text));
    }
    m_chart->setTitleBrush(palette().brush(QPalette::Text));
    m_chart->legend()->setLabelColor(palette().color(QPalette::Text));
}

void LiveChart::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationPaletteChange) {
        applyTheme();
    }
}

void LiveChart::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    refreshSoon();
}

} // namespace knobscope
