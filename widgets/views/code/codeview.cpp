// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/code/codeview.h"

#include "core/worker/codeworker.h"
#include "core/worker/kernelcounts.h"
#include "widgets/base/coretext.h"
#include "widgets/base/elidedlabel.h"
#include "widgets/base/number.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/flowrow.h"
#include "widgets/controls/placeholderstack.h"
#include "widgets/controls/section.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace knobscope {

using Light = CodePane::Light;

namespace {

constexpr int kMaxOthers = 20;
constexpr int kCodeCacheSize = 24;
constexpr int kTrialRole = Qt::UserRole + 1; ///< of the comparison box: run and trial of an item; trial 0: the best of the run

size_t placeOf(CodeLevel level)
{
    return static_cast<size_t>(level);
}

/// The last line of the loop nest inside the loop that begins at `line`.
int lastInside(const std::vector<NestLine>& nest, int line)
{
    const auto indent = [&](int at) { return nest[static_cast<size_t>(at) - 1].text.find_first_not_of(' '); };
    int last = line;
    while (last < static_cast<int>(nest.size()) && indent(last + 1) > indent(line)) {
        ++last;
    }
    return last;
}

/// If the config is not in the space, every level contains the error. Any thread. Setting `stop` cancels within a moment.
KernelCode generateCode(const CodeKey& key, CodeWorker& compiler, const std::atomic<bool>& stop)
{
    const auto entity = key.task->space.at(key.index);
    if (entity) {
        return compiler.code(*key.task, *entity, &stop);
    }
    KernelCode refused;
    for (LevelText& level : refused.levels) {
        level.problem = entity.error();
    }
    return refused;
}

} // namespace

namespace {

/// The derived figures of two configs side by side, and what the CPU counts of their calls where it can be asked.
Result<Table> figuresOfBoth(const std::array<CodeKey, 2>& keys, bool mayRun)
{
    std::array<std::vector<Figure>, 2> figures;
    const bool isCounted = mayRun && EventCounters::open(hardwareEvents());
    for (size_t side = 0; side < keys.size(); ++side) {
        const Task& task = *keys[side].task;
        const auto entity = TRY(task.space.at(keys[side].index));
        figures[side] = TRY(configFigures(task, entity, profileOf(task.target)));
        if (const auto counts = isCounted ? countKernel(task, entity) : fail(ErrorCode::Unsupported, "")) {
            std::ranges::move(countFigures(*counts), std::back_inserter(figures[side]));
        }
    }
    return figureComparison(figures[0], figures[1]);
}

} // namespace

CodeView::CodeView(Workspace& workspace, QWidget* parent)
    : LazyView(workspace, 0, parent)
    , m_known(kCodeCacheSize)
    , m_work([this](const Error& error) {
        m_shown = {}; // so that the next request tries again
        m_status->setText(tr("The code could not be generated: %1").arg(coreText(error)));
    })
    , m_levels(new CodeLevels)
    , m_pages(new PlaceholderStack(m_levels))
    , m_diff(new DiffPage)
    , m_compare(makeControl<QComboBox>("compareWith"))
    , m_status(new ElidedLabel)
{
    for (const CodeLevel level : kCodeLevels) {
        CodePane& pane = column(level).pane();
        connect(&pane, &CodePane::linePointed, this, [this, level](int line) { follow(level, line, false); });
        connect(&pane, &CodePane::lineChosen, this, [this, level](int line) { follow(level, line, true); });
    }
    m_pages->addWidget(m_diff);
    inColumn(this, {makeHead(), {m_pages, 1}});
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(&column(CodeLevel::Loops).pane()));
    showPage();

    for (const auto signal : {&Workspace::configChanged, &Workspace::taskChanged, &Workspace::editsChanged}) {
        connect(&workspace, signal, this, &CodeView::followConfig);
    }
    connect(&workspace, &Workspace::taskChanged, this, &CodeView::listOthers);
    connect(&workspace, &Workspace::runsChanged, this, &CodeView::listOthers);
    connect(&workspace.selection(), &Selection::changed, this, &CodeView::listOthers);
    connect(&workspace.selection(), &Selection::knobHoverChanged, this, [this] {
        if (isVisible()) {
            highlightKnob();
        }
    });
    connect(m_compare, &QComboBox::activated, this, &CodeView::refreshText);
    listOthers();
    state().bind(QStringLiteral("levels"), {m_toggles.begin(), m_toggles.end()});
    state().bind(QStringLiteral("diffLevel"), &m_diff->levelChoice());
}

