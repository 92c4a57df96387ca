// SPDX-License-Identifier: GPL-3.0-or-later
// The config, schedule and code views on one workspace, by mouse and keys.
#include "tests/widgets/buttons.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/ownsettings.h"
#include "widgets/views/code/codeview.h"
#include "widgets/views/code/scheduleview.h"
#include "widgets/views/config/configview.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QTableView>
#include <QTemporaryDir>
#include <QTextBlock>
#include <algorithm>

using namespace knobscope;

namespace {

const nlohmann::json conv3x3 = nlohmann::json::parse(
    R"([["TENSOR",[1,64,56,56],"float32"],["TENSOR",[64,64,3,3],"float32"],[1,1],[1,1,1,1],[1,1],"NCHW","NCHW","float32"])");

void openConv(Workspace& workspace, std::vector<SpaceEdit> edits = {})
{
    const auto opened =
        workspace.openTask(QStringLiteral("conv"), "conv2d_NCHWc.x86", conv3x3, parseTarget("llvm").value(), std::move(edits));
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
}

QString lineText(const CodePane& pane, int line)
{
    return pane.document()->findBlockByNumber(line - 1).text();
}

/// Where the first line with this text is; 0 when it is nowhere.
int lineWith(const CodePane& pane, const QString& text)
{
    for (int line = 1; line <= pane.lineCount(); ++line) {
        if (lineText(pane, line).contains(text)) {
            return line;
        }
    }
    return 0;
}

void pointAt(CodePane& pane, int line)
{
    pane.reveal(line);
    const QPoint spot = pane.cursorRect(QTextCursor(pane.document()->findBlockByNumber(line - 1))).center();
    QTest::mouseMove(pane.viewport(), QPoint(2, 2));
    QMouseEvent move(QEvent::MouseMove, spot, pane.viewport()->mapToGlobal(spot), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(pane.viewport(), &move);
}

} // namespace

class TestInspector : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder; ///< of the project that Measure Now makes
private slots:
    void initTestCase() { knobscope::testing::useOwnSettings(m_folder.path()); }

    void emptyViewsSayWhatTheyAreFor()
    {
        Workspace workspace;
        ScheduleView schedule(workspace);
        CodeView code(workspace);
        ConfigView inspector(workspace);
        QVERIFY(schedule.problem().contains(QStringLiteral("Choose a task")));
        inspector.measureNow();
        inspector.pickRandom();
        inspector.step(1);
        inspector.copyEntity();
        QVERIFY(inspector.pinned().empty());
        QVERIFY(!code.code());
    }

    void aTaskOpensWithItsFallback()
    {
        Workspace workspace;
        ConfigView inspector(workspace);
        openConv(workspace);
        const auto fallback = fallbackConfig(*workspace.task()).value();
        QCOMPARE(workspace.config(), static_cast<qint64>(workspace.task()->space.indexOf(fallback).value()));
        inspector.step(1);
        inspector.pickFallback();
        QCOMPARE(workspace.config(), static_cast<qint64>(workspace.task()->space.indexOf(fallback).value()));
    }

    void aKnobStepChangesTheIndexAndBack()
    {
        Workspace workspace;
        ConfigView inspector(workspace);
        openConv(workspace);
        workspace.setConfig(0);
        inspector.show();
        KnobPicker* row = inspector.row(QStringLiteral("tile_oc"));
        QVERIFY(row);
        row->slider().setFocus();
        QTest::keyClick(&row->slider(), Qt::Key_Right);
        QCOMPARE(workspace.config(), qint64(7)); // tile_ic has 7 candidates
        QCOMPARE(inspector.indexBox().value(), qint64(7));
        QCOMPARE(row->values().currentText(), QStringLiteral("[-1, 2]"));
        QTest::keyClick(&row->slider(), Qt::Key_Left);
        QCOMPARE(workspace.config(), qint64(0));
        row->values().setFocus();
        QTest::keyClick(&row->values(), Qt::Key_Down);
        QCOMPARE(workspace.config(), qint64(7));
        workspace.setConfig(979);
        QCOMPARE(row->digit(), qint64(6));
        QVERIFY(inspector.row(QStringLiteral("nothing")) == nullptr);
    }

