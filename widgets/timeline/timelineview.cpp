// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timelineview.h"

#include "widgets/actions/actionregistry.h"
#include "widgets/layout/flowrow.h"
#include "widgets/timeline/minimap.h"
#include "widgets/timeline/rangemodel.h"
#include "widgets/timeline/spandetails.h"
#include "widgets/translation/coretext.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHeaderView>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int refreshMilliseconds = 100;
constexpr int panelWidth = 360;
constexpr int narrow =
    900; // pixels of width: below it the panel goes under the lanes, and is there only when it has something to say

} // namespace

TimelineView::TimelineView(Workspace& workspace, QWidget* parent)
    : View(workspace, parent)
    , m_gflops(std::make_shared<GflopsCounter>())
    , m_canvas(new TimelineCanvas)
    , m_minimap(new Minimap)
    , m_scrollBar(new QScrollBar(Qt::Vertical))
    , m_details(new SpanDetails)
    , m_rangeModel(new RangeModel(this))
    , m_rangeSorted(new QSortFilterProxyModel(this))
    , m_content(new QWidget)
    , m_empty(new QWidget)
    , m_stack(new QStackedLayout(this))
{
    setAccessibleName(tr("Timeline"));
    auto* layout = new QVBoxLayout(m_content);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(buildBar());
    m_splitter = new QSplitter(Qt::Horizontal);
    auto* side = new QWidget;
    buildCanvasSide(side);
    buildPanel();
    m_splitter->addWidget(side);
    m_splitter->addWidget(m_panel);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setSizes({900, panelWidth});
    layout->addWidget(m_splitter, 1);

    auto* text =
        new QLabel(tr("No spans yet. Start a run: every step of every trial appears here, by process and thread. Or open a trace "
                      "of Chrome, VizTracer or Perfetto (.json, .json.gz)."));
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignCenter);
    auto* open = new QPushButton(tr("&Import Trace…"));
    connect(open, &QPushButton::clicked, this, &TimelineView::chooseTraceFile);
    auto* empty = new QVBoxLayout(m_empty);
    empty->setContentsMargins(24, 24, 24, 24);
    empty->addStretch(1);
    empty->addWidget(text);
    empty->addWidget(open, 0, Qt::AlignCenter);
    empty->addStretch(1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_content);

    m_refresh.setSingleShot(true);
    m_refresh.setInterval(refreshMilliseconds);
    connect(&m_refresh, &QTimer::timeout, this, &TimelineView::askContent);
    connect(&m_importer, &TraceImporter::progressed, m_progress, &QProgressBar::setValue);
    connect(&m_importer, &TraceImporter::finished, this, &TimelineView::takeImport);
    connectCanvas();
    connectWorkspace();
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_canvas));
    openProject();
}

TimelineView::~TimelineView() = default;