QWidget* CodeView::makeHead()
{
    auto* head = new FlowRow; // wraps in a narrow dock
    for (const CodeLevel level : kCodeLevels) {
        auto* toggle = makeControl<QToolButton>(QStringLiteral("show.") + idOf(level));
        toggle->setCheckable(true);
        toggle->setChecked(level == CodeLevel::Loops);
        column(level).setVisible(toggle->isChecked());
        toggle->setToolTip(tr("Shows or hides this level"));
        connect(toggle, &QToolButton::toggled, &column(level), &QWidget::setVisible);
        connect(toggle, &QToolButton::clicked, this, [this, level](bool on) { setLevelShown(level, on); });
        m_toggles[placeOf(level)] = toggle;
        head->add(toggle);
    }
    nameLevels(false);
    m_compare->setAccessibleName(tr("Compare with"));
    m_compare->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_compare->setMinimumContentsLength(8);
    m_compare->setToolTip(tr("Shows the differences from another selected trial or from the best trial of the run"));
    head->addGroup({makeLabel(tr("&Compare with"), m_compare), m_compare});
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_status->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_status->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // takes the remaining width
    head->add(m_status);
    return head;
}

void CodeView::addActions(ActionRegistry& actions)
{
    const auto each = [this](auto act) {
        for (const CodeLevel level : kCodeLevels) {
            act(column(level));
        }
    };
    const auto noTask = [this] { return workspace().missingTask(); };
    const auto fold = [each](bool isFolded) { each([isFolded](CodeColumn& c) { c.pane().foldAll(isFolded); }); };
    actions.add("code.search", tr("&Search in Assembly"), {}, [this] { column(CodeLevel::Assembly).openSearch(); }, noTask);
    actions.add("code.foldAll", tr("&Fold All Code"), {}, [fold] { fold(true); }, noTask);
    actions.add("code.unfoldAll", tr("&Unfold All Code"), {}, [fold] { fold(false); }, noTask);
}

void CodeView::setLevelShown(CodeLevel level, bool shown)
{
    QToolButton* toggle = m_toggles[placeOf(level)];
    toggle->setChecked(shown);
    toggle->setChecked(shown || std::ranges::none_of(m_toggles, &QToolButton::isChecked)); // keep one level visible
}

QString CodeView::titleOf(const CodeKey& key) const
{
    return tr("Config %1").arg(number(key.index));
}

void CodeView::listOthers()
{
    std::vector<TrialRef> others;
    for (const TrialRef trial : workspace().selection().trials()) {
        if (trial != workspace().selection().current() && std::ssize(others) < kMaxOthers) {
            others.push_back(trial);
        }
    }
    workspace().askConfigs(this, QStringLiteral("others"), others,
                           [this, others](const std::vector<TrialConfig>& configs) { fillOthers(others, configs); });
}

void CodeView::fillOthers(const std::vector<TrialRef>& trials, const std::vector<TrialConfig>& configs)
{
    const QVariant chosen = m_compare->currentData(kTrialRole);
    const auto before = m_compare->currentData().value<CodeKey>();
    m_compare->clear();
    m_compare->addItem(tr("None"));
    const auto add = [this](const QString& title, TrialRef which, const CodeKey& key) {
        if (key.isValid()) {
            m_compare->addItem(title, QVariant::fromValue(key));
            m_compare->setItemData(m_compare->count() - 1, QVariantList{which.run, which.number}, kTrialRole);
        }
    };
    const Selection& selection = workspace().selection();
    const auto task = workspace().task();
    const RunRow* run = workspace().run(selection.current().run);
    if (task && (!run || QString::fromStdString(run->label) != workspace().taskLabel())) {
        run = workspace().newestRun(); // other tasks have other code
    }
    if (run && run->bestIndex >= 0) {
        add(tr("Best of run %1 (config %2)").arg(run->id).arg(number(run->bestIndex)), {.run = run->id},
            {workspace().taskOfRun(run->id), run->bestIndex});
    }
    for (size_t i = 0; i < trials.size(); ++i) {
        const QString title = tr("Trial %1 of run %2 (config %3)").arg(trials[i].number).arg(trials[i].run);
        add(title.arg(number(configs[i].index)), trials[i], {configs[i].task, configs[i].index});
    }
    const auto untuned = task ? fallbackConfig(*task) : fail(ErrorCode::NotFound, "");
    if (const auto index = untuned ? task->space.indexOf(*untuned) : fail(untuned)) {
        add(tr("Untuned (config %1)").arg(number(*index)), {}, {task, *index});
    }
    m_compare->view()->setMinimumWidth(m_compare->view()->sizeHintForColumn(0)); // the list may be wider than the box
    m_compare->setEnabled(m_compare->count() > 1);
    // Keeps the best of a run selected if its config changes, but not if it is now a run of another project.
    const int same = chosen.isValid() ? std::max(0, m_compare->findData(chosen, kTrialRole)) : 0;
    m_compare->setCurrentIndex(m_compare->itemData(same).value<CodeKey>().task == before.task ? same : 0);
    if (m_compare->currentData().value<CodeKey>() != before) {
        refreshText();
    }
}

