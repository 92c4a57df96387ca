// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/traceimporter.h"

#include "widgets/translation/coretext.h"

namespace knobscope {

bool TraceImporter::start(const QString& tracePath, const QString& projectPath)
{
    if (isRunning()) {
        return false;
    }
    m_work.request([this, trace = tracePath.toStdString(),
                    project = projectPath.toStdString()](const std::atomic<bool>& stop) -> LatestWork::Deliver {
        const auto imported = caught([&] {
            return importTrace(trace, project, [&](double fraction) {
                m_work.tell([this, percent = static_cast<int>(fraction * 100)] { emit progressed(percent); });
                return !stop;
            });
        });
        return [this, imported] {
            emit finished(imported.value_or(ImportedTrace{}), imported ? QString() : coreText(imported.error()),
                          !imported && imported.error().code == ErrorCode::Timeout);
        };
    });
    return true;
}

} // namespace knobscope
