// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/traceimport.h"

#include <QObject>
#include <QString>

#include <atomic>
#include <thread>

namespace knobscope {

/// Imports one trace at a time into a project, in a thread of its own. GUI thread only.
class TraceImporter : public QObject
{
    Q_OBJECT
public:
    explicit TraceImporter(QObject* parent = nullptr)
        : QObject(parent)
    {
    }
    /// Cancels what goes on.
    ~TraceImporter() override;

    bool isRunning() const { return m_isRunning; }
    /// False when one is running already.
    bool start(const QString& tracePath, const QString& projectPath);
    void cancel() { m_cancelled = true; }

signals:
    /// 0 to 100, at most 20 times a second.
    void progressed(int percent);
    /// `problem` is empty when it worked; when it was cancelled it says that.
    void finished(const knobscope::ImportedTrace& imported, const QString& problem, bool wasCancelled);

private:
    std::thread m_thread;
    std::atomic<bool> m_cancelled{false};
    bool m_isRunning = false;
};

} // namespace knobscope