QWidget* TimelineView::buildBar()
{
    auto* bar = new QWidget;
    auto* lines = new QVBoxLayout(bar);
    lines->setContentsMargins(4, 0, 4, 0);
    lines->setSpacing(4);
    auto* row = new FlowRow; // a dock may be narrow
    lines->addWidget(row);
    m_sources = new QComboBox;
    m_sources->setAccessibleName(tr("What the timeline shows"));
    m_sources->setToolTip(tr("A run of this project, or a trace that was imported"));
    m_sources->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_sources->setMinimumContentsLength(18);
    connect(m_sources, &QComboBox::activated, this, &TimelineView::chooseSource);
    m_follow = new QToolButton;
    m_follow->setText(tr("Fo&llow"));
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    m_follow->setToolTip(tr("While a run goes on, keep its end in sight"));
    connect(m_follow, &QToolButton::clicked, this, &TimelineView::setFollowing);
    auto* fit = new QToolButton;
    fit->setText(tr("F&it All"));
    fit->setToolTip(tr("Show everything (R)"));
    connect(fit, &QToolButton::clicked, m_canvas, [this] {
        setFollowing(false);
        m_canvas->fitAll();
    });
    m_search = new QLineEdit;
    m_search->setPlaceholderText(tr("Find spans by name"));
    m_search->setAccessibleName(tr("Find spans by name"));
    m_search->setToolTip(tr("Enter finds the next, Shift+Enter the previous one"));
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(fontMetrics().averageCharWidth() * 14);
    connect(m_search, &QLineEdit::returnPressed, this,
            [this] { find(!(QGuiApplication::keyboardModifiers() & Qt::ShiftModifier)); });
    m_status = new QLabel;
    auto* import = new QToolButton;
    import->setText(tr("Im&port…"));
    import->setToolTip(tr("Open a trace of Chrome, VizTracer or Perfetto in this project"));
    connect(import, &QToolButton::clicked, this, &TimelineView::chooseTraceFile);
    auto* exports = new QToolButton;
    exports->setText(tr("E&xport…"));
    exports->setToolTip(tr("Write what is shown to a file for Perfetto, Chrome or VizTracer"));
    connect(exports, &QToolButton::clicked, this, [this] { chooseExportFile(false); });
    m_sources->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_sources, fit, m_follow, m_search, m_status, import, exports}) {
        row->add(widget);
    }
    m_problems = new QLabel;
    m_problems->setWordWrap(true);
    m_problems->setTextFormat(Qt::PlainText);
    m_problems->hide();
    lines->addWidget(m_problems);
    m_filterNote = new QLabel(tr("What the filters leave out is pale and not counted."));
    m_filterNote->setWordWrap(true);
    m_filterNote->hide();
    lines->addWidget(m_filterNote);
    m_importBar = new QWidget;
    auto* importing = new QHBoxLayout(m_importBar);
    importing->setContentsMargins({});
    m_progress = new QProgressBar;
    m_progress->setAccessibleName(tr("Import"));
    auto* cancel = new QPushButton(tr("&Cancel"));
    connect(cancel, &QPushButton::clicked, this, [this] { m_importer.cancel(); });
    importing->addWidget(m_progress, 1);
    importing->addWidget(cancel);
    m_importBar->hide();
    lines->addWidget(m_importBar);
    lines->addWidget(buildExportBar());
    return bar;
}

void TimelineView::buildCanvasSide(QWidget* parent)
{
    auto* grid = new QGridLayout(parent);
    grid->setContentsMargins({});
    grid->setSpacing(0);
    m_minimap->setGutter(m_canvas->gutterWidth());
    grid->addWidget(m_minimap, 0, 0);
    grid->addWidget(m_canvas, 1, 0);
    grid->addWidget(m_scrollBar, 1, 1);
    grid->setRowStretch(1, 1);
    m_scrollBar->setAccessibleName(tr("Scroll the lanes"));
}

void TimelineView::buildPanel()
{
    m_panel = new QTabWidget;
    m_panel->addTab(m_details, tr("Span"));
    auto* range = new QWidget;
    auto* layout = new QVBoxLayout(range);
    m_rangeTitle = new QLabel;
    m_rangeTitle->setWordWrap(true);
    m_rangeTable = new QTableView;
    m_rangeSorted->setSourceModel(m_rangeModel);
    m_rangeSorted->setSortRole(RangeModel::SortRole);
    m_rangeTable->setModel(m_rangeSorted);
    m_rangeTable->setSortingEnabled(true);
    m_rangeTable->sortByColumn(RangeModel::Total, Qt::DescendingOrder);
    m_rangeTable->verticalHeader()->hide();
    m_rangeTable->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_rangeTable->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_rangeTable->setAlternatingRowColors(true);
    m_rangeTable->setShowGrid(false);
    m_rangeTable->setWordWrap(false);
    m_rangeTable->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_rangeTable->horizontalHeader()->setMinimumSectionSize(fontMetrics().averageCharWidth() * 7);
    m_rangeTable->setAccessibleName(tr("Spans of the range by name"));
    layout->addWidget(m_rangeTitle);
    layout->addWidget(m_rangeTable, 1);
    layout->addWidget(buildRangeButtons());
    m_panel->addTab(range, tr("Range"));
    showCounted(std::vector<NameStatistics>{}, {0, 0});
}

void TimelineView::arrangePanel()
{
    if (!m_splitter) {
        return;
    }
    const bool isNarrow = width() < narrow;
    const Qt::Orientation wanted = isNarrow ? Qt::Vertical : Qt::Horizontal;
    m_panel->setVisible(!isNarrow || m_canvas->selectedSpan() || m_canvas->range());
    if (m_splitter->orientation() != wanted) {
        m_splitter->setOrientation(wanted);
        m_splitter->setSizes(isNarrow ? QList<int>{height() * 3 / 5, height() * 2 / 5}
                                      : QList<int>{width() - panelWidth, panelWidth});
    }
}

void TimelineView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    arrangePanel();
}

