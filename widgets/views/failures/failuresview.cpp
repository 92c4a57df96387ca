// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/failures/failuresview.h"

#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/base/outcome.h"
#include "widgets/base/theme.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/placeholderstack.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int kFailuresRefreshMs = 1000;
constexpr size_t kMaxChosen = 100'000;

QLabel* textLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace

void FailureModel::setReport(FailureReport report)
{
    m_report = std::move(report);
    std::vector<Row> rows;
    for (const FailureGroup& of : m_report.groups) {
        const auto count = static_cast<double>(of.trials.size());
        const double share = m_report.failed > 0 ? count / static_cast<double>(m_report.failed) : 0;
        const QString reason = of.reason.empty() ? tr("(no message)") : coreText(of.reason);
        rows.push_back({Cell::word(outcomeTitle(of.errorNo)), Cell::word(reason, coreText(of.example)), Cell::figure(count, 0),
                        Cell::figure(tr("%1 %").arg(number(share * 100, 1)), share),
                        Cell::word(coreText(briefExplanation(of)), coreText(explanationSentence(of)))});
    }
    setTable(
        {{"stage", tr("Stage")},
         {"reason", tr("Reason"), tr("The message; # stands for numbers that differ between the trials")},
         {"trials", tr("Trials")},
         {"share", tr("Share")},
         {"explainedBy", tr("Explained by"), tr("The knob that best distinguishes these trials from all others of the run")}},
        std::move(rows));
}

const FailureGroup* FailureModel::group(int row) const
{
    return row >= 0 && row < rowCount() ? &m_report.groups[static_cast<size_t>(row)] : nullptr;
}

int FailureModel::rowOf(TrialRef trial) const
{
    const auto& groups = m_report.groups;
    const auto found = std::ranges::find_if(
        groups, [&](const FailureGroup& group) { return std::ranges::binary_search(group.trials, trial.number); });
    return found != groups.end() && trial.run == m_report.run ? static_cast<int>(found - groups.begin()) : -1;
}

FailuresView::FailuresView(Workspace& workspace, QWidget* parent)
    : LazyView(workspace, kFailuresRefreshMs, parent)
    , m_runs(makeControl<RunChoice>("run", this))
    , m_summary(new QLabel(this))
    , m_table(makeControl<QTableView>("failures", this))
    , m_rows(new ShareDelegate(FailureModel::Share, &Theme::failure, m_table))
    , m_content(new QWidget(this))
    , m_pages(new PlaceholderStack(m_content))
{
    m_runs->setAccessibleName(tr("Run"));
    m_runs->setToolTip(tr("Run whose failures are shown"));
    m_table->setModel(&m_model);
    m_table->setItemDelegate(m_rows);
    m_table->setAccessibleName(tr("Failures by stage and reason"));
    showRows(*m_table, 10);
    m_table->setSelectionMode(QTableView::SingleSelection);
    m_table->horizontalHeader()->setSectionResizeMode(FailureModel::Reason, QHeaderView::Stretch);
    inColumn(m_content, {{m_table, 1}, makeDetail()}, QMargins(), 0);
    auto* top = inRow({m_runs, {m_summary, 1}}, QMargins(space::kSmall, space::kTight, space::kSmall, space::kTight));
    top->insertSpacing(1, 10);
    inColumn(this, {top, {m_pages, 1}}, QMargins(), 0);
    connect(m_runs, &QComboBox::activated, this, &FailuresView::reload);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &FailuresView::shareGroup);
    connect(m_table, &QTableView::clicked, this, &FailuresView::shareGroup); // also if the row was current already
    connect(&workspace, &Workspace::projectChanged, this, [this] {
        m_reader.setPath(this->workspace().projectPath());
        showReport({}); // groups of the previous project are invalid
        reload();
    });
    connect(&workspace, &Workspace::runsChanged, this, &FailuresView::fillRuns);
    connect(&workspace, &Workspace::runWanted, this, &FailuresView::chooseRun);
    for (const auto signal : {&Workspace::trialsAdded, &Workspace::trialsChanged}) {
        connect(&workspace, signal, this, [this](qint64 of) {
            if (of == run()) {
                reloadSoon();
            }
        });
    }
    connect(&workspace, &Workspace::editsChanged, this, &FailuresView::showGroup);
    connect(&workspace, &Workspace::taskChanged, this, &FailuresView::showGroup);
    connect(&workspace.filters(), &Filters::changed, this, &FailuresView::fillRuns);
    connect(&workspace.selection(), &Selection::changed, this, &FailuresView::followSelection);
    connect(&workspace.selection(), &Selection::hoverChanged, this, &FailuresView::showHovered);
    connect(&m_reader, &ProjectReader::failed, this,
            [this](const QString& sentence) { this->workspace().report(MessageLevel::Error, sentence); });
    m_reader.setPath(workspace.projectPath());
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_table));
    fillRuns();
    followSelection();
}

