// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/traceimport.h"
#include "widgets/background/latestwork.h"

namespace knobscope {

/// Imports one trace at a time into a project, in a thread of its own. GUI thread only.
class TraceImporter : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    bool isRunning() const { return m_work.isBusy(); }
    /// False when one is running already.
    bool start(const QString& tracePath, const QString& projectPath);
    void cancel() { m_work.stop(); }

signals:
    /// 0 to 100, at most 20 times a second.
    void progressed(int percent);
    /// `problem` is empty when it worked; when it was cancelled it says that.
    void finished(const knobscope::ImportedTrace& imported, const QString& problem, bool wasCancelled);

private:
    LatestWork m_work;
};

} // namespace knobscope
