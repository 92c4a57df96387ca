// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/recordspacedialog.h"

#include "core/network/extract.h"
#include "core/task/host.h"
#include "core/task/thismachine.h"
#include "widgets/space/pricetext.h"
#include "widgets/tasks/targetchoice.h"

#include <QApplication>
#include <QClipboard>
#include <QDateTime>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

namespace {

constexpr double timeoutSeconds = 60; ///< a busy machine is not to turn a config into a failed one

/// As a shell takes it for one word.
QString quoted(const QString& text)
{
    return QLatin1Char('\'') + QString(text).replace(QLatin1Char('\''), QStringLiteral("'\\''")) + QLatin1Char('\'');
}

/// How the command line names the task: as in the tree, where that is the same task, else its workload.
QString nameOf(const Task& task, const QString& label)
{
    const auto networks = loadNetworks();
    const auto known = networks && label.contains(QLatin1Char(':')) ? findTask(*networks, label.toStdString(), task.target)
                                                                    : fail(ErrorCode::NotFound, "no network");
    if (known && known->task == task.name && known->args == task.args) {
        return label;
    }
    nlohmann::json workload = nlohmann::json::array({task.name});
    workload.insert(workload.end(), task.args.begin(), task.args.end());
    return quoted(QString::fromStdString(workload.dump()));
}

QLabel* sentence(const QString& text)
{
    auto* label = new QLabel(text);
    label->setWordWrap(true);
    return label;
}

} // namespace

RecordSpaceDialog::RecordSpaceDialog(Workspace& workspace, QWidget* parent)
    : QDialog(parent)
    , m_workspace(workspace)
    , m_task(workspace.task())
    , m_label(workspace.taskLabel())
    , m_path(new QLineEdit)
    , m_command(new QLineEdit)
    , m_progress(new QProgressBar)
    , m_status(sentence({}))
    , m_start(new QPushButton(tr("&Record")))
    , m_stop(new QPushButton(tr("&Stop")))
{
    setWindowTitle(tr("Record a Space"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(sentence(tr(
        "Measures every config of the task in hand and writes the times down, so that tuners can be replayed on it. What is in "
        "the file stays: a recording that was stopped goes on where it was.")));
    auto* form = new QFormLayout;
    const QLocale locale;
    const QString configs =
        m_task ? tr("%1, %2 configs").arg(m_label, locale.toString(static_cast<qlonglong>(m_task->space.validCount().high)))
               : tr("none: choose a task first");
    form->addRow(tr("Task:"), sentence(configs));
    auto* browse = new QPushButton(tr("&Choose…"));
    auto* pathRow = new QHBoxLayout;
    pathRow->addWidget(m_path);
    pathRow->addWidget(browse);
    form->addRow(tr("&File:"), pathRow);
    qobject_cast<QLabel*>(form->labelForField(pathRow))->setBuddy(m_path);
    auto* copy = new QPushButton(tr("C&opy"));
    auto* commandRow = new QHBoxLayout;
    m_command->setReadOnly(true);
    m_command->setAccessibleName(tr("The same in a terminal"));
    commandRow->addWidget(m_command);
    commandRow->addWidget(copy);
    form->addRow(tr("In a &terminal:"), commandRow);
    qobject_cast<QLabel*>(form->labelForField(commandRow))->setBuddy(m_command);
    layout->addLayout(form);
    m_progress->hide();
    m_progress->setAccessibleName(tr("Configs measured"));
    layout->addWidget(m_progress);
    layout->addWidget(m_status);
    layout->addStretch();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->addButton(m_start, QDialogButtonBox::ActionRole);
    buttons->addButton(m_stop, QDialogButtonBox::ActionRole);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &RecordSpaceDialog::reject);
    connect(m_start, &QPushButton::clicked, this, &RecordSpaceDialog::start);
    connect(m_stop, &QPushButton::clicked, this, [this] {
        m_recording.stop();
        m_stop->setEnabled(false);
        m_status->setText(tr("Stopping; what is measured is in the file."));
    });
    connect(browse, &QPushButton::clicked, this, &RecordSpaceDialog::choosePath);
    connect(copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(m_command->text()); });
    connect(m_path, &QLineEdit::textChanged, this, &RecordSpaceDialog::showState);
    connect(&m_recording, &SpaceRecording::progressed, this, &RecordSpaceDialog::showProgress);
    connect(&m_recording, &SpaceRecording::finished, this, &RecordSpaceDialog::finish);
    m_reason = !m_task       ? tr("Choose a task in the tree first.")
             : m_task->isGpu ? tr("Spaces of GPU tasks cannot be recorded yet.")
                             : whyNotRunnable(*m_task);
    m_path->setText(
        QDir::home().filePath(QString(m_label).replace(QLatin1Char(':'), QLatin1Char('-')) + QStringLiteral(".space")));
    m_start->setDefault(true);
    resize(640, sizeHint().height());
    showState();
}

