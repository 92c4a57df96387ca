// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/background/latestwork.h"
#include "widgets/lab/labrun.h"
#include "widgets/lab/labspacesmodel.h"
#include "widgets/lab/labtunersmodel.h"
#include "widgets/table/celltable.h"
#include "widgets/workspace/view.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QListView;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QSplitter;
class QStackedLayout;
class QTableView;
class QTabWidget;

namespace knobscope {

class PlotCanvas;

/// The replay lab: tuners on spaces of which every config was measured before, so that what they need is known without a device.
/// Files are read and tuners replayed in threads of their own. While it replays nothing is measured, which it would disturb.
class LabView : public View
{
    Q_OBJECT
public:
    explicit LabView(Workspace& workspace, QWidget* parent = nullptr);
    ~LabView() override;

    void addActions(ActionRegistry& registry) override;
    void refreshNow() override;
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;

    LabSpacesModel& spaces() { return m_spaces; }
    LabTunersModel& tuners() { return m_tuners; }
    const LabRun::Outcome& result() const { return m_result; }
    bool isRunning() const { return m_run.isRunning(); }
    /// The sentence above the plot.
    QString verdict() const;
    QString status() const;
    /// The tuner whose band is shown alone; empty: all.
    QString highlighted() const { return m_highlighted; }
    /// Lets what goes on come to its end (pictures, tests).
    void waitForResult();

public slots:
    /// Takes in recordings and projects; a file that is neither is refused in words.
    void addFile(const QString& path);
    void start();
    void stop();

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    struct PendingFile {
        LabSpacesModel::Origin origin = LabSpacesModel::Origin::File;
        QString path;
        bool isTicked = false;
        friend bool operator==(const PendingFile&, const PendingFile&) = default;
    };
    QWidget* makeSetup();
    QWidget* makeSpacesPage();
    QWidget* makeTunersPage();
    QWidget* makeResults();
    QWidget* makeEmptyPage();
    QWidget* makeControls();
    void connectRun();
    void connectTables();
    void readProject();
    void readFiles();
    void takeProgress(const LabProgress& progress);
    void finish(const QString& problem);
    void showChoice();
    void showResult();
    void showSpace();
    void highlight(const QString& tuner);
    void askForFiles();
    void savePicture();
    void removeChosenFile();
    void say(const QString& text);
    const SpaceStanding* space() const;
    QColor colourOf(const QString& tuner) const;

    LabSpacesModel m_spaces;
    LabTunersModel m_tuners;
    LabRun m_run;
    LabRun::Outcome m_result;
    CellTable m_spaceCells;
    CellTable m_overallCells;
    CellTable m_bySpaceCells;
    LatestWork m_filesJob;
    LatestWork m_projectJob;
    QList<PendingFile> m_pendingFiles;
    bool m_wasShown = false;
    bool m_isProjectStale = true;
    bool m_isFilling = false; ///< a table's selection changes because it is filled
    QString m_highlighted;

    QSplitter* m_splitter = nullptr;
    QTabWidget* m_choice = nullptr;
    QTableView* m_spaceList = nullptr;
    QListView* m_tunerList = nullptr;
    QPushButton* m_removeSpace = nullptr;
    QSpinBox* m_seeds = nullptr;
    QSpinBox* m_budget = nullptr;
    QPushButton* m_start = nullptr;
    QPushButton* m_stop = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_status = nullptr;
    QStackedLayout* m_pages = nullptr;
    QLabel* m_verdict = nullptr;
    QComboBox* m_space = nullptr;
    QComboBox* m_share = nullptr;
    QCheckBox* m_logX = nullptr;
    QTabWidget* m_tabs = nullptr;
    PlotCanvas* m_plot = nullptr;
    QTableView* m_spaceTable = nullptr;
    QTableView* m_overallTable = nullptr;
    QTableView* m_bySpaceTable = nullptr;
};

} // namespace knobscope
