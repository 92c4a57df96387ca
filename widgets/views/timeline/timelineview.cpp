// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/timelineview.h"

#include "widgets/base/theme.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/flowrow.h"
#include "widgets/controls/placeholderstack.h"
#include "widgets/controls/scrolledpage.h"
#include "widgets/controls/section.h"
#include "widgets/views/timeline/rangepanel.h"
#include "widgets/views/timeline/spandetails.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QGridLayout>
#include <QGuiApplication>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QTabWidget>
#include <QThread>
#include <QToolButton>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int kTimelineRefreshMs = 100;
constexpr int kPanelWidth = 360;
/// Width in pixels below which the panel is placed under the lanes, and shown only if it has content.
constexpr int kNarrowWidth = 900;
/// Minimum size of a page of the panel, which scrolls.
constexpr QSize kMinPageSize{240, 60};

QLabel* wrappedLabel(const QString& text)
{
    auto* label = new QLabel(text);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->hide();
    return label;
}

} // namespace

TimelineView::TimelineView(Workspace& workspace, QWidget* parent)
    : LazyView(workspace, kTimelineRefreshMs, parent)
    , m_canvas(makeControl<TimelineCanvas>("lanes"))
    , m_minimap(makeControl<Minimap>("minimap", m_canvas->scene()))
    , m_scrollBar(new QScrollBar(Qt::Vertical))
    , m_sources(makeControl<QComboBox>("sources"))
    , m_search(makeControl<QLineEdit>("search"))
    , m_status(new QLabel)
    , m_problems(wrappedLabel({}))
    , m_filterNote(wrappedLabel(tr("Filtered-out spans are dimmed and not counted.")))
    , m_files(new TraceFiles(workspace))
    , m_panel(makeControl<QTabWidget>("details"))
    , m_details(new SpanDetails)
    , m_range(new RangePanel)
    , m_splitter(new QSplitter(Qt::Horizontal))
    , m_content(new QWidget)
    , m_pages(new PlaceholderStack(m_content, tr("No spans yet. Start a run to see every step of each trial, by process and "
                                                 "thread, or open a trace of Chrome, VizTracer or Perfetto (.json, .json.gz).")))
{
    setAccessibleName(tr("Timeline"));
    m_panel->setDocumentMode(true);
    m_panel->setAccessibleName(tr("Details of the selection"));
    m_panel->addTab(new ScrolledPage(m_details, kMinPageSize), tr("Span"));
    m_panel->addTab(new ScrolledPage(m_range, kMinPageSize), tr("Range"));
    m_splitter->addWidget(makeCanvasSide());
    m_splitter->addWidget(m_panel);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setSizes({900, kPanelWidth});
    inColumn(m_content, {makeBar(), {m_splitter, 1}}, QMargins(0, space::kTight, 0, 0), space::kTight);
    connect(m_pages->addButton("importTrace", tr("&Import Trace…")), &QPushButton::clicked, m_files, &TraceFiles::chooseImport);
    inColumn(this, {m_pages}, QMargins());
    connectParts();
    connectSource();
    connectSelection();
    connectFiles();
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_canvas));
    state().bindTexts(
        QStringLiteral("pinned"), [this] { return m_canvas->scene().lanes.pinned().values(); },
        [this](const QStringList& pinned) {
            m_canvas->setPinned({pinned.begin(), pinned.end()});
            arrangePanel();
        });
    state().bind(QStringLiteral("squeezed"), m_squeeze);
    bindSource();
    open();
    markFresh();
    followTask(workspace.selection().current().run);
}

void TimelineView::prepareFields()
{
    m_sources->setAccessibleName(tr("What the timeline shows"));
    m_sources->setToolTip(tr("A run of this project or an imported trace"));
    m_sources->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_sources->setMinimumContentsLength(18);
    m_sources->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_search->setPlaceholderText(tr("Find spans by name"));
    m_search->setAccessibleName(tr("Find spans by name"));
    m_search->setToolTip(tr("Press Enter or F3 for the next match, with Shift for the previous one"));
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(lettersWide(fontMetrics(), 14));
    escapeTo(*m_search, *m_canvas);
    connect(m_search, &QLineEdit::textChanged, m_status, &QLabel::clear); // clears the result of the previous search
    connect(m_search, &QLineEdit::returnPressed, this,
            [this] { findAgain(!(QGuiApplication::keyboardModifiers() & Qt::ShiftModifier)); });
}