RecordSpaceDialog::~RecordSpaceDialog()
{
    if (isRunning()) {
        m_workspace.setOtherMeasurement({});
    }
}

QString RecordSpaceDialog::command() const
{
    return m_command->text();
}

QString RecordSpaceDialog::status() const
{
    return m_status->text();
}

void RecordSpaceDialog::setPath(const QString& path)
{
    m_path->setText(path);
}

void RecordSpaceDialog::choosePath()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Record a Space"), m_path->text(), tr("Recorded spaces (*.space)"),
                                                      nullptr, QFileDialog::DontConfirmOverwrite);
    if (!path.isEmpty()) {
        m_path->setText(path);
    }
}

void RecordSpaceDialog::showState()
{
    QString text;
    if (m_task) {
        text = QStringLiteral("knobscope-cli lab record %1").arg(nameOf(*m_task, m_label));
        for (const SpaceEdit& edit : m_task->edits) {
            text += QStringLiteral(" --edit ") + quoted(QString::fromStdString(editText(edit)));
        }
        const auto host = hostTarget();
        if (!host || host->text != m_task->target.text) {
            text += QStringLiteral(" --target ") + quoted(QString::fromStdString(m_task->target.text));
        }
        text += QStringLiteral(" --timeout %1 -o %2").arg(timeoutSeconds).arg(quoted(m_path->text()));
    }
    m_command->setText(text);
    m_command->setCursorPosition(0);
    m_start->setEnabled(m_reason.isEmpty() && !isRunning() && !m_path->text().isEmpty());
    m_stop->setEnabled(isRunning());
    if (!isRunning()) {
        m_status->setText(m_reason);
    }
}

void RecordSpaceDialog::start()
{
    if (const auto allowed = m_workspace.mayMeasure(); !allowed) {
        m_status->setText(QString::fromStdString(allowed.error().message));
        return;
    }
    const Machine machine = thisMachine();
    MeasureOptions measuring;
    measuring.timeoutSeconds = timeoutSeconds;
    const RecordedSpace space{m_label.toStdString(),
                              machine.cpu,
                              machine.cores,
                              measuring.threads,
                              QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyy-MM-dd")).toStdString(),
                              *m_task,
                              {}};
    m_workspace.setOtherMeasurement(tr("A space that is recorded"));
    m_first.reset();
    m_recording.start(space, m_path->text(), measuring);
    m_path->setEnabled(false);
    m_progress->setRange(0, 0);
    m_progress->show();
    showState();
    m_status->setText(tr("Starting the workers…"));
}

void RecordSpaceDialog::showProgress(const RecordProgress& p)
{
    m_progress->setRange(0, static_cast<int>(p.total));
    m_progress->setValue(static_cast<int>(p.done));
    const QLocale locale;
    const RecordProgress first = m_first.value_or(p); // what the file had before took no time
    m_first = first;
    const QString done = tr("%1 of %2 configs, best %3 GFLOPS")
                             .arg(locale.toString(static_cast<qlonglong>(p.done)),
                                  locale.toString(static_cast<qlonglong>(p.total)), locale.toString(p.bestGflops, 'f', 1));
    const double left = (p.seconds - first.seconds) / static_cast<double>(std::max<int64_t>(1, p.done - first.done))
                      * static_cast<double>(p.total - p.done);
    m_status->setText(p.done > first.done ? tr("%1, about %2 left").arg(done, pricewords::duration(left)) : done);
}

void RecordSpaceDialog::finish(const RecordOutcome& outcome, const QString& problem)
{
    m_workspace.setOtherMeasurement({});
    m_path->setEnabled(true);
    m_progress->hide();
    showState();
    if (!problem.isEmpty()) {
        m_status->setText(problem);
        return;
    }
    const QString measured =
        tr("%n config(s) measured in %1, %2 failed, best %3 GFLOPS.", nullptr, static_cast<int>(outcome.measured))
            .arg(pricewords::duration(outcome.seconds))
            .arg(outcome.failed)
            .arg(QLocale().toString(outcome.bestGflops, 'f', 1));
    if (outcome.isComplete) {
        m_status->setText(tr("%1 The space is complete and stands in the lab's list.").arg(measured));
        emit recorded(m_path->text());
    } else {
        m_status->setText(tr("%1 It is not complete yet; Record goes on.").arg(measured));
    }
}

void RecordSpaceDialog::reject()
{
    if (isRunning()) {
        m_recording.stop();
        m_status->setText(tr("Stopping; what is measured is in the file."));
        connect(&m_recording, &SpaceRecording::finished, this, [this] { QDialog::reject(); });
        return;
    }
    QDialog::reject();
}

} // namespace knobscope
