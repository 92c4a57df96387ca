// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/config/configview.h"

#include "core/task/task.h"
#include "core/tuning/storedrun.h"
#include "core/worker/kernelmessage.h"
#include "widgets/base/coretext.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/listtext.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/base/wrappedlabel.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/controls/control.h"
#include "widgets/controls/flowrow.h"
#include "widgets/controls/formscroll.h"
#include "widgets/controls/placeholderstack.h"
#include "widgets/controls/section.h"
#include "widgets/project/machinepeaks.h"
#include "widgets/views/config/counterpanel.h"
#include "widgets/views/config/resultheadline.h"
#include "widgets/views/config/validconfigs.h"

#include <QPushButton>

#include <algorithm>

namespace knobscope {

ConfigView::ConfigView(Workspace& workspace, QWidget* parent)
    : LazyView(workspace, 0, parent)
    , m_measuring(workspace)
    , m_title(new WrappedLabel)
    , m_index(makeControl<IndexSpinBox>("config"))
    , m_range(new WrappedLabel)
    , m_rows(new ConfigRows(workspace))
    , m_figures(makeControl<FigureList>("figures"))
    , m_findings(makeControl<FindingList>("findings", workspace, m_measuring))
    , m_headline(new ResultHeadline)
    , m_measure(makeControl<QPushButton>("measure", tr("&Measure Now")))
    , m_emulate(makeControl<QPushButton>("emulate", tr("Emu&late")))
    , m_pin(makeControl<QPushButton>("pin", tr("&Pin")))
    , m_pages(new PlaceholderStack(
          makePage(), tr("In this view you can choose a config by its knobs, inspect it and measure it. Choose a task first.")))
{
    inColumn(this, {m_pages}, QMargins());
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_index));
    connect(m_pages->addButton("chooseTask", tr("Choose a Task")), &QPushButton::clicked, this,
            [this] { emit this->workspace().viewWanted(QStringLiteral("tasks")); });
    connect(&workspace, &Workspace::taskChanged, this, &ConfigView::showTask);
    connect(&workspace, &Workspace::taskRenamed, this, &ConfigView::showTask);
    connect(&workspace, &Workspace::editsChanged, &m_following, &NextFrame::request);
    connect(&workspace, &Workspace::configChanged, this, &ConfigView::showConfig);
    connect(&workspace.selection(), &Selection::changed, this, qOverload<>(&ConfigView::showTrial));
    connect(&workspace, &Workspace::trialsChanged, this, [this] {
        m_found = {};
        showTrial();
    });
    connect(&workspace, &Workspace::projectChanged, this, [this] { m_found = {}; });
    connect(m_rows, &ConfigRows::refused, this, [this](const QString& sentence) { m_said.showStatus(sentence, true); });
    connect(m_index, &IndexSpinBox::valueEdited, this, &ConfigView::chooseNumber);
    connect(m_measure, &QPushButton::clicked, this, &ConfigView::measureNow);
    m_emulate->setToolTip(tr("Runs this config's threads on the CPU to check the result. Speed is not measured."));
    connect(m_emulate, &QPushButton::clicked, this, &ConfigView::emulate);
    connect(m_pin, &QPushButton::clicked, this, &ConfigView::togglePin);
    connect(&m_pins, &PinnedConfigs::changed, this, &ConfigView::showButtons);
    connect(&m_measuring, &SingleMeasurement::statusChanged, this, [this](QString text, bool isProblem) {
        !isProblem&& m_measuring.result() ? m_said.showResult(text) : m_said.showStatus(text, isProblem);
        if (!isVisible()) { // triggered by a key or the command palette while hidden
            this->workspace().report(isProblem ? MessageLevel::Warning : MessageLevel::Info,
                                     text.replace(QLatin1Char('\n'), QLatin1String("; ")));
        }
    });
    connect(&m_measuring, &SingleMeasurement::changed, this, &ConfigView::showButtons);
    showTask();
}

