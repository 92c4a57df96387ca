// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/schedule/scheduleview.h"

#include "core/task/kernelkey.h"
#include "widgets/actions/actionregistry.h"
#include "widgets/layout/flowrow.h"
#include "widgets/theme/theme.h"
#include "widgets/translation/coretext.h"

#include <QJsonArray>
#include <QKeyEvent>
#include <QLabel>
#include <QSlider>
#include <QStackedWidget>
#include <QStyle>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

using Light = CodePane::Light;

namespace {

constexpr int playMilliseconds = 1100; // long enough to find what changed

} // namespace

ScheduleView::ScheduleView(Workspace& workspace, QWidget* parent)
    : LazyView(workspace, 0, parent)
    , m_work([this](const Error& error) {
        m_kernel.clear(); // asked again by whatever comes next
        showSteps({}, tr("The steps could not be made: %1").arg(coreText(error)));
    })
    , m_stack(new QStackedWidget)
    , m_empty(new QLabel)
    , m_page(new StepPage)
    , m_model(&m_page->model())
    , m_table(&m_page->table())
    , m_slider(new QSlider(Qt::Horizontal))
    , m_where(new QLabel)
{
    m_table->viewport()->installEventFilter(this);
    m_table->installEventFilter(this);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_play.setInterval(playMilliseconds);

    auto* page = new QWidget;
    auto* pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins(0, 0, 0, 0);
    pageLayout->addWidget(makeControls());
    pageLayout->addWidget(m_page, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_stack);

    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        m_slider->setValue(now.row());
        showStep();
    });
    connect(m_slider, &QSlider::valueChanged, this, &ScheduleView::setStep);
    connect(m_table, &QTableView::entered, this,
            [this](const QModelIndex& index) { this->workspace().selection().hoverKnob(m_model->knobOf(index.row())); });
    connect(&pane(), &CodePane::linePointed, this, [this](int line) {
        const auto& steps = m_model->steps();
        QString knob;
        if (line > 0 && step() >= 0 && static_cast<size_t>(line) <= steps[static_cast<size_t>(step())].lines.size()) {
            const auto& loops = steps[static_cast<size_t>(step())].lines[static_cast<size_t>(line) - 1].loops;
            for (auto id = loops.rbegin(); id != loops.rend() && knob.isEmpty(); ++id) {
                knob = m_model->knobOf(*id);
            }
        }
        this->workspace().selection().hoverKnob(knob);
    });
    connect(&m_play, &QTimer::timeout, this, [this] {
        setStep(step() + 1);
        if (step() + 1 >= stepCount()) {
            play(false);
        }
    });
    connect(&workspace, &Workspace::configChanged, this, &ScheduleView::refreshIfSeen);
    connect(&workspace, &Workspace::taskChanged, this, &ScheduleView::refreshIfSeen);
    connect(&workspace, &Workspace::editsChanged, this, &ScheduleView::refreshIfSeen);
    connect(&workspace.selection(), &Selection::knobHoverChanged, this, &ScheduleView::lightKnob);
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_table));
    showSteps({}, {});
}

QWidget* ScheduleView::makeControls()
{
    auto* bar = new FlowRow; // a dock may be narrow
    const auto button = [&](const char* icon, const QString& name, const QString& toolTip, auto act) {
        auto* made = new QToolButton;
        made->setIcon(iconNamed(QString::fromLatin1(icon)));
        made->setAccessibleName(name);
        made->setToolTip(toolTip);
        connect(made, &QToolButton::clicked, this, act);
        bar->add(made);
        return made;
    };
    button("media-skip-backward", tr("First step"), tr("The computation as it is defined (Home)"), [this] { setStep(0); });
    button("media-seek-backward", tr("Step back"), tr("One primitive back (Left)"), [this] { setStep(step() - 1); });
    m_playButton = button("media-playback-start", tr("Play"), tr("A primitive a second (Space)"), [this] { play(!isPlaying()); });
    button("media-seek-forward", tr("Step forward"), tr("One primitive on (Right)"), [this] { setStep(step() + 1); });
    button("media-skip-forward", tr("Last step"), tr("All primitives (End)"), [this] { setStep(stepCount() - 1); });
    m_slider->setAccessibleName(tr("Step of the schedule"));
    m_slider->setPageStep(5);
    m_slider->setTickPosition(QSlider::TicksBelow);
    m_slider->setMinimumWidth(fontMetrics().averageCharWidth() * 8);
    bar->add(m_slider);
    bar->add(m_where);
    return bar;
}

void ScheduleView::addActions(ActionRegistry& actions)
{
    actions.add("schedule.next", tr("&Next Schedule Step"), {}, [this] { setStep(step() + 1); });
    actions.add("schedule.previous", tr("&Previous Schedule Step"), {}, [this] { setStep(step() - 1); });
    actions.add("schedule.play", tr("Pla&y Schedule"), {}, [this] { play(!isPlaying()); });
}

