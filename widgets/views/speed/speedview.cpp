// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/speed/speedview.h"

#include "widgets/base/elidedlabel.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/flowrow.h"
#include "widgets/controls/placeholderstack.h"
#include "widgets/controls/scrolledpage.h"
#include "widgets/controls/section.h"
#include "widgets/project/plotselection.h"

#include <QCheckBox>
#include <QComboBox>
#include <QJsonArray>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QSplitter>
#include <QStandardItemModel>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace knobscope {

namespace {

constexpr int kSpeedRefreshMs = 50;

QString speedText(double gflops, const Curve& curve)
{
    const double seconds = curve.flops / (gflops * 1e9);
    const QString time = seconds < 1e-3 ? SpeedView::tr("%1 µs").arg(number(seconds * 1e6, 1))
                                        : SpeedView::tr("%1 ms").arg(number(seconds * 1e3, 3));
    return SpeedView::tr("%1, %2").arg(FlopsCount::speed(number(gflops, 1), curve.unit), time);
}

QString plainText(const QAction& action)
{
    return ActionRegistry::withoutAccessKey(action.text()).remove(QStringLiteral("…"));
}

QString tipOf(const QAction& action)
{
    const QString keys = action.shortcut().toString(QKeySequence::NativeText);
    return keys.isEmpty() ? plainText(action) : SpeedView::tr("%1 (%2)").arg(plainText(action), keys);
}

} // namespace

SpeedView::SpeedView(Workspace& workspace, QWidget* parent)
    : LazyView(workspace, kSpeedRefreshMs, parent)
    , m_runs(workspace, this)
    , m_canvas(makeControl<PlotCanvas>("trials"))
{
    setAccessibleName(tr("Live chart"));
    makeControls();
    makeActions();
    connect(m_canvas, &PlotView::zoomed, this, &SpeedView::refreshSoon);
    connect(m_canvas, &PlotView::resized, this, &SpeedView::refreshSoon);
    connect(&m_runs, &PlottedRuns::changed, this, &SpeedView::refreshSoon);
    connect(&m_runs, &PlottedRuns::moved, this, &SpeedView::showScale);
    connect(&m_runs, &PlottedRuns::dataReplaced, this, &SpeedView::resetZoom);
    connect(&workspace.selection(), &Selection::changed, this, &SpeedView::describe);
    linkPlot(*m_canvas, workspace.selection());
    m_canvas->setReading([this](PlotPick pick) { return readoutOf(m_canvas->trialOf(pick)); });
    m_canvas->setPlaceReading([this](QPointF place) { return readoutAt(place); });
    showScale();
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_canvas));
    bindState();
}

