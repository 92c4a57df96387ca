// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/project/view.h"
#include "widgets/views/welcome/recentprojects.h"

class QBoxLayout;
class QLabel;
class QListWidget;
class QPushButton;

namespace knobscope {

class LinkButton;

/// The start page: recent projects, the sample, a first task, and a tour of five minutes. Opens projects by emitting
/// Workspace::fileWanted. GUI thread only.
class WelcomeView : public View
{
    Q_OBJECT
public:
    explicit WelcomeView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& registry) override;
    void refreshNow() override;
    RecentProjects& recent() { return *m_recent; }
    /// Opens a file; shows an error if it does not exist.
    void open(const QString& path);
    void openSample();
    void startWithResNet();
    /// As tall as what one can start with: the tour below may need scrolling.
    QSize sizeHint() const override;

signals:
    /// The user wants a lesson, by its id.
    void lessonWanted(const QString& id);
    /// The user wants to choose a model's file.
    void modelWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeHead();
    QWidget* makeStart();
    QWidget* makeRecent();
    QWidget* makeTour();
    void askForProject();
    void readSampleNote();
    void showRecent();
    void removeRecent();

    RecentProjects* m_recent;
    LatestWork m_noteReader;
    bool m_isNoteRead = false; ///< or being read
    LinkButton* m_sample = nullptr;
    QWidget* m_head;
    QBoxLayout* m_middle;
    QListWidget* m_list;
    QLabel* m_noRecent;
    QPushButton* m_remove;
};

} // namespace knobscope
