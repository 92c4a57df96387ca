// SPDX-License-Identifier: GPL-3.0-or-later
// How the timeline is laid out, and its actions.
#include "widgets/actions/actionregistry.h"
#include "widgets/layout/flowrow.h"
#include "widgets/layout/scrolledpage.h"
#include "widgets/timeline/rangepanel.h"
#include "widgets/timeline/spandetails.h"
#include "widgets/timeline/timelineview.h"

#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabWidget>
#include <QToolButton>

namespace knobscope {

namespace {

constexpr int refreshMilliseconds = 100;
constexpr int panelWidth = 360;
/// Pixels of width below which the panel goes under the lanes, and is there only when it has something to say.
constexpr int narrow = 900;
/// What a page of the panel is at least; it scrolls.
constexpr QSize leastPage{240, 60};

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
    : LazyView(workspace, refreshMilliseconds, parent)
    , m_canvas(new TimelineCanvas)
    , m_minimap(new Minimap)
    , m_scrollBar(new QScrollBar(Qt::Vertical))
    , m_sources(new SourceList)
    , m_search(new QLineEdit)
    , m_status(new QLabel)
    , m_problems(wrappedLabel({}))
    , m_filterNote(wrappedLabel(tr("What the filters leave out is pale and not counted.")))
    , m_follow(new QToolButton)
    , m_oneRun(new QToolButton)
    , m_squeeze(new QToolButton)
    , m_files(new TraceFiles(workspace))
    , m_panel(new QTabWidget)
    , m_details(new SpanDetails)
    , m_range(new RangePanel)
    , m_source(workspace, m_questions, *m_canvas, *m_minimap, *m_sources)
    , m_selection(workspace, m_questions, *m_canvas, m_source, *m_details, *m_range)
    , m_splitter(new QSplitter(Qt::Horizontal))
    , m_content(new QWidget)
    , m_empty(makeEmptyPage())
    , m_stack(new QStackedLayout(this))
{
    setAccessibleName(tr("Timeline"));
    m_panel->setDocumentMode(true);
    m_panel->addTab(new ScrolledPage(m_details, leastPage), tr("Span"));
    m_panel->addTab(new ScrolledPage(m_range, leastPage), tr("Range"));
    m_splitter->addWidget(makeCanvasSide());
    m_splitter->addWidget(m_panel);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setSizes({900, panelWidth});
    auto* layout = new QVBoxLayout(m_content);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(makeBar());
    layout->addWidget(m_splitter, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_content);
    connectParts();
    connectFiles();
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_canvas));
    m_source.open();
    markFresh();
}

TimelineView::~TimelineView() = default;

QWidget* TimelineView::makeEmptyPage()
{
    auto* text =
        new QLabel(tr("No spans yet. Start a run: every step of every trial appears here, by process and thread. Or open a trace "
                      "of Chrome, VizTracer or Perfetto (.json, .json.gz)."));
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignCenter);
    auto* open = new QPushButton(tr("&Import Trace…"));
    connect(open, &QPushButton::clicked, m_files, &TraceFiles::chooseImport);
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(24, 24, 24, 24);
    layout->addStretch(1);
    layout->addWidget(text);
    layout->addWidget(open, 0, Qt::AlignCenter);
    layout->addStretch(1);
    return page;
}

QWidget* TimelineView::makeBar()
{
    auto* row = new FlowRow; // a dock may be narrow
    const auto add = [row](QToolButton* button, const QString& text, const QString& tip) {
        button->setText(text);
        button->setToolTip(tip);
        row->add(button);
        return button;
    };
    row->add(m_sources);
    connect(add(new QToolButton, tr("F&it All"), tr("Show everything (R)")), &QToolButton::clicked, m_canvas, [this] {
        m_source.setFollowing(false);
        m_canvas->fitAll();
    });
    add(m_follow, tr("Fo&llow"), tr("While a run goes on, keep its end in sight"));
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    add(m_oneRun, tr("&This Run"), tr("Show the lanes of the chosen run alone; off: those of all runs"));
    m_oneRun->setCheckable(true);
    m_oneRun->setChecked(true);
    add(m_squeeze, tr("S&queeze Pauses"), tr("Times in which nothing happens, such as the hours between two runs, are narrow"));
    m_squeeze->setCheckable(true);
    m_squeeze->setChecked(true);
    connect(m_squeeze, &QToolButton::toggled, &m_source, &TimelineSource::squeeze);
    m_search->setPlaceholderText(tr("Find spans by name"));
    m_search->setAccessibleName(tr("Find spans by name"));
    m_search->setToolTip(tr("Enter or F3 finds the next, with Shift the previous one"));
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(fontMetrics().averageCharWidth() * 14);
    row->add(m_search);
    row->add(m_status);
    const auto* import =
        add(new QToolButton, tr("Im&port…"), tr("Open a trace of Chrome, VizTracer or Perfetto in this project"));
    const auto* exports =
        add(new QToolButton, tr("E&xport…"), tr("Write what is shown to a file for Perfetto, Chrome or VizTracer"));
    connect(m_follow, &QToolButton::clicked, &m_source, &TimelineSource::setFollowing);
    connect(m_oneRun, &QToolButton::clicked, &m_source, [this](bool isOne) {
        m_source.setFollowing(false);
        m_source.showAllRuns(!isOne);
    });
    connect(m_search, &QLineEdit::returnPressed, this,
            [this] { find(!(QGuiApplication::keyboardModifiers() & Qt::ShiftModifier)); });
    connect(import, &QToolButton::clicked, m_files, &TraceFiles::chooseImport);
    connect(exports, &QToolButton::clicked, this, [this] { chooseExportFile(false); });

    auto* bar = new QWidget;
    auto* lines = new QVBoxLayout(bar);
    lines->setContentsMargins(4, 0, 4, 0);
    lines->setSpacing(4);
    for (QWidget* line : std::initializer_list<QWidget*>{row, m_problems, m_filterNote, m_files}) {
        lines->addWidget(line);
    }
    return bar;
}