void SpeedView::makeControls()
{
    m_xChoice = makeControl<QComboBox>("x");
    m_xChoice->addItems({tr("Trial"), tr("Time")});
    m_xChoice->setAccessibleName(tr("Horizontal axis"));
    m_yChoice = makeControl<QComboBox>("y");
    m_yChoice->addItems({FlopsCount::unit(SpeedUnit::Gflops), tr("Time of the kernel"), tr("% of peak"), tr("% of best")});
    m_yChoice->setAccessibleName(tr("Vertical axis"));
    m_log = makeControl<QCheckBox>("logY", tr("&Log y"));
    m_log->setToolTip(tr("Logarithmic vertical axis"));
    auto* row = new FlowRow; // wraps in a narrow dock
    m_toolbar = row;
    row->layout()->setContentsMargins(space::kSmall, space::kTight, space::kSmall, 0);
    row->addGroup({makeLabel(tr("Sho&w"), m_yChoice), m_yChoice});
    row->addGroup({makeLabel(tr("&over"), m_xChoice), m_xChoice});
    row->add(m_log);

    m_list = makeControl<QListView>("runs");
    m_list->setModel(&m_runs.list());
    m_list->setAccessibleName(tr("Runs in the chart"));
    m_list->setTextElideMode(Qt::ElideRight); // the number of the run comes first
    m_list->setUniformItemSizes(true);
    m_list->setIconSize({10, 10});
    m_list->setFrameShape(QFrame::NoFrame);
    auto* runsTitle = makeLabel(tr("R&uns"), m_list);
    runsTitle->setContentsMargins(space::kSmall, 0, 0, 0);
    auto* side = new QWidget;
    m_allTasks = makeControl<QCheckBox>("allTasks", tr("All tas&ks"));
    m_allTasks->setToolTip(tr("List the runs of all tasks, not only of the chosen one"));
    m_allTasks->setContentsMargins(space::kSmall, 0, 0, 0);
    connect(m_allTasks, &QCheckBox::toggled, this, [this](bool isAll) { m_runs.list().setAllTasks(isAll); });
    inColumn(side, {runsTitle, {m_list, 1}, m_allTasks}, QMargins(0, space::kTight, 0, 0));
    m_canvas->setAccessibleName(tr("Trials"));
    m_canvas->setUnbounded(true); // very slow kernels lie outside the initial range
    m_canvas->setMinimumSize(200, 90); // small screens
    auto* splitter = new QSplitter;
    splitter->addWidget(m_canvas);
    splitter->addWidget(new ScrolledPage(side, QSize(68, 60)));
    splitter->setStretchFactor(0, 1);
    splitter->setCollapsible(0, false);
    splitter->setSizes({1000, 150}); // "29: default" whole

    auto* page = new QWidget;
    m_note = makeControl<ElidedLabel>("note");
    m_note->setContentsMargins(space::kSmall, 0, space::kSmall, space::kTight);
    m_note->hide();
    inColumn(page, {m_toolbar, {splitter, 1}, m_note}, QMargins(), space::kTight);
    m_pages = new PlaceholderStack(page, tr("No trials yet. Choose a task and press Start. Each measured kernel appears as a "
                                            "point; the line shows the best so far."));
    connect(m_pages->addButton("startTuning", tr("Start Tuning")), &QPushButton::clicked, this,
            [this] { emit this->workspace().taskTuningWanted(); });
    inColumn(this, {m_pages}, QMargins());
    connect(m_xChoice, &QComboBox::currentIndexChanged, this, &SpeedView::readControls);
    connect(m_yChoice, &QComboBox::currentIndexChanged, this, &SpeedView::readControls);
    connect(m_log, &QCheckBox::toggled, this, &SpeedView::readControls);
    // A click anywhere on a run toggles its check mark, as in a legend. A click on the check box toggles it already and emits
    // no `pressed`; the keyboard uses Space.
    const auto isTicked = [](const QModelIndex& run) { return run.data(Qt::CheckStateRole).toInt() == Qt::Checked; };
    connect(m_list, &QListView::pressed, this, [this, isTicked](const QModelIndex& run) { m_wasTicked = isTicked(run); });
    connect(m_list, &QListView::clicked, this, [this, isTicked](const QModelIndex& run) {
        if (std::exchange(m_wasTicked, std::nullopt) == isTicked(run)) {
            m_runs.list().setData(run, isTicked(run) ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
        }
    });
}

/// Enables percent of peak only if a peak is known.
void SpeedView::offerAxes()
{
    m_yChoice->setItemText(static_cast<int>(YAxis::Gflops), FlopsCount::unit(m_runs.unit()));
    auto* items = qobject_cast<QStandardItemModel*>(m_yChoice->model());
    QStandardItem* peak = items->item(static_cast<int>(YAxis::PercentOfPeak));
    peak->setEnabled(m_runs.isAvailable(YAxis::PercentOfPeak));
    peak->setToolTip(peak->isEnabled() ? QString() : tr("The peak of this machine has not been measured yet."));
}

void SpeedView::readControls()
{
    setAxes(static_cast<XAxis>(m_xChoice->currentIndex()), static_cast<YAxis>(m_yChoice->currentIndex()), m_log->isChecked());
}

void SpeedView::setAxes(XAxis x, YAxis y, bool isLog)
{
    m_runs.setAxes(x, y, isLog);
    const QSignalBlocker blockers[] = {QSignalBlocker(m_xChoice), QSignalBlocker(m_yChoice), QSignalBlocker(m_log)};
    m_xChoice->setCurrentIndex(static_cast<int>(scale().x));
    m_yChoice->setCurrentIndex(static_cast<int>(scale().y));
    m_log->setChecked(scale().isLog);
}

QAction* SpeedView::addAction(const char* id, const QString& text, const QKeySequence& shortcut, const char* icon,
                              const std::function<void()>& trigger)
{
    return m_actions.emplace_back(
        ActionRegistry::make({QString::fromLatin1(id), text, shortcut, QString::fromLatin1(icon), this}, this, trigger));
}

void SpeedView::makeActions()
{
    QAction* select = addAction("speed.select", tr("Select Trials by &Dragging"), Qt::Key_S, "edit-select", {});
    select->setCheckable(true);
    connect(select, &QAction::toggled, this,
            [this](bool on) { m_canvas->setTool(on ? PlotView::Tool::Select : PlotView::Tool::Zoom); });
    QAction* in = addAction("speed.zoomIn", tr("Zoom &In"), {}, "zoom-in", [this] { m_canvas->zoomBy(1); });
    QAction* out = addAction("speed.zoomOut", tr("Zoom &Out"), {}, "zoom-out", [this] { m_canvas->zoomBy(-1); });
    QAction* reset = addAction("speed.reset", tr("Show &All Trials"), Qt::Key_R, "zoom-fit-best", [this] { resetZoom(); });
    QAction* best = addAction("speed.best", tr("Select the &Best Trial"), Qt::Key_B, "", [this] {
        if (const auto trial = m_runs.best()) {
            this->workspace().selection().select({trial->ref()});
        }
    });
    QAction* next = addAction("speed.next", tr("Select the &Next Trial"), Qt::Key_Period, "", [this] { selectAdjacent(1); });
    QAction* previous =
        addAction("speed.previous", tr("Select the &Previous Trial"), Qt::Key_Comma, "", [this] { selectAdjacent(-1); });
    QAction* time = addAction("speed.filterTime", tr("&Filter to the Visible Time"), {}, "", [this] { filterToVisibleTime(); });
    time->setToolTip(tr("Shows only the trials that ended within the visible time, in all views"));
    QAction* picture = addAction("speed.exportPicture", tr("Export Pi&cture…"), {}, "document-export", [this] {
        if (const QString missing = workspace().missingRuns(); !missing.isEmpty()) {
            workspace().report(MessageLevel::Info, missing);
            return;
        }
        refreshNow();
        askForPicture(*m_canvas, tr("chart.png"));
    });
    for (QAction* action : {select, in, out, reset, picture}) {
        auto* button = makeActionButton(action);
        button->setToolTip(tipOf(*action));
        button->setAccessibleName(plainText(*action));
        m_toolbar->layout()->addWidget(button);
    }
    m_canvas->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_canvas, &QWidget::customContextMenuRequested, this, [=, this](const QPoint& at) {
        QMenu context(this);
        context.addActions({reset, time, best, next, previous, context.addSeparator(), picture});
        context.exec(m_canvas->mapToGlobal(at));
    });
}

