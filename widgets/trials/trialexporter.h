// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/trialexport.h"
#include "widgets/query/projectreader.h"

#include <QTimer>

#include <cstdint>
#include <span>

namespace knobscope {

enum class ExportFormat : uint8_t { Csv, AutotvmLog };

/// Writes trials to a file in a thread, telling how far it is. One export at a time. GUI thread only.
class TrialExporter : public QObject
{
    Q_OBJECT
public:
    explicit TrialExporter(QObject* parent = nullptr);
    /// Gives up what goes on; the file is then as it was.
    ~TrialExporter() override;

    void start(const QString& project, TrialOrder trials, std::vector<TunedRun> runs, ExportFormat format, const QString& path);
    void cancel();
    bool isRunning() const { return m_timer.isActive(); }

signals:
    void progressed(qint64 written, qint64 all);
    /// `problem` is empty when the file was written.
    void finished(const QString& path, qint64 written, const QString& problem);

private:
    void finish(const QString& path, qint64 written, const QString& problem);
    std::shared_ptr<ExportProgress> m_progress;
    qint64 m_all = 0;
    QTimer m_timer;
    ProjectReader m_reader;
};

} // namespace knobscope
