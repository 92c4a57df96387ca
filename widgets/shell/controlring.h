// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>

namespace knobscope {

class LessonView;
class MainWindow;

/// A ring around a control, which leads the eye to it for some seconds. Mouse and keys pass through.
class ControlRing : public QWidget
{
    Q_OBJECT
public:
    explicit ControlRing(QWidget& window);
    /// Shows the ring around `target` until the time is up or another target is given.
    void showAround(QWidget& target);
    QWidget* target() const { return m_target; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void follow();
    QPointer<QWidget> m_target;
    QTimer m_follow; ///< the target may move or scroll
    QTimer m_end;
};

/// Shows a control by its id, "VIEW.CONTROL" or "VIEW": opens the view, the tabs and sections around the control, scrolls to it,
/// and draws a ring around it; around the view if there is no such control. Returns what the ring is around; null: no such view.
QWidget* showControl(MainWindow& window, const QString& id);

/// Connects Lesson with the window: its state has the views that are visible and the results of views, and *Show Me* shows
/// controls.
void connectLessons(MainWindow& window, LessonView& lessons);

/// Opens a lesson by its id, in the mode Learn.
void openLesson(MainWindow& window, const QString& id);

} // namespace knobscope
