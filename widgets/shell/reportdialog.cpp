// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/reportdialog.h"

#include "widgets/base/coretext.h"
#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"
#include "widgets/project/runchoice.h"
#include "widgets/project/workspace.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace knobscope {

ReportDialog::ReportDialog(Workspace& workspace, QWidget* parent)
    : QDialog(parent)
    , m_workspace(workspace)
    , m_runs(makeControl<QListWidget>("runs", this))
    , m_networks(makeControl<QLineEdit>("networks", this))
    , m_file(makeControl<QLineEdit>("file", this))
    , m_parts(makeControl<QLineEdit>("parts", this))
    , m_write(makeControl<QPushButton>("write", tr("&Write"), this))
    , m_stop(makeControl<QPushButton>("stop", tr("&Stop"), this))
    , m_progress(new QProgressBar(this))
    , m_message(new QLabel(this))
{
    setObjectName(QStringLiteral("report"));
    setWindowTitle(tr("Report"));
    m_runs->setAccessibleName(tr("Runs of the report"));
    m_networks->setPlaceholderText(tr("For example resnet-18; empty: no network"));
    m_networks->setToolTip(tr("Networks whose layers these runs tuned: bundled ones or .onnx files, separated by commas"));
    m_parts->setPlaceholderText(tr("Empty: only the HTML file"));
    m_parts->setToolTip(tr("Folder for the charts as SVG, the tables as CSV and LaTeX, and the code of the best configs"));
    auto* browseFile = makeControl<QPushButton>("browse", tr("&Browse…"), this);
    auto* form = new QFormLayout;
    form->addRow(makeLabel(tr("&Networks:"), m_networks), m_networks);
    form->addRow(makeLabel(tr("&HTML file:"), m_file), inRow({{m_file, 1}, browseFile}));
    form->addRow(makeLabel(tr("&Folder for parts:"), m_parts), m_parts);
    m_message->setWordWrap(true);
    m_message->setTextFormat(Qt::PlainText);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_progress->setAccessibleName(tr("Progress of the report"));
    m_progress->setRange(0, 100);
    m_progress->hide();
    auto* close = makeCloseBox();
    auto* page = inColumn(this, {makeLabel(tr("&Runs:"), m_runs), {m_runs, 1}});
    page->addLayout(form);
    page->addWidget(m_progress);
    page->addWidget(m_message);
    page->addLayout(inRow({m_write, m_stop, BoxItem::rest(), close}));
    resize(560, 480);
    const QFileInfo project(workspace.projectPath());
    m_file->setText(project.dir().filePath(project.completeBaseName() + QStringLiteral("-report.html")));
    connect(browseFile, &QPushButton::clicked, this, &ReportDialog::browse);
    connect(m_write, &QPushButton::clicked, this, &ReportDialog::write);
    connect(m_stop, &QPushButton::clicked, this, [this] { m_work.stop(); });
    connect(m_runs, &QListWidget::itemChanged, this, &ReportDialog::showState);
    connect(m_file, &QLineEdit::textChanged, this, &ReportDialog::showState);
    connect(close, &QDialogButtonBox::rejected, this, &QDialog::reject);
    fillRuns();
    showState();
}

void ReportDialog::fillRuns()
{
    for (const RunRow& run : m_workspace.runs()) {
        auto* item = new QListWidgetItem(runName(run), m_runs);
        item->setData(Qt::UserRole, static_cast<qint64>(run.id));
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(run.trials > 0 ? Qt::Checked : Qt::Unchecked);
    }
}

ReportRequest ReportDialog::request() const
{
    ReportRequest request{.project = m_workspace.projectPath().toStdString()};
    for (int row = 0; row < m_runs->count(); ++row) {
        if (m_runs->item(row)->checkState() == Qt::Checked) {
            request.runs.push_back(m_runs->item(row)->data(Qt::UserRole).toLongLong());
        }
    }
    for (const QString& network : m_networks->text().split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        request.networks.push_back(network.trimmed().toStdString());
    }
    return request;
}

void ReportDialog::browse()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Write the Report to"), m_file->text(), tr("HTML files (*.html)"));
    if (!path.isEmpty()) {
        m_file->setText(path);
    }
}

QString ReportDialog::message() const
{
    return m_message->text();
}

void ReportDialog::showState()
{
    const bool isBusy = m_work.isBusy();
    m_write->setEnabled(!isBusy && !request().runs.empty() && !m_file->text().trimmed().isEmpty());
    m_stop->setEnabled(isBusy);
    m_progress->setVisible(isBusy);
}

void ReportDialog::write()
{
    const QString path = m_file->text().trimmed();
    colourAsProblem(*m_message, false);
    m_progress->setValue(0);
    m_message->setText(tr("Reading the runs…"));
    m_work.ask(
        [this, request = request(), compiler = m_workspace.codeWorker(), file = path.toStdString(),
         parts = m_parts->text().trimmed().toStdString()](const std::atomic<bool>& stop) -> Result<Report> {
            const auto notify = [this](const Sentence& what, double share) {
                m_work.notify([this, what, share] {
                    m_progress->setValue(static_cast<int>(share * 100));
                    m_message->setText(coreText(what));
                });
            };
            auto report = TRY(makeReport(request, *compiler, notify, &stop));
            TRY(writeReport(report, file, parts));
            return report;
        },
        [this, path](const Result<Report>& written) { showEnd(written, path); });
    showState();
}

void ReportDialog::showEnd(const Result<Report>& written, const QString& path)
{
    colourAsProblem(*m_message, !written);
    if (!written) {
        m_message->setText(coreText(written.error()));
    } else {
        QString text = tr("The report of %Ln run(s) is in %1.", nullptr, static_cast<int>(written->runs)).arg(path);
        for (const Sentence& problem : written->problems) {
            text += QLatin1Char('\n') + coreText(problem);
        }
        m_message->setText(text);
        m_workspace.report(MessageLevel::Info, text.section(QLatin1Char('\n'), 0, 0));
    }
    showState();
}

} // namespace knobscope