void SpeedView::addActions(ActionRegistry& registry)
{
    for (QAction* action : m_actions) {
        registry.adopt(action, ActionRegistry::idOf(action), [this] { return workspace().missingRuns(); });
    }
}

void SpeedView::showScale()
{
    offerAxes();
    refreshSoon();
}

void SpeedView::showAxes(const std::vector<PlotSeries>& series)
{
    const QString yTitles[] = {FlopsCount::axisTitle(m_runs.unit()),
                               scale().secondsUnit < 1e-3 ? tr("Time of the kernel (µs)") : tr("Time of the kernel (ms)"),
                               tr("% of peak"), tr("% of the best")};
    const bool isTrials = scale().x == XAxis::Trial;
    const auto [low, high] = m_runs.valueRange(series);
    PlotAxis x(isTrials ? tr("Trial") : tr("Time since the run's start (min:s)"),
               isTrials ? PlotAxis::Kind::WholeNumber : PlotAxis::Kind::Duration, 0, m_runs.xEnd());
    PlotAxis y(yTitles[static_cast<int>(scale().y)], scale().isLog ? PlotAxis::Kind::Log : PlotAxis::Kind::Linear, low, high);
    m_canvas->setLowIsBest(scale().y == YAxis::Time);
    const bool isKept = isZoomed(); // useless zooms were reset before; a restored window zooms before data is there
    const QRectF zoom = m_canvas->area();
    m_canvas->setAxes(std::move(x), std::move(y), PlotCanvas::laneStrip(m_runs.laneCount()));
    if (isKept && m_canvas->area() != zoom) {
        zoomTo(zoom);
    }
}

void SpeedView::describe()
{
    const QString text = tr("%n trial(s), best %1", nullptr, static_cast<int>(m_runs.trialCount()))
                             .arg(FlopsCount::speed(number(m_runs.bestGflops(), 1), m_runs.unit()));
    const TrialRef current = workspace().selection().current();
    setAccessibleDescription(m_runs.find(current) ? tr("%1. Selected: %2").arg(text, readoutOf(current)) : text);
    m_canvas->setDescription(accessibleDescription());
}

QString SpeedView::readoutOf(TrialRef ref) const
{
    const auto trial = m_runs.find(ref);
    if (!trial) {
        return {};
    }
    const TrialPoint& point = *trial->point;
    const RunRow* row = workspace().run(ref.run);
    const QString what = point.errorNo == 0 ? speedText(point.gflops, trial->curve()) : outcomeName(point.errorNo);
    return tr("Trial %1 of run %2 (%3): %4, config %5")
        .arg(point.number)
        .arg(ref.run)
        .arg(row ? QString::fromStdString(row->tuner) : QString(), what)
        .arg(point.index);
}

QString SpeedView::readoutAt(QPointF place) const
{
    const QString units[] = {tr("%1 %2").arg(QStringLiteral("%1"), FlopsCount::unit(m_runs.unit())),
                             scale().secondsUnit < 1e-3 ? tr("%1 µs") : tr("%1 ms"), tr("%1 %"), tr("%1 %")};
    const QString x =
        scale().x == XAxis::Trial ? tr("trial %1").arg(std::llround(place.x())) : tr("%1 s").arg(number(place.x(), 1));
    return tr("%1, %2").arg(x, units[static_cast<int>(scale().y)].arg(number(place.y(), 1)));
}

