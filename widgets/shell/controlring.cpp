// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/controlring.h"

#include "core/script/parse.h"
#include "widgets/base/theme.h"
#include "widgets/controls/section.h"
#include "widgets/shell/layouts.h"
#include "widgets/shell/lessonfacts.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/views/lesson/lessonview.h"
#include "widgets/views/welcome/welcomeview.h"
#include "widgets/views/workshop/workshopview.h"

#include <QPainter>
#include <QScrollArea>
#include <QTabWidget>

#include <algorithm>
#include <chrono>

namespace knobscope {

namespace {

constexpr int kRingMargin = 4; // pixels
constexpr int kRingWidth = 3;
constexpr std::chrono::milliseconds kFollowing(100);
constexpr std::chrono::seconds kDuration(6);

/// Opens the sections and tabs that a widget is in, and scrolls to it.
void revealControl(QWidget& target)
{
    for (QWidget* around = target.parentWidget(); around; around = around->parentWidget()) {
        if (auto* section = qobject_cast<Section*>(around)) {
            section->setOpen(true);
        } else if (auto* tabs = qobject_cast<QTabWidget*>(around)) {
            for (int tab = 0; tab < tabs->count(); ++tab) {
                if (tabs->widget(tab) == &target || tabs->widget(tab)->isAncestorOf(&target)) {
                    tabs->setCurrentIndex(tab);
                }
            }
        } else if (auto* scroll = qobject_cast<QScrollArea*>(around)) {
            scroll->ensureWidgetVisible(&target);
        }
    }
}

} // namespace

ControlRing::ControlRing(QWidget& window)
    : QWidget(&window)
{
    setObjectName(QStringLiteral("controlRing"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
    m_follow.setInterval(kFollowing);
    m_end.setSingleShot(true);
    m_end.setInterval(kDuration);
    connect(&m_follow, &QTimer::timeout, this, &ControlRing::follow);
    connect(&m_end, &QTimer::timeout, this, [this] {
        m_target = nullptr;
        follow();
    });
}

void ControlRing::showAround(QWidget& target)
{
    m_target = &target;
    m_end.start();
    m_follow.start();
    follow();
}

void ControlRing::follow()
{
    const bool isThere = m_target && m_target->isVisible() && m_target->window() == window();
    setVisible(isThere);
    if (!isThere) {
        m_follow.stop();
        return;
    }
    const QRegion region = m_target->visibleRegion(); // empty, too, if opaque children cover all of it
    const QRect seen = region.isEmpty() ? m_target->rect() : region.boundingRect();
    const QRect place(m_target->mapTo(window(), seen.topLeft()), seen.size());
    setGeometry(place.adjusted(-kRingMargin, -kRingMargin, kRingMargin, kRingMargin).intersected(window()->rect()));
    raise();
}

void ControlRing::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(themeFor(palette()).changed, kRingWidth));
    const double half = kRingWidth / 2.0;
    painter.drawRoundedRect(QRectF(rect()).adjusted(half, half, -half, -half), 2 * kRingMargin, 2 * kRingMargin);
}

QWidget* showControl(MainWindow& window, const QString& id)
{
    const QString viewId = id.section(QLatin1Char('.'), 0, 0);
    const QString control = id.section(QLatin1Char('.'), 1);
    View* view = window.viewOf(viewId);
    if (!view) {
        return nullptr;
    }
    window.showView(viewId);
    QWidget* target = control.isEmpty() ? nullptr : view->control(control);
    target = target ? target : view;
    revealControl(*target);
    auto* ring = window.findChild<ControlRing*>(QString(), Qt::FindDirectChildrenOnly);
    ring = ring ? ring : new ControlRing(window);
    ring->showAround(target->isVisible() ? *target : *view);
    return ring->target();
}

/// Lines of a lesson become the schedule if they are a whole one, else its last lines.
static void putInWorkshop(MainWindow& window, const QString& lines)
{
    window.showView(QStringLiteral("workshop"));
    auto& workshop = window.view<WorkshopView>();
    if (parseSchedule(lines.toStdString())) {
        workshop.openText(lines, lines.section(QLatin1Char('('), 0, 0)); // called like its operator
        return;
    }
    QString text = workshop.text();
    while (text.endsWith(QLatin1Char('\n'))) {
        text.chop(1);
    }
    workshop.openText(text + QLatin1Char('\n') + lines, workshop.name());
}

void connectLessons(MainWindow& window, LessonView& lessons)
{
    lessons.setFacts([&window] { return lessonFacts(window); });
    QObject::connect(&lessons, &LessonView::controlWanted, &window, [&window](const QString& id) { showControl(window, id); });
    QObject::connect(&lessons, &LessonView::linesWanted, &window,
                     [&window](const QString& lines) { putInWorkshop(window, lines); });
}

void openLesson(MainWindow& window, const QString& id)
{
    window.layouts().apply(Layout::Learn);
    window.view<LessonView>().open(id);
    window.showView(QStringLiteral("lesson"));
}

} // namespace knobscope
