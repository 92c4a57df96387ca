// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/space/spaceeditor.h"

#include "widgets/base/listtext.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/placeholderstack.h"
#include "widgets/controls/scrolledpage.h"
#include "widgets/controls/wrappingpage.h"
#include "widgets/views/space/candidatedialog.h"
#include "widgets/views/space/constraintpanel.h"
#include "widgets/views/space/experimentdialog.h"
#include "widgets/views/space/knoblist.h"
#include "widgets/views/space/knobpanel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int64_t kSyncBudget = 60'000; // values and combinations counted synchronously: two or three milliseconds

} // namespace

SpaceEditor::SpaceEditor(Workspace& workspace, QWidget* parent)
    : View(workspace, parent)
    , m_document(workspace)
    , m_counting([this](const Error& error) { this->workspace().report(error); })
    , m_list(makeControl<KnobList>("knobs", m_document))
    , m_knobPanel(new KnobPanel(m_document))
    , m_constraints(new ConstraintPanel(m_document))
    , m_price(new PricePanel)
    , m_heading(new QLabel)
    , m_error(new QLabel)
    , m_pages(new PlaceholderStack(new ScrolledPage(makePage()),
                                   tr("Choose a task on the left to see its config space: the knobs of its kernels, the cost of "
                                      "each added candidate, and whether it is worth it.")))
{
    inColumn(this, {m_pages}, QMargins());
    connect(m_pages->addButton("chooseTask", tr("Choose a Task")), &QPushButton::clicked, this,
            [this] { emit this->workspace().viewWanted(QStringLiteral("tasks")); });
    connect(m_list, &KnobList::currentKnobChanged, this, &SpaceEditor::showKnob);
    connect(m_list, &KnobList::listRequested, this, &SpaceEditor::openCandidates);
    connect(m_list, &KnobList::knobHovered, &workspace.selection(), &Selection::hoverKnob);
    connect(m_constraints, &ConstraintPanel::exampleRequested, this, &SpaceEditor::chooseExample);
    connect(m_constraints, &ConstraintPanel::refusalShown, this, [this] { showError({}); });
    connect(m_price, &PricePanel::experimentRequested, this, &SpaceEditor::openExperiment);
    connect(&m_document, &SpaceDocument::changed, this, [this] {
        m_marked = -1;
        showError({});
        refresh();
    });
    connect(&m_document, &SpaceDocument::refused, this, &SpaceEditor::showError);
    connect(&workspace, &Workspace::taskChanged, this, &SpaceEditor::readRate);
    connect(&workspace, &Workspace::taskRenamed, this, &SpaceEditor::refresh);
    connect(&workspace, &Workspace::runsChanged, this, &SpaceEditor::readRate);
    connect(&workspace, &Workspace::threadsChanged, this, &SpaceEditor::readRate);
    connect(&workspace, &Workspace::configChanged, this, [this] {
        m_marked = m_choosesExample ? m_marked : -1;
        showCandidates();
    });
    connect(&workspace.selection(), &Selection::knobHoverChanged, this,
            [this] { m_list->setPointedKnob(this->workspace().selection().hoveredKnob()); });
    connect(&workspace.selection(), &Selection::hoverChanged, this, [this] {
        if (isVisible()) {
            this->workspace().askHoveredValues(this,
                                               [this](const std::optional<ConfigEntity>& values) { m_list->setPreview(values); });
        } else {
            m_list->setPreview(std::nullopt);
        }
    });
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_list));
    setTabOrder(m_list, findChild<QToolButton*>(QStringLiteral("copy"))); // or the button had the focus at first
    readRate();
}

QWidget* SpaceEditor::makePage()
{
    auto* copies = makeControl<QToolButton>("copy");
    copies->setText(tr("&Copy"));
    copies->setPopupMode(QToolButton::InstantPopup);
    auto* menu = makeControl<QMenu>("copyMenu", copies);
    addEntry(*menu, "text", tr("As AutoTVM &Text"), this, &SpaceEditor::copyText);
    addEntry(*menu, "flags", tr("As knobscope-cli &Flags"), this, &SpaceEditor::copyFlags);
    copies->setMenu(menu);
    auto* header = new QWidget;
    m_heading->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_heading->setMinimumWidth(1);
    inColumn(header, {inRow({{m_heading, 1}, copies}, QMargins()), m_price->sizeLabel()}, QMargins(), space::kTight);
    m_error->setWordWrap(true);
    m_error->setAccessibleName(tr("Reason why the edit was rejected"));
    m_error->hide();
    auto* top = new WrappingPage;
    inColumn(top, {{m_list, 1}, m_knobPanel, m_error, m_price}, QMargins());
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(top);
    splitter->addWidget(m_constraints);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    auto* page = new QWidget;
    inColumn(page, {header, {splitter, 1}});
    return page;
}

