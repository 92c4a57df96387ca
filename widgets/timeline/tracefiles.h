// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/timeline.h"
#include "core/store/traceimport.h"
#include "widgets/background/latestwork.h"
#include "widgets/workspace/workspace.h"

#include <QWidget>

#include <optional>

class QProgressBar;
class QPushButton;

namespace knobscope {

/// Which spans are exported.
struct ExportedSpans {
    qint64 run = 0;   ///< of one run; 0: of all
    qint64 trace = 0; ///< an imported trace instead of the runs
    /// Only those that overlap [first, second), nanoseconds; nullopt: all.
    std::optional<Interval> range;
    Interval extent; ///< from the first of them to the end of the last, for the progress
};

/// Traces that become files and files that become traces, one at a time: asks where, shows how far it is with a button that gives
/// it up, and says what came of it. Hidden while nothing goes on. GUI thread only.
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
    /// As Chrome trace JSON, compressed when the file's name ends in .gz. The file is put in place when all is written, and is as
    /// it was when that was stopped.
    void exportTo(const QString& path, const ExportedSpans& spans);

signals:
    void importBegan();
    /// 0: it failed or was cancelled.
    void importEnded(qint64 trace);
    /// A word for the view's own status, with what is behind it as its tool tip; empty: all is well.
    void told(const QString& status, const QString& reason);

private:
    QString whatGoesOn() const;
    /// False, and says why, while something goes on.
    bool begin(bool isImport, const QString& path);
    void tell(int percent);
    /// The bar goes, and what went wrong is said; null: nothing did.
    void end(const Error* error);

    Workspace& m_workspace;
    LatestWork m_work;
    bool m_isImport = false; ///< what goes on, or went on last
    QString m_name; ///< of its file
    QProgressBar* m_progress;
    QPushButton* m_stop;
};

} // namespace knobscope
