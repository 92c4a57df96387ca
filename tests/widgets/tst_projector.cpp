// SPDX-License-Identifier: GPL-3.0-or-later
// The window for a class: large type and three panes, on and off by one action, and kept.
#include "tests/widgets/ownsettings.h"
#include "tests/widgets/viewharness.h"
#include "widgets/base/theme.h"
#include "widgets/base/themestyle.h"
#include "widgets/controls/control.h"
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