    void theIndexIsTypedAndStepped()
    {
        Workspace workspace;
        ConfigView inspector(workspace);
        openConv(workspace);
        workspace.setConfig(5);
        inspector.show();
        auto* field = inspector.indexBox().findChild<QLineEdit*>();
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("682"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(workspace.config(), qint64(682));
        QTest::keyClick(&inspector.indexBox(), Qt::Key_Up);
        QCOMPARE(workspace.config(), qint64(683));
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("98000"));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(workspace.config() <= 979);
        workspace.setConfig(979);
        inspector.step(1);
        QCOMPARE(workspace.config(), qint64(979));
        QVERIFY(inspector.message().contains(QStringLiteral("last")));
    }

    void sixtyFourBitIndexes()
    {
        IndexSpinBox box;
        box.setMaximum(qint64(1) << 61);
        box.setValue((qint64(1) << 61) - 1);
        box.stepBy(1);
        QCOMPARE(box.value(), qint64(1) << 61);
        box.stepBy(10);
        QCOMPARE(box.value(), qint64(1) << 61);
        box.setValue(3);
        box.stepBy(-10);
        QCOMPARE(box.value(), qint64(0));
    }

    void constraintsLeaveHoles()
    {
        Workspace workspace;
        ConfigView inspector(workspace);
        openConv(workspace, {parseEdit("where tile_oc[1] <= 8").value()});
        workspace.setConfig(0);
        inspector.show();
        KnobPicker* row = inspector.row(QStringLiteral("tile_oc"));
        row->slider().setValue(6); // [-1, 64]
        QCOMPARE(workspace.config(), qint64(0));
        QCOMPARE(row->digit(), qint64(0));
        QVERIFY2(inspector.message().contains(QStringLiteral("tile_oc[1] <= 8")), qPrintable(inspector.message()));
        for (int i = 0; i < 20; ++i) {
            inspector.pickRandom();
            QVERIFY(workspace.task()->space.isValid(workspace.config()));
        }
        workspace.setConfig(27); // the last one with tile_oc = 8
        inspector.step(1);
        QCOMPARE(workspace.config(), qint64(49));
        inspector.step(-1);
        QCOMPARE(workspace.config(), qint64(27));
        emit inspector.indexBox().valueEdited(979); // none is valid from there on
        QVERIFY(workspace.task()->space.isValid(workspace.config()));
    }

    void figuresFollowTheConfig()
    {
        Workspace workspace;
        ConfigView inspector(workspace);
        openConv(workspace);
        inspector.show();
        workspace.setConfig(682);
        inspector.refreshNow();
        const auto& figures = *inspector.findChild<FigureList*>();
        QVERIFY(labelTexts(figures, {}).size() > 8); // their names; values are called by these
        const QString before = labelTexts(figures, QStringLiteral("Register tile")).value(0);
        QVERIFY2(before.contains(QStringLiteral("4x64 float32")), qPrintable(before));
        workspace.setConfig(683);
        inspector.refreshNow();
        QVERIFY(!labelTexts(figures, QStringLiteral("Arithmetic intensity")).value(0).isEmpty());
    }

    void pinsSurviveEdits()
    {
        Workspace workspace;
        ConfigView inspector(workspace);
        openConv(workspace);
        workspace.setConfig(100);
        QSignalSpy changed(&inspector.pins(), &PinnedConfigs::changed);
        inspector.togglePin();
        QCOMPARE(inspector.pinned(), std::vector<qint64>{100});
        const auto values = workspace.task()->space.at(100).value().values;
        QVERIFY(workspace.setEdits({parseEdit("tile_ow+=[-1,12]").value(), parseEdit("tile_ic-=[-1,1]").value()}).has_value());
        QCOMPARE(inspector.pinned().size(), size_t(1));
        QVERIFY(workspace.task()->space.at(inspector.pinned()[0]).value().values == values);
        workspace.setConfig(inspector.pinned()[0]);
        inspector.togglePin();
        QVERIFY(inspector.pinned().empty());
        QCOMPARE(changed.count(), 2);
        inspector.pins().toggle(*workspace.task(), 1 << 20);
        QVERIFY(inspector.pinned().empty());
    }

    void copiesAreAutoTvms()
    {
        Workspace workspace;
        ConfigView inspector(workspace);
        openConv(workspace);
        workspace.setConfig(682);
        inspector.copyEntity();
        QCOMPARE(QApplication::clipboard()->text(), QString::fromStdString(entityText(workspace.task()->space.at(682).value())));
        inspector.copyRecord();
        QVERIFY(inspector.message().contains(QStringLiteral("Measure it first")));
    }