void SpeedView::selectAdjacent(int direction)
{
    if (const auto trial = m_runs.adjacentTrial(workspace().selection().current(), direction)) {
        workspace().selection().select({trial->ref()});
    }
}

std::optional<QPointF> SpeedView::pixelOf(TrialRef trial)
{
    refreshStale();
    return m_canvas->pixelOfTrial(trial);
}

void SpeedView::refreshNow()
{
    m_runs.readAllNow();
    refreshAtOnce();
}

void SpeedView::refresh()
{
    m_pages->showPage(m_runs.list().rowCount() > 0);
    m_allTasks->setVisible(m_runs.list().hasOtherTasks());
    m_note->setText(m_runs.loading() > 0 ? tr("Reading %n long run(s)…", nullptr, m_runs.loading())
                    : m_runs.isPeakMissing()
                        ? tr("Hidden: runs with unknown peak (different thread count, tensor cores, or an unknown GPU).")
                        : QString());
    m_note->setVisible(!m_note->text().isEmpty());
    showTrials();
    describe();
}

void SpeedView::showTrials()
{
    std::vector<PlotSeries> series = m_canvas->takeSeries();
    m_runs.plot(series);
    showAxes(series);
    for (const Outcome outcome : kAllOutcomes) { // the list shows the runs' names
        if ((m_runs.outcomes() >> static_cast<unsigned>(outcome) & 1U) != 0) {
            series.push_back({.name = outcomeShortName(outcome),
                              .colour = palette().color(QPalette::Text),
                              .kind = PlotSeries::Kind::Dots,
                              .marker = outcomeMarker(outcome, 7)});
        }
    }
    if (m_runs.hasTies()) {
        series.push_back({.name = tr("Tied with the best so far"),
                          .colour = palette().color(QPalette::Text),
                          .kind = PlotSeries::Kind::Dots,
                          .marker = tieMarker(7)});
    }
    m_canvas->setSeries(std::move(series));
}

void SpeedView::changeEvent(QEvent* event)
{
    View::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        refreshSoon();
    }
}

void SpeedView::filterToVisibleTime()
{
    if (scale().x != XAxis::Time || m_runs.all().size() != 1) {
        workspace().report(MessageLevel::Info, scale().x != XAxis::Time
                                                   ? tr("Show time on the horizontal axis first.")
                                                   : tr("Show a single run first, because each run has its own times."));
        return;
    }
    const double started = m_runs.all().begin()->second.curve().started;
    refreshStale();
    const QRectF area = m_canvas->area();
    workspace().filters().add(
        {.kind = TrialFilter::Kind::Time, .from = started + std::max(0.0, area.left()), .to = started + area.right()});
}

void SpeedView::bindState()
{
    state().bind(QStringLiteral("allTasks"), m_allTasks);
    state().bind(
        QStringLiteral("runs"),
        [this]() -> QJsonValue {
            if (!m_runs.list().isChosen()) {
                return QJsonValue::Undefined;
            }
            QJsonArray runs;
            for (const int64_t run : m_runs.list().shown()) {
                runs.append(static_cast<double>(run));
            }
            return runs;
        },
        [this](const QJsonValue& value) {
            std::set<int64_t> runs;
            for (const QJsonValue& run : value.toArray()) {
                if (workspace().run(run.toInteger())) {
                    runs.insert(run.toInteger());
                }
            }
            if (value.isArray()) {
                m_runs.list().setShown(std::move(runs));
            }
        });
    state().bind(QStringLiteral("x"), m_xChoice);
    state().bind(QStringLiteral("y"), m_yChoice);
    state().bind(QStringLiteral("log"), m_log);
    state().bind(
        QStringLiteral("zoom"),
        [this]() -> QJsonValue {
            const QRectF area = m_canvas->area();
            return isZoomed() ? QJsonArray{area.left(), area.top(), area.width(), area.height()}
                              : QJsonValue(QJsonValue::Undefined);
        },
        [this](const QJsonValue& value) {
            const QJsonArray zoom = value.toArray();
            if (zoom.size() == 4 && zoom[2].toDouble() > 0 && zoom[3].toDouble() > 0) {
                zoomTo({zoom[0].toDouble(), zoom[1].toDouble(), zoom[2].toDouble(), zoom[3].toDouble()});
            }
        });
    state().watch(&m_runs.list(), &RunListModel::shownChanged);
    state().watch(m_canvas, &PlotView::zoomed);
}

} // namespace knobscope