int ScheduleView::step() const
{
    return m_page->step();
}

void ScheduleView::setStep(int step)
{
    m_page->setStep(step);
}

void ScheduleView::play(bool on)
{
    if (on && stepCount() > 1) {
        if (step() + 1 >= stepCount()) {
            setStep(0);
        }
        m_play.start();
    } else {
        m_play.stop();
    }
    m_playButton->setIcon(
        iconNamed(isPlaying() ? QStringLiteral("media-playback-pause") : QStringLiteral("media-playback-start")));
    m_playButton->setAccessibleName(isPlaying() ? tr("Pause") : tr("Play"));
}

QString ScheduleView::problem() const
{
    return m_stack->currentWidget() == m_empty ? m_empty->text() : m_page->nest().problem();
}

void ScheduleView::refresh()
{
    const auto task = workspace().task();
    const qint64 config = workspace().config();
    // An edit that leaves the config's values leaves its schedule.
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
    m_work.request([this, task, config]() -> LatestWork::Deliver {
        const auto entity = task->space.at(config);
        auto steps = entity ? scheduleSteps(*task, *entity) : fail(entity);
        if (!steps) {
            return [this, reason = coreText(steps.error())] { showSteps({}, reason); };
        }
        auto made = std::make_shared<std::vector<ScheduleStep>>(std::move(*steps));
        return [this, made] { showSteps(std::move(*made), {}); };
    });
}

void ScheduleView::showSteps(std::vector<ScheduleStep> steps, const QString& problem)
{
    play(false);
    const bool wasAtEnd = stepCount() == 0 || step() + 1 >= stepCount();
    const int before = step();
    const bool isEmpty = steps.empty();
    {
        const QSignalBlocker quiet(m_slider);
        m_model->setSteps(std::move(steps));
        m_slider->setRange(0, std::max(0, stepCount() - 1));
    }
    m_stack->setCurrentIndex(isEmpty ? 0 : 1);
    if (isEmpty) {
        m_empty->setText(
            !problem.isEmpty() ? problem
            : workspace().task()
                ? tr("Choose a trial, or pick a config in the Config view, to see its schedule primitive by primitive.")
                : tr("Here a config's schedule can be stepped through, with the loop nest after each primitive. Choose a task "
                     "first."));
        return;
    }
    setStep(wasAtEnd ? stepCount() - 1 : before);
    lightKnob();
}

void ScheduleView::showStep()
{
    if (step() < 0) {
        return;
    }
    m_page->showStep();
    m_where->setText(tr("Step %1 of %2").arg(step()).arg(stepCount() - 1));
    lightKnob();
}

void ScheduleView::lightKnob()
{
    const QString knob = workspace().selection().hoveredKnob();
    m_model->setHoveredKnob(knob);
    if (step() < 0) {
        return;
    }
    std::vector<Light> lights;
    for (const NestLine& line : m_model->steps()[static_cast<size_t>(step())].lines) {
        const auto made = [&](ir::ProvenanceId id) { return !knob.isEmpty() && m_model->knobOf(id) == knob; };
        const bool isOwn = line.isLoop && made(line.loops.back());
        lights.push_back(isOwn                                                     ? Light::Strong
                         : std::any_of(line.loops.begin(), line.loops.end(), made) ? Light::Weak
                                                                                   : Light::None);
    }
    pane().setKnobLights(std::move(lights));
}

bool ScheduleView::stepByKey(QKeyEvent* key)
{
    switch (key->key()) {
    case Qt::Key_Left: setStep(step() - 1); return true;
    case Qt::Key_Right: setStep(step() + 1); return true;
    case Qt::Key_Home: setStep(0); return true;
    case Qt::Key_End: setStep(stepCount() - 1); return true;
    case Qt::Key_Space: play(!isPlaying()); return true;
    default: return false;
    }
}

void ScheduleView::keyPressEvent(QKeyEvent* event)
{
    if (!stepByKey(event)) {
        View::keyPressEvent(event);
    }
}

bool ScheduleView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::KeyPress && stepByKey(static_cast<QKeyEvent*>(event))) {
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

QJsonObject ScheduleView::saveState() const
{
    QJsonArray sizes;
    for (const int size : m_page->sizes()) {
        sizes.append(size);
    }
    return {{QStringLiteral("sizes"), sizes}};
}

void ScheduleView::restoreState(const QJsonObject& state)
{
    const QJsonArray sizes = state.value(QStringLiteral("sizes")).toArray();
    if (sizes.size() == 2) {
        m_page->setSizes({sizes.at(0).toInt(), sizes.at(1).toInt()});
    }
}

} // namespace knobscope
