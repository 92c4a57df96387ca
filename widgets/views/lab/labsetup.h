// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/runlab.h"
#include "widgets/base/latestwork.h"
#include "widgets/project/workspace.h"
#include "widgets/views/lab/labspacesmodel.h"
#include "widgets/views/lab/labtunersmodel.h"

#include <QLabel>
#include <QTableView>

class QProgressBar;
class QPushButton;
class QSpinBox;
class QTabWidget;

namespace knobscope {

class ViewState;

/// Setup of replays: recorded spaces and tuners to tick, number of seeds and budget; also shows the progress. Reads files and
/// the open project in threads of its own. GUI thread only.
class LabSetup : public QWidget
{
    Q_OBJECT
public:
    explicit LabSetup(Workspace& workspace, QWidget* parent = nullptr);

    LabSpacesModel& spaces() { return m_spaces; }
    LabTunersModel& tuners() { return m_tuners; }
    QWidget* spaceList() const { return m_spaceList; }
    LabOptions options() const;

    /// Adds recordings and projects; reports an error for other files.
    void addFile(const QString& path);
    void askForFiles();
    void readShipped();
    void readProject();
    /// Waits for pending reads (pictures, tests).
    void finishReading();

    /// Missing prerequisite of a replay, as a sentence; empty: none.
    QString startObstacle() const;
    void setRunning(bool isRunning);
    void showProgress(const LabProgress& progress);
    /// Shows that the running replays are being stopped.
    void showStopping();
    void setStatus(const QString& text) { m_status->setText(text); }

    void bindTo(ViewState& state);

signals:
    void startWanted();
    void stopWanted();
    /// A file cannot be read.
    void refused(const QString& sentence);

private:
    struct PendingFile {
        LabSpacesModel::Origin origin = LabSpacesModel::Origin::File;
        QString path;
        bool isTicked = false;
        bool isRestored = false; ///< open in the last session: not an explicit request
        friend bool operator==(const PendingFile&, const PendingFile&) = default;
    };
    QWidget* makeSpacesPage();
    QWidget* makeTunersPage();
    void readFiles();
    void restoreFiles(const QStringList& files);
    void removeChosenFile();
    void showChoice();

    Workspace& m_workspace;
    LabSpacesModel m_spaces;
    LabTunersModel m_tuners;
    LatestWork m_filesJob;
    LatestWork m_projectJob;
    QList<PendingFile> m_pendingFiles;
    bool m_isRunning = false;
    QTabWidget* m_choice;
    QTableView* m_spaceList;
    QPushButton* m_remove;
    QSpinBox* m_seeds;
    QSpinBox* m_budget;
    QPushButton* m_start;
    QPushButton* m_stop;
    QProgressBar* m_progress;
    QLabel* m_status;
};

} // namespace knobscope