QWidget* ConfigView::makePage()
{
    auto* inside = new QWidget;
    const int gap = style()->pixelMetric(QStyle::PM_LayoutVerticalSpacing);
    inColumn(inside,
             {makeHeading(tr("Knobs")), m_rows, makeHeading(tr("Findings")), m_findings, m_said.result(),
              makeHeading(tr("Derived figures")), m_figures, new CounterPanel(workspace()), BoxItem::rest()},
             QMargins(0, gap, 0, gap))
        ->insertSpacing(2, gap);
    auto* scroll = new FormScroll(inside);
    scroll->setFocusPolicy(Qt::NoFocus);

    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* page = new WrappingPage;
    inColumn(page, {inRow({{m_title, 1}, makeCopy()}), makePicker(), m_headline, {scroll, 1}, m_said.status(), makeButtons()});
    return page;
}

QLayout* ConfigView::makePicker()
{
    m_index->setAccessibleName(tr("Number of the config"));
    auto* picks = new FlowRow;
    const auto addPick = [&](const char* id, const QString& text, const QString& toolTip, auto act) {
        auto* made = makeControl<QToolButton>(id);
        made->setText(text);
        made->setToolTip(toolTip);
        made->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        connect(made, &QToolButton::clicked, this, act);
        picks->add(made);
        return made;
    };
    addPick("previous", tr("Previo&us"), tr("The valid config before this one"), [this] {
        step(-1);
    })->setIcon(iconNamed(QStringLiteral("go-previous")));
    addPick("next", tr("&Next"), tr("The valid config after this one"), [this] {
        step(1);
    })->setIcon(iconNamed(QStringLiteral("go-next")));
    addPick("random", tr("R&andom"), tr("Any valid config, all equally likely"), [this] { pickRandom(); });
    addPick("fallback", tr("Fall&back"), tr("The config that AutoTVM uses for an operator that was never tuned"),
            [this] { pickFallback(); });
    return inColumn({inRow({makeLabel(tr("&Config"), m_index), m_index, {m_range, 1}}), picks});
}

QToolButton* ConfigView::makeCopy()
{
    auto* copy = makeControl<QToolButton>("copy");
    copy->setText(tr("Cop&y"));
    copy->setPopupMode(QToolButton::InstantPopup);
    copy->setToolButtonStyle(Qt::ToolButtonTextOnly);
    auto* menu = makeControl<QMenu>("copyMenu", copy);
    addEntry(*menu, "entity", tr("As AutoTVM &Entity"), this, &ConfigView::copyEntity);
    addEntry(*menu, "record", tr("As AutoTVM &Record"), this, &ConfigView::copyRecord);
    menu->addSeparator();
    addEntry(*menu, "openAsSchedule", tr("&Open as Schedule"), this, &ConfigView::openAsSchedule);
    copy->setMenu(menu);
    return copy;
}

QWidget* ConfigView::makeButtons()
{
    m_pin->setCheckable(true);
    auto* buttons = new FlowRow;
    for (QPushButton* button : {m_measure, m_emulate, m_pin}) {
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        buttons->add(button);
    }
    return buttons;
}

void ConfigView::addActions(ActionRegistry& actions)
{
    const auto noTask = [this] { return workspace().missingTask(); };
    const auto noConfig = [this] {
        const auto config = chosen();
        return !workspace().task() ? workspace().missingTask() : config ? QString() : coreText(config.error());
    };
    const auto noGpuConfig = [this, noConfig] {
        const QString reason = noConfig();
        return reason.isEmpty() && !workspace().task()->isGpu ? tr("Only configs of GPU tasks can be checked on the CPU.")
                                                              : reason;
    };
    const auto notPinnable = [this, noConfig] {
        const auto task = workspace().task();
        return task && m_pins.isPinned(*task, workspace().config()) ? QString() : noConfig();
    };
    actions.add(
        "config.measure", tr("&Measure This Config"), QKeySequence(Qt::CTRL | Qt::Key_M), [this] { measureNow(); },
        [this, noConfig] { return m_measuring.isMeasuring() ? QString() : noConfig(); });
    actions.add("config.emulate", tr("&Check This Config on the CPU"), {}, [this] { emulate(); }, noGpuConfig);
    actions.add("config.pin", tr("&Pin This Config"), {}, [this] { togglePin(); }, notPinnable);
    actions.add("config.next", tr("&Next Config"), {}, [this] { step(1); }, noTask);
    actions.add("config.previous", tr("Pre&vious Config"), {}, [this] { step(-1); }, noTask);
    actions.add("config.random", tr("&Random Config"), {}, [this] { pickRandom(); }, noTask);
    actions.add("config.fallback", tr("&Fallback Config"), {}, [this] { pickFallback(); }, noTask);
    actions.add("config.copyEntity", tr("Copy Config as AutoTVM &Entity"), {}, [this] { copyEntity(); }, noConfig);
    actions.add("config.copyRecord", tr("Copy Config as AutoTVM Rec&ord"), {}, [this] { copyRecord(); }, noConfig);
    actions.add("config.openAsSchedule", tr("Open Config as &Schedule"), {}, [this] { openAsSchedule(); }, noConfig);
}

