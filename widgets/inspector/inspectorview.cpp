// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/inspectorview.h"

#include "core/measure/kernelmessage.h"
#include "core/task/kernelkey.h"
#include "widgets/actions/actionregistry.h"
#include "widgets/inspector/timingwords.h"
#include "widgets/theme/theme.h"
#include "widgets/translation/coretext.h"

#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int mostTries = 200'000; // points looked at for a valid one: some ten milliseconds

QString numberText(qint64 number)
{
    return QLocale().toString(number);
}

} // namespace

InspectorView::InspectorView(Workspace& workspace, QWidget* parent)
    : View(workspace, parent)
    , m_stack(new QStackedWidget)
    , m_title(new QLabel)
    , m_index(new IndexSpinBox)
    , m_range(new QLabel)
    , m_knobs(new QWidget)
    , m_knobLayout(new QVBoxLayout(m_knobs))
    , m_figures(new FigureList)
    , m_result(new QLabel)
    , m_measure(new QPushButton(tr("&Measure Now")))
    , m_emulate(new QPushButton(tr("Emu&late")))
    , m_pin(new QPushButton(tr("&Pin")))
{
    auto* empty = new QLabel(tr("Here a config can be picked by its knobs, looked at and measured. Choose a task first."));
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    m_stack->addWidget(empty);
    m_stack->addWidget(makePage());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);

    connect(&workspace, &Workspace::taskChanged, this, &InspectorView::showTask);
    connect(&workspace, &Workspace::editsChanged, this, &InspectorView::makeRows);
    connect(&workspace, &Workspace::configChanged, this, &InspectorView::showConfig);
    connect(&workspace.selection(), &Selection::changed, this, &InspectorView::showTrial);
    connect(&workspace, &Workspace::trialsChanged, this, &InspectorView::showTrial);
    connect(&workspace.selection(), &Selection::hoverChanged, this, &InspectorView::preview);
    connect(&workspace.selection(), &Selection::knobHoverChanged, this, &InspectorView::lightKnob);
    connect(&workspace.session(), &TuningSession::runStored, this, [this] { m_measurement.cancel(); });
    connect(m_index, &IndexSpinBox::valueEdited, this, [this](qint64 index) {
        const auto task = this->workspace().task();
        if (task && !task->space.isValid(index)) {
            say(tr("Config %1 is left out by the constraint %2; the next valid one is taken.")
                    .arg(numberText(index), QString::fromStdString(task->space.brokenConstraint(index))));
            const QString why = m_result->text();
            this->workspace().setConfig(index);
            step(1);
            say(why);
            return;
        }
        this->workspace().setConfig(index);
    });
    connect(m_measure, &QPushButton::clicked, this, &InspectorView::measureNow);
    m_emulate->setToolTip(tr("Runs this config's threads on the CPU: right or wrong, and nothing of its speed"));
    connect(m_emulate, &QPushButton::clicked, this, &InspectorView::emulate);
    connect(&m_emulation, &LatestWork::failed, this, [this](const QString& reason) { say(reason, true); });
    connect(m_pin, &QPushButton::clicked, this, &InspectorView::togglePin);
    connect(&m_seeds, &PinnedSeeds::changed, this, &InspectorView::showButtons);
    connect(&m_measurement, &SingleMeasurement::finished, this, &InspectorView::showMeasured);
    connect(&m_work, &LatestWork::failed, this, [this](const QString& reason) {
        m_figuresOf.clear(); // asked again by whatever comes next
        m_figures->setProblem(reason);
    });
    showTask();
}

void InspectorView::addActions(ActionRegistry& actions)
{
    const auto add = [&](const char* id, const QString& text, const QKeySequence& keys, auto act) {
        actions.add({QString::fromLatin1(id), text, keys, {}, nullptr, false}, act);
    };
    add("inspector.measure", tr("&Measure This Config"), QKeySequence(Qt::CTRL | Qt::Key_M), [this] { measureNow(); });
    add("inspector.emulate", tr("&Check This Config on the CPU"), {}, [this] { emulate(); });
    add("inspector.pin", tr("&Pin This Config"), {}, [this] { togglePin(); });
    add("inspector.next", tr("&Next Config"), {}, [this] { step(1); });
    add("inspector.previous", tr("Pre&vious Config"), {}, [this] { step(-1); });
    add("inspector.random", tr("&Random Config"), {}, [this] { pickRandom(); });
    add("inspector.fallback", tr("&Fallback Config"), {}, [this] { pickFallback(); });
    add("inspector.copyEntity", tr("Copy Config as AutoTVM &Entity"), {}, [this] { copyEntity(); });
    add("inspector.copyRecord", tr("Copy Config as AutoTVM &Record"), {}, [this] { copyRecord(); });
}

std::vector<qint64> InspectorView::pinned() const
{
    const auto task = workspace().task();
    return task ? m_seeds.pinned(*task) : std::vector<qint64>();
}

