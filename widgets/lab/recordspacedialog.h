// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lab/spacerecording.h"
#include "widgets/workspace/workspace.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace knobscope {

/// Measures every config of the task in hand and writes them down for the lab; says what that takes, and how to do the same in a
/// terminal, where it can go on for hours.
class RecordSpaceDialog : public QDialog
{
    Q_OBJECT
public:
    explicit RecordSpaceDialog(Workspace& workspace, QWidget* parent = nullptr);
    ~RecordSpaceDialog() override;

    /// What does the same in a terminal.
    QString command() const;
    QString status() const;
    void setPath(const QString& path);
    bool isRunning() const { return m_recording.isRunning(); }

public slots:
    /// Stops the recording first where one goes on.
    void reject() override;

signals:
    /// The file is complete.
    void recorded(const QString& path);

private:
    void start();
    void choosePath();
    void showState();
    void showProgress(const RecordProgress& progress);
    void finish(const RecordOutcome& outcome, const QString& problem);
    Workspace& m_workspace;
    std::shared_ptr<const Task> m_task;
    QString m_label;
    SpaceRecording m_recording;
    std::optional<RecordProgress> m_first; ///< of this recording
    QString m_reason; ///< why it cannot be recorded here; empty: it can
    QLineEdit* m_path;
    QLineEdit* m_command;
    QProgressBar* m_progress;
    QLabel* m_status;
    QPushButton* m_start;
    QPushButton* m_stop;
};

} // namespace knobscope
