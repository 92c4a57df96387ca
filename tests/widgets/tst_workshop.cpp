// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule by hand in the workshop: typed, wrong, switched off, timed, made a knob and a template.
#include "tests/widgets/controls.h"
#include "tests/widgets/ownsettings.h"
#include "tests/widgets/viewharness.h"
#include "widgets/views/workshop/knobdialog.h"
#include "widgets/views/workshop/scheduleeditor.h"
#include "widgets/views/workshop/stairpanel.h"
#include "widgets/views/workshop/visitpicture.h"
#include "widgets/views/workshop/workshopview.h"

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

/// A workshop with an empty text.
struct Desk {
    Workspace workspace;
    WorkshopView view{workspace};
    ScheduleEditor& editor = view.editor();

    Desk()
    {
        MeasureOptions quick = workspace.measuring();
        quick.paired = false; // a few calls
        quick.repeat = 2;
        quick.number = 1;
        workspace.setMeasuring(quick);
        view.resize(1100, 700);
        view.show();
        editor.setFocus();
        editor.selectAll();
        QTest::keyClick(&editor, Qt::Key_Delete);
    }

    void type(const char* text)
    {
        for (const char* at = text; *at != 0; ++at) {
            *at == '\n' ? QTest::keyClick(&editor, Qt::Key_Return) : QTest::keyClick(&editor, *at);
        }
        view.refreshNow();
    }
    QString problem() const { return byId<QLabel>(view, "problem")->text(); }
    QString nest() const { return byId<QPlainTextEdit>(view, "nest")->toPlainText(); }
};

constexpr const char* kMatmul = "matmul(n=64, m=64, k=64)\n"
                                "yo, yi = split(C.y, 4)\n"
                                "xo, xi = split(C.x, 16)\n"
                                "reorder(yo, xo, C.k, yi, xi)\n"
                                "vectorize(xi)";

} // namespace

class TestWorkshop : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;

