// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chart/livechart.h"
#include "widgets/chart/outcomelegend.h"

#include "widgets/background/latestwork.h"
#include "widgets/plot/picture.h"
#include "widgets/theme/theme.h"
#include "widgets/translation/coretext.h"

#include <QApplication>
#include <QPointer>
#include <QSettings>
#include <QStackedLayout>
#include <QThreadPool>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

namespace knobscope {

namespace {

constexpr int refreshMilliseconds = 50;
constexpr int64_t manyTrials = 20000; // read in another thread: about 20 ms

/// Room to grow without the picture jumping at every trial.
double roomFor(double value)
{
    const double power = std::pow(10.0, std::floor(std::log10(std::max(value, 1.0))));
    for (const double step : {1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0}) {
        if (value <= step * power) {
            return step * power;
        }
    }
    return 10 * power;
}

} // namespace

LiveChart::LiveChart(Workspace& workspace, QWidget* parent)
    : LazyView(workspace, refreshMilliseconds, parent)
    , m_runs(new RunListModel(this))
    , m_canvas(new ChartCanvas)
{
    setAccessibleName(tr("Live chart"));
    makeControls();
    makeActions();
    m_scale.bestOf = [this](const Curve& of) {
        double best = 0;
        for (const auto& [run, plotted] : m_plotted) {
            best = plotted.curve().task == of.task ? std::max(best, plotted.curve().best) : best;
        }
        return best;
    };
    connectCanvas();
    connectWorkspace();
    applyColors();
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_canvas));
    forgetAll();
}

void LiveChart::connectWorkspace()
{
    connect(&workspace(), &Workspace::projectChanged, this, &LiveChart::forgetAll);
    connect(&workspace(), &Workspace::runsChanged, this, &LiveChart::followRuns);
    connect(&workspace(), &Workspace::runWanted, this, [this](qint64 run) {
        if (!m_runs->shown().contains(run) && !workspace().session().isRunning()) {
            m_zoom.reset();
            m_runs->prefer(run);
        }
    });
    connect(&workspace(), &Workspace::trialsAdded, this, &LiveChart::readMore);
    connect(&workspace(), &Workspace::trialsChanged, this, &LiveChart::readAgain);
    connect(&workspace().filters(), &Filters::changed, this, &LiveChart::filterAll);
    connect(&workspace().selection(), &Selection::changed, this, &LiveChart::showSelection);
    connect(&workspace().selection(), &Selection::hoverChanged, this, &LiveChart::showHover);
    connect(m_runs, &RunListModel::shownChanged, this, &LiveChart::followShown);
}

void LiveChart::forgetAll()
{
    ++m_generation;
    m_followed = 0;
    m_plotted.clear();
    m_loading.clear();
    m_zoom.reset();
    m_runs->forgetChoice();
    followRuns();
}

void LiveChart::followRuns()
{
    m_runs->setRuns(workspace().project() ? workspace().runs() : std::vector<RunRow>{});
    const int64_t running = workspace().session().isRunning() ? workspace().session().run() : 0;
    if (running != 0 && running != m_followed && workspace().run(running)) {
        // A run that starts is what a person wants to see, beside what was ticked.
        m_followed = running;
        m_zoom.reset();
        if (m_runs->isChosen()) {
            std::set<int64_t> shown = m_runs->shown();
            shown.insert(running);
            m_runs->setShown(std::move(shown));
        } else {
            m_runs->prefer(running);
        }
    }
    for (const int64_t run : m_runs->shown()) {
        readMore(run);
    }
    followShown();
}

void LiveChart::followShown()
{
    std::erase_if(m_plotted, [&](const auto& entry) { return !m_runs->shown().contains(entry.first); });
    for (const int64_t run : m_runs->shown()) {
        if (!m_plotted.contains(run)) {
            load(run);
        }
    }
    rescale();
}

namespace {

/// All of a run, read with a connection of the calling thread.
Result<Curve> readCurve(Project& project, const RunRow& row)
{
    const auto task = project.task(row.task);
    const auto points = task ? project.points(row.id) : fail(task);
    if (!points) {
        return fail(points);
    }
    Curve curve{row.id, row.task, row.started, task->flops, {}, 0, 1};
    curve.append(*points);
    return curve;
}

} // namespace

void LiveChart::load(int64_t run)
{
    const RunRow* row = workspace().run(run);
    if (!row || !workspace().project() || m_loading.contains(run)) {
        return;
    }
    if (row->trials > manyTrials) {
        loadLater(*row);
    } else {
        loadNow(*row);
    }
}

