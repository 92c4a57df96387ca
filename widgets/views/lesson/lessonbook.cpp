// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/lesson/lessonbook.h"

#include "core/store/meta.h"
#include "core/target/machineprofile.h"

#include <QCoreApplication>

namespace knobscope {

namespace {

constexpr const char* kKey = "lessons"; ///< of the project's meta values

} // namespace

LessonBook::LessonBook(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
{
    connect(&workspace, &Workspace::projectChanged, this, &LessonBook::read);
    read();
}

void LessonBook::read()
{
    if (m_isCreating) {
        return;
    }
    m_isTouched = false;
    if (m_workspace.projectPath().isEmpty()) {
        m_log = {};
        emit reset();
        return;
    }
    m_workspace.ask(
        this, QStringLiteral("lessons"), [](Project& project) { return metaValue(project, kKey); },
        [this](const Result<nlohmann::json>& stored) {
            if (!m_isTouched) {
                m_log = LessonLog::fromJson(stored.value_or(nlohmann::json()));
                emit reset();
            }
        });
}

void LessonBook::add(const std::string& lesson, const std::string& step, const char* event, nlohmann::json more)
{
    if (m_workspace.projectPath().isEmpty() && !m_workspace.blockingJob()) { // else with the next answer
        m_isCreating = true;
        m_workspace.reportError(m_workspace.ensureProject());
        m_isCreating = false;
    }
    m_isTouched = true;
    more.update({{"lesson", lesson}, {"step", step}, {"event", event}});
    m_log.add(std::move(more));
    store();
}

void LessonBook::store()
{
    const QString path = m_workspace.projectPath();
    if (path.isEmpty()) {
        return; // why there is none was reported
    }
    m_workspace.writes().add(
        path, tr("the answers to lessons"), this, QStringLiteral("lessons"),
        [path = path.toStdString(), log = m_log.toJson()]() -> Result<void> {
            auto project = TRY(Project::open(path, Project::Mode::ReadWrite));
            return setMetaValues(project, {{kKey, log}});
        },
        [this](const Result<void>& stored) { m_workspace.reportError(stored); });
}

Result<void> LessonBook::handIn(const QString& path, const QString& student) const
{
    nlohmann::json runs = nlohmann::json::array();
    for (const RunRow& run : m_workspace.runs()) {
        runs.push_back({{"task", run.label},
                        {"tuner", run.tuner},
                        {"state", run.state},
                        {"trials", run.trials},
                        {"errors", run.errors},
                        {"best_gflops", run.bestGflops},
                        {"best_speedup", run.bestSpeedup},
                        {"best_config", run.bestIndex},
                        {"started", run.started}});
    }
    return writeHandIn(path.toStdString(), m_log,
                       {student.toStdString(), QCoreApplication::applicationVersion().toStdString(),
                        nlohmann::json(thisMachine()), std::move(runs)});
}

} // namespace knobscope
