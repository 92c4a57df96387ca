// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/code/scheduleview.h"

#include "core/task/task.h"
#include "widgets/base/coretext.h"
#include "widgets/base/theme.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/placeholderstack.h"
#include "widgets/controls/stepbar.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <QSplitter>
#include <QTableView>

#include <algorithm>

namespace knobscope {

using Light = CodePane::Light;
using Mark = CodePane::Mark;

namespace {

constexpr int kPlayMs = 1100; // long enough to find the changes

enum StepColumn { StepNumber, StepKnob, StepPrimitive };

} // namespace

ScheduleView::ScheduleView(Workspace& workspace, QWidget* parent)
    : LazyView(workspace, 0, parent)
    , m_model(new CellTable(this))
    , m_table(makeControl<QTableView>("steps"))
    , m_nest(new CodeColumn(QStringLiteral("nest"), tr("Loop nest")))
    , m_bar(new StepBar({tr("The computation as defined (Home)"), tr("One primitive back (Left)"),
                         tr("One primitive per second (Space)"), tr("One primitive forward (Right)"), tr("All primitives (End)"),
                         tr("Step of the schedule")},
                        kPlayMs))
    , m_pages(new PlaceholderStack(makePage()))
{
    inColumn(this, {m_pages});
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& now) { m_bar->setStep(now.row()); });
    connect(m_bar, &StepBar::stepChanged, this, &ScheduleView::showStep);
    connect(m_table, &QTableView::entered, this,
            [this](const QModelIndex& index) { this->workspace().selection().hoverKnob(knobOf(index.row())); });
    connect(&pane(), &CodePane::linePointed, this, &ScheduleView::hoverKnobOf);
    for (const auto signal : {&Workspace::configChanged, &Workspace::taskChanged, &Workspace::editsChanged}) {
        connect(&workspace, signal, this, &ScheduleView::refreshIfSeen);
    }
    connect(&workspace.selection(), &Selection::knobHoverChanged, this, [this] {
        m_model->updateRows(rows());
        highlightKnob();
    });
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_table));
    showSteps({}, {});
    m_table->horizontalHeader()->setSectionResizeMode(StepPrimitive, QHeaderView::Stretch); // long ones are elided
}

QWidget* ScheduleView::makePage()
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Primitives of the schedule"));
    showRows(*m_table);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setMouseTracking(true);
    m_table->viewport()->installEventFilter(this);
    m_table->installEventFilter(this);
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->setMinimumWidth(lettersWide(fontMetrics(), 30));
    auto* splitter = new QSplitter;
    splitter->addWidget(m_table);
    splitter->addWidget(m_nest);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    splitter->setChildrenCollapsible(false);
    auto* page = new QWidget;
    inColumn(page, {m_bar, {splitter, 1}}, QMargins());
    return page;
}

void ScheduleView::addActions(ActionRegistry& actions)
{
    const auto noTask = [this] { return workspace().missingTask(); };
    actions.add("schedule.next", tr("&Next Schedule Step"), {}, [this] { setStep(step() + 1); }, noTask);
    actions.add("schedule.previous", tr("&Previous Schedule Step"), {}, [this] { setStep(step() - 1); }, noTask);
    actions.add("schedule.play", tr("Pla&y Schedule"), {}, [this] { play(!isPlaying()); }, noTask);
}

int ScheduleView::step() const
{
    return m_bar->step();
}

void ScheduleView::setStep(int step)
{
    m_bar->setStep(step);
}

bool ScheduleView::isPlaying() const
{
    return m_bar->isPlaying();
}

void ScheduleView::play(bool on)
{
    m_bar->play(on);
}

QString ScheduleView::problem() const
{
    return m_pages->sentence().isEmpty() ? m_nest->problem() : m_pages->sentence();
}

void ScheduleView::refresh()
{
    const auto task = workspace().task();
    const qint64 config = workspace().config();
    // Edits that keep the config's values keep its schedule.
    std::string kernel = task && config >= 0 ? kernelKey(*task, config) : std::string();
    if (kernel == m_kernel && !kernel.empty()) {
        return;
    }
    m_kernel = std::move(kernel);
    if (!task || config < 0) {
        m_work.cancel();
        showSteps({}, {});
        return;
    }
    m_work.ask(
        [task, config]() -> Result<std::vector<ScheduleStep>> {
            const auto entity = TRY(task->space.at(config));
            return scheduleSteps(*task, entity);
        },
        [this](Result<std::vector<ScheduleStep>> steps) {
            if (steps) {
                showSteps(std::move(*steps), {});
            } else {
                m_kernel.clear(); // the next refresh retries
                showSteps({}, coreText(steps.error()));
            }
        });
}