void LiveChart::loadNow(const RunRow& row)
{
    if (auto curve = readCurve(*workspace().project(), row)) {
        adopt(std::move(*curve));
    } else {
        workspace().say(MessageLevel::Error, coreText(curve.error()));
    }
}

void LiveChart::loadLater(const RunRow& row)
{
    m_loading.insert(row.id);
    QThreadPool::globalInstance()->start(
        [chart = QPointer<LiveChart>(this), generation = m_generation, path = workspace().projectPath().toStdString(), row] {
            auto curve = caught([&]() -> Result<Curve> {
                auto project = Project::open(path, Project::Mode::ReadOnly);
                return project ? readCurve(*project, row) : fail(project);
            });
            QMetaObject::invokeMethod(qApp, [chart, generation, run = row.id, curve = std::move(curve)]() mutable {
                if (!chart || chart->m_generation != generation || chart->m_loading.erase(run) == 0) {
                    return;
                }
                if (!curve) {
                    chart->workspace().say(MessageLevel::Error, coreText(curve.error()));
                } else if (chart->m_runs->shown().contains(run)) {
                    chart->adopt(std::move(*curve));
                    chart->readMore(run);
                }
                chart->rescale();
            });
        });
}

void LiveChart::adopt(Curve curve)
{
    const int64_t run = curve.run;
    const auto task = workspace().taskOfRun(run);
    curve.plainShare = task ? task->plainFlops / task->autotvmFlops : 1;
    const auto added = m_plotted.insert_or_assign(run, PlottedRun(std::move(curve))).first;
    added->second.setFilter(workspace().filters().all(), task);
    refreshSoon();
}

void LiveChart::readMore(int64_t run)
{
    const auto found = m_plotted.find(run);
    Project* project = workspace().project();
    if (found == m_plotted.end() || !project) {
        return;
    }
    Curve& curve = found->second.curve();
    const auto more = project->points(run, curve.points.empty() ? 0 : curve.points.back().number);
    if (!more) {
        workspace().say(MessageLevel::Error, coreText(more.error()));
        return;
    }
    const double best = curve.best;
    curve.append(*more);
    if (curve.best > best && m_scale.y == YAxis::PercentOfBest) {
        for (auto& [id, plotted] : m_plotted) {
            plotted.forgetThinning();
        }
    }
    if (!more->empty()) {
        refreshSoon();
    }
}

void LiveChart::readAgain(int64_t run)
{
    ++m_generation; // what is being read is out of date, too
    m_loading.clear();
    m_plotted.erase(run);
    followShown();
}

void LiveChart::filterAll()
{
    for (auto& [run, plotted] : m_plotted) {
        plotted.setFilter(workspace().filters().all(), workspace().taskOfRun(run));
    }
    showSelection();
    refreshSoon();
}

qsizetype LiveChart::trialCount() const
{
    qsizetype count = 0;
    for (const auto& [run, plotted] : m_plotted) {
        const auto& points = plotted.curve().points;
        count += workspace().filters().all().empty()
                   ? static_cast<qsizetype>(points.size())
                   : std::count_if(points.begin(), points.end(), [&](const TrialPoint& point) { return plotted.passes(point); });
    }
    return count;
}

double LiveChart::bestGflops() const
{
    double best = 0;
    for (const auto& [run, plotted] : m_plotted) {
        best = std::max(best, plotted.curve().best);
    }
    return best;
}

bool LiveChart::isAvailable(YAxis y) const
{
    return y != YAxis::PercentOfPeak || QSettings().value(QStringLiteral("machine/peakGflops")).toDouble() > 0;
}

void LiveChart::rescale()
{
    m_scale.peakGflops = QSettings().value(QStringLiteral("machine/peakGflops")).toDouble();
    // The unit in which the fastest kernel has a number people can read.
    double fastest = INFINITY;
    for (auto& [run, plotted] : m_plotted) {
        plotted.forgetThinning();
        const Curve& curve = plotted.curve();
        fastest = curve.best > 0 ? std::min(fastest, curve.flops / (curve.best * 1e9)) : fastest;
    }
    m_scale.secondsUnit = fastest < 1e-4 ? 1e-6 : 1e-3;
    const QString xTitle = m_scale.x == XAxis::Trial ? tr("Trial") : tr("Time since the run's start (min:s)");
    const QString yTitles[] = {tr("GFLOPS as AutoTVM counts"),
                               m_scale.secondsUnit < 1e-3 ? tr("Time of the kernel (µs)") : tr("Time of the kernel (ms)"),
                               tr("% of this machine's peak"), tr("% of the best")};
    m_canvas->setTitles(xTitle, m_scale.x == XAxis::Trial ? TickKind::WholeNumber : TickKind::Duration,
                        yTitles[static_cast<int>(m_scale.y)], m_scale.isLog ? TickKind::Logarithm : TickKind::Number);
    showSelection();
    refreshSoon();
}

