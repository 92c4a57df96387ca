// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/traceexporter.h"
#include "widgets/timeline/traceimporter.h"
#include "widgets/workspace/workspace.h"

#include <QWidget>

class QProgressBar;

namespace knobscope {

/// Traces that become files and files that become traces: asks where, shows how far it is with a button that gives it up, and
/// says what came of it. Hidden while nothing goes on. GUI thread only.
class TraceFiles : public QWidget
{
    Q_OBJECT
public:
    explicit TraceFiles(Workspace& workspace, QWidget* parent = nullptr);

    bool isImporting() const { return m_importer.isRunning(); }
    bool isBusy() const { return m_importer.isRunning() || m_exporter.isRunning(); }
    void chooseImport();
    void importFrom(const QString& path);
    void chooseExport(const ExportedSpans& spans);
    void exportTo(const QString& path, const ExportedSpans& spans);

signals:
    void importBegan();
    /// 0: it failed or was cancelled.
    void importEnded(qint64 trace);
    /// A word for the view's own status, with what is behind it as its tool tip; empty: all is well.
    void told(const QString& status, const QString& reason);

private:
    struct Bar {
        QWidget* all;
        QProgressBar* progress;
    };
    template<class Work>
    Bar makeBar(Work& work, const QString& name, const QString& stop, const QString& stopTip);
    void begin(const Bar& bar, const QString& format);
    void end(const Bar& bar);
    void takeImport(const ImportedTrace& imported, const QString& problem, bool wasCancelled);
    void takeExport(const QString& path, qint64 spans, const QString& problem, bool wasCancelled);

    Workspace& m_workspace;
    TraceImporter m_importer;
    TraceExporter m_exporter;
    Bar m_importing;
    Bar m_exporting;
};

} // namespace knobscope
