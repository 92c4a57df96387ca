// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/labrun.h"

#include "widgets/translation/coretext.h"

namespace knobscope {

LabRun::LabRun(QObject* parent)
    : QObject(parent)
{
    connect(&m_work, &LatestWork::failed, this,
            [this](const QString& reason) { emit finished(tr("The lab broke off: %1").arg(reason)); });
}

void LabRun::start(std::vector<RecordedSpace> spaces, std::vector<TunerChoice> tuners, const LabOptions& options)
{
    if (isRunning()) {
        return;
    }
    m_work.request([this, spaces = std::move(spaces), tuners = std::move(tuners),
                    options](const std::atomic<bool>& stop) -> LatestWork::Deliver {
        enum Notice { ProgressNotice, ResultNotice };
        LabWatch watch;
        watch.progress = [this](const LabProgress& progress) {
            m_work.tell([this, progress] { emit progressed(progress); }, ProgressNotice);
        };
        watch.soFar = [this](LabResult result) {
            m_work.tell([this, result = std::make_shared<const LabResult>(std::move(result))] { emit resultChanged(result); },
                        ResultNotice);
        };
        auto result = runLab(spaces, tuners, options, &stop, watch);
        if (!result) {
            return [this, problem = coreText(result.error())] { emit finished(problem); };
        }
        return [this, whole = std::make_shared<const LabResult>(std::move(*result))] {
            emit resultChanged(whole);
            emit finished({});
        };
    });
}

} // namespace knobscope
