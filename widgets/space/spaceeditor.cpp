// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/spaceeditor.h"

#include "widgets/layout/scrolledpage.h"
#include "widgets/layout/wrappingpage.h"
#include "widgets/space/candidatedialog.h"
#include "widgets/space/constraintpanel.h"
#include "widgets/space/experimentdialog.h"
#include "widgets/space/knoblist.h"
#include "widgets/space/knobpanel.h"
#include "widgets/space/pricepanel.h"
#include "widgets/text/number.h"
#include "widgets/theme/theme.h"
#include "widgets/workspace/hoveredconfig.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace knobscope {

namespace {

constexpr int64_t quickBudget = 60'000; // values and combinations that are counted at once: two or three milliseconds

} // namespace

SpaceEditor::SpaceEditor(Workspace& workspace, QWidget* parent)
    : View(workspace, parent)
    , m_document(workspace)
    , m_counting([this](const Error& error) { this->workspace().say(error); })
    , m_list(new KnobList)
    , m_knobPanel(new KnobPanel)
    , m_constraints(new ConstraintPanel)
    , m_price(new PricePanel)
    , m_heading(new QLabel)
    , m_error(new QLabel)
    , m_empty(new QLabel(tr("Choose a task on the left to see its config space: the knobs a kernel can be built with, "
                            "what one more value of them costs, and whether it is worth it.")))
    , m_splitter(new QSplitter(Qt::Vertical))
    , m_stack(new QStackedLayout(this))
{
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(new ScrolledPage(makePage()));
    connectList();
    connectPanels();
    connect(&m_document, &SpaceDocument::changed, this, [this] {
        m_marked = -1;
        showError({});
        refresh();
    });
    connect(&m_document, &SpaceDocument::refused, this, &SpaceEditor::showError);
    connect(&workspace, &Workspace::taskChanged, this, &SpaceEditor::readRate);
    connect(&workspace, &Workspace::runsChanged, this, &SpaceEditor::readRate);
    connect(&workspace, &Workspace::threadsChanged, this, &SpaceEditor::readRate);
    connect(&workspace, &Workspace::configChanged, this, [this] {
        m_marked = m_choosesExample ? m_marked : -1;
        showCandidates();
    });
    connect(&workspace.selection(), &Selection::knobHoverChanged, this,
            [this] { m_list->setPointedKnob(this->workspace().selection().hoveredKnob()); });
    connect(&workspace.selection(), &Selection::hoverChanged, this, [this] {
        const auto values = isVisible() ? hoveredValues(this->workspace()) : std::nullopt;
        m_list->setPreview(values ? &*values : nullptr);
    });
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_list));
    readRate();
}

QWidget* SpaceEditor::makeHeader()
{
    auto* copies = new QToolButton;
    copies->setText(tr("&Copy"));
    copies->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(copies);
    menu->addAction(tr("As AutoTVM &text"), this, [this] {
        if (m_document.task()) {
            copy(QString::fromStdString(m_document.task()->space.text()),
                 tr("The space is on the clipboard as AutoTVM prints it."));
        }
    });
    menu->addAction(tr("As &flags of knobscope-cli"), this,
                    [this] { copy(flagsText(), tr("The edits are on the clipboard as flags of knobscope-cli.")); });
    copies->setMenu(menu);
    auto* header = new QWidget;
    auto* layout = new QHBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    m_heading->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_heading->setMinimumWidth(1);
    layout->addWidget(m_heading, 1);
    layout->addWidget(copies);
    return header;
}

QWidget* SpaceEditor::makePage()
{
    m_error->setWordWrap(true);
    m_error->setAccessibleName(tr("Why the edit was refused"));
    m_error->hide();
    auto* top = new WrappingPage;
    auto* topLayout = new QVBoxLayout(top);
    topLayout->setContentsMargins(0, 0, 0, 0);
    topLayout->addWidget(m_list, 1);
    topLayout->addWidget(m_knobPanel);
    topLayout->addWidget(m_error);
    topLayout->addWidget(m_price);
    m_splitter->addWidget(top);
    m_splitter->addWidget(m_constraints);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setChildrenCollapsible(false);
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->addWidget(makeHeader());
    layout->addWidget(m_splitter, 1);
    return page;
}

