// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/traceimporter.h"

#include "widgets/translation/coretext.h"

#include <chrono>

namespace knobscope {

namespace {

constexpr auto tellInterval = std::chrono::milliseconds(50);

} // namespace

TraceImporter::~TraceImporter()
{
    m_cancelled = true;
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

bool TraceImporter::start(const QString& tracePath, const QString& projectPath)
{
    if (m_isRunning) {
        return false;
    }
    m_isRunning = true;
    m_cancelled = false;
    m_thread = std::thread([this, trace = tracePath.toStdString(), project = projectPath.toStdString()] {
        auto told = std::chrono::steady_clock::time_point();
        auto imported = importTrace(trace, project, [&](double fraction) {
            if (const auto now = std::chrono::steady_clock::now(); now - told >= tellInterval) {
                told = now;
                const int percent = static_cast<int>(fraction * 100);
                QMetaObject::invokeMethod(this, [this, percent] { emit progressed(percent); }, Qt::QueuedConnection);
            }
            return !m_cancelled;
        });
        QMetaObject::invokeMethod(
            this,
            [this, imported = std::move(imported)] {
                m_thread.join();
                m_isRunning = false;
                emit finished(imported.value_or(ImportedTrace{}), imported ? QString() : coreText(imported.error().message),
                              !imported && imported.error().code == ErrorCode::Timeout);
            },
            Qt::QueuedConnection);
    });
    return true;
}

} // namespace knobscope