void TimelineView::connectCanvas()
{
    connect(m_canvas, &TimelineCanvas::pictureNeeded, this, &TimelineView::askPicture);
    connect(m_canvas, &TimelineCanvas::scaleChanged, this,
            [this] { m_minimap->setSeen(m_canvas->scale().from, m_canvas->scale().to); });
    connect(m_canvas, &TimelineCanvas::scrollChanged, this, &TimelineView::syncScrollBar);
    connect(m_canvas, &TimelineCanvas::moved, this, [this] { setFollowing(false); });
    connect(m_canvas, &TimelineCanvas::rangeChanged, this, &TimelineView::askStatistics);
    connect(m_canvas, &TimelineCanvas::spanClicked, this, &TimelineView::askSpan);
    connect(m_canvas, &TimelineCanvas::neighbourWanted, this, &TimelineView::askNeighbour);
    connect(m_canvas, &TimelineCanvas::trialHovered, this,
            [this](qint64 run, qint64 trial) { workspace().selection().hover({run, trial}); });
    const auto deselect = [this] {
        takeSpan(std::nullopt, false);
        workspace().selection().clear();
    };
    connect(m_canvas, &TimelineCanvas::escapePressed, this, deselect);
    connect(m_canvas, &TimelineCanvas::emptyClicked, this, deselect);
    connect(m_minimap, &Minimap::wanted, this, [this](qint64 from, qint64 to) {
        setFollowing(false);
        m_canvas->show(from, to);
    });
    connect(m_scrollBar, &QScrollBar::valueChanged, m_canvas, &TimelineCanvas::setScroll);
}

void TimelineView::connectWorkspace()
{
    connect(&workspace(), &Workspace::projectChanged, this, &TimelineView::openProject);
    connect(&workspace(), &Workspace::runsChanged, this, &TimelineView::refreshSoon);
    connect(&workspace(), &Workspace::trialsAdded, this, &TimelineView::refreshSoon);
    connect(&workspace(), &Workspace::runWanted, this, &TimelineView::followTask);
    connect(&workspace(), &Workspace::runsChanged, this, [this] {
        if (!workspace().filters().all().empty()) {
            applyFilters(); // another run, another task
        }
    });
    connect(&workspace().filters(), &Filters::changed, this, &TimelineView::applyFilters);
    connect(&workspace().selection(), &Selection::changed, this, &TimelineView::askChosen);
    connect(&workspace().selection(), &Selection::hoverChanged, this, &TimelineView::askPreview);
}

void TimelineView::addActions(ActionRegistry& actions)
{
    const auto add = [&](const char* id, const QString& text, const QKeySequence& key, QWidget* scope, auto&& trigger) {
        actions.add({QString::fromLatin1(id), text, key, {}, scope, false}, trigger);
    };
    add("timeline.zoomIn", tr("Zoom &In"), Qt::Key_W, m_canvas, [this] { m_canvas->zoom(1.5); });
    add("timeline.zoomOut", tr("Zoom &Out"), Qt::Key_S, m_canvas, [this] { m_canvas->zoom(1 / 1.5); });
    add("timeline.earlier", tr("Go &Earlier"), Qt::Key_A, m_canvas, [this] { m_canvas->pan(-0.15); });
    add("timeline.later", tr("Go &Later"), Qt::Key_D, m_canvas, [this] { m_canvas->pan(0.15); });
    add("timeline.next", tr("&Next Span of the Lane"), Qt::Key_Period, m_canvas, [this] { askNeighbour(true); });
    add("timeline.previous", tr("&Previous Span of the Lane"), Qt::Key_Comma, m_canvas, [this] { askNeighbour(false); });
    add("timeline.fitSelection", tr("&Fit Selected Span"), Qt::Key_F, m_canvas, [this] { m_canvas->fitSelection(); });
    add("timeline.fitAll", tr("Fit &All"), Qt::Key_R, m_canvas, [this] {
        setFollowing(false);
        m_canvas->fitAll();
    });
    add("timeline.range", tr("&Mark Selected Span as Range"), Qt::Key_M, m_canvas, [this] { m_canvas->markSelection(); });
    add("timeline.pin", tr("Pin &Lane to the Top"), Qt::Key_P, m_canvas, [this] { m_canvas->togglePin(); });
    add("timeline.find", tr("Find &Spans…"), QKeySequence::Find, this, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    add("timeline.follow", tr("Follow the &Run"), {}, this, [this] { setFollowing(true); });
    add("timeline.import", tr("Import &Trace…"), {}, nullptr, [this] { chooseTraceFile(); });
    add("timeline.export", tr("E&xport Trace…"), {}, nullptr, [this] { chooseExportFile(false); });
    add("timeline.exportRange", tr("Export the Ran&ge…"), {}, nullptr, [this] { chooseExportFile(true); });
    add("timeline.filterRange", tr("Filter Trials &by the Range"), {}, nullptr, [this] { filterToRange(); });
}

void TimelineView::syncScrollBar()
{
    const QSignalBlocker blocker(m_scrollBar);
    m_scrollBar->setRange(0, m_canvas->maxScroll());
    m_scrollBar->setPageStep(std::max(1, m_canvas->height() - m_canvas->rulerHeight() - m_canvas->lanes().pinnedHeight()));
    m_scrollBar->setSingleStep(m_canvas->lanes().metrics().row);
    m_scrollBar->setValue(m_canvas->scroll());
}

void TimelineView::setFollowing(bool follow)
{
    m_isFollowing = follow;
    m_follow->setChecked(follow);
    if (follow) {
        refreshSoon();
    }
}

void TimelineView::showEmptyState(bool empty)
{
    m_stack->setCurrentWidget(empty && !m_importer.isRunning() ? m_empty : m_content);
}

void TimelineView::chooseTraceFile()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Import Trace"), {}, tr("Traces (*.json *.json.gz *.gz);;All files (*)"));
    if (!path.isEmpty()) {
        importTrace(path);
    }
}