    void stepsByKeysSliderAndPlay()
    {
        Workspace workspace;
        ScheduleView view(workspace);
        QAbstractItemModelTester tester(&view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        openConv(workspace);
        view.resize(900, 500);
        view.show();
        workspace.setConfig(682);
        view.refreshNow();
        QCOMPARE(view.stepCount(), 19);
        QCOMPARE(view.step(), 18);
        const QString whole = view.pane().toPlainText();
        auto* table = byId<QTableView>(view, "steps");
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Home);
        QCOMPARE(view.step(), 0);
        QVERIFY(view.pane().toPlainText() != whole);
        QTest::keyClick(table, Qt::Key_Right);
        QCOMPARE(view.step(), 1);
        QTest::keyClick(table, Qt::Key_Down);
        QCOMPARE(view.step(), 2);
        auto* slider = byId<QSlider>(view, "step");
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Right);
        QCOMPARE(view.step(), 3);
        QTest::keyClick(table, Qt::Key_End);
        QCOMPARE(view.step(), 18);
        QCOMPARE(view.pane().toPlainText(), whole);
        QTest::keyClick(table, Qt::Key_Left);
        QCOMPARE(view.step(), 17);
        QTest::keyClick(table, Qt::Key_Space);
        QVERIFY(view.isPlaying());
        QTRY_COMPARE_WITH_TIMEOUT(view.step(), 18, 5000);
        QTRY_VERIFY(!view.isPlaying());
        view.setStep(6); // split(ow): its loops are new
        int changed = 0;
        for (int line = 1; line <= view.pane().lineCount(); ++line) {
            changed += view.pane().mark(line) == CodePane::Mark::Changed ? 1 : 0;
        }
        QVERIFY(changed > 0);
        workspace.selection().hoverKnob(QStringLiteral("tile_ow"));
        QVERIFY(view.model().data(view.model().index(6, 1), Qt::BackgroundRole).isValid());
        const int loop = lineWith(view.pane(), QStringLiteral("for ow.outer"));
        QCOMPARE(view.pane().knobLight(loop), CodePane::Light::Strong);
    }

    void gpuConfigsShowTheirCodeAndSayWhatMeasuringThemNeeds()
    {
        qputenv("KNOBSCOPE_LIBCUDA", "/no/driver/here.so");
        Workspace workspace;
        ScheduleView schedule(workspace);
        CodeView code(workspace);
        ConfigView inspector(workspace);
        schedule.show();
        code.show();
        inspector.show();
        QVERIFY(workspace.openTask(QStringLiteral("gpu"), "conv2d_nchw.cuda", conv3x3, parseTarget("cuda").value()).has_value());
        schedule.refreshNow();
        code.refreshNow();
        inspector.refreshNow();
        QTRY_VERIFY(code.code() != nullptr);
        QCOMPARE(schedule.problem() + code.column(CodeLevel::Loops).problem(), QString());
        QVERIFY(code.column(CodeLevel::Llvm).pane().toPlainText().contains(QStringLiteral("__global__")));
        QCOMPARE(code.column(CodeLevel::Llvm).pane().accessibleName(), QStringLiteral("CUDA C"));
        QVERIFY(!labelTexts(inspector, QStringLiteral("Threads per block")).value(0).isEmpty());
        inspector.measureNow();
        QTRY_VERIFY_WITH_TIMEOUT(!inspector.isMeasuring(), 30000);
        QVERIFY2(inspector.message().contains(QStringLiteral("driver")), qPrintable(inspector.message()));
        workspace.setConfig(qint64(1) << 60);
        code.refreshNow();
        QVERIFY(!code.column(CodeLevel::Loops).problem().isEmpty());
    }

    void aGpusConfigIsCheckedOnTheCpu()
    {
#ifndef KNOBSCOPE_HAVE_LLVM
        QSKIP("a build without LLVM runs nothing");
#endif
        Workspace workspace;
        ConfigView inspector(workspace);
        inspector.show();
        const auto args = nlohmann::json::parse(
            R"([["TENSOR",[1,4,8,8],"float32"],["TENSOR",[8,4,3,3],"float32"],[1,1],[1,1,1,1],[1,1],"float32"])");
        QVERIFY(workspace.openTask(QStringLiteral("gpu"), "conv2d_nchw.cuda", args, parseTarget("cuda").value()).has_value());
        QVERIFY(workspace.config() >= 0);
        QPushButton* emulate = byId<QPushButton>(inspector, "emulate");
        QVERIFY(emulate && emulate->isVisible());
        QTest::mouseClick(emulate, Qt::LeftButton);
        QTRY_VERIFY2_WITH_TIMEOUT(inspector.message().contains(QStringLiteral("correct when emulated on the CPU")),
                                  qPrintable(inspector.message()), 60000);
        QVERIFY(workspace.openTask(QStringLiteral("cpu"), "tutorial/matmul", {64, 64, 64, "float32"}, parseTarget("llvm").value())
                    .has_value());
        QVERIFY(!emulate->isVisible());
    }

    void pointingAtAnAssemblyLineLightsItsLoopNestLine()
    {
#ifndef KNOBSCOPE_HAVE_LLVM
        QSKIP("a build without LLVM has no assembly");
#endif
        Workspace workspace;
        CodeView view(workspace);
        openConv(workspace);
        view.resize(1400, 600);
        view.show();
        workspace.setConfig(682);
        view.refreshNow();
        CodePane& loops = view.column(CodeLevel::Loops).pane();
        CodePane& assembly = view.column(CodeLevel::Assembly).pane();
        const auto& nestLines = view.code()->level(CodeLevel::Assembly).nestLine;
        const int sum = lineWith(loops, QStringLiteral("+="));
        const auto found = std::find(nestLines.begin(), nestLines.end(), sum);
        QVERIFY(found != nestLines.end());
        pointAt(assembly, static_cast<int>(found - nestLines.begin()) + 1);
        QCOMPARE(loops.linkLight(sum), CodePane::Light::Strong);
        QCOMPARE(workspace.selection().hoveredKnob(), QStringLiteral("tile_oc"));
        const int loop = lineWith(loops, QStringLiteral("for ic.inner"));
        loops.setTextCursor(QTextCursor(loops.document()->findBlockByNumber(loop - 1)));
        QCOMPARE(workspace.selection().hoveredKnob(), QStringLiteral("tile_ic"));
        QCOMPARE(loops.knobLight(loop), CodePane::Light::Strong);
        workspace.selection().hoverKnob(QStringLiteral("tile_ow"));
        QCOMPARE(loops.knobLight(lineWith(loops, QStringLiteral("for ow.outer"))), CodePane::Light::Strong);
        QCOMPARE(loops.knobLight(sum), CodePane::Light::Weak);
        QCOMPARE(loops.knobLight(1), CodePane::Light::None);
        int lit = 0;
        for (int line = 1; line <= assembly.lineCount(); ++line) {
            lit += assembly.knobLight(line) != CodePane::Light::None ? 1 : 0;
        }
        QVERIFY(lit > 20);
        workspace.selection().hoverKnob({});
        QCOMPARE(loops.knobLight(sum), CodePane::Light::None);
    }

    void searchInAPane()
    {
        Workspace workspace;
        CodeView view(workspace);
        openConv(workspace);
        view.resize(1200, 600);
        view.show();
        workspace.setConfig(682);
        view.refreshNow();
        CodeColumn& column = view.column(CodeLevel::Loops);
        column.pane().setFocus();
        QTest::keyClick(&column.pane(), Qt::Key_F, Qt::ControlModifier);
        auto* field = column.findChild<QLineEdit*>();
        QVERIFY(field->isVisible());
        QTest::keyClicks(field, QStringLiteral("KERNEL["));
        const int first = column.pane().caretLine();
        QVERIFY(lineText(column.pane(), first).contains(QStringLiteral("kernel[")));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(column.pane().caretLine(), first); // the only one: round the end
        QTest::keyClicks(field, QStringLiteral("zzz"));
        QCOMPARE(column.pane().setSearch(QStringLiteral("kernel[zzz")), 0);
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!field->isVisible());
    }

    void foldingHidesWhatIsInside()
    {
        CodePane pane;
        pane.resize(300, 200);
        pane.show();
        pane.setLines({"f():", "for i in 0..4:", "  for j in 0..4:", "    C = 0", "  D = 1", "for k in 0..2:", "  E = 2"});
        QVERIFY(pane.isFoldable(2) && pane.isFoldable(3) && !pane.isFoldable(4) && !pane.isFoldable(1) && !pane.isFoldable(99));
        pane.setTextCursor(QTextCursor(pane.document()->findBlockByNumber(1)));
        QTest::keyClick(&pane, Qt::Key_Minus);
        QVERIFY(pane.isFolded(2));
        QVERIFY(!pane.document()->findBlockByNumber(4).isVisible());
        QVERIFY(pane.document()->findBlockByNumber(5).isVisible());
        pane.reveal(4);
        QVERIFY(!pane.isFolded(2));
        QTest::keyClick(&pane, Qt::Key_Minus);
        QTest::keyClick(&pane, Qt::Key_Plus);
        QVERIFY(!pane.isFolded(2));
        pane.foldAll(true);
        QVERIFY(pane.isFolded(2) && pane.isFolded(6));
        pane.foldAll(false);
        QVERIFY(!pane.isFolded(2) && !pane.isFolded(3) && !pane.isFolded(6));
        pane.setLines({});
        QVERIFY(!pane.isFoldable(1));
    }

    void levelsAreToggledAndRemembered()
    {
        Workspace workspace;
        CodeView view(workspace);
        view.show();
        QVERIFY(view.column(CodeLevel::Llvm).isHidden() && view.column(CodeLevel::Assembly).isHidden()); // on demand
        view.setLevelShown(CodeLevel::Assembly, true);
        QVERIFY(!view.column(CodeLevel::Assembly).isHidden());
        view.setLevelShown(CodeLevel::Assembly, false);
        view.setLevelShown(CodeLevel::Loops, false); // one stays
        QVERIFY(!view.column(CodeLevel::Loops).isHidden());
        CodeView again(workspace);
        again.restoreState(view.saveState());
        QVERIFY(again.column(CodeLevel::Llvm).isHidden());
        again.restoreState({});
        QVERIFY(again.column(CodeLevel::Llvm).isHidden());
    }

    void lateAnswersAreDropped()
    {
        std::atomic<int> begun = 0;
        std::atomic<bool> goOn = false;
        std::vector<int> delivered;
        std::vector<std::string> failed;
        LatestWork work([&failed](const Error& error) { failed.push_back(error.message); });
        const auto release = qScopeGuard([&] { goOn = true; });
        // What is done is let go of, after the GUI thread has been told of it.
        const auto request = [&](int number) {
            auto kept = std::make_shared<int>(number);
            std::weak_ptr<int> done = kept;
            work.request([&, kept = std::move(kept)]() -> LatestWork::Deliver {
                begun = *kept;
                while (!goOn) {
                    std::this_thread::yield();
                }
                return [&delivered, number = *kept] { delivered.push_back(number); };
            });
            return done;
        };
        request(1);
        QTRY_COMPARE(begun.load(), 1);
        request(2);
        const auto third = request(3);
        QVERIFY(work.isBusy());
        goOn = true;
        work.finishNow();
        QTRY_VERIFY(third.expired());
        QCoreApplication::sendPostedEvents();
        QCOMPARE(delivered, std::vector<int>{3});
        goOn = false;
        const auto fourth = request(4);
        QTRY_COMPARE(begun.load(), 4);
        work.cancel();
        goOn = true;
        QTRY_VERIFY(fourth.expired());
        QCoreApplication::sendPostedEvents();
        QCOMPARE(delivered, std::vector<int>{3});
        work.request([]() -> LatestWork::Deliver { throw std::runtime_error("no memory"); });
        QTRY_COMPARE(failed.size(), size_t(1));
    }

    void onlyTheLastOfManyConfigsIsShown()
    {
        Workspace workspace;
        CodeView view(workspace);
        openConv(workspace);
        view.show();
        workspace.setConfig(599);
        QTRY_VERIFY_WITH_TIMEOUT(view.code(), 20000);
        for (qint64 config = 600; config <= 610; ++config) {
            workspace.setConfig(config);
        }
        QTRY_VERIFY_WITH_TIMEOUT(!view.isGenerating(), 20000);
        const auto expected = lowerConfig(*workspace.task(), workspace.task()->space.at(610).value()).value();
        QCOMPARE(view.code()->nest.size(), nestLines(expected).size());
        QCOMPARE(lineText(view.column(CodeLevel::Loops).pane(), 1), QString::fromStdString(nestLines(expected)[0].text));
    }
};

QTEST_MAIN(TestInspector)
#include "tst_inspector.moc"
