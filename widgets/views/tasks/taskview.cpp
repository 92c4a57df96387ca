// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/tasks/taskview.h"

#include "core/network/scheduletask.h"
#include "core/template/user_schedule.h"
#include "core/worker/codeworker.h"
#include "widgets/base/coretext.h"
#include "widgets/base/theme.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"
#include "widgets/project/networks.h"
#include "widgets/project/renamedialog.h"
#include "widgets/project/targetchoice.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int kScheduleMs = 300;

} // namespace

TaskView::TaskView(Workspace& workspace, QWidget* parent)
    : LazyView(workspace, 100, parent)
    , m_model(new TaskModel(&workspace.standings(), this))
    , m_counts(new ConfigCounts(workspace, *m_model))
    , m_filtered(new TaskFilter(*m_model, this))
    , m_target(makeControl<QComboBox>("target"))
    , m_extra(makeControl<QCheckBox>("extraTemplates", tr("Extra templates")))
    , m_filter(makeControl<QLineEdit>("filter"))
    , m_columns(makeControl<QToolButton>("columns"))
    , m_tree(makeControl<TaskTree>("tasks", *m_model, *m_filtered))
    , m_note(makeSentence({}))
{
    m_tree->setAccessibleName(tr("Networks and tasks"));
    m_note->setContentsMargins(space::kSmall, 0, space::kSmall, space::kTight);
    m_note->setTextFormat(Qt::PlainText);
    inColumn(this, {makeTop(), m_tree, m_note}, QMargins(), space::kTight);
    connectTree();
    connect(&workspace.standings(), &TaskStandings::changed, this, &TaskView::refreshSoon);
    connect(&workspace, &Workspace::peaksChanged, this, &TaskView::refreshSoon);
    connect(&workspace.standings(), &TaskStandings::changed, this, &TaskView::checkExtraTasks);
    connect(&workspace, &Workspace::editsOfTasksChanged, &m_marking, &NextFrame::request);
    connect(&workspace, &Workspace::runsChanged, this, [this] { m_model->setNotes(this->workspace().notes()); });
    connect(&workspace.networks(), &Networks::renamed, this, &TaskView::followName);
    connect(&workspace, &Workspace::taskChanged, this, [this] {
        followTarget();
        followTask();
    });
    m_scheduleTimer.setSingleShot(true);
    m_scheduleTimer.setInterval(kScheduleMs);
    connect(&m_scheduleTimer, &QTimer::timeout, this, &TaskView::showSchedules);
    connect(&workspace, &Workspace::schedulesChanged, this, [this] { m_scheduleTimer.start(); });
    afterPaint(*this, [this] {
        m_isPainted = true;
        if (m_listed) {
            countConfigs();
            checkTarget();
        }
    });
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_tree));
    checkExtraTasks();
    refreshNow();
    bindState();
}

void TaskView::bindState()
{
    state().bind(QStringLiteral("extra"), m_extra);
    state().bind(
        QStringLiteral("extraChosen"), [this] { return m_extraChosen; },
        [this](const QJsonValue& value) {
            m_extraChosen = value.toObject();
            checkExtraTasks();
        });
    state().bind(
        QStringLiteral("target"), [this] { return m_targetText; },
        [this](const QJsonValue& value) { (void)setTarget(value.toString()); }); // ignores an invalid target
    state().watch(m_target, &QComboBox::currentIndexChanged);
    m_tree->bindTo(state()); // after the target, which determines the columns
    state().bind(QStringLiteral("filter"), m_filter);
}

