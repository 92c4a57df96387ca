// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/tracefiles.h"

#include "widgets/translation/coretext.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace knobscope {

TraceFiles::TraceFiles(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_importer([this](const Error& error) { takeImport(tl::make_unexpected(error)); })
{
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins({});
    auto* cancel = new QPushButton(tr("&Cancel"));
    auto* stop = new QPushButton(tr("&Stop"));
    stop->setToolTip(tr("Gives the export up; the file stays as it was"));
    m_importing = makeBar(tr("Import"), cancel);
    m_exporting = makeBar(tr("Export"), stop);
    connect(cancel, &QPushButton::clicked, &m_importer, &LatestWork::stop);
    connect(stop, &QPushButton::clicked, this, [this] { m_exporter.stop(); });
    connect(&m_exporter, &ProjectReader::failed, this, [this](const QString& sentence) {
        end(m_exporting);
        sayFailure(sentence);
    });
    hide();
}

TraceFiles::Bar TraceFiles::makeBar(const QString& name, QPushButton* stop)
{
    const Bar bar{new QWidget, new QProgressBar};
    bar.progress->setAccessibleName(name);
    auto* line = new QHBoxLayout(bar.all);
    line->setContentsMargins({});
    line->addWidget(bar.progress, 1);
    line->addWidget(stop);
    bar.all->hide();
    layout()->addWidget(bar.all);
    return bar;
}

void TraceFiles::begin(const Bar& bar, const QString& format)
{
    bar.progress->setValue(0);
    bar.progress->setFormat(format);
    bar.all->show();
    show();
}

void TraceFiles::end(const Bar& bar)
{
    bar.all->hide();
    setVisible(!m_importing.all->isHidden() || !m_exporting.all->isHidden());
}

void TraceFiles::chooseImport()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Import Trace"), {}, tr("Traces (*.json *.json.gz *.gz);;All files (*)"));
    if (!path.isEmpty()) {
        importFrom(path);
    }
}

void TraceFiles::importFrom(const QString& path)
{
    const auto project = m_workspace.ensureProject();
    if (!project) {
        m_workspace.say(project.error());
        return;
    }
    if (isImporting()) {
        m_workspace.say(MessageLevel::Warning, tr("A trace is being imported; try again when it is done."));
        return;
    }
    m_importer.request(
        [this, trace = path.toStdString(), into = project->toStdString()](const std::atomic<bool>& stop) -> LatestWork::Deliver {
            const auto imported = importTrace(trace, into, [&](double fraction) {
                m_importer.tell([this, fraction] { m_importing.progress->setValue(static_cast<int>(fraction * 100)); });
                return !stop;
            });
            return [this, imported] { takeImport(imported); };
        });
    begin(m_importing, tr("Importing %1: %p %").arg(QFileInfo(path).fileName()));
    emit importBegan();
}

void TraceFiles::takeImport(const Result<ImportedTrace>& imported)
{
    end(m_importing);
    if (!imported) {
        const bool wasCancelled = imported.error().code == ErrorCode::Timeout;
        const QString reason = coreText(imported.error());
        m_workspace.say(wasCancelled ? MessageLevel::Info : MessageLevel::Error, reason);
        emit told(wasCancelled ? tr("Import cancelled") : tr("Import failed"), reason);
        emit importEnded(0);
        return;
    }
    emit told({}, {});
    m_workspace.say(MessageLevel::Info, tr("Imported %n span(s) of a trace.", nullptr, static_cast<int>(imported->spans)));
    for (const std::string& of : imported->problems) {
        m_workspace.say(MessageLevel::Warning, coreText(of));
    }
    emit importEnded(imported->trace);
}

void TraceFiles::chooseExport(const ExportedSpans& spans)
{
    const QString compressed = tr("Compressed traces (*.json.gz)");
    QString kind = compressed;
    const QString name = spans.run > 0 ? QStringLiteral("run-%1.json.gz").arg(spans.run) : QStringLiteral("trace.json.gz");
    QString path = QFileDialog::getSaveFileName(this, spans.range ? tr("Export the Range") : tr("Export Trace"), name,
                                                compressed + QStringLiteral(";;") + tr("Traces (*.json)"), &kind);
    if (path.isEmpty()) {
        return;
    }
    if (QFileInfo(path).suffix().isEmpty()) {
        path += kind == compressed ? QStringLiteral(".json.gz") : QStringLiteral(".json");
    }
    exportTo(path, spans);
}

void TraceFiles::exportTo(const QString& path, const ExportedSpans& spans)
{
    if (m_exporter.isBusy()) {
        m_workspace.say(MessageLevel::Warning, tr("A trace is being exported; try again when it is done."));
        return;
    }
    begin(m_exporting, tr("Exporting %1: %p %").arg(QFileInfo(path).fileName()));
    m_exporter.setPath(m_workspace.projectPath());
    m_exporter.ask([this, spans, path](Project& from, const std::atomic<bool>& stop) -> ProjectReader::Answer {
        const auto written = writeSpans(from, spans, path, stop, [this](int percent) {
            m_exporter.tell([this, percent] { m_exporting.progress->setValue(percent); });
        });
        return [this, path, written] { takeExport(path, written); };
    });
}

void TraceFiles::takeExport(const QString& path, const Result<qint64>& spans)
{
    const QString name = QFileInfo(path).fileName();
    end(m_exporting);
    if (spans) {
        emit told({}, {});
        m_workspace.say(MessageLevel::Info,
                        tr("%L1 spans written to %2; ui.perfetto.dev and vizviewer open it.").arg(*spans).arg(name));
    } else if (spans.error().code == ErrorCode::Timeout) {
        emit told(tr("Export stopped"), {});
        m_workspace.say(MessageLevel::Info, tr("The export was stopped; %1 was not written.").arg(name));
    } else {
        sayFailure(coreText(spans.error()));
    }
}

void TraceFiles::sayFailure(const QString& sentence)
{
    emit told(tr("Export failed"), sentence);
    m_workspace.say(MessageLevel::Error, sentence);
}

} // namespace knobscope