void SpaceEditor::refresh()
{
    const auto task = m_document.task();
    m_pages->showPage(task != nullptr);
    if (!task) {
        return;
    }
    m_heading->setText(listText({workspace().taskLabel(), QString::fromStdString(task->name)}));
    m_heading->setToolTip(m_heading->text());
    showCandidates();
    m_constraints->showConstraints();
    m_price->setEdited(!m_document.list().empty());
    if (const auto effects = countEffectsWithin(task->space, kSyncBudget)) {
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
    m_price->showPrice(priceOf(task->templateSpace.validCount(), effects.valid, m_rate));
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
}

void SpaceEditor::showKnob()
{
    m_knobPanel->showKnob(m_list->currentKnob());
}

void SpaceEditor::openCandidates(const QString& knob)
{
    if (m_document.definedKnob(knob) && (!m_candidates || m_candidates->knob() != knob)) {
        delete m_candidates;
        m_candidates = new CandidateDialog(m_document, knob, this);
        m_candidates->show();
    }
}

/// Marks the values of a removed config, and makes the nearest valid config current.
void SpaceEditor::chooseExample(qint64 index)
{
    const auto task = m_document.task();
    const std::vector<int64_t> near = task->space.neighbours(index);
    m_marked = index;
    const auto& all = task->space.constraints();
    const auto broken = std::ranges::find(all, task->space.violatedConstraint(index), &Constraint::text);
    m_markedKnobs.clear();
    if (broken != all.end()) {
        for (const ExpressionTerm& term : broken->terms()) {
            m_markedKnobs.insert(term.knob);
        }
    }
    m_choosesExample = true;
    if (!near.empty()) {
        workspace().setConfig(near.front());
    }
    m_choosesExample = false;
    showCandidates();
    const QString point = number(index);
    workspace().report(MessageLevel::Info, near.empty() ? tr("Config %1 and all configs that differ from it in one knob are "
                                                             "removed. The values that violate the condition are marked.")
                                                              .arg(point)
                                                        : tr("Config %1 is removed; the values that violate the condition are "
                                                             "marked. Config %2, which differs in one knob, is now selected.")
                                                              .arg(point, number(near.front())));
}

void SpaceEditor::readRate()
{
    const auto task = workspace().task();
    if (!task) {
        m_rate.reset();
        refresh();
        return;
    }
    const int threads = workspace().measuring().threads;
    const auto isAnswered = std::make_shared<bool>(false);
    workspace().ask(
        this, QStringLiteral("rate"), [task, threads](Project& project) { return measuredRate(project, *task, threads); },
        [this, task, threads, isAnswered](const Result<std::optional<MeasuredRate>>& measured) {
            *isAnswered = true;
            m_rate = measured.value_or(std::nullopt);
            m_rate = m_rate ? m_rate : boundRate(*task, threads);
            refresh();
        });
    if (!*isAnswered) {
        m_rate.reset();
        refresh();
    }
}

void SpaceEditor::showError(const QString& text)
{
    colourAsProblem(*m_error, true);
    m_error->setText(text);
    m_error->setVisible(!text.isEmpty());
}

void SpaceEditor::addActions(ActionRegistry& actions)
{
    const auto add = [&](const char* id, const QString& text, const QKeySequence& shortcut, std::function<void()> trigger) {
        return actions.add(id, text, shortcut, std::move(trigger), [this] { return workspace().missingTask(); });
    };
    add("space.addValue", tr("&Add Candidate…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V), [this] {
        m_list->setFocus();
        m_list->beginAdding();
    });
    add("space.allCandidates", tr("All &Candidates of the Knob…"), {}, [this] { openCandidates(m_list->currentKnob()); });
    add("space.resetKnob", tr("Reset Knob to &Template"), {}, [this] { m_document.reset(m_list->currentKnob()); });
    add("space.resetAll", tr("Reset A&ll to Template"), {}, [this] { m_document.setAll({}, tr("reset all to the template")); });
    QAction* experiment = add("space.experiment", tr("Compare &With the Template…"),
                              QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), [this] { openExperiment(); });
    const auto enable = [this, experiment] { experiment->setEnabled(!m_document.list().empty()); };
    connect(&m_document, &SpaceDocument::changed, experiment, enable);
    enable();
    add("space.copyText", tr("Copy Space as AutoTVM Te&xt"), {}, [this] { copyText(); });
    add("space.copyFlags", tr("Copy Edits as knobscope-cli &Flags"), {}, [this] { copyFlags(); });
}

void SpaceEditor::copyText()
{
    QGuiApplication::clipboard()->setText(QString::fromStdString(m_document.task()->space.text()));
    workspace().report(MessageLevel::Info, tr("The space was copied to the clipboard as AutoTVM prints it."));
}

void SpaceEditor::copyFlags()
{
    const QString flags = flagsText();
    QGuiApplication::clipboard()->setText(flags);
    workspace().report(MessageLevel::Info, flags.isEmpty()
                                               ? tr("There are no edits to copy.")
                                               : tr("The edits were copied to the clipboard as knobscope-cli flags."));
}

QString SpaceEditor::flagsText() const
{
    QStringList flags;
    for (const SpaceEdit& edit : m_document.list()) {
        QString text = QString::fromStdString(editText(edit));
        text.replace(QLatin1Char('\''), QStringLiteral("'\\''")); // quotes a ' within shell quotes
        flags << QStringLiteral("--edit '%1'").arg(text);
    }
    return flags.join(QLatin1Char(' '));
}

ExperimentDialog* SpaceEditor::openExperiment()
{
    auto* dialog = new ExperimentDialog(workspace(), m_rate, this);
    dialog->show();
    return dialog;
}

} // namespace knobscope