QWidget* TaskView::makeTop()
{
    for (const TargetChoice& choice : targetChoices()) {
        m_target->addItem(choice.title, choice.text);
        m_target->setItemData(m_target->count() - 1,
                              choice.reason.isEmpty() ? choice.text : choice.text + QLatin1Char('\n') + choice.reason,
                              Qt::ToolTipRole);
    }
    m_target->setAccessibleName(tr("Target of the tasks"));
    m_target->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_target->setMinimumContentsLength(5);
    m_target->setEditable(true);
    m_target->setInsertPolicy(QComboBox::NoInsert); // invalid targets are not added
    m_target->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_columns->setText(tr("&Columns"));
    m_columns->setToolTip(tr("Shows or hides columns."));
    m_columns->setFocusPolicy(Qt::StrongFocus);
    m_filter->setPlaceholderText(tr("Filter by network, operator, shape, template or size"));
    m_filter->setToolTip(m_filter->placeholderText()); // placeholder is cut off in a narrow dock
    m_filter->setAccessibleName(tr("Task filter"));
    m_filter->setClearButtonEnabled(true);
    escapeTo(*m_filter, *m_tree);
    m_extra->setToolTip(tr("Also lists templates that AutoTVM does not have: Winograd, tiles, depthwise rows and dot products on "
                           "CPUs; implicit GEMM and tensor cores on NVIDIA GPUs."));
    auto* top = new QWidget;
    auto* line = inRow({makeLabel(tr("Target"), m_target), {m_target, 1}});
    inColumn(top, {line, inRow({m_extra, BoxItem::rest(), m_columns}), m_filter},
             QMargins(space::kSmall, space::kTight, space::kSmall, 0), space::kTight);
    connect(m_filter, &QLineEdit::textChanged, this, &TaskView::filter);
    connect(m_filter, &QLineEdit::returnPressed, this, &TaskView::openFirst);
    connect(m_target, &QComboBox::currentIndexChanged, this,
            [this] { this->workspace().reportError(setTarget(m_target->currentData().toString())); });
    connect(m_target->lineEdit(), &QLineEdit::returnPressed, this, [this] {
        const QString typed = m_target->lineEdit()->text().trimmed();
        if (m_target->findText(typed) < 0 && this->workspace().reportError(setTarget(typed))) {
            m_target->setEditText(m_target->itemText(m_target->currentIndex()));
        }
    });
    connect(m_extra, &QCheckBox::toggled, this, &TaskView::fill);
    connect(m_extra, &QCheckBox::clicked, this, [this](bool isOn) { m_extraChosen[this->workspace().projectPath()] = isOn; });
    connect(m_columns, &QToolButton::clicked, this,
            [this] { m_tree->showColumnMenu(m_columns->mapToGlobal(QPoint(0, m_columns->height()))); });
    return top;
}

void TaskView::connectTree()
{
    m_tree->installEventFilter(this);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_tree, &QTreeView::customContextMenuRequested, this,
            [this](const QPoint& at) { showTaskMenu(m_tree->viewport()->mapToGlobal(at)); });
    connect(m_tree, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        if ((QGuiApplication::keyboardModifiers() & (Qt::ControlModifier | Qt::ShiftModifier)) == Qt::NoModifier) {
            open(index); // with modifiers the click extends the selection
        }
    });
}

QModelIndexList TaskView::selected() const
{
    QModelIndexList out;
    for (const QModelIndex& index : m_tree->selectionModel()->selectedRows()) {
        out << m_filtered->mapToSource(index);
    }
    return out;
}