std::vector<qint64> ConfigView::pinned() const
{
    const auto task = workspace().task();
    return task ? m_pins.pinned(*task) : std::vector<qint64>();
}

void ConfigView::showTask()
{
    const auto task = workspace().task();
    m_pages->showPage(task != nullptr);
    if (!task) {
        return;
    }
    m_title->setText(listText({workspace().taskLabel(), QString::fromStdString(task->name)}));
    followEdits();
    if (workspace().config() < 0) {
        chooseInitialConfig();
    }
}

void ConfigView::chooseInitialConfig()
{
    const auto task = workspace().task();
    const auto& runs = workspace().runs();
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        const auto tuned = run->bestIndex >= 0 ? workspace().taskOfRun(run->id) : nullptr;
        if (tuned && workloadKey(*tuned) == workloadKey(*task) && tuned->edits == task->edits) {
            workspace().setConfig(run->bestIndex);
            return;
        }
    }
    const auto fallback = fallbackOf(*task);
    workspace().setConfig(fallback && task->space.isValid(*fallback) ? *fallback : nextValid(*task, -1, 1));
}

void ConfigView::followEdits()
{
    const auto task = workspace().task();
    m_rows->makeRows();
    if (!task) {
        return;
    }
    m_index->setMaximum(task->space.rangeLength() - 1);
    const SpaceCount valid = task->space.validCount();
    const QString range = number(task->space.rangeLength());
    m_range->setText(valid.exact && valid.low == task->space.rangeLength() ? tr("of %1").arg(range)
                     : valid.exact ? tr("of %1, %2 of them valid").arg(range, number(valid.low))
                                   : tr("of %1, some of them valid").arg(range));
    showConfig();
}

void ConfigView::showConfig()
{
    const auto task = workspace().task();
    const qint64 config = workspace().config();
    if (!task || m_following.isPending()) {
        return;
    }
    if (std::exchange(m_shown, {task, config}) == std::pair(task, config)) {
        return; // an edit changes the number, too
    }
    const bool hasConfig = config >= 0 && config < task->space.rangeLength();
    m_index->setValue(hasConfig ? config : -1);
    m_rows->showConfig();
    if (!hasConfig) {
        m_said.showStatus(tr("No config is selected. Enter a number, or choose a random config or the fallback."));
    } else if (const auto entity = task->space.at(config); !entity) {
        m_said.showStatus(coreText(entity.error()), true);
    } else {
        showTrial();
    }
    showButtons();
    refreshIfSeen();
}