void ScheduleView::showSteps(std::vector<ScheduleStep> steps, const QString& problem)
{
    play(false);
    const bool wasAtEnd = stepCount() == 0 || step() + 1 >= stepCount();
    const int before = step();
    const bool isEmpty = steps.empty();
    m_steps = std::move(steps);
    {
        const QSignalBlocker quiet(m_bar);
        m_model->setTable({{"step", tr("Step")}, {"knob", tr("Knob")}, {"primitive", tr("Primitive")}}, rows());
        m_bar->setCount(stepCount());
        m_bar->setStep(wasAtEnd ? stepCount() - 1 : before);
    }
    m_pages->setSentence(
        !isEmpty             ? QString()
        : !problem.isEmpty() ? problem
        : workspace().task()
            ? tr("Select a trial, or choose a config in the Config view, to see its schedule primitive by primitive.")
            : tr("This view steps through the schedule of a config and shows the loop nest after each primitive. Choose a task "
                 "first."));
    showStep();
}

const ScheduleStep* ScheduleView::current() const
{
    return step() >= 0 ? &m_steps[static_cast<size_t>(step())] : nullptr;
}

QString ScheduleView::knobOf(int step) const
{
    const bool isThere = step >= 0 && step < stepCount();
    return isThere ? QString::fromStdString(m_steps[static_cast<size_t>(step)].primitive.knob) : QString();
}

std::vector<CellTable::Row> ScheduleView::rows() const
{
    const QString hovered = workspace().selection().hoveredKnob();
    std::vector<CellTable::Row> rows;
    for (const ScheduleStep& step : m_steps) {
        const ir::Provenance& p = step.primitive;
        const auto row = static_cast<int>(rows.size());
        const QString knob = QString::fromStdString(p.knob);
        const QString primitive =
            row == 0 ? tr("as defined")
                     : QStringLiteral("s[%1].%2").arg(QString::fromStdString(p.stage), QString::fromStdString(p.primitive));
        const QString tip = knob.isEmpty() ? tr("%1, chosen by the template").arg(primitive)
                                           : tr("%1, chosen by knob %2").arg(primitive, knob); // full text, in case it is elided
        rows.push_back({Cell::figure(row, 0, tip), Cell::word(knob, tip), Cell::word(primitive, tip)});
        for (Cell& cell : rows.back()) {
            cell.background = !knob.isEmpty() && knob == hovered ? codeThemeFor(palette()).knobOwn : QColor();
        }
    }
    return rows;
}

void ScheduleView::showStep()
{
    const ScheduleStep* at = current();
    if (!at) {
        return;
    }
    m_table->setCurrentIndex(m_model->index(step(), StepPrimitive));
    std::vector<std::string> lines;
    std::vector<Mark> marks;
    for (size_t i = 0; i < at->lines.size(); ++i) {
        lines.push_back(at->lines[i].text);
        marks.push_back(step() > 0 && at->changed[i] ? Mark::Changed : Mark::None);
    }
    const auto changes = static_cast<int>(std::ranges::count(marks, Mark::Changed));
    const auto firstChange = changes == 0 ? 0 : static_cast<int>(std::ranges::find(marks, Mark::Changed) - marks.begin()) + 1;
    const int scroll = pane().verticalScrollBar()->value();
    pane().setLines(lines, std::move(marks));
    pane().verticalScrollBar()->setValue(scroll);
    pane().reveal(firstChange);
    m_nest->setProblem(coreText(at->problem));
    m_nest->setFacts(step() == 0    ? tr("as defined")
                     : changes == 0 ? tr("no line changed by this step")
                                    : tr("%n line(s) changed by this step", nullptr, changes));
    m_bar->setText(tr("Step %1 of %2").arg(step()).arg(stepCount() - 1));
    highlightKnob();
}

/// Hovers the knob of the innermost loop around a line that has one.
void ScheduleView::hoverKnobOf(int line)
{
    const ScheduleStep* at = current();
    QString knob;
    if (at && line > 0 && static_cast<size_t>(line) <= at->lines.size()) {
        const auto& loops = at->lines[static_cast<size_t>(line) - 1].loops;
        for (auto id = loops.rbegin(); id != loops.rend() && knob.isEmpty(); ++id) {
            knob = knobOf(*id);
        }
    }
    workspace().selection().hoverKnob(knob);
}

void ScheduleView::highlightKnob()
{
    const QString knob = workspace().selection().hoveredKnob();
    if (!current()) {
        return;
    }
    std::vector<Light> lights;
    for (const NestLine& line : current()->lines) {
        const auto made = [&](ir::ProvenanceId id) { return !knob.isEmpty() && knobOf(id) == knob; };
        lights.push_back(line.isLoop && made(line.loops.back())  ? Light::Strong
                         : std::ranges::any_of(line.loops, made) ? Light::Weak
                                                                 : Light::None);
    }
    pane().setKnobLights(std::move(lights));
}

void ScheduleView::keyPressEvent(QKeyEvent* event)
{
    if (!m_bar->handleKey(*event)) {
        View::keyPressEvent(event);
    }
}

bool ScheduleView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::KeyPress && m_bar->handleKey(*static_cast<QKeyEvent*>(event))) {
        return true;
    }
    if (watched == m_table->viewport() && event->type() == QEvent::Leave) {
        workspace().selection().hoverKnob({});
    }
    return View::eventFilter(watched, event);
}

void ScheduleView::hideEvent(QHideEvent* event)
{
    View::hideEvent(event);
    play(false);
}

void ScheduleView::refreshNow()
{
    refreshAtOnce();
    m_work.finishNow();
}

} // namespace knobscope
