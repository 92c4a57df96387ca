// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/query/projectreader.h"

#include <cstdint>

namespace knobscope {

/// Which spans are exported.
struct ExportedSpans {
    qint64 run = 0;   ///< of one run; 0: of all
    qint64 trace = 0; ///< an imported trace instead of the runs
    /// Only those that overlap [first, second), nanoseconds; nullopt: all.
    std::optional<std::pair<int64_t, int64_t>> range;
    std::pair<int64_t, int64_t> extent; ///< from the first of them to the end of the last, for the progress
};

/// Writes spans as Chrome trace JSON in a thread, compressed when the file's name ends in .gz, telling how far it is. One export
/// at a time; the file is put in place when all is written, and is as it was when that was cancelled. GUI thread only.
class TraceExporter : public QObject
{
    Q_OBJECT
public:
    explicit TraceExporter(QObject* parent = nullptr);

    bool isRunning() const { return m_reader.isBusy(); }
    /// False when one is running already.
    bool start(const QString& project, const ExportedSpans& spans, const QString& path);
    void cancel() { m_reader.stop(); }

signals:
    /// 0 to 100.
    void progressed(int percent);
    /// `problem` is empty when the file was written; when it was cancelled it says that.
    void finished(const QString& path, qint64 spans, const QString& problem, bool wasCancelled);

private:
    Result<qint64> write(Project& project, const ExportedSpans& wanted, const QString& path, const std::atomic<bool>& stop);
    ProjectReader m_reader;
};

} // namespace knobscope
