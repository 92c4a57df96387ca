// SPDX-License-Identifier: GPL-3.0-or-later
// The window for a class: large type and three panes, on and off by one action, and kept.
#include "tests/widgets/ownsettings.h"
#include "tests/widgets/recordedproject.h"
#include "tests/widgets/viewharness.h"
#include "widgets/base/theme.h"
#include "widgets/base/themestyle.h"
#include "widgets/controls/control.h"
#include "widgets/controls/linkbutton.h"
#include "widgets/shell/layouts.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/navigation.h"
#include "widgets/shell/projector.h"
#include "widgets/views/lesson/lessonview.h"

#include <QDockWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QToolButton>

#include <set>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

/// Places of the docks that are in sight.
std::map<QString, QRect> docksInSight(const MainWindow& window)
{
    std::map<QString, QRect> places;
    for (const QDockWidget* dock : window.findChildren<QDockWidget*>()) {
        if (dock->isVisible() && isInSight(*dock->widget())) {
            places[dock->objectName()] = dock->geometry();
        }
    }
    return places;
}

QStringList namesOf(const std::map<QString, QRect>& docks)
{
    QStringList names;
    for (const auto& [name, place] : docks) {
        names << name;
    }
    return names;
}

} // namespace

class TestProjector : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;

private slots:
    void initTestCase()
    {
        useOwnSettings(m_folder.path());
        applyTheme(false);
    }
    void cleanup()
    {
        setTextScale(1);
        QSettings().clear();
    }

    void threePanesAndLargeType()
    {
        MainWindow window;
        window.resize(1024, 700);
        window.show();
        QAction* action = window.actionRegistry().action(QStringLiteral("view.projector"));
        QVERIFY(action && action->isCheckable());
        window.layouts().apply(Layout::Analyse);
        QTRY_VERIFY(!docksInSight(window).empty());
        const auto before = docksInSight(window);
        const int small = QApplication::font().pixelSize();
        (void)window.views(); // the one with the text, too
        const auto* text = window.findChild<QPlainTextEdit*>(QStringLiteral("text"));
        const int smallCode = text->font().pixelSize();

        action->trigger();
        QVERIFY(action->isChecked());
        QCOMPARE(QApplication::font().pixelSize(), qRound(small * 1.4));
        QCOMPARE(text->font().pixelSize(), qRound(smallCode * 1.4));
        QCOMPARE(textFont(TextSize::Body).pixelSize(), qRound(small * 1.4)); // what is made later
        auto& lessons = window.view<LessonView>();
        lessons.open(QStringLiteral("cost-of-a-knob"));
        QTRY_COMPARE(docksInSight(window).size(), size_t(2)); // and the page in the middle
        QVERIFY(docksInSight(window).contains(QStringLiteral("lesson")));
        QVERIFY(window.layouts().hasCentre());
        QCOMPARE(window.size(), QSize(1024, 700)); // nothing needs more
        const auto* check = lessons.findChild<QPushButton*>(QStringLiteral("check"));
        QVERIFY(check && check->width() >= check->sizeHint().width());
        for (const char* id : {"network.run", "config.measure", "runSettings", "run.stop", "startRun"}) {
            const auto* button = window.findChild<QToolButton*>(QLatin1String(id));
            QVERIFY2(button, id);
            QTRY_COMPARE(button->fontInfo().pixelSize(), qRound(small * 1.4));
            QTRY_VERIFY2(button->width() >= button->fontMetrics().horizontalAdvance(button->text()), id);
        }

        look(window, "projector");

        action->trigger();
        QVERIFY(!action->isChecked());
        QCOMPARE(QApplication::font().pixelSize(), small);
        QCOMPARE(text->font().pixelSize(), smallCode);
        QVERIFY(window.layouts().layout() == Layout::Analyse);
        QTRY_COMPARE(namesOf(docksInSight(window)), namesOf(before));
    }

    /// Qt draws a QCommandLinkButton in 9 points, however large other text is.
    void linksAreLarge()
    {
        MainWindow window;
        window.resize(1024, 700);
        window.show();
        window.layouts().apply(Layout::Learn);
        window.view<LessonView>().showList();
        auto* link = window.findChild<LinkButton*>(QStringLiteral("open.cost-of-a-knob"));
        QVERIFY(link);
        QTRY_VERIFY(link->isVisible());
        const auto inkOf = [](LinkButton& of) { // rows with text, right of the icon
            const QImage picture = of.grab().toImage();
            int rows = 0;
            for (int y = 4; y < picture.height() - 4; ++y) {
                int darkest = 255;
                for (int x = 40; x < std::min(picture.width() - 8, 200); ++x) {
                    darkest = std::min(darkest, qGray(picture.pixel(x, y)));
                }
                rows += darkest < 140 ? 1 : 0;
            }
            return rows;
        };
        const int small = inkOf(*link);
        const int height = link->height();
        look(window, "links-small");
        window.projector().setOn(true);
        window.view<LessonView>().showList(); // lists the lessons again
        auto* large = window.findChild<LinkButton*>(QStringLiteral("open.cost-of-a-knob"));
        QTRY_VERIFY(large->isVisible() && large->height() > height);
        QVERIFY2(inkOf(*large) >= small * 1.25, qPrintable(QStringLiteral("%1, %2").arg(small).arg(inkOf(*large))));
        QVERIFY(large->height() >= large->heightForWidth(large->width())); // nothing is cut off
        look(window, "links-large");
    }

    /// Lessons begin in the docks, so the page that offers them takes little room until a task is open.
    void welcomeTakesLittleOfModeLearn()
    {
        MainWindow window;
        window.resize(1440, 900);
        window.show();
        window.layouts().apply(Layout::Learn);
        const auto share = [&] { return 100 * window.centralWidget()->height() / window.height(); };
        QTRY_VERIFY2(share() <= 30, qPrintable(QString::number(share())));
        look(window, "learn-welcome");
        const Task task = denseTask();
        QVERIFY(window.workspace().openTask(QStringLiteral("dense"), task.name, task.args, task.target).has_value());
        QTRY_VERIFY2(share() >= 40, qPrintable(QString::number(share())));
        look(window, "learn-task");
    }

    void itIsKept()
    {
        {
            MainWindow window;
            window.projector().setOn(true);
            window.saveSession();
        }
        setTextScale(1); // another process
        MainWindow again;
        again.restore(true);
        again.resize(1024, 700);
        again.show();
        QVERIFY(again.projector().isOn());
        QVERIFY(again.actionRegistry().action(QStringLiteral("view.projector"))->isChecked());
        QVERIFY(textScale() > 1);
        QTRY_COMPARE(docksInSight(again).size(), size_t(2));
        again.projector().setOn(false);
        QCOMPARE(textScale(), 1.0);
    }
};

QTEST_MAIN(TestProjector)
#include "tst_projector.moc"
