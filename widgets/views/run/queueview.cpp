// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run/queueview.h"

#include "widgets/base/coretext.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"
#include "widgets/project/networks.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QStyle>

#include <algorithm>

namespace knobscope {

/// Fills the list with the waiting tasks.
void QueueView::reload()
{
    m_list->clear();
    for (const QueuedTask& queued : m_session.queue()) {
        const RunOptions& options = queued.task.options;
        const QString text = tr("%1, %2, %3")
                                 .arg(QString::fromStdString(queued.task.label), QString::fromStdString(options.tuner),
                                      coreText(stopRuleOf(options).text()));
        const QString tip = tr("%1 with %n edit(s) of its space", nullptr, static_cast<int>(queued.task.task.edits.size()))
                                .arg(QString::fromStdString(queued.task.task.name));
        auto* item = new QListWidgetItem(tr("%1.  %2").arg(m_list->count() + 1).arg(text), m_list);
        item->setToolTip(tip);
        item->setData(Qt::UserRole, QVariant::fromValue<qint64>(queued.id));
    }
    updateButtons();
}

QueueView::QueueView(TuningSession& session)
    : m_session(session)
    , m_list(makeControl<QListWidget>("queue.tasks"))
    , m_addTask(makeControl<QPushButton>("queue.addTask", tr("Add Current Task")))
    , m_addNetwork(makeControl<QPushButton>("queue.addNetwork", tr("Add Entire Network")))
    , m_up(makeControl<QPushButton>("queue.up", tr("Up")))
    , m_down(makeControl<QPushButton>("queue.down", tr("Down")))
    , m_remove(makeControl<QPushButton>("queue.remove", tr("Remove")))
{
    m_list->setAccessibleName(tr("Waiting tasks"));
    m_list->setAlternatingRowColors(true);
    m_list->setUniformItemSizes(true);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->installEventFilter(this);
    m_up->setToolTip(tr("Moves the selected task forward (Alt+Up)."));
    m_down->setToolTip(tr("Moves the selected task back (Alt+Down)."));
    m_remove->setToolTip(tr("Removes the selected task from the queue (Delete)."));
    const int indent = style()->pixelMetric(QStyle::PM_IndicatorWidth);
    inColumn(this,
             {makeSentence(tr("Tasks are tuned one after another, each with the tuner, limits and measurement settings from when "
                              "it was added. The queue starts after the current run.")),
              inColumn({m_addTask, m_addNetwork}), // side by side they would be wider than the dock
              m_list, inRow({m_up, m_down, m_remove}, {}, tightSpacing(*this))},
             QMargins(indent, 0, 0, indent / 2));
    connect(&session, &TuningSession::queueChanged, this, &QueueView::reload);
    connect(m_addTask, &QPushButton::clicked, this, &QueueView::addTaskRequested);
    connect(m_addNetwork, &QPushButton::clicked, this, &QueueView::addNetworkRequested);
    connect(m_up, &QPushButton::clicked, this, [this] { move(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { move(1); });
    connect(m_remove, &QPushButton::clicked, this, &QueueView::remove);
    connect(m_list, &QListWidget::currentRowChanged, this, &QueueView::updateButtons);
    setChoices({}, {});
    reload();
}

void QueueView::setChoices(const QString& task, const QString& network)
{
    m_addTask->setEnabled(!task.isEmpty());
    m_addTask->setToolTip(task.isEmpty() ? tr("Choose a task that this machine can run.")
                                         : tr("Adds %1 with its edits.").arg(task));
    m_addNetwork->setEnabled(!network.isEmpty());
    m_addNetwork->setToolTip(network.isEmpty() ? tr("Choose a task of a network.") : tr("Adds all tasks of %1.").arg(network));
}

void QueueView::updateButtons()
{
    const int row = m_list->currentRow();
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < m_list->count());
    m_remove->setEnabled(row >= 0);
    for (QWidget* part : std::initializer_list<QWidget*>{m_list, m_up, m_down, m_remove}) {
        part->setVisible(m_list->count() > 0);
    }
    const int rows = std::clamp(m_list->count(), 2, 8);
    m_list->setFixedHeight(rows * (m_list->fontMetrics().height() + 6) + 2 * m_list->frameWidth());
}

void QueueView::move(int by)
{
    const int place = m_list->currentRow() + by;
    if (m_list->currentItem() && place >= 0 && place < m_list->count()) {
        m_session.moveQueued(m_list->currentItem()->data(Qt::UserRole).toLongLong(), place);
        m_list->setCurrentRow(place);
    }
}

void QueueView::remove()
{
    if (const QListWidgetItem* item = m_list->currentItem()) {
        const int row = m_list->currentRow();
        m_session.removeQueued(item->data(Qt::UserRole).toLongLong());
        m_list->setCurrentRow(std::min(row, m_list->count() - 1));
    }
}

bool QueueView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Delete) {
            remove();
            return true;
        }
        if (key->modifiers() == Qt::AltModifier && (key->key() == Qt::Key_Up || key->key() == Qt::Key_Down)) {
            move(key->key() == Qt::Key_Up ? -1 : 1);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

Result<std::vector<LoopTask>> tasksOfNetwork(Workspace& workspace)
{
    const auto current = workspace.task();
    if (!current) {
        return fail(ErrorCode::InvalidArgument, "Choose a task first");
    }
    const std::string label = workspace.taskLabel().toStdString();
    const std::string id = Networks::networkOf(workspace.taskLabel());
    if (id.size() == label.size()) {
        return fail(ErrorCode::InvalidArgument, "{} is not part of a network", label);
    }
    const auto network = TRY(findNetwork(workspace.networks().all(), id));
    const auto extracted = TRY(extractTasks(network, current->target));
    std::vector<LoopTask> tasks;
    for (const NetworkTask& item : extracted.tasks) {
        auto task = TRY(item.id == label ? Result<Task>(*current) : workspace.editedTask(item.task, item.args, current->target));
        tasks.push_back({std::move(task), item.id, {}, {}, 0});
    }
    return tasks;
}

} // namespace knobscope
