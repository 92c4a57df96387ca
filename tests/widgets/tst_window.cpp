// SPDX-License-Identifier: GPL-3.0-or-later
// The window used as a person would: keys and mouse, real workers.
#include "core/store/project.h"
#include "widgets/window/mainwindow.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace knobscope;

namespace {

Knob other(const char* name, std::vector<OtherValue> values)
{
    return Knob::make(name, OtherKnob{std::move(values)}).value();
}

ConfigSpace cudaSpace()
{
    ConfigSpace space;
    for (const auto& [name, extent, outputs] : std::vector<std::tuple<const char*, int64_t, int64_t>>{
             {"tile_f", 2048, 4}, {"tile_y", 7, 4}, {"tile_x", 7, 4}, {"tile_rc", 1024, 2}}) {
        SplitKnob knob;
        knob.extent = extent;
        knob.outputs = outputs;
        (void)space.define(Knob::make(name, knob).value());
    }
    (void)space.define(other("auto_unroll_max_step", {int64_t{0}, int64_t{512}, int64_t{1500}}));
    (void)space.define(other("unroll_explicit", {int64_t{0}, int64_t{1}}));
    return space;
}

QPushButton* button(MainWindow& window, const QString& text)
{
    for (QPushButton* b : window.runControl().findChildren<QPushButton*>()) {
        if (b->text().remove(QLatin1Char('&')) == text) {
            return b;
        }
    }
    return nullptr;
}

} // namespace

class TestWindow : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void modelsKeepQtsContract()
    {
        TaskModel tasks;
        QAbstractItemModelTester taskTester(&tasks, QAbstractItemModelTester::FailureReportingMode::QtTest);
        tasks.load(loadNetworks().value(), parseTarget("llvm").value());
        QVERIFY(tasks.rowCount() > 10);
        QVERIFY(tasks.find(QStringLiteral("resnet-18:2")).isValid());
        KnobModel knobs;
        QAbstractItemModelTester knobTester(&knobs, QAbstractItemModelTester::FailureReportingMode::QtTest);
        knobs.setSpaces(cudaSpace(), cudaSpace());
        QCOMPARE(knobs.rowCount(), 6);
        knobs.setSpaces(ConfigSpace(), ConfigSpace());
        QCOMPARE(knobs.rowCount(), 0);
    }

    void oneMoreUnrollStepByKeyboard()
    {
        SpaceEditor editor;
        editor.show();
        editor.setSpace(QStringLiteral("conv"), cudaSpace());
        auto* table = editor.findChild<QTableView*>();
        auto* field = editor.findChild<QLineEdit*>();
        table->selectRow(4);
        QTest::mouseClick(field, Qt::LeftButton);
        QTest::keyClicks(field, QStringLiteral("+=1024"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(editor.errorText(), QString());
        QVERIFY2(editor.sizeText().startsWith(QStringLiteral("512512 configs, 384384")) || editor.sizeText().startsWith(QStringLiteral("512,512 configs, 384,384")),
                 qPrintable(editor.sizeText()));
        editor.undoStack()->undo();
        QVERIFY(editor.edits().empty());
        editor.undoStack()->redo();
        QCOMPARE(editor.edits().size(), size_t(1));
    }

    void refusedEditsSayWhyAndChangeNothing()
    {
        SpaceEditor editor;
        editor.setSpace(QStringLiteral("conv"), cudaSpace());
        QVERIFY(!editor.applyText(QStringLiteral("tile_q+=3")));
        editor.show();
        QVERIFY(editor.errorText().contains(QStringLiteral("tile_q")));
        QVERIFY(!editor.applyText(QStringLiteral("where tile_f[1] <")));
        QVERIFY(editor.errorText().contains(QStringLiteral("column")));
        QVERIFY(editor.edits().empty());
        QCOMPARE(editor.undoStack()->count(), 0);
    }

    void startTunesAndStaysResponsive()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("w.knobscope"));
        QVERIFY(Project::open(path.toStdString(), Project::Mode::Create).has_value());
        MainWindow window;
        window.show();
        QVERIFY(window.openProject(path));
        window.chooseTask(QStringLiteral("resnet-18:13")); // a small dense layer: many trials a second
        QVERIFY(window.runControl().state() == RunControl::State::Ready);
        QSignalSpy finished(&window.session(), &TuningSession::finished);
        QTest::mouseClick(button(window, QStringLiteral("Start")), Qt::LeftButton);
        QVERIFY(window.runControl().state() == RunControl::State::Running);
        qint64 longest = 0;
        QElapsedTimer total;
        total.start();
        while (window.chart().trialCount() < 20 && total.elapsed() < 60000) {
            QElapsedTimer turn;
            turn.start();
            QCoreApplication::processEvents();
            longest = std::max(longest, turn.elapsed());
            QTest::qSleep(5);
        }
        QVERIFY(window.chart().trialCount() >= 20);
        QVERIFY(window.chart().bestGflops() > 0);
        qInfo("longest event-loop turn while tuning: %lld ms", static_cast<long long>(longest));
        QTest::mouseClick(button(window, QStringLiteral("Stop")), Qt::LeftButton);
        QVERIFY(finished.wait(20000));
        QVERIFY(window.runControl().state() == RunControl::State::Ready);
        auto project = Project::open(path.toStdString(), Project::Mode::ReadOnly).value();
        QCOMPARE(project.runs()->front().state, std::string("stopped"));
        QCOMPARE(project.runs()->front().trials, static_cast<int64_t>(window.chart().trialCount()));
    }

    void wrongFilesAreRefusedInWords()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("text.knobscope"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("hello, this is text");
        file.close();
        MainWindow window;
        QVERIFY(!window.openProject(path));
        QVERIFY(window.lastProblem().contains(QStringLiteral("not a Knobscope project")));
    }
};

QTEST_MAIN(TestWindow)
#include "tst_window.moc"