KnobPicker* InspectorView::row(const QString& knob) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const KnobPicker* row) { return row->name() == knob; });
    return found == m_rows.end() ? nullptr : *found;
}

QString InspectorView::message() const
{
    return m_result->text();
}

void InspectorView::showTask()
{
    const auto task = workspace().task();
    m_stack->setCurrentIndex(task ? 1 : 0);
    if (!task) {
        return;
    }
    m_title->setText(tr("%1, %2").arg(workspace().taskLabel(), QString::fromStdString(task->name)));
    makeRows();
    if (workspace().config() < 0) {
        takeFirst();
    }
}

void InspectorView::takeFirst()
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
    const auto fallback = fallbackConfig(*task);
    const auto index = fallback ? task->space.indexOf(*fallback) : fail(fallback);
    if (index && task->space.isValid(*index)) {
        workspace().setConfig(*index);
        return;
    }
    for (qint64 first = 0; first < std::min<qint64>(task->space.rangeLength(), mostTries); ++first) {
        if (task->space.isValid(first)) {
            workspace().setConfig(first);
            return;
        }
    }
}

void InspectorView::makeRows()
{
    const auto task = workspace().task();
    const size_t count = task ? task->space.knobs().size() : 0;
    while (m_rows.size() > count) {
        delete m_rows.back();
        m_rows.pop_back();
    }
    if (!task) {
        return;
    }
    int width = 0;
    for (size_t i = 0; i < count; ++i) {
        const Knob& knob = task->space.knobs()[i];
        if (i < m_rows.size() && m_rows[i]->shows(knob)) { // an edit changes one of many
            width = std::max(width, m_rows[i]->nameWidth());
            continue;
        }
        auto* row = new KnobPicker(knob);
        if (i < m_rows.size()) {
            delete std::exchange(m_rows[i], row);
        } else {
            m_rows.push_back(row);
        }
        m_knobLayout->insertWidget(static_cast<int>(i), row);
        width = std::max(width, row->nameWidth());
        connect(row, &KnobPicker::digitEdited, this, [this, i](qint64 digit) { changeDigit(i, digit); });
        connect(row, &KnobPicker::pointed, this,
                [this, name = row->name()](bool at) { workspace().selection().hoverKnob(at ? name : QString()); });
    }
    for (KnobPicker* row : m_rows) {
        row->setNameWidth(width);
    }
    m_index->setMaximum(task->space.rangeLength() - 1);
    const SpaceCount valid = task->space.validCount();
    const QString range = numberText(task->space.rangeLength());
    m_range->setText(valid.exact && valid.low == task->space.rangeLength() ? tr("of %1").arg(range)
                     : valid.exact ? tr("of %1, %2 of them valid").arg(range, numberText(valid.low))
                                   : tr("of %1, some of them valid").arg(range));
    showConfig();
}

void InspectorView::showConfig()
{
    const auto task = workspace().task();
    const qint64 config = workspace().config();
    if (!task || m_rows.size() != task->space.knobs().size()) {
        return;
    }
    const bool hasConfig = config >= 0 && config < task->space.rangeLength();
    m_index->setValue(hasConfig ? config : -1);
    const auto digits = hasConfig ? task->space.digits(config) : std::vector<int64_t>(m_rows.size(), 0);
    m_isPreviewing = false;
    for (size_t i = 0; i < m_rows.size(); ++i) {
        m_rows[i]->setPreview(std::nullopt);
        m_rows[i]->setEnabled(hasConfig);
        m_rows[i]->setDigit(digits[i]);
        m_rows[i]->setRuledOut({});
        if (hasConfig && !task->space.constraints().empty()) {
            m_rows[i]->setRuledOut([task, digits, i](qint64 digit) {
                auto other = digits;
                other[i] = digit;
                return QString::fromStdString(task->space.brokenConstraint(task->space.indexOfDigits(other)));
            });
        }
    }
    if (!hasConfig) {
        say(tr("No config is chosen; enter a number, or take a random one or the fallback."));
    } else if (const auto entity = task->space.at(config); !entity) {
        say(coreText(entity.error()), true);
    } else {
        showTrial();
    }
    showButtons();
    refreshFigures();
}

void InspectorView::showTrial()
{
    const auto task = workspace().task();
    const qint64 config = workspace().config();
    if (m_measured && m_measuredConfig == config && m_measuredTask == task) {
        return; // the sentence on screen is about this very config
    }
    if (m_measurement.isRunning()) {
        return;
    }
    const TrialRef current = workspace().selection().current();
    const auto trials = current.isValid() && workspace().project()
                          ? workspace().project()->trials(current.run, current.number - 1, 1)
                          : fail(ErrorCode::NotFound, "no trial is chosen");
    if (!trials || trials->empty() || trials->front().index != config) {
        say(config < 0 ? m_result->text() : QString());
        return;
    }
    const TrialRow& trial = trials->front();
    const QString which = tr("Trial %1 of run %2").arg(current.number).arg(current.run);
    if (trial.errorNo != 0) {
        say(tr("%1 failed: %2").arg(which, coreText(trial.message)), true);
    } else {
        const double seconds = MeasureResult{.costs = trial.costs}.meanCost();
        Timing timing = timingFromJson(trial.timing);
        timing.speedup = trial.speedup;
        timing.pace = trial.pace;
        say(tr("%1: %2").arg(which, timingWords(trial.gflops, seconds, timing)));
    }
}