std::pair<double, double> LiveChart::valueRange() const
{
    std::vector<double> values;
    double low = INFINITY;
    double high = -INFINITY;
    for (const auto& [run, plotted] : m_plotted) {
        const QRectF& bounds = plotted.bounds();
        if (bounds.bottom() > 0) {
            low = std::min(low, bounds.top());
            high = std::max(high, bounds.bottom());
        }
        if (m_scale.y == YAxis::Time && !m_scale.isLog) {
            plotted.collectValues(m_scale, values);
        }
    }
    if (!(low <= high)) {
        return {m_scale.isLog ? 1 : 0, m_scale.isLog ? 100 : 1};
    }
    if (m_scale.isLog) {
        low = std::max(low, high * 1e-9);
        const double margin = std::pow(high / low, 0.06) * 1.05;
        return {low / margin / (low == high ? 2 : 1), high * margin};
    }
    if (!values.empty()) {
        // A few very slow kernels would flatten everything else against the axis; zooming out shows them.
        const auto most = values.begin() + static_cast<std::ptrdiff_t>(values.size() * 9 / 10);
        std::nth_element(values.begin(), most == values.end() ? std::prev(most) : most, values.end());
        high = std::min(high, *most * 1.5);
    }
    return {0, high * 1.06};
}

QRectF LiveChart::wholeArea() const
{
    double right = 0;
    for (const auto& [run, plotted] : m_plotted) {
        right = std::max(right, plotted.bounds().right());
    }
    const bool grows = workspace().session().isRunning() && m_plotted.contains(workspace().session().run());
    right = grows ? roomFor(std::max(10.0, right)) : std::max(m_scale.x == XAxis::Trial ? 10.0 : 1.0, right * 1.01);
    const auto [low, high] = valueRange();
    unsigned failures = 0;
    for (const auto& [run, plotted] : m_plotted) {
        failures |= plotted.failuresPresent();
    }
    const double top = m_scale.toPlane(high);
    const double share = m_canvas->laneShare(std::popcount(failures));
    const double height = (top - m_scale.toPlane(low)) / (1 - share);
    return {0, top - height, right, height};
}

void LiveChart::refreshNow()
{
    // What another thread has not delivered yet is read here; its answer is then dropped.
    for (const int64_t run : std::exchange(m_loading, {})) {
        if (const RunRow* row = workspace().run(run)) {
            loadNow(*row);
        }
    }
    const CellGrid before = m_canvas->grid();
    refreshAtOnce();
    if (m_canvas->grid() != before) {
        refresh(); // the labels took or gave room
    }
}

void LiveChart::refresh()
{
    m_canvas->setMessage(m_loading.empty() ? QString()
                                           : tr("Reading %n long run(s)…", nullptr, static_cast<int>(m_loading.size())));
    m_stack->setCurrentIndex(m_plotted.empty() && m_loading.empty() && m_runs->rowCount() == 0 ? 0 : 1);
    for (auto& [run, plotted] : m_plotted) {
        plotted.survey(m_scale);
    }
    m_canvas->setArea(m_zoom ? *m_zoom : wholeArea());
    std::vector<ChartLayer> layers;
    for (auto& [run, plotted] : m_plotted) {
        layers.push_back(plotted.layer(m_scale, m_canvas->grid(), m_runs->colorOf(run)));
    }
    m_canvas->setLayers(std::move(layers));
    unsigned present = 0;
    for (const auto& [run, plotted] : m_plotted) {
        present |= plotted.failuresPresent() | (plotted.bounds().bottom() > 0 ? 1U : 0U);
    }
    m_legend->setPresent(present);
    describe();
}

void LiveChart::zoomTo(const QRectF& area)
{
    m_zoom = area;
    refreshSoon();
}

void LiveChart::resetZoom()
{
    m_zoom.reset();
    refreshSoon();
}

void LiveChart::applyColors()
{
    m_runs->setColors(runColors(palette()));
    refreshSoon();
}

void LiveChart::changeEvent(QEvent* event)
{
    View::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        applyColors();
    }
}

Result<void> LiveChart::exportTo(const QString& path)
{
    refreshNow();
    return savePicture(*m_canvas, path);
}

} // namespace knobscope
