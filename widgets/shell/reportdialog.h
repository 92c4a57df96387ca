// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "widgets/base/latestwork.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QListWidget;
class QProgressBar;
class QPushButton;

namespace knobscope {

class Workspace;

/// Asks for the runs and networks of a report and where to write it, writes it in a thread, and shows the result. Closing the
/// dialog stops the work.
class ReportDialog : public QDialog
{
    Q_OBJECT
public:
    explicit ReportDialog(Workspace& workspace, QWidget* parent = nullptr);

    void write();
    bool isWriting() const { return m_work.isBusy(); }
    QString message() const;

private:
    void fillRuns();
    ReportRequest request() const;
    void browse();
    void showState();
    void showEnd(const Result<Report>& written, const QString& path);
    Workspace& m_workspace;
    QListWidget* m_runs;
    QLineEdit* m_networks;
    QLineEdit* m_file;
    QLineEdit* m_parts;
    QPushButton* m_write;
    QPushButton* m_stop;
    QProgressBar* m_progress;
    QLabel* m_message;
    LatestWork m_work{JobLength::Long};
};

} // namespace knobscope
