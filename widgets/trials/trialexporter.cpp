// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/trials/trialexporter.h"

#include "widgets/translation/coretext.h"

namespace knobscope {

TrialExporter::TrialExporter(QObject* parent)
    : QObject(parent)
{
    m_timer.setInterval(100);
    connect(&m_timer, &QTimer::timeout, this, [this] { emit progressed(m_progress->written, m_all); });
    connect(&m_reader, &ProjectReader::failed, this, [this](const QString& sentence) { finish({}, 0, sentence); });
}

TrialExporter::~TrialExporter()
{
    cancel();
}

void TrialExporter::start(const QString& project, TrialOrder trials, std::vector<TunedRun> runs, ExportFormat format,
                          const QString& path)
{
    cancel();
    m_progress = std::make_shared<ExportProgress>();
    m_all = trials.size();
    m_timer.start();
    m_reader.setPath(project);
    m_reader.ask([this, trials = std::move(trials), runs = std::move(runs), format, path,
                  progress = m_progress](Project& from, const std::atomic<bool>&) {
        const auto write = format == ExportFormat::Csv ? exportCsv : exportLog;
        const auto written = write(from, trials, runs, path.toStdString(), progress.get());
        const QString problem = written ? QString() : coreText(written.error());
        return [this, path, count = written.value_or(0), problem] { finish(path, count, problem); };
    });
}

void TrialExporter::finish(const QString& path, qint64 written, const QString& problem)
{
    m_timer.stop();
    emit finished(path, written, problem);
}

void TrialExporter::cancel()
{
    if (m_progress) {
        m_progress->isCancelled = true;
    }
    m_reader.cancel();
    m_timer.stop();
}

} // namespace knobscope
