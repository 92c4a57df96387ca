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
};

/// Writes spans as Chrome trace JSON in a thread, compressed when the file's name ends in .gz. One export at a time; the file is
/// put in place when all is written. GUI thread only.
class TraceExporter : public QObject
{
    Q_OBJECT
public:
    explicit TraceExporter(QObject* parent = nullptr);

    bool isRunning() const { return m_isRunning; }
    /// False when one is running already.
    bool start(const QString& project, const ExportedSpans& spans, const QString& path);

signals:
    /// `problem` is empty when the file was written.
    void finished(const QString& path, qint64 spans, const QString& problem);

private:
    void finish(const QString& path, qint64 spans, const QString& problem);
    bool m_isRunning = false;
    ProjectReader m_reader;
};

} // namespace knobscope