QWidget* FailuresView::makeDetail()
{
    auto* detail = new QWidget(this);
    m_explanation = textLabel(detail);
    m_explanation->setFont(emphasised(font()));
    m_example = textLabel(detail);
    m_message = textLabel(detail);
    m_message->setForegroundRole(QPalette::PlaceholderText);
    m_message->hide();
    m_show = makeControl<QPushButton>("showTrials", tr("&Show These Trials"), detail);
    m_show->setToolTip(tr("Filter all views to the failed trials of this run and select those of the group"));
    m_constrain = makeControl<QPushButton>("leaveOut", tr("Exc&lude Such Configs From the Space"), detail);
    auto* buttons = inRow({m_show, m_constrain, BoxItem::rest()});
    inColumn(detail, {m_explanation, m_example, buttons, m_message}, QMargins() + space::kSmall);
    connect(m_show, &QPushButton::clicked, this, &FailuresView::showTrials);
    connect(m_constrain, &QPushButton::clicked, this, &FailuresView::addConstraint);
    return detail;
}

void FailuresView::addActions(ActionRegistry& registry)
{
    m_registry = &registry;
    const auto noGroup = [this] {
        return workspace().runs().empty() ? workspace().missingRuns()
             : current()                  ? QString()
                                          : tr("No failure group is selected.");
    };
    registry.add("failures.showTrials", tr("Show Trials of the &Failure Group"), {}, [this] { m_show->click(); }, noGroup);
    registry.add(
        "failures.constrain", tr("Exc&lude Failing Configs From the Space"), {}, [this] { m_constrain->click(); },
        [this, noGroup] {
            const QString reason = noGroup();
            return reason.isEmpty() && !m_constrain->isEnabled() ? m_constrain->toolTip() : reason;
        });
}

void FailuresView::fillRuns()
{
    std::vector<RunRow> runs = workspace().runs();
    std::erase_if(runs, [this](const RunRow& row) { return !includesRun(workspace().filters().all(), row.id); });
    m_runs->setRuns(runs, workspace().selection().current().run);
    m_runs->setVisible(!runs.empty());
    reload();
}

void FailuresView::chooseRun(qint64 run)
{
    if (m_runs->setRun(run)) {
        reload();
    }
}

std::optional<TunedRun> FailuresView::tunedRun()
{
    if (run() <= 0) {
        return std::nullopt;
    }
    const auto task = workspace().taskOfRun(run());
    return TunedRun{run(), task, task ? task->autotvmFlops : 0};
}

void FailuresView::reload()
{
    refreshIfSeen();
    if (!isVisible() && !tunedRun()) {
        refresh(); // nothing to read
    }
}

void FailuresView::refresh()
{
    const auto tuned = tunedRun();
    if (!tuned) {
        m_reader.cancel();
        showReport({});
        return;
    }
    m_reader.ask(
        [run = *tuned, filters = workspace().filters().all()](Project& project, const std::atomic<bool>& isCancelled) {
            return failureReport(project, run, filters, &isCancelled);
        },
        [this](Result<FailureReport> report) {
            if (report) {
                showReport(std::move(*report));
            } else {
                workspace().report(report.error());
            }
        });
}

void FailuresView::refreshNow()
{
    refreshAtOnce();
    m_reader.finishNow();
}

void FailuresView::showReport(FailureReport report)
{
    const FailureGroup* old = current();
    const std::pair before = old ? std::pair(old->errorNo, old->exampleTrial) : std::pair(0, int64_t{0});
    m_isFollowing = true;
    m_model.setReport(std::move(report));
    const FailureReport& now = m_model.report();
    const bool hasGroups = !now.groups.empty();
    m_pages->setSentence(hasGroups ? QString()
                         : now.trials > 0
                             ? tr("No failures among the %L1 filtered trial(s) of run %2.", nullptr, pluralOf(now.trials))
                                   .arg(now.trials)
                                   .arg(now.run)
                             : tr("This view groups failed trials by stage and reason and finds the knob that explains each "
                                  "group.\n\nChoose a task and start a run, or open a project."));
    m_summary->setText(hasGroups ? tr("%L1 of %L2 trial(s) failed (%3 %)", nullptr, pluralOf(now.trials))
                                       .arg(now.failed)
                                       .arg(now.trials)
                                       .arg(number(static_cast<double>(now.failed) * 100 / static_cast<double>(now.trials), 1))
                                 : QString());
    for (const int column : {FailureModel::Stage, FailureModel::Count, FailureModel::Share, FailureModel::Explanation}) {
        m_table->resizeColumnToContents(column);
    }
    const auto same = std::ranges::find(now.groups, before,
                                        [](const FailureGroup& group) { return std::pair(group.errorNo, group.exampleTrial); });
    const int kept = same == now.groups.end() ? 0 : static_cast<int>(same - now.groups.begin());
    const int chosen = m_model.rowOf(workspace().selection().current());
    m_table->selectRow(chosen >= 0 ? chosen : kept);
    m_isFollowing = false;
    showGroup();
    showHovered();
    if (isStale()) {
        reloadSoon();
    }
}