void SpaceEditor::connectList()
{
    m_list->setValidator([this](const QString& knob, const QString& text) { return m_document.checkValue(knob, text); });
    connect(m_list, &KnobList::currentKnobChanged, this, &SpaceEditor::showKnob);
    connect(m_list, &KnobList::keepRequested, this, [this](const QString& knob, const KnobValue& value, bool keep, int gesture) {
        m_document.setKept(knob, {value}, keep, QStringLiteral("drag %1").arg(gesture));
    });
    connect(m_list, &KnobList::fixRequested, this,
            [this](const QString& knob, const KnobValue& value) { m_document.fix(knob, value); });
    connect(m_list, &KnobList::addRequested, this,
            [this](const QString& knob, const QString& text) { m_document.add(knob, text); });
    connect(m_list, &KnobList::replaceRequested, this,
            [this](const QString& knob, const KnobValue& value, const QString& text) { m_document.replace(knob, value, text); });
    connect(m_list, &KnobList::resetRequested, this, [this](const QString& knob) { m_document.reset(knob); });
    connect(m_list, &KnobList::listRequested, this, &SpaceEditor::openCandidates);
    connect(m_list, &KnobList::knobHovered, this, [this](const QString& knob) { workspace().selection().hoverKnob(knob); });
}

void SpaceEditor::connectPanels()
{
    connect(m_knobPanel, &KnobPanel::policyChosen, this, [this](const QString& policy) {
        m_document.setPolicy(m_list->currentKnob(), policy);
        showKnob(); // a refused policy goes back to what holds
    });
    connect(m_knobPanel, &KnobPanel::maxFactorChosen, this, [this](int value, int gesture) {
        const QString knob = m_list->currentKnob();
        m_document.setMaxFactor(knob, value, QStringLiteral("max %1 %2").arg(knob).arg(gesture));
    });
    connect(m_knobPanel, &KnobPanel::filterTyped, this, [this](const QString& text, int gesture) {
        const QString knob = m_list->currentKnob();
        m_document.setFilter(knob, text, QStringLiteral("filter %1 %2").arg(knob).arg(gesture));
    });
    connect(m_knobPanel, &KnobPanel::resetRequested, this, [this] { m_document.reset(m_list->currentKnob()); });
    const auto answer = [this](bool taken) {
        if (taken) {
            m_constraints->clearField();
        } else {
            m_constraints->setRefusal(m_document.problem());
        }
    };
    connect(m_constraints, &ConstraintPanel::addRequested, this,
            [this, answer](const QString& text) { answer(m_document.addConstraint(text)); });
    connect(m_constraints, &ConstraintPanel::changeRequested, this,
            [this, answer](int row, const QString& text) { answer(m_document.changeConstraint(row, text)); });
    connect(m_constraints, &ConstraintPanel::removeRequested, this, [this](int row) { m_document.removeConstraint(row); });
    connect(m_constraints, &ConstraintPanel::exampleRequested, this, &SpaceEditor::chooseExample);
    connect(m_price, &PricePanel::experimentRequested, this, &SpaceEditor::openExperiment);
}

void SpaceEditor::refresh()
{
    const auto task = m_document.task();
    m_stack->setCurrentIndex(task ? 1 : 0);
    if (!task) {
        return;
    }
    m_heading->setText(tr("%1 — %2").arg(workspace().taskLabel(), QString::fromStdString(task->name)));
    showCandidates();
    m_constraints->setSpace(task->space, static_cast<int>(m_document.edits().constraints().size()));
    if (const auto effects = countEffectsWithin(task->space, quickBudget)) {
        m_counting.cancel();
        showEffects(*effects);
    } else {
        m_constraints->setEffects({});
        m_price->showCounting(task->space.rangeLength());
        m_counting.request([this, space = task->space](const std::atomic<bool>& stop) -> LatestWork::Deliver {
            return [this, effects = countEffects(space, &stop)] { showEffects(effects); };
        });
    }
}

void SpaceEditor::showEffects(const ConstraintEffects& effects)
{
    const auto task = m_document.task();
    m_constraints->setEffects(effects.constraints);
    m_price->showPrice(priceOf(task->templateSpace.validCount(), effects.valid, m_rate), !m_document.list().empty());
}