void CodeView::refreshText()
{
    m_shown = {};
    followConfig();
}

void CodeView::followConfig()
{
    if (m_wasPainted) {
        refreshIfSeen();
    } else {
        markStale();
    }
}

void CodeView::refresh()
{
    const CodeKey wanted{workspace().task(), workspace().config()};
    if (!wanted.isValid()) {
        m_work.cancel();
        m_code.reset();
        m_shown = {};
        showPage();
        return;
    }
    if (wanted == m_shown) {
        return;
    }
    const auto kernel = [](const CodeKey& key) { return kernelKey(*key.task, key.index); };
    if (m_shown.isValid() && kernel(wanted) == kernel(m_shown) && m_compare->currentIndex() <= 0) {
        m_shown = wanted; // an edit renumbered the config but kept its code
        if (!m_work.isBusy()) {
            m_status->setText(titleOf(m_shown));
        }
        return;
    }
    m_shown = wanted;
    const std::array<CodeKey, 2> keys{wanted, m_compare->currentData().value<CodeKey>()};
    const std::array<Code, 2> found{known(keys[0]), known(keys[1])};
    if (found[0] && (found[1] || !keys[1].isValid())) {
        m_work.cancel();
        showCode(found[0], found[1]);
        return;
    }
    m_status->setText(tr("Generating the code of config %1…").arg(number(wanted.index)));
    m_work.request(
        [this, keys, found, compiler = workspace().codeWorker()](const std::atomic<bool>& stop) -> LatestWork::Deliver {
            std::array<Code, 2> codes = found;
            for (size_t i = 0; i < keys.size(); ++i) {
                if (!codes[i] && keys[i].isValid()) {
                    codes[i] = std::make_shared<const KernelCode>(generateCode(keys[i], *compiler, stop));
                }
            }
            return [this, keys, codes] {
                keep(keys[0], codes[0]);
                keep(keys[1], codes[1]);
                showCode(codes[0], codes[1]);
            };
        });
}

void CodeView::nameLevels(bool isGpu)
{
    const std::array<QString, 3> names{tr("&Loop Nest"), isGpu ? tr("CUDA &C") : tr("LLVM &IR"),
                                       isGpu ? tr("&PTX") : tr("&Assembly")};
    for (const CodeLevel level : kCodeLevels) {
        m_toggles[placeOf(level)]->setText(names[placeOf(level)]);
    }
}

CodeView::Code CodeView::known(const CodeKey& key) const
{
    const Code* code = key.isValid() ? m_known.object(kernelKey(*key.task, key.index)) : nullptr;
    return code ? *code : nullptr;
}

/// Does not cache code with compile errors: a later request may succeed.
void CodeView::keep(const CodeKey& key, const Code& code)
{
    const auto isWhole = [](const LevelText& level) { return level.problem.empty(); };
    if (code && !known(key) && std::ranges::all_of(code->levels, isWhole)) {
        m_known.insert(kernelKey(*key.task, key.index), new Code(code));
    }
}

