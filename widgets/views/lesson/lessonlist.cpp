// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/lesson/lessonlist.h"

#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/linkbutton.h"
#include "widgets/controls/section.h"

#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QSettings>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

std::string lessonLanguage()
{
    const QString chosen = QSettings().value(QStringLiteral("language")).toString();
    return (chosen.isEmpty() ? QLocale().name() : chosen).toStdString();
}

QString numberedTitle(const Lesson& lesson)
{
    const QString title = QString::fromStdString(lesson.text(lessonLanguage()).title);
    const QString folder = QFileInfo(QString::fromStdString(lesson.folder)).fileName();
    bool isNumber = false;
    const int number = folder.section(QLatin1Char('-'), 0, 0).toInt(&isNumber);
    return isNumber ? LessonList::tr("%1. %2").arg(number).arg(title) : title;
}

void clearLayout(QLayout& layout)
{
    while (QLayoutItem* item = layout.takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

LessonList::LessonList(QWidget* parent)
    : QWidget(parent)
    , m_column(inColumn(this, {}, QMargins() + space::kMedium, space::kSmall))
{
}

void LessonList::setLessons(const std::vector<Lesson>& lessons, const LessonLog& log)
{
    clearLayout(*m_column);
    m_column->addWidget(makeHeading(tr("Lessons"), TextSize::Title));
    if (lessons.empty()) {
        m_column->addWidget(makeSentence(tr("No lessons are installed.")));
    }
    for (const Lesson& lesson : lessons) {
        const auto steps = log.progress(lesson.id);
        const auto done = std::ranges::count_if(steps, [](const auto& step) { return step.second.isDone; });
        const auto count = std::ssize(lesson.steps);
        const QString about =
            done == 0 ? tr("%1 min, %2 steps").arg(lesson.minutes).arg(count) : tr("%1 of %2 steps done").arg(done).arg(count);
        const QString id = QString::fromStdString(lesson.id);
        auto* button = makeControl<LinkButton>(QStringLiteral("open.%1").arg(id), numberedTitle(lesson), about);
        button->setIcon(iconNamed(done == count ? QStringLiteral("edit-select") : QStringLiteral("mode-learn")));
        button->setToolTip(button->text());
        connect(button, &QAbstractButton::clicked, this, [this, id] { emit chosen(id); }, Qt::QueuedConnection);
        m_column->addWidget(button);
    }
    m_column->addStretch(1);
}

} // namespace knobscope