void TaskView::showTaskMenu(const QPoint& at)
{
    const auto tasks = m_model->tasks(selected());
    if (tasks.empty()) {
        return;
    }
    auto* menu = makeControl<QMenu>("taskMenu", this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QString id = QString::fromStdString(tasks.front()->id);
    const bool isOne = tasks.size() == 1;
    addEntry(*menu, "open", tr("&Open"), this, [this, id] { choose(id); })->setEnabled(isOne);
    QAction* tune = addEntry(*menu, "tuneAlone", tr("&Tune Only This Task"), this, [this, id] {
        choose(id);
        if (workspace().taskLabel() == id) {
            emit workspace().taskTuningWanted();
        }
    });
    tune->setEnabled(isOne && !workspace().session().isRunning());
    addEntry(*menu, "addToQueue", tr("Add %n Task(s) to the &Queue", nullptr, static_cast<int>(tasks.size())), this,
             &TaskView::enqueueSelected);
    if (const NetworkTask task = *tasks.front(); isOne && task.task.starts_with(kUserPrefix)) {
        addEntry(*menu, "openInWorkshop", tr("Open in the &Workshop"), this, [this, task, id] {
            emit workspace().scheduleWanted(QString::fromStdString(task.args[0].get<std::string>()),
                                            id.section(QLatin1Char('/'), -1));
        });
        addEntry(*menu, "removeSchedule", tr("&Remove from the Project"), this, [this, task] { removeSchedule(task); });
    }
    if (const QString network = m_model->network(selected().value(0)); !network.isEmpty() && selected().size() == 1) {
        QAction* rename =
            addEntry(*menu, "rename", tr("Re&name…"), this, [this, network] { RenameDialog::ask(workspace(), network, this); });
        rename->setShortcut(Qt::Key_F2);
        rename->setEnabled(workspace().renamingObstacle(network).isEmpty());
        Networks& networks = workspace().networks();
        if (networks.extentsObstacle(network.toStdString()).isEmpty()) {
            addEntry(*menu, "extents", tr("Batch and Other E&xtents…"), this,
                     [&networks, network] { networks.askExtents(network.toStdString()); });
        }
        if (networks.closingObstacle(network.toStdString()).isEmpty()) {
            addEntry(*menu, "close", tr("&Close"), this, [&networks, network] { networks.close(network.toStdString()); });
        }
    }
    menu->popup(at);
}

/// Follows a network's new name without filling the tree, which would lose the selection.
void TaskView::followName(const QString& before, const QString& now)
{
    const auto named = std::ranges::find(m_networks, before.toStdString(), &Network::id);
    if (named != m_networks.end()) {
        named->name = now.toStdString();
    }
    m_model->rename(before, now);
    m_model->setNotes(workspace().notes());
    m_tree->measureAnew();
}

void TaskView::removeSchedule(const NetworkTask& task)
{
    const auto all = workspace().schedules();
    const auto found = std::ranges::find(all, task.args[0].get<std::string>(), &KeptSchedule::text);
    if (found != all.end()) {
        workspace().setSchedule({found->name, {}});
        showSchedules();
    }
}

/// Lists the schedules of the project that are legal texts for the target.
void TaskView::showSchedules()
{
    m_scheduleTimer.stop();
    std::vector<NetworkTask> tasks;
    std::vector<nlohmann::json> workloads;
    for (const KeptSchedule& schedule : m_listed ? workspace().schedules() : std::vector<KeptSchedule>()) {
        if (auto task = taskOfSchedule(schedule.text, schedule.name, *m_listed)) {
            workloads.push_back({task->task, task->args});
            tasks.push_back(std::move(*task));
        }
    }
    if (std::exchange(m_shownSchedules, workloads) == workloads) {
        return;
    }
    m_model->setSchedules(std::move(tasks), *m_listed);
    markRows();
    m_tree->expand(m_filtered->mapFromSource(m_model->schedules()));
    followTask();
    showNote();
}

void TaskView::enqueueSelected()
{
    std::vector<LoopTask> all;
    for (const NetworkTask* item : m_model->tasks(selected())) {
        auto task = workspace().editedTask(item->task, item->args, *m_listed);
        if (workspace().reportError(task)) {
            return;
        }
        all.push_back({std::move(*task), item->id, {}, {}, 0});
    }
    emit workspace().queueWanted(all);
}

void TaskView::addActions(ActionRegistry& registry)
{
    registry.add({QStringLiteral("tasks.find"), tr("&Find a Task"), QKeySequence::Find, {}, this}, [this] {
        m_filter->setFocus(Qt::ShortcutFocusReason);
        m_filter->selectAll();
    });
}

/// Shows what is known of rows that are new.
void TaskView::markRows()
{
    m_model->setEdits(workspace().editsOfTasks());
    m_model->setNotes(workspace().notes());
    countConfigs();
}

void TaskView::followEdits()
{
    m_model->setEdits(workspace().editsOfTasks());
    countConfigs();
}

void TaskView::countConfigs()
{
    if (m_isPainted && m_listed) {
        m_counts->update(*m_listed);
    }
}

void TaskView::fill()
{
    if (!m_listed) {
        return;
    }
    m_model->load(m_networks, *m_listed, m_extra->isChecked() ? TaskChoice::WithExtra : TaskChoice::AutoTvm);
    m_shownSchedules.clear();
    showSchedules();
    m_extra->setVisible(m_model->hasExtra());
    markRows();
    m_tree->updatePeaks();
    m_tree->fitColumns();
    if (m_filter->text().isEmpty()) {
        m_tree->expand(m_filtered->index(0, 0));
    } else {
        m_unfolded = {m_model->index(0, 0)}; // the previous ones no longer exist
        m_tree->expandAll();
    }
    followTask();
    showNote();
}

/// Lists extra templates if the project has runs of them, so that a layer's best is not missed; the user's choice for the project
/// takes precedence.
void TaskView::checkExtraTasks()
{
    const QJsonValue chosen = m_extraChosen.value(workspace().projectPath());
    if (chosen.isBool()) {
        m_extra->setChecked(chosen.toBool());
    } else if (workspace().standings().hasExtra()) {
        m_extra->setChecked(true);
    }
}

void TaskView::showTarget()
{
    const QSignalBlocker blocked(m_target);
    const QString text = QString::fromStdString(m_listed->text);
    m_target->setToolTip(text);
    for (int row = 0; row < m_target->count(); ++row) {
        if (const auto known = parseTarget(m_target->itemData(row).toString().toStdString()); known && *known == *m_listed) {
            m_target->setCurrentIndex(row);
            return;
        }
    }
    const QString title = targetTitle(*m_listed);
    m_target->addItem(m_target->findText(title) < 0 ? title : text, text);
    m_target->setItemData(m_target->count() - 1, text, Qt::ToolTipRole);
    m_target->setCurrentIndex(m_target->count() - 1);
}

void TaskView::showNote()
{
    const QString reason = !m_refusal.isEmpty() ? m_refusal : m_listed ? runObstacle(*m_listed) : QString();
    m_note->setText(m_filtered->rowCount() == 0 ? (m_model->rowCount() == 0 ? tr("No network has a task on this target.")
                                                                            : tr("No task matches the filter."))
                                                : reason);
    m_note->setVisible(!m_note->text().isEmpty());
}

void TaskView::open(const QModelIndex& index)
{
    const NetworkTask* task = m_model->task(m_filtered->mapToSource(index));
    if (!task) {
        return;
    }
    if (!workspace().reportError(workspace().openTask(QString::fromStdString(task->id), task->task, task->args, *m_listed))) {
        workspace().showNewestRun();
    }
}

void TaskView::showNetwork(const QString& id)
{
    list();
    m_filter->clear();
    const QModelIndex index = m_filtered->mapFromSource(m_model->find(id + QStringLiteral(":1"))).parent();
    m_tree->expand(index);
    m_tree->scrollTo(index, QAbstractItemView::PositionAtTop);
}

void TaskView::choose(const QString& id)
{
    list();
    const QModelIndex task = m_model->find(id);
    if (task.isValid() && !m_filtered->mapFromSource(task).isValid()) {
        m_filter->clear(); // or the tree would not show it
    }
    const QModelIndex index = m_filtered->mapFromSource(task);
    if (index.isValid()) {
        makeCurrent(index);
        open(index);
    }
}

void TaskView::makeCurrent(const QModelIndex& index)
{
    m_tree->expand(index.parent());
    m_tree->setCurrentIndex(index);
    m_tree->scrollTo(index);
}

void TaskView::followTask()
{
    const auto task = workspace().task();
    const bool isHere = task && m_listed && task->target == *m_listed;
    m_model->setCurrentTask(isHere ? workspace().taskLabel() : QString());
    m_filtered->keep(isHere ? m_model->find(workspace().taskLabel()) : QModelIndex());
    const QModelIndex index = isHere ? m_filtered->mapFromSource(m_model->find(workspace().taskLabel())) : QModelIndex();
    if (index.isValid() && m_tree->currentIndex().siblingAtColumn(0) != index) {
        makeCurrent(index);
    }
}

void TaskView::filter(const QString& text)
{
    list();
    if (!std::exchange(m_isFiltered, !text.isEmpty())) {
        m_unfolded.clear();
        for (int row = 0; row < m_filtered->rowCount(); ++row) {
            if (const QModelIndex network = m_filtered->index(row, 0); m_tree->isExpanded(network)) {
                m_unfolded << m_filtered->mapToSource(network);
            }
        }
    }
    m_filtered->setWords(text);
    if (m_isFiltered) {
        m_tree->expandAll();
    } else { // restores the previous expansion, plus networks opened meanwhile
        m_tree->collapseAll();
        for (const QPersistentModelIndex& network : std::as_const(m_unfolded)) {
            m_tree->expand(m_filtered->mapFromSource(network));
        }
        m_tree->expand(m_tree->currentIndex().parent());
        m_tree->scrollTo(m_tree->currentIndex());
    }
    showNote();
}

void TaskView::openFirst()
{
    const QModelIndex network = m_filtered->index(0, 0);
    const QModelIndex task = m_filtered->index(0, 0, network);
    if (task.isValid()) {
        m_tree->setCurrentIndex(task);
        open(task);
        m_tree->setFocus();
    }
}

bool TaskView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_tree || event->type() != QEvent::KeyPress) {
        return View::eventFilter(watched, event);
    }
    const auto* key = static_cast<QKeyEvent*>(event);
    const QString text = key->text();
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        const QModelIndex current = m_tree->currentIndex().siblingAtColumn(0);
        if (m_filtered->rowCount(current) > 0) {
            m_tree->setExpanded(current, !m_tree->isExpanded(current));
        } else {
            open(current);
        }
    } else if (const QString network = m_model->network(m_filtered->mapToSource(m_tree->currentIndex().siblingAtColumn(0)));
               key->key() == Qt::Key_F2 && !network.isEmpty()) {
        RenameDialog::ask(workspace(), network, this);
    } else if (!text.isEmpty() && text.front().isLetterOrNumber()
               && (key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier) {
        // Typing filters, except for the tree's own keys (+, -, *, space).
        m_filter->setFocus();
        m_filter->setText(m_filter->text() + text);
    } else if (key->key() == Qt::Key_Escape && !m_filter->text().isEmpty()) {
        m_filter->clear();
    } else {
        return View::eventFilter(watched, event);
    }
    return true;
}

} // namespace knobscope
