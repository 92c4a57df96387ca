// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/lesson/lessonlist.h"

#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"

#include <QAbstractButton>
#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QSettings>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

namespace {

/// Opens a lesson: its icon, its title, which wraps, and a line about it.
class LessonButton : public QAbstractButton
{
public:
    LessonButton(const QString& title, const QString& about)
        : m_about(about)
    {
        setText(title);
        setAccessibleDescription(about);
        setToolTip(title);
        setAttribute(Qt::WA_Hover);
        setFocusPolicy(Qt::StrongFocus);
        QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
    }

    QSize sizeHint() const override { return {kIcon * 8, heightForWidth(kIcon * 12)}; }
    QSize minimumSizeHint() const override { return {kIcon * 4, 0}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override
    {
        return titleIn(QRect(0, 0, width, QWIDGETSIZE_MAX)).height() + space::kTight + QFontMetrics(font()).height()
             + 2 * space::kSmall;
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QStylePainter painter(this);
        QStyleOptionToolButton option;
        option.initFrom(this);
        option.state.setFlag(QStyle::State_Sunken, isDown());
        option.state |= QStyle::State_AutoRaise;
        painter.drawPrimitive(QStyle::PE_PanelButtonTool, option);
        const QRect title = titleIn(rect());
        icon().paint(&painter, QRect(space::kSmall, title.top(), kIcon, kIcon));
        painter.setFont(emphasised(font()));
        painter.drawText(title, kWrapped, text());
        painter.setFont(font());
        painter.setPen(palette().color(QPalette::PlaceholderText));
        const QRect below(title.left(), title.bottom() + 1 + space::kTight, width() - title.left() - space::kSmall, height());
        painter.drawText(below, Qt::AlignLeft | Qt::AlignTop, m_about);
        if (hasFocus()) {
            painter.drawPrimitive(QStyle::PE_FrameFocusRect, option);
        }
    }

private:
    static constexpr int kIcon = 18;
    static constexpr int kWrapped = Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop;

    QRect titleIn(const QRect& all) const
    {
        const QRect room = all.adjusted(2 * space::kSmall + kIcon, space::kSmall, -space::kSmall, 0);
        return QFontMetrics(emphasised(font())).boundingRect(room, kWrapped, text());
    }

    QString m_about;
};

} // namespace

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
        auto* button = makeControl<LessonButton>(QStringLiteral("open.%1").arg(id), numberedTitle(lesson), about);
        button->setIcon(iconNamed(done == count ? QStringLiteral("edit-select") : QStringLiteral("mode-learn")));
        connect(button, &QAbstractButton::clicked, this, [this, id] { emit chosen(id); }, Qt::QueuedConnection);
        m_column->addWidget(button);
    }
    m_column->addStretch(1);
}

} // namespace knobscope
