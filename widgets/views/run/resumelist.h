// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/project/workspace.h"

#include <QListWidget>

class QLabel;
class QPushButton;

namespace knobscope {

/// Whether a run can be resumed: it was killed, or stopped before its limits.
bool isResumable(const RunRow& run);

/// The resumable runs of the open project.
class ResumeList : public QWidget
{
    Q_OBJECT
public:
    ResumeList();
    void setRuns(const std::vector<RunRow>& runs, bool canResume);
    int count() const { return m_list->count(); }

signals:
    void resumeRequested(qint64 run);

private:
    qint64 current() const;
    QListWidget* m_list;
    QPushButton* m_resume;
};

/// Reports that a run of the project was interrupted, and offers to resume it.
class ResumeBanner : public QWidget
{
    Q_OBJECT
public:
    ResumeBanner();
    void offer(const RunRow& run);
    /// The offered run; 0: none.
    qint64 run() const { return m_run; }
    void withdraw();

signals:
    /// Asks to show the banner's view; to be queued, as a hidden window restores its layout later.
    void viewWanted(const QString& id);
    void resumeRequested(qint64 run);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_text;
    qint64 m_run = 0;
};

} // namespace knobscope
