// SPDX-License-Identifier: GPL-3.0-or-later
// The space editor as it is used: chips, fields, constraints, undo, the experiment with real kernels.
#include "widgets/space/constraintpanel.h"
#include "widgets/space/experimentdialog.h"
#include "widgets/space/knoblist.h"
#include "widgets/space/spaceeditor.h"

#include <QAbstractItemModel>
#include <QAbstractItemView>
#include <QApplication>
#include <QCompleter>
#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace knobscope;

namespace {

/// A workspace with a task and the editor on it, shown.
struct Bench {
    explicit Bench(const char* task = "cuda")
    {
        const bool isCuda = QByteArray(task) == "cuda";
        const auto conv = nlohmann::json::parse(
            R"([["TENSOR",[1,1024,7,7],"float32"],["TENSOR",[2048,1024,1,1],"float32"],[1,1],[0,0,0,0],[1,1],"float32"])");
        const nlohmann::json matmul{64, 64, 64, "float32"};
        const auto opened =
            workspace.openTask(QStringLiteral("task"), isCuda ? "conv2d_nchw.cuda" : "tutorial/matmul", isCuda ? conv : matmul,
                               isCuda ? parseTarget("cuda").value() : parseTarget("llvm").value());
        Q_ASSERT(opened);
        editor.resize(1000, 700);
        editor.show();
        list = editor.findChild<KnobList*>();
        constraints = editor.findChild<ConstraintPanel*>();
    }
    std::string edits() const { return editsToJson(editor.edits()).dump(); }
    void current(const char* knob) const { list->setCurrentKnob(QString::fromLatin1(knob)); }
    const KnobRow& row() const { return list->rows()[static_cast<size_t>(list->currentCell().row)]; }
    void click(KnobCell cell) const { QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->cellRect(cell).center()); }
    template<class W>
    W* child(const char* name) const
    {
        return editor.findChild<W*>(QString::fromLatin1(name));
    }

