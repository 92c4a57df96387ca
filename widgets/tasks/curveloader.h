// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/bestcurve.h"

#include <QObject>
#include <QString>

#include <atomic>
#include <cstdint>
#include <thread>

namespace knobscope {

/// Reads the best-so-far curves of runs in a thread of its own; a newer request takes the place of the one under way.
class CurveLoader : public QObject
{
    Q_OBJECT
public:
    explicit CurveLoader(QObject* parent = nullptr)
        : QObject(parent)
    {
    }
    ~CurveLoader() override;
    void load(const QString& projectPath, std::vector<int64_t> runs);

signals:
    void loaded(qint64 run, const std::vector<knobscope::BestStep>& steps);

private:
    void stop();
    std::atomic<bool> m_stop{false};
    int m_generation = 0;
    std::thread m_thread;
};

} // namespace knobscope