void TimelineView::importTrace(const QString& path)
{
    const auto project = workspace().ensureProject();
    if (!project) {
        workspace().say(MessageLevel::Error, coreText(project.error()));
        return;
    }
    if (!m_importer.start(path, *project)) {
        workspace().say(MessageLevel::Warning, tr("A trace is being imported; try again when it is done."));
        return;
    }
    m_progress->setValue(0);
    m_progress->setFormat(tr("Importing %1: %p %").arg(QFileInfo(path).fileName()));
    m_importBar->show();
    m_stack->setCurrentWidget(m_content);
}

void TimelineView::takeImport(const ImportedTrace& imported, const QString& problem, bool wasCancelled)
{
    m_importBar->hide();
    if (!problem.isEmpty()) {
        workspace().say(wasCancelled ? MessageLevel::Info : MessageLevel::Error, problem);
        m_status->setText(wasCancelled ? tr("Import cancelled") : tr("Import failed"));
        m_status->setToolTip(problem);
        showEmptyState(m_canvas->lanes().lanes().empty());
        return;
    }
    m_status->clear();
    workspace().say(MessageLevel::Info, tr("Imported %n span(s) of a trace.", nullptr, static_cast<int>(imported.spans)));
    for (const std::string& problem : imported.problems) {
        workspace().say(MessageLevel::Warning, QString::fromStdString(problem));
    }
    showTrace(imported.trace);
}

QJsonObject TimelineView::saveState() const
{
    QJsonArray pinned;
    for (const QString& key : m_canvas->lanes().pinned()) {
        pinned.append(key);
    }
    QJsonObject state{{QStringLiteral("pinned"), pinned},
                      {QStringLiteral("splitter"), QString::fromLatin1(m_splitter->saveState().toBase64())},
                      {QStringLiteral("trace"), m_trace},
                      {QStringLiteral("following"), m_isFollowing}};
    if (!m_isFollowing) { // as text: a double cannot hold nanoseconds since 1970
        state[QStringLiteral("from")] = QString::number(m_canvas->scale().from);
        state[QStringLiteral("to")] = QString::number(m_canvas->scale().to);
    }
    return state;
}

void TimelineView::restoreState(const QJsonObject& state)
{
    QSet<QString> pinned;
    for (const QJsonValue& key : state[QStringLiteral("pinned")].toArray()) {
        pinned.insert(key.toString());
    }
    m_canvas->setPinned(pinned);
    m_splitter->restoreState(QByteArray::fromBase64(state[QStringLiteral("splitter")].toString().toLatin1()));
    arrangePanel();
    showTrace(state[QStringLiteral("trace")].toInteger());
    const qint64 from = state[QStringLiteral("from")].toString().toLongLong();
    const qint64 to = state[QStringLiteral("to")].toString().toLongLong();
    if (to > from) {
        setFollowing(false);
        m_restored = std::pair(from, to);
    }
}

} // namespace knobscope
