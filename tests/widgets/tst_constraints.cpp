// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions between knobs as they are typed: names that are offered, what is wrong and where, what one would remove.
#include "tests/widgets/spacebench.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLabel>
#include <QSignalSpy>

#include <algorithm>

using namespace knobscope;

class TestConstraints : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void constraintsShowTheirColumnAndWhatTheyRemove()
    {
        SpaceBench bench;
        ExpressionField* field = bench.constraints->field();
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("tile_f[2] * tile_q[1] <= 64"));
        QVERIFY(field->problem().has_value());
        QCOMPARE(field->problem()->column, size_t(13));
        QVERIFY(field->problemText().startsWith(QStringLiteral("Column 13: this space has no knob tile_q")));
        QVERIFY(field->problemRect().width() > 0 && field->rect().intersects(field->problemRect()));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(bench.editor.document().list().empty());
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
        const qint64 example = model->index(0, ConstraintModel::Example).data(ConstraintModel::kExampleRole).toLongLong();
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
        QVERIFY(field->problemText().contains(QStringLiteral("all points")));
        QCOMPARE(bench.editor.errorText(), QString()); // it is said once, at the field
        QVERIFY(bench.constraints->noteText().contains(QStringLiteral("all points")));
        QVERIFY(bench.editor.document().removeConstraint(0));
        QVERIFY(bench.editor.document().list().empty());
    }

    void namesAreCompleted()
    {
        SpaceBench bench;
        ExpressionField* field = bench.constraints->field();
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("2 * tile_f"));
        QAbstractItemView* popup = field->findChild<QCompleter*>()->popup();
        QCOMPARE(field->findChild<QCompleter*>()->completionCount(), 5);
        QTest::keyClick(popup, Qt::Key_Down);
        QTest::keyClick(popup, Qt::Key_Return);
        QVERIFY2(field->text().startsWith(QStringLiteral("2 * tile_f[")), qPrintable(field->text()));
        QVERIFY(!field->problem().has_value());
    }

    /// Whether a point is left by a condition on many knobs is found out beside the keystrokes, and not twice.
    void conditionsOnManyKnobsAreLookedAtInTheBackground()
    {
        SpaceBench bench;
        ExpressionField* field = bench.constraints->field();
        const QString terms = QStringLiteral("tile_f[1] * tile_y[1] * tile_x[1] * tile_rc[1] * auto_unroll_max_step");
        field->setText(terms + QStringLiteral(" <= 100000000"));
        bench.constraints->finishPreview();
        QVERIFY(!bench.constraints->noteText().contains(QStringLiteral("all points")));
        field->setText(terms + QStringLiteral(" == 7919"));
        bench.constraints->finishPreview();
        QVERIFY(bench.constraints->noteText().contains(QStringLiteral("all points")));
        const QSignalSpy refused(&bench.editor.document(), &SpaceDocument::refused);
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(refused.isEmpty()); // the space is not asked again
        QVERIFY2(field->problemText().contains(QStringLiteral("all points")), qPrintable(field->problemText()));
        field->setText(QStringLiteral("tile_f[1] * tile_y[1] <= 64"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(bench.edits(), std::string("[\"where tile_f[1] * tile_y[1] <= 64\"]"));
    }

    /// The list of names opens below the sentence that says what is wrong, or above both.
    void theListOfNamesLeavesTheReasonInSight()
    {
        SpaceBench bench;
        ExpressionField* field = bench.constraints->field();
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("2 * tile_f[1] + )"));
        QVERIFY(field->problem().has_value());
        QCoreApplication::processEvents();
        QTest::keyClicks(field, QStringLiteral(" tile"));
        QWidget* popup = field->findChild<QCompleter*>()->popup();
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

    void slowCountsComeLater()
    {
        SpaceBench bench;
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
};

QTEST_MAIN(TestConstraints)
#include "tst_constraints.moc"