void ConfigView::showTrial()
{
    if (m_measuring.isMeasuring() || m_following.isPending()) {
        return; // its status is displayed, or that of the config before the edit
    }
    if (const MeasureResult* measured = m_measuring.result()) {
        const Task& task = *workspace().task();
        const double seconds = measured->meanCost();
        m_headline->showMeasured(
            task, *measured,
            seconds > 0 ? shareOfPeak(task, task.autotvmFlops / seconds / 1e9, workspace().measuring().threads) : QString());
        measured->error == MeasureError::None ? m_said.showResult(m_measuring.resultText())
                                              : m_said.showStatus(m_measuring.resultText(), true);
        return;
    }
    m_trial = {};
    const auto task = workspace().task();
    const TrialRef current = workspace().selection().current();
    const RunRow* newest = current.isValid() ? nullptr : workspace().newestRun();
    const auto tuned = newest ? workspace().taskOfRun(newest->id) : nullptr;
    const bool isSameSpace = tuned && taskToJson(*tuned) == taskToJson(*task);
    if (!current.isValid() && !isSameSpace) { // at once: an edit is painted and laid out once
        showTrial(TrialRef(), TrialRow());
        return;
    }
    const qint64 config = workspace().config();
    if (newest && m_found.place.run == newest->id && m_found.row.index == config) { // an edit was undone: asking takes a while
        showTrial(m_found.place, m_found.row);
        return;
    }
    workspace().ask(
        this, QStringLiteral("trial"),
        [current, run = newest ? newest->id : 0, config](Project& project) {
            return trialOfConfig(project, current, run, config);
        },
        [this, task, current](const Result<FoundTrial>& found) {
            const bool isShown = !m_measuring.isMeasuring() && !m_measuring.result() && task == workspace().task();
            m_found = found && found->row.number > 0 && !current.isValid() ? *found : FoundTrial();
            if (isShown && current == workspace().selection().current()) {
                showTrial(found ? found->place : TrialRef(), found ? found->row : TrialRow());
            }
        });
}

/// Shows the trial if it is of the current config.
void ConfigView::showTrial(TrialRef current, const TrialRow& trial)
{
    if (trial.number == 0 || trial.index != workspace().config()) {
        m_headline->showUnmeasured(workspace().task() && !workspace().task()->edits.empty());
        m_said.showStatus(workspace().config() < 0 ? m_said.status()->text() : QString());
        return;
    }
    m_trial = trial;
    const RunRow* run = workspace().run(current.run);
    const auto task = workspace().task();
    m_headline->showTrial(current, trial, speedUnitOf(task.get()),
                          run && task && isOfThisMachine(*run) ? shareOfPeak(*task, trial.gflops, threadsOf(*run)) : QString());
    const QString which = tr("Trial %1 of run %2").arg(current.number).arg(current.run);
    if (trial.errorNo != 0) {
        m_said.showStatus(tr("%1 failed: %2").arg(which, coreText(trial.why)), true);
        return;
    }
    Timing timing = fromJson<Timing>(trial.timing);
    timing.speedup = trial.speedup;
    timing.pace = trial.pace;
    const QString speed = FlopsCount::speed(number(trial.gflops, 1), speedUnitOf(task.get()));
    m_said.showResult(tr("%1: %2").arg(which, timingText(speed, MeasureResult{.costs = trial.costs}.meanCost(), timing)));
}

void ConfigView::refresh()
{
    const auto task = workspace().task();
    const qint64 config = workspace().config();
    if (!task || !task->space.isValid(config)) { // the message gives the reason
        m_work.cancel();
        m_figuresOf.clear();
        m_figures->setProblem({});
        m_findings->clear();
        return;
    }
    std::string kernel = kernelKey(*task, config);
    if (kernel == std::exchange(m_figuresOf, kernel)) {
        return; // on screen, or being computed
    }
    m_findings->showConfig();
    m_work.ask(
        [task, config]() -> Result<std::vector<Figure>> {
            const auto entity = TRY(task->space.at(config));
            return configFigures(*task, entity, profileOf(task->target));
        },
        [this](const Result<std::vector<Figure>>& figures) {
            if (figures) {
                m_figures->setFigures(*figures);
            } else {
                m_figuresOf.clear(); // so that the next request tries again
                m_figures->setProblem(coreText(figures.error()));
            }
        });
}

void ConfigView::chooseNumber(qint64 index)
{
    if (m_following.finish()) {
        return; // a number of the space before the edit
    }
    const auto task = workspace().task();
    const QString broken = task ? QString::fromStdString(task->space.violatedConstraint(index)) : QString();
    workspace().setConfig(index);
    const qint64 next = broken.isEmpty() ? -1 : nextValid(*task, index, 1);
    const qint64 near = broken.isEmpty() || next >= 0 ? next : nextValid(*task, index, -1);
    if (near >= 0) {
        workspace().setConfig(near);
        m_said.showStatus(tr("Config %1 violates %2; moved to the next valid config.").arg(number(index), broken));
    }
}