QWidget* TimelineView::makeBar()
{
    prepareFields();
    auto* row = new FlowRow; // wraps in a narrow dock
    const auto add = [row](const char* id, const QString& text, const QString& tip, bool isSwitch = false) {
        auto* button = makeControl<QToolButton>(id);
        button->setText(text);
        button->setToolTip(tip);
        button->setCheckable(isSwitch);
        button->setChecked(isSwitch);
        row->add(button);
        return button;
    };
    row->add(m_sources);
    const auto* all = add("fitAll", tr("F&it All"), tr("Show everything (R)"));
    m_follow = add("follow", tr("Fo&llow"), tr("Keep the end of the current run in view"), true);
    m_oneRun = add("oneRun", tr("&This Run"), tr("Shows only the lanes of the selected run; off: the lanes of all runs"), true);
    m_squeeze = add("squeeze", tr("S&queeze Pauses"), tr("Draws idle times, such as the hours between two runs, narrow"), true);
    row->add(m_search);
    row->add(m_status);
    const auto* import = add("import", tr("Im&port…"), tr("Open a trace of Chrome, VizTracer or Perfetto in this project"));
    const auto* exports =
        add("export", tr("E&xport…"), tr("Writes the displayed spans to a file for Perfetto, Chrome or VizTracer"));
    connect(all, &QToolButton::clicked, this, &TimelineView::showAll);
    connect(m_squeeze, &QToolButton::toggled, this, &TimelineView::squeeze);
    connect(m_follow, &QToolButton::clicked, this, &TimelineView::setFollowing);
    connect(m_oneRun, &QToolButton::clicked, this, [this](bool isOne) {
        setFollowing(false);
        showAllRuns(!isOne);
    });
    connect(import, &QToolButton::clicked, m_files, &TraceFiles::chooseImport);
    connect(exports, &QToolButton::clicked, this, [this] { chooseExportFile(false); });

    auto* bar = new QWidget;
    inColumn(bar, {row, m_problems, m_filterNote, m_files}, QMargins(space::kSmall, 0, space::kSmall, 0), space::kTight);
    return bar;
}

QWidget* TimelineView::makeCanvasSide()
{
    auto* side = new QWidget;
    auto* grid = new QGridLayout(side);
    grid->setContentsMargins({});
    grid->setSpacing(0);
    grid->addWidget(m_minimap, 0, 0);
    grid->addWidget(m_canvas, 1, 0);
    grid->addWidget(m_scrollBar, 1, 1);
    grid->setRowStretch(1, 1);
    m_scrollBar->setAccessibleName(tr("Scroll the lanes"));
    return side;
}

int TimelineView::heightBelowLanes() const
{
    const TimelineScene& scene = m_canvas->scene();
    const int room = m_splitter->height() - m_splitter->handleWidth();
    const int needed = m_minimap->height() + scene.bodyTop() + scene.lanes.height();
    return std::max(1, std::min(room - needed, room * 2 / 5));
}

void TimelineView::arrangePanel()
{
    const bool isNarrow = width() < kNarrowWidth;
    const Qt::Orientation wanted = isNarrow ? Qt::Vertical : Qt::Horizontal;
    const bool isWanted = !isNarrow || m_canvas->scene().selected || m_canvas->scene().range;
    const bool appears = isWanted && m_panel->isHidden();
    const bool turns = m_splitter->orientation() != wanted;
    m_panel->setVisible(isWanted);
    m_splitter->setOrientation(wanted);
    if (turns || (appears && isNarrow)) { // afterwards the user controls the height
        const int panel = isNarrow ? heightBelowLanes() : kPanelWidth;
        m_splitter->setSizes({std::max(1, (isNarrow ? height() : width()) - panel), panel});
    }
}

void TimelineView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    arrangePanel();
}

