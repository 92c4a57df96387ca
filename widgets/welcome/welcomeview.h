// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/welcome/recentprojects.h"
#include "widgets/workspace/view.h"

#include <functional>

class QBoxLayout;
class QLabel;
class QListWidget;
class QPushButton;

namespace knobscope {

/// Opens a project and, with it, the task of its last run, so that there is something to look at and to go on with. A task that
/// this version cannot make is said in the log and leaves the project open.
Result<void> openWithLastTask(Workspace& workspace, const QString& path);

/// Where to begin: recent projects, the sample, a first task, and a tour of five minutes. GUI thread only.
class WelcomeView : public View
{
    Q_OBJECT
public:
    explicit WelcomeView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& registry) override;
    void refreshNow() override { showRecent(); }
    RecentProjects& recent() { return *m_recent; }
    void open(const QString& path);
    /// What opens a project; without it, the workspace does.
    void setOpener(std::function<void(const QString& path)> opener) { m_opener = std::move(opener); }
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
    void showRecent();
    void removeRecent();

    std::function<void(const QString& path)> m_opener;
    RecentProjects* m_recent;
    QBoxLayout* m_middle;
    QListWidget* m_list;
    QLabel* m_noRecent;
    QPushButton* m_remove;
};

} // namespace knobscope