QWidget* TimelineView::makeCanvasSide()
{
    auto* side = new QWidget;
    auto* grid = new QGridLayout(side);
    grid->setContentsMargins({});
    grid->setSpacing(0);
    m_minimap->setGutter(m_canvas->gutterWidth());
    grid->addWidget(m_minimap, 0, 0);
    grid->addWidget(m_canvas, 1, 0);
    grid->addWidget(m_scrollBar, 1, 1);
    grid->setRowStretch(1, 1);
    m_scrollBar->setAccessibleName(tr("Scroll the lanes"));
    return side;
}

int TimelineView::heightBelowLanes() const
{
    const LaneLayout& lanes = m_canvas->lanes();
    const int room = m_splitter->height() - m_splitter->handleWidth();
    const int needed = m_minimap->height() + m_canvas->rulerHeight() + lanes.pinnedHeight() + lanes.height();
    return std::max(1, std::min(room - needed, room * 2 / 5));
}

void TimelineView::arrangePanel()
{
    const bool isNarrow = width() < narrow;
    const Qt::Orientation wanted = isNarrow ? Qt::Vertical : Qt::Horizontal;
    const bool isWanted = !isNarrow || m_canvas->selectedSpan() || m_canvas->range();
    const bool appears = isWanted && m_panel->isHidden();
    const bool turns = m_splitter->orientation() != wanted;
    m_panel->setVisible(isWanted);
    m_splitter->setOrientation(wanted);
    if (turns || (appears && isNarrow)) { // later on it is as high as the person makes it
        const int panel = isNarrow ? heightBelowLanes() : panelWidth;
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
    const auto add = [&](const char* id, const QString& text, const QKeySequence& key, QWidget* scope, auto&& trigger) {
        actions.add({QString::fromLatin1(id), text, key, {}, scope, false}, trigger);
    };
    add("timeline.zoomIn", tr("Zoom &In"), Qt::Key_W, m_canvas, [this] { m_canvas->zoom(1.5); });
    add("timeline.zoomOut", tr("Zoom &Out"), Qt::Key_S, m_canvas, [this] { m_canvas->zoom(1 / 1.5); });
    add("timeline.earlier", tr("Go &Earlier"), Qt::Key_A, m_canvas, [this] { m_canvas->pan(-0.15); });
    add("timeline.later", tr("Go &Later"), Qt::Key_D, m_canvas, [this] { m_canvas->pan(0.15); });
    add("timeline.next", tr("&Next Span of the Lane"), Qt::Key_Period, m_canvas, [this] { m_selection.step(true); });
    add("timeline.previous", tr("&Previous Span of the Lane"), Qt::Key_Comma, m_canvas, [this] { m_selection.step(false); });
    add("timeline.fitSelection", tr("&Fit Selected Span"), Qt::Key_F, m_canvas, [this] { m_canvas->fitSelection(); });
    add("timeline.fitAll", tr("Fit &All"), Qt::Key_R, m_canvas, [this] {
        m_source.setFollowing(false);
        m_canvas->fitAll();
    });
    add("timeline.range", tr("&Mark Selected Span as Range"), Qt::Key_M, m_canvas, [this] { m_canvas->markSelection(); });
    add("timeline.pin", tr("Pin &Lane to the Top"), Qt::Key_P, m_canvas, [this] { m_canvas->togglePin(); });
    add("timeline.find", tr("Find &Spans…"), QKeySequence::Find, this, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    add("timeline.findNext", tr("Find Ne&xt Span"), Qt::Key_F3, this, [this] { find(true); });
    add("timeline.findPrevious", tr("Find Pre&vious Span"), Qt::SHIFT | Qt::Key_F3, this, [this] { find(false); });
    add("timeline.follow", tr("Follow the &Run"), {}, this, [this] { m_source.setFollowing(true); });
    add("timeline.import", tr("Import &Trace…"), {}, nullptr, [this] { m_files->chooseImport(); });
    add("timeline.export", tr("E&xport Trace…"), {}, nullptr, [this] { chooseExportFile(false); });
    add("timeline.exportRange", tr("Export the Ran&ge…"), {}, nullptr, [this] { chooseExportFile(true); });
    add("timeline.filterRange", tr("Filter Trials &by the Range"), {}, nullptr, [this] { filterToRange(); });
}

} // namespace knobscope