void TimelineView::addActions(ActionRegistry& actions)
{
    const auto add = [&](const char* id, const QString& text, const QKeySequence& key, QWidget* scope, auto&& trigger,
                         ActionRegistry::Obstacle obstacle = {}) {
        obstacle = obstacle ? obstacle : [this] { return missingSpans(); };
        actions.add({QString::fromLatin1(id), text, key, {}, scope, false}, trigger, obstacle);
    };
    const auto noRange = [this] {
        const QString reason = missingSpans();
        return reason.isEmpty() && !m_canvas->scene().range ? tr("Mark a range first. Drag on the ruler, or press M.") : reason;
    };
    add("timeline.zoomIn", tr("Zoom &In"), Qt::Key_W, m_canvas, [this] { m_canvas->zoom(1.5); });
    add("timeline.zoomOut", tr("Zoom &Out"), Qt::Key_S, m_canvas, [this] { m_canvas->zoom(1 / 1.5); });
    add("timeline.earlier", tr("Go &Earlier"), Qt::Key_A, m_canvas, [this] { m_canvas->pan(-0.15); });
    add("timeline.later", tr("Go &Later"), Qt::Key_D, m_canvas, [this] { m_canvas->pan(0.15); });
    add("timeline.next", tr("&Next Span of the Lane"), Qt::Key_Period, m_canvas, [this] { step(true); });
    add("timeline.previous", tr("&Previous Span of the Lane"), Qt::Key_Comma, m_canvas, [this] { step(false); });
    add("timeline.fitSelection", tr("&Fit Selected Span"), Qt::Key_F, m_canvas, [this] { m_canvas->fitSelection(); });
    add("timeline.fitAll", tr("Fit &All"), Qt::Key_R, m_canvas, [this] { showAll(); });
    add("timeline.range", tr("&Mark Selected Span as Range"), Qt::Key_M, m_canvas, [this] { m_canvas->markSelection(); });
    add("timeline.pin", tr("Pin Lane to t&he Top"), Qt::Key_P, m_canvas, [this] { m_canvas->togglePin(); });
    add("timeline.find", tr("Find &Spans…"), QKeySequence::Find, this, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    add("timeline.findNext", tr("Find Ne&xt Span"), Qt::Key_F3, this, [this] { findAgain(true); });
    add("timeline.findPrevious", tr("Find Pre&vious Span"), Qt::SHIFT | Qt::Key_F3, this, [this] { findAgain(false); });
    add("timeline.follow", tr("Follow the &Run"), {}, this, [this] { setFollowing(true); });
    add("timeline.import", tr("Import &Trace…"), {}, nullptr, [this] { m_files->chooseImport(); }, [] { return QString(); });
    add("timeline.export", tr("Export Tra&ce…"), {}, nullptr, [this] { chooseExportFile(false); });
    add("timeline.exportRange", tr("Export the Ran&ge…"), {}, nullptr, [this] { chooseExportFile(true); }, noRange);
    add("timeline.filterRange", tr("Filter Trials &by the Range"), {}, nullptr, [this] { filterToRange(); }, noRange);
}

void TimelineView::connectParts()
{
    connect(m_canvas, &TimelineCanvas::pictureNeeded, this, &TimelineView::requestPicture);
    connect(m_canvas, &TimelineCanvas::looksChanged, this, &TimelineView::refreshSoon); // also repaints the overview
    connect(m_canvas, &TimelineCanvas::scaleChanged, m_minimap, [this] { m_minimap->update(); });
    connect(m_canvas, &TimelineCanvas::scrollChanged, this, &TimelineView::syncScrollBar);
    connect(m_scrollBar, &QScrollBar::valueChanged, m_canvas, &TimelineCanvas::setScroll);
    connect(m_range, &RangePanel::exportWanted, this, [this] { chooseExportFile(true); });
    connect(&workspace(), &Workspace::runsChanged, this, &TimelineView::refreshSoon);
    connect(&workspace(), &Workspace::trialsAdded, this, &TimelineView::refreshSoon);
    connect(&m_queries, &TimelineQueries::failed, m_status, &QLabel::setText);
}

void TimelineView::connectFiles()
{
    connect(m_files, &TraceFiles::importBegan, this, [this] { m_pages->showPage(true); });
    connect(m_files, &TraceFiles::importEnded, this, [this](qint64 trace) { trace > 0 ? showTrace(trace) : read(); });
    connect(m_files, &TraceFiles::statusChanged, this, [this](const QString& status, const QString& reason) {
        m_status->setText(status);
        m_status->setToolTip(reason);
    });
}

bool TimelineView::isIdle() const
{
    return !m_queries.isBusy() && !m_files->isBusy() && !isWaiting();
}

void TimelineView::refreshNow()
{
    m_isForced = true;
    (void)grab(QRect(0, 0, 1, 1)); // forces the layout of a widget that was never shown
    refreshAtOnce();
    QElapsedTimer waited;
    waited.start();
    // For screenshots and tests only: processes query results, and the queries that they trigger, at once.
    while (!isIdle() && waited.elapsed() < 5000) {
        refreshStale();
        m_queries.finishNow();
        QThread::msleep(m_files->isBusy() ? 1 : 0);
    }
    m_isForced = false;
}

void TimelineView::requestPicture()
{
    if (!m_queries.hasProject() || m_canvas->scene().lanes.lanes().empty()) {
        return;
    }
    if (!isVisible() && !m_isForced) {
        markStale(); // requested when the view is shown
        return;
    }
    PictureRequest request = m_canvas->scene().request();
    request.pixelRatio = m_canvas->devicePixelRatioF();
    request.font = m_canvas->font();
    request.palette = m_canvas->palette();
    request.matching = m_matching;
    request.gflops = m_gflops;
    request.run = run();
    m_queries.ask(
        TimelineQueries::Picture, [request](Project& project, const auto& stop) { return drawLanes(project, request, stop); },
        [this, asked = m_canvas->scene().scale](LanePicture picture) {
            m_canvas->setPicture(std::move(picture));
            if (m_canvas->scene().scale != asked && !m_canvas->scene().pictureCoversView()) {
                requestPicture(); // the scale has changed meanwhile without a request, because the old picture still sufficed
            }
        });
}

void TimelineView::showFilterNote()
{
    m_filterNote->setVisible(isOwn() && !workspace().filters().all().empty());
}

void TimelineView::showMode()
{
    m_oneRun->setEnabled(isOwn());
    m_oneRun->setChecked(!m_isAll);
    m_follow->setChecked(m_isFollowing);
    if (m_isFollowing && workspace().session().isRunning()) {
        refreshSoon();
    }
    emit state().changed();
}

void TimelineView::showPanel(QWidget* panel)
{
    arrangePanel();
    if (panel) {
        m_panel->setCurrentIndex(panel == m_details ? 0 : 1);
    }
}

void TimelineView::syncScrollBar()
{
    const QSignalBlocker blocker(m_scrollBar);
    const TimelineScene& scene = m_canvas->scene();
    m_scrollBar->setRange(0, scene.maxScroll());
    m_scrollBar->setPageStep(std::max(1, scene.bodyHeight()));
    m_scrollBar->setSingleStep(scene.lanes.metrics().row);
    m_scrollBar->setValue(scene.scroll);
}

void TimelineView::findAgain(bool forward)
{
    if (m_search->text().isEmpty()) {
        m_canvas->setFocus();
    } else {
        findSpans(m_search->text(), forward);
    }
}

QString TimelineView::missingSpans() const
{
    return m_canvas->scene().lanes.lanes().empty() ? tr("There are no spans yet. Start a run, or import a trace.") : QString();
}

void TimelineView::chooseExportFile(bool onlyRange)
{
    if (const QString missing = missingSpans(); !missing.isEmpty()) {
        workspace().report(MessageLevel::Info, missing);
    } else if (onlyRange && !m_canvas->scene().range) {
        workspace().report(MessageLevel::Info, tr("Mark a range first. Drag on the ruler, or press M."));
    } else {
        m_files->chooseExport(exported(onlyRange));
    }
}

} // namespace knobscope
