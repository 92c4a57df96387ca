// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lessonlog.h"

#include <QWidget>

#include <string>
#include <vector>

class QVBoxLayout;

namespace knobscope {

/// Language of lessons: that of the program, "zh_TW".
std::string lessonLanguage();
/// "4. A space is a template": with the number in the name of its folder, if there is one.
QString numberedTitle(const Lesson& lesson);
/// Deletes all widgets of a layout at once, so that their ids are free; not to be called by a signal of one of them.
void clearLayout(QLayout& layout);

/// All lessons, each with its time or how many of its steps are done. GUI thread only.
class LessonList : public QWidget
{
    Q_OBJECT
public:
    explicit LessonList(QWidget* parent = nullptr);
    void setLessons(const std::vector<Lesson>& lessons, const LessonLog& log);

signals:
    void chosen(const QString& id);

private:
    QVBoxLayout* m_column;
};

} // namespace knobscope