void CodeView::showCode(Code code, const Code& other)
{
    m_code = std::move(code);
    nameLevels(m_code->isGpu);
    showPage(); // before setCode(): panes scroll by their size
    m_levels->setCode(*m_code);
    m_status->setText(titleOf(m_shown));
    if (other && m_compare->currentIndex() > 0) {
        const auto otherKey = m_compare->currentData().value<CodeKey>();
        m_diff->compare(other, m_compare->currentText(), m_code, titleOf(m_shown),
                        [keys = std::array{otherKey, m_shown}, mayRun = workspace().checkCanMeasure().has_value()] {
                            return figuresOfBoth(keys, mayRun);
                        });
    }
    highlightKnob();
}

void CodeView::showPage()
{
    const QString problem = m_code ? coreText(m_code->level(CodeLevel::Loops).problem) : QString();
    const bool isEmpty = !m_code || !problem.isEmpty();
    const bool compares = m_compare->currentIndex() > 0;
    for (QToolButton* toggle : m_toggles) {
        toggle->setEnabled(!isEmpty && !compares);
    }
    if (!m_code) {
        m_status->clear();
        m_pages->setSentence(workspace().task() ? tr("Select a trial, or choose a config in the Config view, to see its loop "
                                                     "nest, LLVM IR and assembly, linked line by line.")
                                                : tr("This view shows the code of a config: loop nest, LLVM IR and assembly, "
                                                     "linked line by line. Choose a task first."));
    } else if (isEmpty) {
        m_pages->setSentence(problem);
    } else {
        m_pages->setCurrentWidget(compares ? static_cast<QWidget*>(m_diff) : m_levels);
    }
}

void CodeView::follow(CodeLevel from, int line, bool reveal)
{
    const std::vector<int>* lines = m_code ? &m_code->level(from).nestLine : nullptr;
    const int nestLine =
        lines && line > 0 && static_cast<size_t>(line) <= lines->size() ? (*lines)[static_cast<size_t>(line) - 1] : 0;
    if (nestLine == 0 || static_cast<size_t>(nestLine) > m_code->nest.size()) {
        for (const CodeLevel level : kCodeLevels) {
            column(level).pane().setLinkLights({});
        }
        workspace().selection().hoverKnob({});
        return;
    }
    const int last = lastInside(m_code->nest, nestLine);
    for (const CodeLevel level : kCodeLevels) {
        const auto& nestLines = m_code->level(level).nestLine;
        std::vector<Light> lights(nestLines.size(), Light::None);
        int first = 0;
        for (size_t i = 0; i < nestLines.size(); ++i) {
            const bool isSame = nestLines[i] == nestLine;
            lights[i] = isSame ? Light::Strong : nestLines[i] > nestLine && nestLines[i] <= last ? Light::Weak : Light::None;
            first = isSame && first == 0 ? static_cast<int>(i) + 1 : first;
        }
        CodePane& pane = column(level).pane();
        pane.setLinkLights(std::move(lights));
        if (reveal && level != from && first > 0) {
            pane.reveal(first);
        }
    }
    workspace().selection().hoverKnob(QString::fromStdString(m_code->knobOf(nestLine)));
}

void CodeView::highlightKnob()
{
    const std::string knob = workspace().selection().hoveredKnob().toStdString();
    if (!m_code) {
        return;
    }
    for (const CodeLevel level : kCodeLevels) {
        std::vector<Light> lights;
        for (const int nestLine : m_code->level(level).nestLine) {
            const auto part = m_code->partOf(knob, nestLine);
            lights.push_back(part == KernelCode::Part::Own      ? Light::Strong
                             : part == KernelCode::Part::Within ? Light::Weak
                                                                : Light::None);
        }
        column(level).pane().setKnobLights(knob.empty() ? std::vector<Light>() : std::move(lights));
    }
}

void CodeView::showEvent(QShowEvent* event)
{
    // Nothing to update before the first paint.
    m_wasPainted ? LazyView::showEvent(event) : View::showEvent(event); // NOLINT(bugprone-parent-virtual-call)
}

void CodeView::paintEvent(QPaintEvent* event)
{
    View::paintEvent(event);
    if (!std::exchange(m_wasPainted, true)) {
        QTimer::singleShot(0, this, &CodeView::refreshStale);
    }
}

void CodeView::refreshNow()
{
    m_wasPainted = true; // pretend it was painted, so that it loads
    refreshAtOnce();
    m_work.finishNow();
    m_diff->finishNow();
}

} // namespace knobscope