private slots:
    void initTestCase() { useOwnSettings(m_folder.path()); }

    void whatIsTypedIsChecked()
    {
        Desk desk;
        desk.type(kMatmul);
        QCOMPARE(desk.view.text(), QString::fromLatin1(kMatmul)); // completion changes nothing by itself
        QVERIFY2(desk.view.analysis().stairs && desk.view.analysis().problem.empty(), qPrintable(desk.problem()));
        QCOMPARE(desk.view.analysis().stairs->steps.size(), size_t(5));
        QVERIFY2(desk.nest().contains(QStringLiteral("vectorized")), qPrintable(desk.nest()));
        desk.type("\nunroll(zi)");
        QVERIFY2(desk.problem().startsWith(QStringLiteral("Line 6: ")) && desk.problem().contains(QStringLiteral("zi")),
                 qPrintable(desk.problem()));
        QCOMPARE(desk.view.analysis().place->line, size_t(6));
        const auto marks = desk.editor.extraSelections();
        QCOMPARE(marks.size(), 2); // the line of the caret and the error
        QCOMPARE(marks.back().cursor.selectedText(), QStringLiteral("zi"));
        look(desk.view, "workshop-wrong");
        QTest::keyClick(&desk.editor, Qt::Key_Slash, Qt::ControlModifier);
        desk.view.refreshNow();
        QVERIFY(desk.view.text().endsWith(QStringLiteral("- unroll(zi)")));
        QVERIFY2(desk.view.analysis().problem.empty(), qPrintable(desk.problem()));
        QVERIFY(!desk.editor.isSwitchedOn(6) && desk.editor.isSwitchedOn(5));
        QTest::keyClick(&desk.editor, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(desk.view.text().endsWith(QStringLiteral("\nunroll(zi)")));
    }

    void linesAreMovedAndSteppedThrough()
    {
        Desk desk;
        desk.type(kMatmul);
        QTest::keyClick(&desk.editor, Qt::Key_Up, Qt::AltModifier);
        desk.view.refreshNow();
        QCOMPARE(desk.editor.caretLine(), 4);
        QCOMPARE(desk.view.text().section(QLatin1Char('\n'), 3, 3), QStringLiteral("vectorize(xi)"));
        QTest::keyClick(&desk.editor, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(desk.view.text(), QString::fromLatin1(kMatmul));
        press(desk.view, "back");
        desk.view.refreshNow();
        QCOMPARE(desk.editor.caretLine(), 4);
        QVERIFY(!desk.nest().contains(QStringLiteral("vectorized")));
        press(desk.view, "forward");
        desk.view.refreshNow();
        QVERIFY(desk.nest().contains(QStringLiteral("vectorized")));
    }

    void wordsAreCompleted()
    {
        Desk desk;
        desk.type("matmul(n=64, m=64, k=64)\nyo, yi = split(C.y, 4)\nvecto");
        QTest::keyClick(&desk.editor, Qt::Key_Tab);
        QVERIFY2(desk.view.text().endsWith(QStringLiteral("\nvectorize(")), qPrintable(desk.view.text()));
        QVERIFY(desk.view.analysis().names.contains(QStringLiteral("yi"))); // in a text with an unfinished line
        QTest::keyClick(&desk.editor, 'y');
        QTest::keyClick(&desk.editor, Qt::Key_Space, Qt::ControlModifier);
        QTest::keyClick(&desk.editor, Qt::Key_Tab);
        QVERIFY2(desk.view.text().endsWith(QStringLiteral("vectorize(yi")), qPrintable(desk.view.text()));
    }

    void stepsAreTimed()
    {
#ifndef KNOBSCOPE_HAVE_LLVM
        QSKIP("a build without LLVM measures nothing");
#endif
        Desk desk;
        desk.type(kMatmul);
        QCOMPARE(desk.view.stairs().bars(), 0);
        press(desk.view, "time");
        QVERIFY(desk.view.isTiming());
        QVERIFY(!desk.workspace.checkCanMeasure().has_value()); // one measurement at a time
        QTRY_VERIFY_WITH_TIMEOUT(!desk.view.isTiming(), 60000);
        desk.view.refreshNow();
        QVERIFY2(desk.view.stairs().bars() >= 3, qPrintable(desk.view.stairs().headline() + desk.problem()));
        QVERIFY2(desk.view.stairs().headline().contains(QStringLiteral("×")), qPrintable(desk.view.stairs().headline()));
        QVERIFY(desk.view.stairs().qualifier().endsWith(QStringLiteral("right")));
        QVERIFY2(desk.editor.figure(5).endsWith(QStringLiteral(" ms")), qPrintable(desk.editor.figure(5)));
        look(desk.view, "workshop-timed");
        // A line switched off: the states before it are known, and the others are the same again when it is switched on.
        const int bars = desk.view.stairs().bars();
        QTest::keyClick(&desk.editor, Qt::Key_Slash, Qt::ControlModifier);
        desk.view.refreshNow();
        QVERIFY(desk.view.stairs().bars() < bars);
        const QSignalSpy timed(&desk.workspace, &Workspace::peaksChanged);
        press(desk.view, "time");
        QVERIFY(!desk.view.isTiming()); // everything is timed already
        QTest::keyClick(&desk.editor, Qt::Key_Slash, Qt::ControlModifier);
        desk.view.refreshNow();
        QCOMPARE(desk.view.stairs().bars(), bars);
        // Times come back with the text.
        const QJsonObject state = desk.view.saveState();
        WorkshopView other(desk.workspace);
        other.restoreState(state);
        other.refreshNow();
        QCOMPARE(other.text(), desk.view.text());
        QCOMPARE(other.stairs().bars(), bars);
    }

    void visitsAreInTheOrderOfTheLoops()
    {
        Desk desk;
        desk.type("matmul(n=512, m=512, k=512)\nyo, yi = split(C.y, 4)\nxo, xi = split(C.x, 16)\nreorder(yo, xo, yi, xi)");
        auto* picture = desk.view.findChild<VisitPicture*>();
        QVERIFY(picture && picture->order());
        const VisitOrder& order = *picture->order();
        QCOMPARE(order.rows, 64);
        QCOMPARE(order.columns, 64);
        QCOMPARE(order.places.size(), size_t(64 * 64));
        QCOMPARE(order.places[15], 15U);
        QCOMPARE(order.places[16], 64U); // the second row of the tile, not the next tile
        QCOMPARE(order.places[64], 16U);
        press(*picture, "visits.play");
        QVERIFY(picture->isPlaying());
        const size_t before = picture->position();
        QTRY_VERIFY(picture->position() > before + 30);
        press(*picture, "visits.play");
        QVERIFY(!picture->isPlaying());
    }

    void numbersBecomeKnobsAndTextsTasks()
    {
        Desk desk;
        desk.type(kMatmul);
        desk.editor.goToLine(3);
        QTextCursor at = desk.editor.textCursor();
        at.movePosition(QTextCursor::EndOfBlock);
        at.movePosition(QTextCursor::Left, QTextCursor::MoveAnchor, 2); // in 16
        desk.editor.setTextCursor(at);
        QTimer::singleShot(0, &desk.view, [&desk] {
            auto* dialog = desk.view.findChild<KnobDialog*>();
            QVERIFY(dialog);
            byId<QLineEdit>(*dialog, "knobName")->setText(QStringLiteral("yo"));
            QVERIFY(!byId<QPushButton>(*dialog, "makeKnob")->isEnabled()); // a loop's name
            byId<QLineEdit>(*dialog, "knobName")->setText(QStringLiteral("width"));
            press(*dialog, "makeKnob");
        });
        press(desk.view, "makeKnob");
        desk.view.refreshNow();
        QVERIFY2(desk.view.text().contains(QStringLiteral("\nknob width = 16, 4, 8, 32, 64\n")), qPrintable(desk.view.text()));
        QVERIFY(desk.view.text().contains(QStringLiteral("split(C.x, width)")));
        QVERIFY2(desk.view.analysis().problem.empty(), qPrintable(desk.problem()));
        press(desk.view, "makeTemplate");
        QVERIFY(desk.workspace.task());
        QCOMPARE(desk.workspace.task()->name, std::string("user/matmul"));
        QCOMPARE(desk.workspace.task()->space.rangeLength(), int64_t(5));
    }

    void filesAreReadAndLimitsAreSaid()
    {
        Desk desk;
        QFile file(m_folder.filePath(QStringLiteral("mine.sched")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("matvec(n=64, k=64)\n") > 0);
        file.close();
        desk.view.openFile(file.fileName());
        desk.view.refreshNow();
        QCOMPARE(desk.view.name(), QStringLiteral("mine"));
        QVERIFY(desk.view.analysis().problem.empty());
        desk.view.openText(QStringLiteral("matmul(n=64, m=64, k=64)\n") + QString(3000, QLatin1Char('\n')),
                           QStringLiteral("long"));
        desk.view.refreshNow();
        QVERIFY2(desk.problem().contains(QStringLiteral("at most 2000 lines")), qPrintable(desk.problem()));
    }
};

QTEST_MAIN(TestWorkshop)
#include "tst_workshop.moc"
