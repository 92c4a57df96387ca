// SPDX-License-Identifier: GPL-3.0-or-later
// A person who does in the window what a lesson's path says, with its controls.
#pragma once

#include "core/lesson/lessonaction.h"
#include "widgets/shell/mainwindow.h"

class QAbstractItemView;
class QModelIndex;
class QPlainTextEdit;

namespace knobscope::testing {

class LessonPlayer
{
public:
    explicit LessonPlayer(MainWindow& window);

    /// Performs an action. Returns why it cannot be done; empty: done.
    QString perform(const LessonAction& action);
    int performed() const { return m_performed; }

private:
    QString act(const LessonAction& action);
    QString actOn(QWidget& control, const LessonAction& action);
    QString trigger(const QString& id);
    QString press(QWidget& control);
    QString set(QWidget& control, const QString& value);
    QString tick(QWidget& control, const QStringList& rows);
    QString pick(QWidget& control, const QString& row);
    QString changeKnob(QWidget& control, const LessonAction& action);
    QString write(QWidget& control, const LessonAction& action);

    MainWindow& m_window;
    int m_performed = 0;
};

} // namespace knobscope::testing
