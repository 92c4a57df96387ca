// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/traceimport.h"
#include "widgets/query/projectreader.h"
#include "widgets/timeline/spanexport.h"
#include "widgets/workspace/workspace.h"

#include <QWidget>

class QProgressBar;
class QPushButton;

namespace knobscope {

/// Traces that become files and files that become traces: asks where, shows how far it is with a button that gives it up, and
/// says what came of it. Hidden while nothing goes on. GUI thread only.
class TraceFiles : public QWidget
{
    Q_OBJECT
public:
    explicit TraceFiles(Workspace& workspace, QWidget* parent = nullptr);

    bool isImporting() const { return m_importer.isBusy(); }
    bool isBusy() const { return m_importer.isBusy() || m_exporter.isBusy(); }
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
    Bar makeBar(const QString& name, QPushButton* stop);
    void begin(const Bar& bar, const QString& format);
    void end(const Bar& bar);
    void takeImport(const Result<ImportedTrace>& imported);
    void takeExport(const QString& path, const Result<qint64>& spans);
    void sayFailure(const QString& sentence);

    Workspace& m_workspace;
    LatestWork m_importer;
    ProjectReader m_exporter;
    Bar m_importing;
    Bar m_exporting;
};

} // namespace knobscope
