// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/timeline.h"
#include "core/store/traceimport.h"
#include "widgets/base/latestwork.h"
#include "widgets/project/workspace.h"

#include <QWidget>

#include <optional>

class QProgressBar;
class QPushButton;

namespace knobscope {

/// The spans to export.
struct ExportedSpans {
    qint64 run = 0;   ///< id of a run; 0: all
    qint64 trace = 0; ///< an imported trace instead of the runs
    /// Only spans that overlap [first, second), nanoseconds; nullopt: all.
    std::optional<Interval> range;
    Interval extent; ///< start of the first to end of the last span, for the progress
};

/// Imports and exports traces, one at a time: asks for the path, shows the progress with a cancel button, and reports the result.
/// Hidden while idle. GUI thread only.
class TraceFiles : public QWidget
{
    Q_OBJECT
public:
    explicit TraceFiles(Workspace& workspace, QWidget* parent = nullptr);

    bool isImporting() const { return isBusy() && m_isImport; }
    bool isBusy() const { return m_work.isBusy(); }
    void chooseImport();
    void importFrom(const QString& path);
    void chooseExport(const ExportedSpans& spans);
    /// Writes Chrome trace JSON, compressed if the file's name ends in .gz. Replaces the file only after everything is written,
    /// so cancelling leaves it unchanged.
    void exportTo(const QString& path, const ExportedSpans& spans);

signals:
    void importBegan();
    /// `trace` is 0 if it failed or was cancelled.
    void importEnded(qint64 trace);
    /// Short status for the view, with the details as tool tip; empty: no problem.
    void statusChanged(const QString& status, const QString& reason);

private:
    QString currentOperation() const;
    /// Returns false, with a message, while another import or export runs.
    bool begin(bool isImport, const QString& path);
    void showProgress(int percent);
    /// Hides the progress and reports the error; null: success.
    void end(const Error* error);

    Workspace& m_workspace;
    LatestWork m_work{JobLength::Long};
    bool m_isImport = false; ///< the current or last operation
    QString m_name; ///< name of its file
    QProgressBar* m_progress;
    QPushButton* m_stop;
};

} // namespace knobscope