void FailuresView::shareGroup()
{
    showGroup();
    const FailureGroup* group = current();
    if (m_isFollowing || !group) {
        return;
    }
    std::vector<TrialRef> trials;
    for (const int64_t number : group->trials) {
        if (trials.size() < kMaxChosen) {
            trials.push_back({m_model.report().run, number});
        }
    }
    m_isFollowing = true;
    workspace().selection().select(trials, {m_model.report().run, group->exampleTrial});
    m_isFollowing = false;
}

void FailuresView::followSelection()
{
    const TrialRef chosen = workspace().selection().current();
    if (m_isFollowing || !chosen.isValid()) {
        return;
    }
    if (chosen.run != run()) {
        chooseRun(chosen.run);
        return;
    }
    const int row = m_model.rowOf(chosen);
    if (row >= 0 && row != m_table->currentIndex().row()) {
        m_isFollowing = true;
        m_table->selectRow(row);
        m_isFollowing = false;
    }
}

/// Tints the group of the trial under the pointer.
void FailuresView::showHovered()
{
    m_rows->setHovered(isVisible() ? m_model.rowOf(workspace().selection().hovered()) : -1);
}

/// Whether the current task is the tuned task, with any edits.
bool FailuresView::isOpen(const Task* tuned) const
{
    const auto task = workspace().task();
    return tuned && task && workloadKey(*task) == workloadKey(*tuned);
}

void FailuresView::showGroup()
{
    const FailureGroup* group = current();
    if (!group) {
        return;
    }
    m_explanation->setText(coreText(explanationSentence(*group)));
    m_example->setText(tr("For example trial %L1: %2").arg(group->exampleTrial).arg(coreText(group->example)));
    m_message->hide();
    const auto task = workspace().taskOfRun(run());
    const auto edit = group->explanation ? std::optional(excludingEdit(group->explanation->condition)) : std::nullopt;
    const bool isThere = edit && isOpen(task.get()) && std::ranges::count(workspace().task()->edits, *edit) > 0;
    m_constrain->setEnabled(task && edit && !isThere);
    m_constrain->setToolTip(!edit ? tr("No single knob explains this group.")
                            : isThere
                                ? tr("The current space already excludes them.")
                                : tr("Adds this edit to the space of the task: %1").arg(QString::fromStdString(editText(*edit))));
}

void FailuresView::showTrials()
{
    if (!current()) {
        return;
    }
    shareGroup();
    if (workspace().runs().size() > 1) {
        workspace().filters().add({.kind = TrialFilter::Kind::Run, .run = run()});
    }
    workspace().filters().add({.kind = TrialFilter::Kind::Failed});
    if (QAction* go = m_registry ? m_registry->action(QStringLiteral("go.trials")) : nullptr) {
        go->trigger();
    }
}

void FailuresView::addConstraint()
{
    const FailureGroup* group = current();
    const auto task = workspace().taskOfRun(run());
    if (!group || !group->explanation || !task) {
        return;
    }
    const SpaceEdit edit = excludingEdit(group->explanation->condition);
    Result<void> done = isOpen(task.get()) ? Result<void>() : workspace().openTaskOfRun(run());
    const int64_t before = workspace().task() ? workspace().task()->space.validCount().high : 0;
    if (done) {
        std::vector<SpaceEdit> edits = workspace().task()->edits;
        std::erase(edits, edit); // opening the task may bring this edit along
        edits.push_back(edit);
        done = workspace().setEdits(std::move(edits));
    }
    m_message->setText(done ? tr("Added to the space: %1. It now has %L2 config(s), down from %L3.", nullptr,
                                 pluralOf(workspace().task()->space.validCount().high))
                                  .arg(QString::fromStdString(editText(edit)))
                                  .arg(workspace().task()->space.validCount().high)
                                  .arg(before)
                            : coreText(done.error()));
    m_message->show();
}

} // namespace knobscope
