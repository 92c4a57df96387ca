// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/staircase.h"
#include "widgets/project/workspace.h"

#include <QMap>
#include <QString>

namespace knobscope {

/// Keeps the workshop's text in the project, under its name, once someone opened or changed it. GUI thread only.
class ScheduleKeeper
{
public:
    explicit ScheduleKeeper(Workspace& workspace)
        : m_workspace(workspace)
        , m_project(workspace.projectPath())
    {
    }

    /// Name of the current text.
    const QString& name() const { return m_name; }
    void setName(const QString& name, const QString& text);
    /// Shows a text that no one asked to keep: the first one, or that of the session.
    void begin(const QString& text) { m_unkept = text; }
    /// The text changed: one that undo brought back has its former name.
    void recognise(const QString& text) { m_name = m_names.value(text, m_name); }
    /// Stores the text as it is now.
    void keep(const QString& text);
    /// Keeps the times of `text`, of which `stairs` was made, once all of its states are timed and right. Does nothing if another
    /// text is kept under the current name by now.
    void keepTimes(const std::string& text, const Staircase& stairs);
    /// `text` is opened in place of `former`. `name` is that of its template; another one is chosen if the project has another
    /// schedule of this name.
    void open(const QString& former, const QString& text, const QString& name);
    /// The schedule to show in place of `current` because another project was opened: the one that was changed last. Null: none.
    const KeptSchedule* followProject(const QString& current);
    /// The project is in another file now.
    void moved() { m_project = m_workspace.projectPath(); }

private:
    Workspace& m_workspace;
    QString m_name = QStringLiteral("matmul");
    QMap<QString, QString> m_names; ///< of texts that were opened or replaced
    QString m_unkept;
    QString m_project; ///< path
};

} // namespace knobscope