    Workspace workspace;
    SpaceEditor editor{workspace};
    KnobList* list = nullptr;
    ConstraintPanel* constraints = nullptr;
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
        QVERIFY(!editor.applyText(QStringLiteral("a+=1")));
    }

    void chipsAreTickedByMouse()
    {
        Bench bench;
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

    void aDragIsUndoneAtOnce()
    {
        Bench bench;
        bench.current("tile_rc");
        const int row = bench.list->currentCell().row;
        QWidget* viewport = bench.list->viewport();
        QTest::mousePress(viewport, Qt::LeftButton, {}, bench.list->cellRect({row, KnobCell::Chip, 0}).center());
        QTest::mouseMove(viewport, bench.list->cellRect({row, KnobCell::Chip, 1}).center());
        QTest::mouseMove(viewport, bench.list->cellRect({row, KnobCell::Chip, 2}).center());
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, bench.list->cellRect({row, KnobCell::Chip, 2}).center());
        QCOMPARE(bench.editor.edits().size(), size_t(3));
        QCOMPARE(bench.editor.undoStack()->count(), 1);
        bench.editor.undoStack()->undo();
        QVERIFY(bench.editor.edits().empty());
    }

    void keysMoveTickAddChangeAndFix()
    {
        Bench bench;
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
        QCOMPARE(bench.editor.undoStack()->count(), 4 + 1); // a changed value is one step
        QTest::keyClick(list, Qt::Key_Home);
        QTest::keyClick(list, Qt::Key_Equal);
        QCOMPARE(bench.edits(), std::string("[\"auto_unroll_max_step=0\"]"));
        QCOMPARE(bench.row().size, qint64(1));
        QVERIFY(list->accessibleDescription().contains(QStringLiteral("auto_unroll_max_step")));
    }

    void wrongValuesAreAnsweredInPlace()
    {
        Bench bench;
        bench.current("tile_f");
        bench.list->setFocus();
        QTest::keyClick(bench.list, Qt::Key_Insert);
        auto* field = bench.child<QLineEdit>("newValue");
        QTest::keyClicks(field, QStringLiteral("[-1, 4096, 1, 1]"));
        QVERIFY(field->accessibleDescription().contains(QStringLiteral("do not fit")));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(field->isVisible());
        QVERIFY(bench.editor.edits().empty());
        field->clear();
        QTest::keyClicks(field, QStringLiteral("[-1,1,1,1]"));
        QVERIFY(field->accessibleDescription().contains(QStringLiteral("already")));
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!field->isVisible());
    }

    void aCellThatWentMeanwhileIsNotChanged()
    {
        Bench bench;
        bench.current("unroll_explicit"); // the last row
        QContextMenuEvent asked(QContextMenuEvent::Keyboard, QPoint(), QPoint());
        QApplication::sendEvent(bench.list, &asked);
        auto* menu = bench.list->findChild<QMenu*>();
        QVERIFY(menu);
        const QList<QAction*> actions = menu->actions();
        const auto change = std::ranges::find_if(
            actions, [](const QAction* action) { return action->text().startsWith(QStringLiteral("&Change")); });
        QVERIFY(change != actions.end());
        bench.list->setRows({bench.list->rows().front()});
        (*change)->trigger();
        QVERIFY(!bench.child<QLineEdit>("newValue")->isVisible());
        menu->close();
    }

    void aTaskThatCameInMeanwhileIsNotChanged()
    {
        Bench bench;
        bench.current("tile_f");
        QContextMenuEvent asked(QContextMenuEvent::Keyboard, QPoint(), QPoint());
        QApplication::sendEvent(bench.list, &asked);
        auto* menu = bench.list->findChild<QMenu*>();
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
        Bench bench;
        bench.current("unroll_explicit");
        const int row = bench.list->currentCell().row;
        bench.click({row, KnobCell::Chip, 0});
        bench.click({row, KnobCell::Chip, 1});
        QVERIFY(bench.editor.errorText().contains(QStringLiteral("last candidate")));
        QCOMPARE(bench.editor.edits().size(), size_t(1));
    }

    void manyCandidatesAreBehindAList()
    {
        Bench bench;
        bench.current("tile_f");
        QCOMPARE(bench.row().total, qint64(364));
        const int row = bench.list->currentCell().row;
        QVERIFY(!bench.list->cellRect({row, KnobCell::More, 0}).isNull());
        bench.click({row, KnobCell::More, 0});
        auto* dialog = bench.editor.findChild<QDialog*>();
        QVERIFY(dialog);
        auto* view = dialog->findChild<QAbstractItemView*>();
        QCOMPARE(view->model()->rowCount(), 364);
        dialog->findChild<QLineEdit*>()->setText(QStringLiteral(", 2048]"));
        QCOMPARE(view->model()->rowCount(), 1);
        view->model()->setData(view->model()->index(0, 0), Qt::Unchecked, Qt::CheckStateRole);
        QCOMPARE(bench.edits(), std::string("[\"tile_f-=[-1,1,1,2048]\"]"));
        QCOMPARE(view->model()->index(0, 0).data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Unchecked));
        dialog->close();
    }

    /// What was added, or is current, is seen however many candidates a knob has.
    void whatMattersIsShownAmongMany()
    {
        Bench bench;
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
        Bench bench;
        bench.current("tile_rc");
        auto* spin = bench.child<QSpinBox>("maxFactor");
        spin->setFocus();
        for (int value : {4, 5, 8, 16}) {
            spin->setValue(value);
        }
        QCOMPARE(bench.edits(), std::string("[\"tile_rc.max_factor=16\"]"));
        QCOMPARE(bench.editor.undoStack()->count(), 1);
        QCOMPARE(bench.row().size, qint64(5));
        spin->setValue(0); // back to where it began: nothing to undo
        QCOMPARE(bench.editor.undoStack()->count(), 0);
        QVERIFY(bench.editor.edits().empty());
    }

    void filtersTakeEffectAsTheyAreTyped()
    {
        Bench bench;
        bench.current("tile_rc");
        auto* field = bench.child<QLineEdit>("filter");
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("size[-1] <= 16"));
        QCOMPARE(bench.edits(), std::string("[\"tile_rc.filter=size[-1] <= 16\"]"));
        QCOMPARE(bench.editor.undoStack()->count(), 1);
        QCOMPARE(field->text(), QStringLiteral("size[-1] <= 16"));
        QTest::keyClicks(field, QStringLiteral("x"));
        QVERIFY(field->accessibleDescription().contains(QStringLiteral("no filter")));
        bench.editor.undoStack()->undo();
        QVERIFY(bench.editor.edits().empty());
    }

    void constraintsShowTheirColumnAndWhatTheyRemove()
    {
        Bench bench;
        ExpressionField* field = bench.constraints->field();
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("tile_f[2] * tile_q[1] <= 64"));
        QVERIFY(field->problem().has_value());
        QCOMPARE(field->problem()->column, size_t(13));
        QVERIFY(field->problemText().startsWith(QStringLiteral("Column 13: this space has no knob tile_q")));
        QVERIFY(field->problemRect().width() > 0 && field->rect().intersects(field->problemRect()));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(bench.editor.edits().empty());
        field->setText(QStringLiteral("tile_f[2] * tile_y[2] * tile_x[2] <= 64"));
        QVERIFY(field->problemText().isEmpty());
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(bench.edits(), std::string("[\"where tile_f[2] * tile_y[2] * tile_x[2] <= 64\"]"));
        QVERIFY(field->text().isEmpty());
        const ConstraintModel* model = bench.constraints->model();
        QCOMPARE(model->rowCount(), 1);
        const SpaceCount valid = bench.workspace.task()->space.validCount();
        QCOMPARE(model->index(0, ConstraintModel::Removes).data().toString(),
                 QLocale().toString(static_cast<qlonglong>(384384 - valid.low)));
        const qint64 example = model->index(0, ConstraintModel::Example).data(ConstraintModel::ExampleRole).toLongLong();
        QVERIFY(example >= 0 && !bench.workspace.task()->space.isValid(example));
        emit bench.constraints->exampleRequested(example);
        QVERIFY(bench.workspace.task()->space.isValid(bench.workspace.config()));
        int marked = 0;
        for (const KnobRow& row : bench.list->rows()) {
            marked += std::any_of(row.chips.begin(), row.chips.end(), [](const KnobChip& chip) { return chip.isMarked; });
        }
        QCOMPARE(marked, 3); // the knobs that the condition names
        field->setText(QStringLiteral("tile_f[1] < 0"));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(field->problemText().contains(QStringLiteral("no point")));
        QVERIFY(bench.editor.document().removeConstraint(0));
        QVERIFY(bench.editor.edits().empty());
    }

    void namesAreCompleted()
    {
        Bench bench;
        ExpressionField* field = bench.constraints->field();
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("2 * tile_f"));
        QAbstractItemView* popup = field->knobCompleter()->popup();
        QCOMPARE(field->knobCompleter()->completionCount(), 5);
        QTest::keyClick(popup, Qt::Key_Down);
        QTest::keyClick(popup, Qt::Key_Return);
        QVERIFY2(field->text().startsWith(QStringLiteral("2 * tile_f[")), qPrintable(field->text()));
        QVERIFY(!field->problem().has_value());
    }

    /// Whether a point is left by a condition on many knobs is found out beside the keystrokes, and not twice.
    void conditionsOnManyKnobsAreLookedAtInTheBackground()
    {
        Bench bench;
        ExpressionField* field = bench.constraints->field();
        const QString terms = QStringLiteral("tile_f[1] * tile_y[1] * tile_x[1] * tile_rc[1] * auto_unroll_max_step");
        field->setText(terms + QStringLiteral(" <= 100000000"));
        bench.constraints->finishPreview();
        QVERIFY(!bench.constraints->noteText().contains(QStringLiteral("no point")));
        field->setText(terms + QStringLiteral(" == 7919"));
        bench.constraints->finishPreview();
        QVERIFY(bench.constraints->noteText().contains(QStringLiteral("no point")));
        const QSignalSpy refused(&bench.editor.document(), &SpaceDocument::refused);
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(refused.isEmpty()); // the space is not asked again
        QVERIFY2(field->problemText().contains(QStringLiteral("no point")), qPrintable(field->problemText()));
        field->setText(QStringLiteral("tile_f[1] * tile_y[1] <= 64"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(bench.edits(), std::string("[\"where tile_f[1] * tile_y[1] <= 64\"]"));
    }

    /// The list of names opens below the sentence that says what is wrong, or above both.
    void theListOfNamesLeavesTheReasonInSight()
    {
        Bench bench;
        ExpressionField* field = bench.constraints->field();
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("2 * tile_f[1] + )"));
        QVERIFY(field->problem().has_value());
        QCoreApplication::processEvents();
        QTest::keyClicks(field, QStringLiteral(" tile"));
        QWidget* popup = field->knobCompleter()->popup();
        QVERIFY(popup->isVisible());
        const QLabel* reason = nullptr;
        for (const QLabel* label : bench.constraints->findChildren<QLabel*>()) {
            reason = label->text() == field->problemText() ? label : reason;
        }
        QVERIFY(reason && reason->isVisible());
        const QRect sentence(reason->mapToGlobal(QPoint()), reason->size());
        QVERIFY2(!popup->frameGeometry().intersects(sentence), qPrintable(field->problemText()));
        const QRect line(field->mapToGlobal(QPoint()), field->size());
        QVERIFY(!popup->frameGeometry().intersects(line));
    }

    void editsFromElsewhereCanBeUndone()
    {
        Bench bench;
        QVERIFY(bench.workspace.setEdits({parseEdit("unroll_explicit=1").value()}).has_value());
        QCOMPARE(bench.row().name, QStringLiteral("tile_f"));
        QCOMPARE(bench.editor.undoStack()->count(), 1);
        bench.editor.undoStack()->undo();
        QVERIFY(bench.workspace.task()->edits.empty());
    }

    void slowCountsComeLater()
    {
        Bench bench;
        std::string sum;
        for (const char* knob : {"tile_f", "tile_y", "tile_x", "tile_rc"}) {
            sum += fmt::format("{}{}[1] * 3 + {}[-1] * 7", sum.empty() ? "" : " + ", knob, knob);
        }
        sum += " + tile_f[2] + tile_f[0] * 5 + auto_unroll_max_step + unroll_explicit + tile_y[2] + tile_x[2] <= 2000";
        QVERIFY2(bench.editor.document().addConstraint(QString::fromStdString(sum)),
                 qPrintable(bench.editor.document().problem()));
        QTRY_VERIFY_WITH_TIMEOUT(bench.editor.sizeText().contains(QStringLiteral("in the template")), 20000);
        QVERIFY(bench.workspace.task()->space.validCount().exact); // 384,384 points can all be looked at
    }

    void editsAreCopiedAsFlags()
    {
        Bench bench;
        bench.editor.applyText(QStringLiteral("auto_unroll_max_step+=1024"));
        bench.editor.applyText(QStringLiteral("where tile_f[1] <= 64"));
        QCOMPARE(bench.editor.flagsText(), QStringLiteral("--edit 'auto_unroll_max_step+=1024' --edit 'where tile_f[1] <= 64'"));
    }

    void theExperimentRunsRealKernels()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("e.knobscope"));
        Bench bench("matmul");
        QVERIFY(Project::open(path.toStdString(), Project::Mode::Create).has_value());
        QVERIFY(bench.workspace.openProject(path).has_value());
        QVERIFY2(bench.editor.priceText().contains(QStringLiteral("not measured yet: at about ")),
                 qPrintable(bench.editor.priceText()));
        QVERIFY(bench.editor.applyText(QStringLiteral("tile_y-=[-1,1]")));
        ExperimentDialog* dialog = bench.editor.openExperiment();
        const auto spins = dialog->findChildren<QSpinBox*>();
        const auto whole = bench.workspace.task()->templateSpace.rangeLength();
        spins[0]->setValue(static_cast<int>(whole));
        QVERIFY(spins[1]->value() >= seedsNeeded()); // what is offered can give a verdict
        spins[1]->setValue(2);
        QVERIFY2(dialog->estimateText().contains(QStringLiteral("are visited whole")), qPrintable(dialog->estimateText()));
        QVERIFY2(dialog->estimateText().contains(QStringLiteral("not measured here yet")), qPrintable(dialog->estimateText()));
        const auto edited = bench.workspace.task()->space.rangeLength();
        QVERIFY2(dialog->estimateText().contains(QLocale().toString(qlonglong(2 * (whole + edited)))),
                 qPrintable(dialog->estimateText()));
        spins[0]->setValue(static_cast<int>(edited));
        QVERIFY2(dialog->estimateText().contains(QStringLiteral("Edited space has only")), qPrintable(dialog->estimateText()));
        spins[0]->setValue(10);
        QVERIFY(!dialog->estimateText().contains(QStringLiteral("whole")));
        spins[1]->setValue(2);
        QSignalSpy finished(&dialog->queue(), &ExperimentQueue::finished);
        for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
            if (button->text() == QStringLiteral("&Start")) {
                QTest::mouseClick(button, Qt::LeftButton);
            }
        }
        QVERIFY2(dialog->queue().isRunning(), qPrintable(dialog->verdictText()));
        QVERIFY(finished.wait(90000));
        QCOMPARE(finished.front().front().toString(), QString());
        QVERIFY2(dialog->verdictText().contains(QStringLiteral("Difference by seed")), qPrintable(dialog->verdictText()));
        QVERIFY2(dialog->verdictText().contains(QStringLiteral("p = 0.5; at least 6 are needed")),
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
        QVERIFY2(bench.editor.priceText().contains(QStringLiteral("not measured yet: at about ")),
                 qPrintable(bench.editor.priceText()));
        dialog->close();
    }
};

QTEST_MAIN(TestSpace)
#include "tst_space.moc"
