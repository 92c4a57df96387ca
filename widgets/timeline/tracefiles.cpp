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
{
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins({});
    m_importing = makeBar(m_importer, tr("Import"), tr("&Cancel"), {});
    m_exporting = makeBar(m_exporter, tr("Export"), tr("&Stop"), tr("Gives the export up; the file stays as it was"));
    connect(&m_importer, &TraceImporter::finished, this, &TraceFiles::takeImport);
    connect(&m_exporter, &TraceExporter::finished, this, &TraceFiles::takeExport);
    hide();
}

template<class Work>
TraceFiles::Bar TraceFiles::makeBar(Work& work, const QString& name, const QString& stop, const QString& stopTip)
{
    const Bar bar{new QWidget, new QProgressBar};
    bar.progress->setAccessibleName(name);
    auto* button = new QPushButton(stop);
    button->setToolTip(stopTip);
    connect(button, &QPushButton::clicked, &work, &Work::cancel);
    connect(&work, &Work::progressed, bar.progress, &QProgressBar::setValue);
    auto* line = new QHBoxLayout(bar.all);
    line->setContentsMargins({});
    line->addWidget(bar.progress, 1);
    line->addWidget(button);
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
        m_workspace.say(MessageLevel::Error, coreText(project.error()));
        return;
    }
    if (!m_importer.start(path, *project)) {
        m_workspace.say(MessageLevel::Warning, tr("A trace is being imported; try again when it is done."));
        return;
    }
    begin(m_importing, tr("Importing %1: %p %").arg(QFileInfo(path).fileName()));
    emit importBegan();
}

void TraceFiles::takeImport(const ImportedTrace& imported, const QString& problem, bool wasCancelled)
{
    end(m_importing);
    if (!problem.isEmpty()) {
        m_workspace.say(wasCancelled ? MessageLevel::Info : MessageLevel::Error, problem);
        emit told(wasCancelled ? tr("Import cancelled") : tr("Import failed"), problem);
        emit importEnded(0);
        return;
    }
    emit told({}, {});
    m_workspace.say(MessageLevel::Info, tr("Imported %n span(s) of a trace.", nullptr, static_cast<int>(imported.spans)));
    for (const std::string& of : imported.problems) {
        m_workspace.say(MessageLevel::Warning, coreText(of));
    }
    emit importEnded(imported.trace);
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
    if (!m_exporter.start(m_workspace.projectPath(), spans, path)) {
        m_workspace.say(MessageLevel::Warning, tr("A trace is being exported; try again when it is done."));
        return;
    }
    begin(m_exporting, tr("Exporting %1: %p %").arg(QFileInfo(path).fileName()));
}

void TraceFiles::takeExport(const QString& path, qint64 spans, const QString& problem, bool wasCancelled)
{
    const QString name = QFileInfo(path).fileName();
    end(m_exporting);
    emit told(problem.isEmpty() ? QString()
              : wasCancelled    ? tr("Export stopped")
                                : tr("Export failed"),
              wasCancelled ? QString() : problem);
    if (wasCancelled) {
        m_workspace.say(MessageLevel::Info, tr("The export was stopped; %1 was not written.").arg(name));
        return;
    }
    m_workspace.say(problem.isEmpty() ? MessageLevel::Info : MessageLevel::Error,
                    problem.isEmpty() ? tr("%L1 spans written to %2; ui.perfetto.dev and vizviewer open it.").arg(spans).arg(name)
                                      : problem);
}

} // namespace knobscope
