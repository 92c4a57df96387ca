// SPDX-License-Identifier: GPL-3.0-or-later
// The space editor as it is used: chips, fields, undo, the experiment with real kernels.
#include "tests/core/tuning/fakemeasurer.h"
#include "tests/nightly.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/spacebench.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/views/space/experimentdialog.h"

#include <QAbstractItemModel>
#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPaintEvent>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>

#include <algorithm>

using namespace knobscope;

namespace {

/// What a widget has painted.
class PaintedArea : public QObject
{
public:
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::Paint) {
            area += static_cast<QPaintEvent*>(event)->region();
        }
        return false;
    }
    QRegion area;
};

} // namespace

class TestSpace : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("knobscope-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("tst_space"));
        QSettings().clear();
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    }

    void withoutATaskItSaysWhatToDo()
    {
        Workspace workspace;
        SpaceEditor editor(workspace);
        editor.show();
        QVERIFY(!editor.findChild<KnobList*>()->isVisible());
    }

    void chipsAreTickedByMouse()
    {
        SpaceBench bench;
        bench.current("auto_unroll_max_step");
        const int row = bench.list->currentCell().row;
        bench.click({row, KnobCell::Chip, 1});
        QCOMPARE(bench.edits(), std::string("[\"auto_unroll_max_step-=512\"]"));
        QVERIFY(bench.row().isChanged);
        QVERIFY(bench.row().chips[1].state == Candidate::State::Removed);
        QCOMPARE(bench.editor.sizeText(), QStringLiteral("256,256 configs, 384,384 in the template (×0.6667)"));
        bench.click({row, KnobCell::Chip, 1});
        QCOMPARE(bench.edits(), std::string("[]"));
        bench.click({row, KnobCell::Chip, 0});
        bench.click({row, KnobCell::Reset, 0});
        QCOMPARE(bench.edits(), std::string("[]"));
        QVERIFY(!bench.row().isChanged);
    }

    void anEditPaintsOnlyTheRowsThatChange()
    {
        SpaceBench bench;
        bench.current("auto_unroll_max_step");
        const int row = bench.list->currentCell().row;
        QVERIFY(bench.edit("auto_unroll_max_step-=512")); // the space is edited from here on: its texts keep their lines
        QTest::qWait(50);
        PaintedArea painted;
        bench.list->viewport()->installEventFilter(&painted);
        QVERIFY(bench.edit("auto_unroll_max_step-=0"));
        QTRY_VERIFY(!painted.area.isEmpty());
        QVERIFY(painted.area.contains(bench.list->cellRect({row, KnobCell::Chip, 0})));
        for (int other = 0; other < static_cast<int>(bench.list->rows().size()); ++other) {
            QCOMPARE(painted.area.intersects(bench.list->cellRect({other, KnobCell::Chip, 0})), other == row);
        }
    }

    void aDragIsUndoneAtOnce()
    {
        SpaceBench bench;
        bench.current("tile_rc");
        const int row = bench.list->currentCell().row;
        QWidget* viewport = bench.list->viewport();
        QTest::mousePress(viewport, Qt::LeftButton, {}, bench.list->cellRect({row, KnobCell::Chip, 0}).center());
        QTest::mouseMove(viewport, bench.list->cellRect({row, KnobCell::Chip, 1}).center());
        QTest::mouseMove(viewport, bench.list->cellRect({row, KnobCell::Chip, 2}).center());
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, bench.list->cellRect({row, KnobCell::Chip, 2}).center());
        QCOMPARE(bench.editor.document().list().size(), size_t(3));
        QCOMPARE(bench.editor.document().undoStack()->count(), 1);
        bench.editor.document().undoStack()->undo();
        QVERIFY(bench.editor.document().list().empty());
    }

    void keysMoveTickAddChangeAndFix()
    {
        SpaceBench bench;
        KnobList* list = bench.list;
        list->setFocus();
        QTest::keyClick(list, Qt::Key_PageDown);
        QCOMPARE(list->currentKnob(), QStringLiteral("unroll_explicit"));
        QTest::keyClick(list, Qt::Key_Up);
        QCOMPARE(list->currentKnob(), QStringLiteral("auto_unroll_max_step"));
        QTest::keyClick(list, Qt::Key_Right);
        QTest::keyClick(list, Qt::Key_Space);
        QCOMPARE(bench.edits(), std::string("[\"auto_unroll_max_step-=512\"]"));
        QTest::keyClick(list, Qt::Key_Space);
        QCOMPARE(bench.edits(), std::string("[]"));
        QTest::keyClick(list, Qt::Key_Delete);
        QTest::keyClick(list, Qt::Key_Delete); // nothing more to remove
        QCOMPARE(bench.edits(), std::string("[\"auto_unroll_max_step-=512\"]"));
        QTest::keyClick(list, Qt::Key_Backspace, Qt::ControlModifier);
        QCOMPARE(bench.edits(), std::string("[]"));
        QTest::keyClick(list, Qt::Key_F2);
        auto* field = bench.child<QLineEdit>("newValue");
        QVERIFY(field->isVisible());
        field->setText(QStringLiteral("1024"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(bench.edits(), std::string("[\"auto_unroll_max_step+=1024\",\"auto_unroll_max_step-=512\"]"));
        QCOMPARE(bench.editor.document().undoStack()->count(), 4 + 1); // a changed value is one step
        QTest::keyClick(list, Qt::Key_Home);
        QTest::keyClick(list, Qt::Key_Equal);
        QCOMPARE(bench.edits(), std::string("[\"auto_unroll_max_step=0\"]"));
        QCOMPARE(bench.row().size, qint64(1));
        QVERIFY(list->accessibleDescription().contains(QStringLiteral("auto_unroll_max_step")));
    }

    void wrongValuesAreAnsweredInPlace()
    {
        SpaceBench bench;
        bench.current("tile_f");
        bench.list->setFocus();
        QTest::keyClick(bench.list, Qt::Key_Insert);
        auto* field = bench.child<QLineEdit>("newValue");
        QTest::keyClicks(field, QStringLiteral("[-1, 4096, 1, 1]"));
        QVERIFY(field->accessibleDescription().contains(QStringLiteral("do not fit")));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(field->isVisible());
        QVERIFY(bench.editor.document().list().empty());
        field->clear();
        QTest::keyClicks(field, QStringLiteral("[-1,1,1,1]"));
        QVERIFY(field->accessibleDescription().contains(QStringLiteral("already")));
        field->clear();
        QTest::keyClicks(field, QStringLiteral("[3,4,1,1]")); // 2048 is cut in 512 of 4, whatever stands first
        QVERIFY2(field->accessibleDescription().contains(QStringLiteral("the rest of 2048, which is 512")),
                 qPrintable(field->accessibleDescription()));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(bench.editor.document().list().empty());
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!field->isVisible());
    }

    void aCellThatWentMeanwhileIsNotChanged()
    {
        SpaceBench bench;
        bench.current("unroll_explicit"); // the last row
        QContextMenuEvent asked(QContextMenuEvent::Keyboard, QPoint(), QPoint());
        QApplication::sendEvent(bench.list, &asked);
        auto* menu = byId<QMenu>(*bench.list, "knobMenu");
        QVERIFY(menu);
        QAction* change = entry(*menu, u"change");
        QVERIFY(change);
        bench.list->setRows({bench.list->rows().front()});
        change->trigger();
        QVERIFY(!bench.child<QLineEdit>("newValue")->isVisible());
        menu->close();
    }

    void aTaskThatCameInMeanwhileIsNotChanged()
    {
        SpaceBench bench;
        bench.current("tile_f");
        QContextMenuEvent asked(QContextMenuEvent::Keyboard, QPoint(), QPoint());
        QApplication::sendEvent(bench.list, &asked);
        auto* menu = byId<QMenu>(*bench.list, "knobMenu");
        QVERIFY(menu);
        bench.list->beginAdding();
        auto* field = bench.child<QLineEdit>("newValue");
        field->setText(QStringLiteral("[-1,3,5,7]"));
        const auto conv = nlohmann::json::parse(
            R"([["TENSOR",[1,512,7,7],"float32"],["TENSOR",[2048,512,1,1],"float32"],[1,1],[0,0,0,0],[1,1],"float32"])");
        QVERIFY(
            bench.workspace.openTask(QStringLiteral("other"), "conv2d_nchw.cuda", conv, parseTarget("cuda").value()).has_value());
        QCOMPARE(bench.list->currentKnob(), QStringLiteral("tile_f"));
        QVERIFY(!field->isVisible());
        for (QAction* action : menu->actions()) {
            action->trigger();
        }
        QCOMPARE(bench.edits(), std::string("[]"));
        QVERIFY(!field->isVisible());
        QVERIFY(!bench.editor.findChild<QDialog*>());
        menu->close();
    }

    void theLastCandidateStays()
    {
        SpaceBench bench;
        bench.current("unroll_explicit");
        const int row = bench.list->currentCell().row;
        bench.click({row, KnobCell::Chip, 0});
        bench.click({row, KnobCell::Chip, 1});
        QVERIFY(bench.editor.errorText().contains(QStringLiteral("last candidate")));
        QCOMPARE(bench.editor.document().list().size(), size_t(1));
    }

    void manyCandidatesAreBehindAList()
    {
        SpaceBench bench;
        bench.current("tile_f");
        QCOMPARE(bench.row().total, qint64(364));
        const int row = bench.list->currentCell().row;
        QVERIFY(!bench.list->cellRect({row, KnobCell::More, 0}).isNull());
        bench.click({row, KnobCell::More, 0});
        auto* dialog = bench.editor.findChild<QDialog*>();
        QVERIFY(dialog);
        auto* view = dialog->findChild<QAbstractItemView*>();
        QAbstractItemModelTester tester(view->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(view->model()->rowCount(), 364);
        byId<QLineEdit>(*dialog, "search")->setText(QStringLiteral(", 2048]"));
        QCOMPARE(view->model()->rowCount(), 1);
        view->model()->setData(view->model()->index(0, 0), Qt::Unchecked, Qt::CheckStateRole);
        QCOMPARE(bench.edits(), std::string("[\"tile_f-=[-1,1,1,2048]\"]"));
        QCOMPARE(view->model()->index(0, 0).data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Unchecked));
        QVERIFY(bench.editor.document().add(QStringLiteral("tile_f"), QStringLiteral("[-1,3,5,7]")));
        byId<QLineEdit>(*dialog, "search")->clear();
        QCOMPARE(view->model()->rowCount(), 365);
        dialog->close();
    }

    /// What was added, or is current, is seen however many candidates a knob has.
    void whatMattersIsShownAmongMany()
    {
        SpaceBench bench;
        bench.current("tile_f");
        QVERIFY(bench.editor.document().add(QStringLiteral("tile_f"), QStringLiteral("[-1,3,5,7]")));
        bench.workspace.setConfig(300);
        const int row = bench.list->currentCell().row;
        int seen = 0;
        for (size_t i = 0; i < bench.row().chips.size(); ++i) {
            const KnobChip& chip = bench.row().chips[i];
            if (chip.isCurrent || chip.state == Candidate::State::Added) {
                seen += !bench.list->cellRect({row, KnobCell::Chip, static_cast<int>(i)}).isNull();
            }
        }
        QCOMPARE(seen, 2);
        QCOMPARE(bench.row().total, qint64(365));
    }

    void spinningMergesIntoOneStep()
    {
        SpaceBench bench;
        bench.current("tile_rc");
        auto* spin = bench.child<QSpinBox>("maxFactor");
        spin->setFocus();
        for (int value : {4, 5, 8, 16}) {
            spin->setValue(value);
        }
        QCOMPARE(bench.edits(), std::string("[\"tile_rc.max_factor=16\"]"));
        QCOMPARE(bench.editor.document().undoStack()->count(), 1);
        QCOMPARE(bench.row().size, qint64(5));
        spin->setValue(0); // back to where it began: nothing to undo
        QCOMPARE(bench.editor.document().undoStack()->count(), 0);
        QVERIFY(bench.editor.document().list().empty());
    }

    void filtersTakeEffectAsTheyAreTyped()
    {
        SpaceBench bench;
        bench.current("tile_rc");
        auto* field = bench.child<QLineEdit>("filter");
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("size[-1] <= 16"));
        QCOMPARE(bench.edits(), std::string("[\"tile_rc.filter=size[-1] <= 16\"]"));
        QCOMPARE(bench.editor.document().undoStack()->count(), 1);
        QCOMPARE(field->text(), QStringLiteral("size[-1] <= 16"));
        QTest::keyClicks(field, QStringLiteral("x"));
        const QString reason = field->accessibleDescription();
        QVERIFY(reason.contains(QStringLiteral("not a filter")));
        const auto isInSight = [&] {
            const auto labels = bench.editor.findChildren<QLabel*>();
            return std::ranges::any_of(labels, [&](const QLabel* l) { return l->isVisible() && l->text() == reason; });
        };
        QVERIFY(isInSight());
        QTest::keyClick(field, Qt::Key_Backspace);
        QVERIFY(!isInSight() && field->accessibleDescription().isEmpty());
        QTest::keyClicks(field, QStringLiteral("x"));
        bench.current("tile_f"); // another's filter is right
        QVERIFY(!isInSight() && field->accessibleDescription().isEmpty());
        bench.editor.document().undoStack()->undo();
        QVERIFY(bench.editor.document().list().empty());
    }

    void editsFromElsewhereCanBeUndone()
    {
        SpaceBench bench;
        QVERIFY(bench.workspace.setEdits({parseEdit("unroll_explicit=1").value()}).has_value());
        QCOMPARE(bench.row().name, QStringLiteral("tile_f"));
        QCOMPARE(bench.editor.document().undoStack()->count(), 1);
        bench.editor.document().undoStack()->undo();
        QVERIFY(bench.workspace.task()->edits.empty());
    }

    void editsAreCopiedAsFlags()
    {
        SpaceBench bench;
        QVERIFY(bench.edit("auto_unroll_max_step+=1024"));
        QVERIFY(bench.edit("where tile_f[1] <= 64"));
        QCOMPARE(bench.editor.flagsText(), QStringLiteral("--edit 'auto_unroll_max_step+=1024' --edit 'where tile_f[1] <= 64'"));
    }

    /// Where there is no room for them, words are in the tooltip of what they stand in.
    void whatMayBeCutIsInATooltip()
    {
        SpaceBench bench;
        const QString condition = QStringLiteral("tile_f[1] * tile_f[2] * tile_y[1] * tile_y[2] <= 4096");
        QVERIFY(bench.editor.document().addConstraint(condition));
        const QModelIndex cell = bench.constraints->model()->index(0, ConstraintModel::Condition);
        QVERIFY(cell.data(Qt::ToolTipRole).toString().startsWith(condition));
        const auto labels = bench.editor.findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
            return label->text() == QStringLiteral("task, conv2d_nchw.cuda") && label->toolTip() == label->text();
        }));
        QVERIFY(bench.editor.document().add(QStringLiteral("auto_unroll_max_step"), QStringLiteral("1234567")));
        bench.current("auto_unroll_max_step");
        const QPoint at = bench.list->cellRect({bench.list->currentCell().row, KnobCell::Chip, 3}).center();
        QHelpEvent asked(QEvent::ToolTip, at, bench.list->viewport()->mapToGlobal(at));
        QApplication::sendEvent(bench.list->viewport(), &asked);
        QVERIFY2(QToolTip::text().startsWith(QStringLiteral("1234567\n")), qPrintable(QToolTip::text()));
        QToolTip::hideText();
    }

    /// Two spaces that are the same are not compared: that is said before somebody asks.
    void whatIsNotEditedIsNotTriedOut()
    {
        SpaceBench bench;
        auto* ask = byId<QPushButton>(bench.editor, "experiment");
        QVERIFY(ask && !ask->isEnabled());
        QVERIFY2(ask->toolTip().contains(QStringLiteral("Edit a knob first")), qPrintable(ask->toolTip()));
        ActionRegistry registry(&bench.editor);
        bench.editor.addActions(registry);
        const QAction* action = registry.action(QStringLiteral("space.experiment"));
        QVERIFY(!action->isEnabled());
        QVERIFY(bench.edit("where tile_f[1] <= 64"));
        QVERIFY(ask->isEnabled() && action->isEnabled());
        QVERIFY2(ask->toolTip().contains(QStringLiteral("same budget")), qPrintable(ask->toolTip()));
        bench.editor.document().undoStack()->undo();
        QVERIFY(!ask->isEnabled() && !action->isEnabled());
    }

    /// Real kernels in the nightly suite.
    void theExperimentRunsBothVariants()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("e.knobscope"));
        SpaceBench bench("matmul");
        if (!isNightly()) {
            bench.workspace.session().setMeasurer([](const Target&, const MeasureOptions&) -> Result<std::unique_ptr<Measurer>> {
                return std::make_unique<FakeMeasurer>(1);
            });
        }
        QVERIFY(Project::open(path.toStdString(), Project::Mode::Create).has_value());
        QVERIFY(bench.workspace.openProject(path).has_value());
        QVERIFY2(bench.editor.priceText().contains(QStringLiteral("Not measured here yet: at an estimated ")),
                 qPrintable(bench.editor.priceText()));
        QVERIFY(bench.edit("tile_y-=[-1,1]"));
        ExperimentDialog* dialog = bench.editor.openExperiment();
        auto* trials = byId<QSpinBox>(*dialog, "trials");
        auto* seeds = byId<QSpinBox>(*dialog, "seeds");
        const auto whole = bench.workspace.task()->templateSpace.rangeLength();
        trials->setValue(static_cast<int>(whole));
        QVERIFY(seeds->value() >= seedsNeeded()); // what is offered can give a verdict
        seeds->setValue(2);
        QVERIFY2(dialog->estimateText().contains(QStringLiteral("will be measured completely")),
                 qPrintable(dialog->estimateText()));
        QVERIFY2(dialog->estimateText().contains(QStringLiteral("not measured here yet")), qPrintable(dialog->estimateText()));
        const auto edited = bench.workspace.task()->space.rangeLength();
        QVERIFY2(dialog->estimateText().contains(QLocale().toString(qlonglong(2 * (whole + edited)))),
                 qPrintable(dialog->estimateText()));
        trials->setValue(static_cast<int>(edited));
        QVERIFY2(dialog->estimateText().contains(QStringLiteral("Edited space has only")), qPrintable(dialog->estimateText()));
        trials->setValue(10);
        QVERIFY(!dialog->estimateText().contains(QStringLiteral("complete")));
        seeds->setValue(2);
        QSignalSpy finished(&dialog->queue(), &ExperimentQueue::finished);
        press(*dialog, "start");
        QVERIFY2(dialog->queue().isRunning(), qPrintable(dialog->verdictText()));
        QVERIFY(finished.wait(90000));
        QCOMPARE(finished.front().front().toString(), QString());
        QVERIFY2(dialog->verdictText().contains(QStringLiteral("Difference per seed")), qPrintable(dialog->verdictText()));
        QVERIFY2(dialog->verdictText().contains(QStringLiteral("p is at least 0.5); at least 6 are needed")),
                 qPrintable(dialog->verdictText()));
        QCOMPARE(bench.workspace.runs().size(), size_t(4));
        std::string order;
        for (const RunRow& run : bench.workspace.runs()) {
            order += bench.workspace.taskOfRun(run.id)->edits.empty() ? 'A' : 'B';
            QCOMPARE(run.state, std::string("finished"));
        }
        QCOMPARE(order, std::string("ABBA"));
        QVERIFY2(bench.editor.priceText().contains(QStringLiteral("trials/s measured here")),
                 qPrintable(bench.editor.priceText()));
        MeasureOptions wider = bench.workspace.measuring();
        wider.threads = 2;
        bench.workspace.setMeasuring(wider); // nobody knows yet how long its trials take
        QVERIFY2(bench.editor.priceText().contains(QStringLiteral("not measured here yet: at an estimated ")),
                 qPrintable(bench.editor.priceText()));
        dialog->close();
        // The next one is asked for in the same way.
        ExperimentDialog* next = bench.editor.openExperiment();
        QCOMPARE(byId<QSpinBox>(*next, "trials")->value(), 10);
        QCOMPARE(byId<QSpinBox>(*next, "seeds")->value(), 2);
        next->close();
    }
};

QTEST_MAIN(TestSpace)
#include "tst_space.moc"
