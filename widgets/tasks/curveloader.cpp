// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tasks/curveloader.h"

namespace knobscope {

CurveLoader::~CurveLoader()
{
    stop();
}

void CurveLoader::stop()
{
    m_stop = true;
    if (m_thread.joinable()) {
        m_thread.join();
    }
    m_stop = false;
    ++m_generation;
}

void CurveLoader::load(const QString& projectPath, std::vector<int64_t> runs)
{
    stop();
    m_thread = std::thread([this, path = projectPath.toStdString(), runs = std::move(runs), generation = m_generation] {
        auto project = Project::open(path, Project::Mode::ReadOnly);
        for (size_t i = 0; project && i < runs.size() && !m_stop; ++i) {
            if (auto steps = bestCurve(*project, runs[i])) {
                QMetaObject::invokeMethod(
                    this,
                    [this, generation, run = runs[i], steps = std::move(*steps)] {
                        if (generation == m_generation) {
                            emit loaded(run, steps);
                        }
                    },
                    Qt::QueuedConnection);
            }
        }
    });
}

} // namespace knobscope
