// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule by hand in the workshop: typed, wrong, switched off, timed, made a knob and a template.
#include "core/store/notes.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/ownsettings.h"
#include "tests/widgets/viewharness.h"
#include "widgets/views/tasks/taskview.h"
#include "widgets/views/workshop/knobdialog.h"
#include "widgets/views/workshop/loopstrip.h"
#include "widgets/views/workshop/scheduleeditor.h"
#include "widgets/views/workshop/stairpanel.h"
#include "widgets/views/workshop/visitpicture.h"
#include "widgets/views/workshop/workshopview.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
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
        const KeptSchedule* kept = findSchedule(desk.workspace.schedules(), "matmul");
        QVERIFY(kept && kept->text == desk.view.text().toStdString());
        QCOMPARE(static_cast<int>(kept->times.size()), desk.view.stairs().bars()); // for a report
        QVERIFY(kept->times[0].line.empty() && kept->times.back().speedup > 0);
        look(desk.view, "workshop-timed");
        // The times are those of this text: not of another one that is not analysed yet.
        const QString timedText = desk.view.text();
        desk.editor.setPlainText(timedText + QStringLiteral("\n"));
        desk.workspace.setSchedule({"matmul", desk.view.text().toStdString(), {}});
        emit desk.workspace.peaksChanged();
        QVERIFY(findSchedule(desk.workspace.schedules(), "matmul")->times.empty());
        desk.editor.setPlainText(timedText);
        desk.editor.goToLine(5);
        desk.view.refreshNow();
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
        // The cache lines of A, B and C are there, 4 for each row of 64 elements.
        QCOMPARE(order.lines.size(), size_t(3));
        QCOMPARE(order.lineCount(), size_t(3 * 64 * 4));
        const QString svg = m_folder.filePath(QStringLiteral("visits.svg"));
        QVERIFY(picture->save(svg));
        QFile file(svg);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().count("<rect "), 1 + 64 * 64 + 3 * 64 * 4);
        look(desk.view, "workshop-visits");
        // 30 frames a second, for 64 x 64 x 64.
        desk.type("\nreorder(C.k, yo)");
        QVERIFY(picture->order()->places.size() >= size_t(64 * 64 * 64));
        QElapsedTimer clock;
        clock.start();
        for (int frame = 0; frame < 30; ++frame) {
            press(*picture, "visits.forward");
            picture->grab();
        }
        qInfo("%.2f ms a frame", static_cast<double>(clock.nsecsElapsed()) / 30 / 1e6);
        QVERIFY(clock.elapsed() < 1000);
        press(*picture, "visits.play");
        QVERIFY(picture->isPlaying());
        const size_t before = picture->position();
        QTRY_VERIFY(picture->position() > before + 30);
        press(*picture, "visits.play");
        QVERIFY(!picture->isPlaying());
    }

    void loopsAreDraggedToAnotherPlace()
    {
        Desk desk;
        desk.type("matmul(n=64, m=64, k=64)\nW = cache_write(C)\nyo, yi = split(C.y, 4)");
        auto* loops = byId<LoopStrip>(desk.view, "loops");
        const auto drag = [&](const char* from, const char* to, double share) {
            const std::unique_ptr<QMimeData> data(
                loops->model()->mimeData({loops->model()->index(loops->rowOf(QString::fromLatin1(from)), 0)}));
            const QRect target = loops->visualItemRect(loops->item(loops->rowOf(QString::fromLatin1(to))));
            const QPoint at(target.left() + static_cast<int>(share * target.width()), target.center().y());
            QDragEnterEvent enter(at, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(loops->viewport(), &enter);
            QVERIFY(enter.isAccepted());
            QDragMoveEvent move(at, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(loops->viewport(), &move);
            QDropEvent drop(at, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(loops->viewport(), &drop);
            desk.view.refreshNow();
        };
        const auto line = [&](int number) { return desk.view.text().section(QLatin1Char('\n'), number - 1, number - 1); };
        drag("C.x", "yo", 0.1); // before it
        QCOMPARE(line(4), QStringLiteral("reorder(C.x, yo, yi)"));
        QCOMPARE(desk.editor.caretLine(), 4);
        QVERIFY2(desk.view.analysis().problem.empty(), qPrintable(desk.problem()));
        drag("yo", "yi", 0.9); // the line of the caret is a reorder: it is changed
        QCOMPARE(line(4), QStringLiteral("reorder(C.x, yi, yo)"));
        QCOMPARE(desk.view.text().count(QStringLiteral("reorder")), 1);
        QTest::keyClick(&desk.editor, Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(&desk.editor, Qt::Key_Z, Qt::ControlModifier);
        desk.view.refreshNow();
        QVERIFY(!desk.view.text().contains(QStringLiteral("reorder")));
        // A loop of another tensor is refused with the rule, and by key the same is done as by dragging.
        desk.editor.goToLine(3);
        desk.view.refreshNow();
        const QString before = desk.view.text();
        QVERIFY(loops->rowOf(QStringLiteral("W.k")) >= 0);
        drag("W.k", "yo", 0.1);
        QCOMPARE(desk.view.text(), before);
        loops->setCurrentRow(loops->rowOf(QStringLiteral("W.k")));
        QTest::keyClick(loops, Qt::Key_Left, Qt::AltModifier);
        desk.view.refreshNow();
        QCOMPARE(line(4), QStringLiteral("reorder(W.k, W.x)"));
        // A primitive from the menu of a loop; one that is illegal there changes nothing.
        emit loops->lineWanted(QStringLiteral("vectorize(W.x)"));
        desk.view.refreshNow();
        QCOMPARE(line(5), QStringLiteral("vectorize(W.x)"));
        emit loops->lineWanted(QStringLiteral("vectorize(W.k)"));
        desk.view.refreshNow();
        QVERIFY(!desk.view.text().contains(QStringLiteral("vectorize(W.k)")));
        look(desk.view, "workshop-loops");
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

    void textsBelongToTheProject()
    {
        Desk desk;
        QVERIFY(desk.workspace.schedules().empty()); // nothing was opened or typed
        desk.type(kMatmul);
        QCOMPARE(desk.workspace.schedules().size(), size_t(1));
        QCOMPARE(desk.workspace.schedules()[0], (KeptSchedule{"matmul", kMatmul}));
        desk.view.openText(QStringLiteral("matvec(n=64, k=64)\n"), QStringLiteral("matmul")); // a name that is taken
        desk.view.refreshNow();
        QCOMPARE(desk.view.name(), QStringLiteral("matmul_2"));
        QTest::keyClick(&desk.editor, Qt::Key_Z, Qt::ControlModifier);
        desk.view.refreshNow();
        QCOMPARE(desk.view.name(), QStringLiteral("matmul"));
        QCOMPARE(findSchedule(desk.workspace.schedules(), "matmul")->text, std::string(kMatmul));
        QTest::keyClick(&desk.editor, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        desk.type("# mine");
        QCOMPARE(desk.view.name(), QStringLiteral("matmul_2"));
        // In the file, and in the copy of Save As.
        const QString path = m_folder.filePath(QStringLiteral("kept.knobscope"));
        Result<void> saved;
        bool isSaved = false;
        desk.workspace.saveProjectAs(path, [&](const Result<void>& result) {
            saved = result;
            isSaved = true;
        });
        QTRY_VERIFY(isSaved);
        QVERIFY2(saved, saved ? "" : saved.error().message.c_str());
        QCOMPARE(desk.view.name(), QStringLiteral("matmul_2"));
        Desk other;
        QVERIFY(other.workspace.openProject(path));
        other.view.refreshNow();
        QCOMPARE(other.workspace.schedules().size(), size_t(2));
        QCOMPARE(other.view.name(), QStringLiteral("matmul_2"));
        QCOMPARE(other.view.text(), desk.view.text());
    }

    void schedulesAreRowsOfTheTaskTree()
    {
        Desk desk;
        TaskView tasks(desk.workspace);
        tasks.setNetworks({});
        QVERIFY(!tasks.model().find(QStringLiteral("user/matmul")).isValid());
        desk.type(kMatmul);
        tasks.refreshNow();
        const QModelIndex row = tasks.model().find(QStringLiteral("user/matmul"));
        QVERIFY(row.isValid());
        QCOMPARE(row.data().toString(), QStringLiteral("user/matmul"));
        QCOMPARE(row.siblingAtColumn(TaskModel::Shape).data().toString(), QStringLiteral("64x64, 64x64 -> 64x64"));
        tasks.choose(QStringLiteral("user/matmul"));
        QVERIFY(desk.workspace.task());
        QCOMPARE(desk.workspace.task()->args[0].get<std::string>(), std::string(kMatmul));
        const auto name = [&] { return tasks.model().find(QStringLiteral("user/matmul")).data().toString(); };
        auto project = Project::open(desk.workspace.projectPath().toStdString(), Project::Mode::ReadWrite).value();
        QVERIFY(addNote(project, {.task = "user/matmul"}, "#mine").has_value());
        desk.workspace.reloadRuns();
        QTRY_COMPARE(name(), QStringLiteral("user/matmul  #mine"));
        desk.type("\n# changed");
        tasks.refreshNow();
        QCOMPARE(name(), QStringLiteral("user/matmul  #mine")); // the row is a new one
        desk.type("\nsplit("); // no schedule meanwhile
        tasks.refreshNow();
        QVERIFY(!tasks.model().find(QStringLiteral("user/matmul")).isValid());
        desk.workspace.setSchedule({"matmul", {}});
        tasks.refreshNow();
        QCOMPARE(tasks.model().rowCount(), 0);
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
