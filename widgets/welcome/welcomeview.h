// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/welcome/recentprojects.h"
#include "widgets/workspace/view.h"

class QBoxLayout;
class QCommandLinkButton;
class QLabel;
class QListWidget;
class QPushButton;

namespace knobscope {

/// Where to begin: recent projects, the sample, a first task, and a tour of five minutes. Projects are opened by who listens to
/// Workspace::fileWanted. GUI thread only.
class WelcomeView : public View
{
    Q_OBJECT
public:
    explicit WelcomeView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& registry) override;
    void refreshNow() override;
    RecentProjects& recent() { return *m_recent; }
    /// Says why where the file is not there.
    void open(const QString& path);
    void openSample();
    void startWithResNet();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeHead();
    QWidget* makeStart();
    QWidget* makeRecent();
    QWidget* makeTour();
    void layoutLinks();
    void askForProject();
    void readSampleNote();
    void showRecent();
    void removeRecent();

    RecentProjects* m_recent;
    LatestWork m_noting;
    bool m_isNoteRead = false; ///< or being read
    QCommandLinkButton* m_sample = nullptr;
    QBoxLayout* m_middle;
    QListWidget* m_list;
    QLabel* m_noRecent;
    QPushButton* m_remove;
};

} // namespace knobscope