void SpaceEditor::showCandidates()
{
    const auto task = m_document.task();
    if (!task) {
        return;
    }
    m_list->setRows(
        makeKnobRows(task->templateSpace, task->space, m_document.edits(), workspace().config(), m_marked, m_markedKnobs));
    showKnob();
    if (m_candidates) {
        openCandidates(m_candidates->knob());
    }
}

void SpaceEditor::showKnob()
{
    const auto task = m_document.task();
    const std::string name = m_list->currentKnob().toStdString();
    const Knob* original = task ? task->templateSpace.find(name) : nullptr;
    const auto defined = original ? m_document.edits().definedKnob(*original) : fail(ErrorCode::NotFound, "");
    m_knobPanel->setKnob(original, defined ? &*defined : original, m_document.edits().of(name));
}

void SpaceEditor::openCandidates(const QString& knob)
{
    const Knob* original = m_document.task() ? m_document.task()->templateSpace.find(knob.toStdString()) : nullptr;
    const auto defined = original ? m_document.edits().definedKnob(*original) : fail(ErrorCode::NotFound, "");
    if (!defined) {
        return;
    }
    if (!m_candidates || m_candidates->knob() != knob) {
        delete m_candidates;
        m_candidates = new CandidateDialog(knob, this);
        connect(m_candidates, &CandidateDialog::keepRequested, this,
                [this](const QString& name, const std::vector<KnobValue>& values, bool keep) {
                    m_document.setKept(name, values, keep, {});
                });
        connect(&m_document, &SpaceDocument::refused, m_candidates, &CandidateDialog::showProblem);
        m_candidates->show();
    }
    m_candidates->setCandidates(candidatesOf(*defined, m_document.edits().of(knob.toStdString()), defined->size()));
}

/// A removed point is a hole in the space: its values are marked, and the nearest point that is left becomes the current config.
void SpaceEditor::chooseExample(qint64 index)
{
    const auto task = m_document.task();
    const std::vector<int64_t> near = task->space.neighbours(index);
    m_marked = index;
    m_markedKnobs.clear();
    const std::string broken = task->space.brokenConstraint(index);
    for (const Constraint& constraint : task->space.constraints()) {
        if (constraint.text() == broken) {
            m_markedKnobs = constraint.knobs();
        }
    }
    m_choosesExample = true;
    if (!near.empty()) {
        workspace().setConfig(near.front());
    }
    m_choosesExample = false;
    showCandidates();
    const QString point = number(index);
    workspace().say(
        MessageLevel::Info,
        near.empty()
            ? tr("Config %1 is removed, and so is every config that differs from it in one knob; the values that break the "
                 "condition are marked.")
                  .arg(point)
            : tr("Config %1 is removed; the values that break the condition are marked. Config %2, one knob away, is the current "
                 "one.")
                  .arg(point, number(near.front())));
}

void SpaceEditor::readRate()
{
    m_rate.reset();
    const auto task = workspace().task();
    if (task && workspace().project()) {
        const int threads = workspace().measuring().threads;
        const auto rate = measuredRate(*workspace().project(), workspace().runs(), *task, threads);
        m_rate = rate && *rate ? *rate : boundRate(*task, threads);
    }
    refresh();
}

void SpaceEditor::showError(const QString& text)
{
    QPalette colours;
    colours.setColor(QPalette::WindowText, themeFor(palette()).failure);
    m_error->setPalette(colours);
    m_error->setText(text);
    m_error->setVisible(!text.isEmpty());
}

bool SpaceEditor::applyText(const QString& text)
{
    const QString trimmed = text.trimmed();
    const bool isShort = !trimmed.isEmpty() && QStringLiteral("+-=.").contains(trimmed.front());
    return m_document.applyText(isShort ? m_list->currentKnob() + trimmed : trimmed);
}

QString SpaceEditor::sizeText() const
{
    return m_price->sizeText();
}

QString SpaceEditor::priceText() const
{
    return m_price->priceText();
}

QString SpaceEditor::errorText() const
{
    return m_error->isHidden() ? QString() : m_error->text();
}

} // namespace knobscope