void InspectorView::refreshFigures()
{
    const auto task = workspace().task();
    const qint64 config = workspace().config();
    if (!isVisible() && !m_isForced) {
        m_isStale = true;
        return;
    }
    m_isStale = false;
    if (!task || config < 0) {
        m_work.cancel();
        m_figuresOf.clear();
        m_figures->setProblem({});
        return;
    }
    std::string kernel = kernelKey(*task, config);
    if (kernel == std::exchange(m_figuresOf, kernel)) {
        return; // on screen, or being computed
    }
    m_work.request([this, task, config]() -> LatestWork::Deliver {
        const auto entity = task->space.at(config);
        auto figures = entity ? configFigures(*task, *entity, machineFactsOf(task->target)) : fail(entity);
        if (!figures) {
            return [this, reason = coreText(figures.error())] { m_figures->setProblem(reason); };
        }
        return [this, made = std::move(*figures)] { m_figures->setFigures(made); };
    });
}

void InspectorView::changeDigit(size_t knob, qint64 digit)
{
    const auto task = workspace().task();
    const qint64 config = workspace().config();
    if (!task || config < 0) {
        return;
    }
    auto digits = task->space.digits(config);
    const int64_t before = digits[knob];
    digits[knob] = digit;
    const int64_t index = task->space.indexOfDigits(digits);
    if (!task->space.isValid(index)) {
        m_rows[knob]->setDigit(before);
        say(tr("%1 = %2 together with the other values breaks the constraint %3.")
                .arg(m_rows[knob]->name(), QString::fromStdString(valueText(task->space.knobs()[knob].at(digit))),
                     QString::fromStdString(task->space.brokenConstraint(index))),
            true);
        return;
    }
    workspace().setConfig(index);
}

void InspectorView::step(int direction)
{
    const auto task = workspace().task();
    if (!task) {
        return;
    }
    qint64 index = workspace().config();
    for (int tries = 0; tries < mostTries; ++tries) {
        index += direction;
        if (index < 0 || index >= task->space.rangeLength()) {
            say(direction > 0 ? tr("This is the last valid config.") : tr("This is the first valid config."));
            return;
        }
        if (task->space.isValid(index)) {
            workspace().setConfig(index);
            return;
        }
    }
    say(tr("None of the next %1 configs meets the constraints.").arg(numberText(mostTries)), true);
}

void InspectorView::pickRandom()
{
    const auto task = workspace().task();
    if (!task) {
        return;
    }
    std::uniform_int_distribution<qint64> any(0, task->space.rangeLength() - 1);
    for (int tries = 0; tries < mostTries; ++tries) {
        if (const qint64 index = any(m_random); task->space.isValid(index)) {
            workspace().setConfig(index);
            return;
        }
    }
    say(tr("No valid config was found in %1 tries; the constraints leave few.").arg(numberText(mostTries)), true);
}

void InspectorView::pickFallback()
{
    const auto task = workspace().task();
    if (!task) {
        return;
    }
    const auto entity = fallbackConfig(*task);
    const auto index = entity ? task->space.indexOf(*entity) : fail(entity);
    if (!index) {
        say(entity ? tr("The fallback is not a point of this space: %1").arg(coreText(index.error())) : coreText(entity.error()),
            true);
        return;
    }
    workspace().setConfig(*index);
}

void InspectorView::lightKnob()
{
    for (KnobPicker* row : m_rows) {
        row->setLit(row->name() == workspace().selection().hoveredKnob());
    }
}

void InspectorView::say(const QString& text, bool isProblem)
{
    m_result->setText(text);
    m_result->setVisible(!text.isEmpty());
    QPalette colours = palette();
    if (isProblem) {
        colours.setColor(QPalette::WindowText, themeFor(palette()).failure);
    }
    m_result->setPalette(colours);
}

QJsonObject InspectorView::saveState() const
{
    return {{QStringLiteral("pinned"), m_seeds.toJson()}};
}

void InspectorView::restoreState(const QJsonObject& state)
{
    m_seeds.setJson(state[QStringLiteral("pinned")].toObject());
}

void InspectorView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    if (m_isStale) {
        refreshFigures();
    }
}

void InspectorView::refreshNow()
{
    m_isForced = true;
    refreshFigures();
    m_work.finishNow();
    m_isForced = false;
}

} // namespace knobscope