void ConfigView::step(int direction)
{
    const auto task = workspace().task();
    if (!task) {
        return;
    }
    const qint64 from = workspace().config();
    const qint64 index = nextValid(*task, from, direction);
    const qint64 left = direction > 0 ? task->space.rangeLength() - 1 - from : from;
    if (index >= 0) {
        workspace().setConfig(index);
    } else if (left < kMaxTries) {
        m_said.showStatus(direction > 0 ? tr("This is the last valid config.") : tr("This is the first valid config."));
    } else {
        m_said.showStatus(tr("No valid config among the next %1.").arg(number(kMaxTries)), true);
    }
}

void ConfigView::pickRandom()
{
    const auto task = workspace().task();
    if (!task) {
        return;
    }
    if (const qint64 index = randomValid(*task, m_random); index >= 0) {
        workspace().setConfig(index);
        return;
    }
    m_said.showStatus(tr("No valid config was found in %1 tries; the constraints allow few.").arg(number(kMaxTries)), true);
}

void ConfigView::pickFallback()
{
    const auto task = workspace().task();
    if (!task) {
        return;
    }
    if (const auto index = fallbackOf(*task)) {
        workspace().setConfig(*index);
    } else {
        m_said.showStatus(tr("The fallback is not a config of this space: %1").arg(coreText(index.error())), true);
    }
}

void ConfigView::measureNow()
{
    if (m_measuring.isMeasuring()) {
        m_measuring.cancel();
    } else if (const auto config = entity()) {
        m_measuring.measure(*config);
    }
}

void ConfigView::emulate()
{
    const auto config = entity();
    if (config && workspace().task()->isGpu) {
        m_measuring.emulate(*config);
    }
}

Result<ConfigEntity> ConfigView::chosen() const
{
    const auto task = workspace().task();
    return task && workspace().config() >= 0 ? task->space.at(workspace().config())
                                             : fail(ErrorCode::NotFound, "{}", tr("Choose a config first.").toStdString());
}

Result<ConfigEntity> ConfigView::entity()
{
    auto config = chosen();
    if (!config) {
        m_said.showStatus(coreText(config.error()), true);
    }
    return config;
}

void ConfigView::togglePin()
{
    const auto task = workspace().task();
    const bool isPinned = task && m_pins.isPinned(*task, workspace().config());
    if (isPinned || entity()) { // a config that a constraint excludes now can still be unpinned
        m_pins.toggle(*task, workspace().config());
        const auto count = static_cast<int>(pinned().size());
        m_said.showStatus(count == 0 ? tr("No config of this task is pinned.")
                                     : tr("%n config(s) of this task pinned.", nullptr, count));
    }
    showButtons();
}

void ConfigView::showButtons()
{
    const auto task = workspace().task();
    const bool isPinned = task && m_pins.isPinned(*task, workspace().config());
    const auto config = chosen();
    const QString reason = config ? QString() : coreText(config.error());
    m_measure->setText(m_measuring.isMeasuring() ? tr("C&ancel Measuring") : tr("&Measure Now"));
    m_measure->setEnabled(reason.isEmpty() || m_measuring.isMeasuring());
    m_measure->setToolTip(reason.isEmpty() ? tr("Builds this config, checks its result and times it, in separate processes")
                                           : reason);
    m_emulate->setVisible(task && task->isGpu);
    m_emulate->setEnabled(reason.isEmpty());
    m_pin->setChecked(isPinned);
    m_pin->setText(isPinned ? tr("Un&pin") : tr("&Pin"));
    m_pin->setEnabled(reason.isEmpty() || isPinned);
    m_pin->setToolTip(reason.isEmpty() ? tr("Runs of this task measure pinned configs first") : reason);
}

void ConfigView::refreshNow()
{
    m_following.finish();
    refreshAtOnce();
    m_work.finishNow();
    m_findings->finishNow();
}

} // namespace knobscope
