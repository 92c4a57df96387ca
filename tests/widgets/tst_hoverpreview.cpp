// SPDX-License-Identifier: GPL-3.0-or-later
// The trial under the pointer, previewed by views that show more than points: knobs, failures, comparison.
#include "tests/widgets/recordedproject.h"
#include "widgets/views/compare/compareview.h"
#include "widgets/views/failures/failuresview.h"
#include "widgets/views/space/knoblist.h"
#include "widgets/views/space/spaceeditor.h"

#include <QApplication>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;
using namespace knobscope::testing;

class TestHoverPreview : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        QVERIFY(m_folder.isValid());
        QVERIFY(writeProject(path(), {40, 40}).has_value());
    }

    void theKnobsLightTheValuesUp()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(path()).has_value());
        workspace.selection().select({{1, 1}});
        SpaceEditor editor(workspace);
        editor.resize(900, 700);
        editor.show();
        auto& list = *editor.findChild<KnobList*>();
        QVERIFY(!list.rows().empty());
        QVERIFY(!list.previewedCell(0).isValid());
        const qint64 before = workspace.config();

        workspace.selection().hover({2, 5});
        const ConfigEntity values = workspace.task()->space.at(5 * 7919 % workspace.task()->space.rangeLength()).value();
        for (size_t i = 0; i < list.rows().size(); ++i) {
            const KnobRow& row = list.rows()[i];
            const KnobCell cell = list.previewedCell(static_cast<int>(i));
            QVERIFY(cell.isValid() && list.cellRect(cell).isValid()); // it is painted, that a value is behind "more", too
            if (cell.kind == KnobCell::Chip) {
                QVERIFY(isEquivalent(row.chips[static_cast<size_t>(cell.chip)].value, *values.find(row.name.toStdString())));
            } else {
                QCOMPARE(cell.kind, KnobCell::More);
            }
        }
        QCOMPARE(workspace.config(), before);
        QVERIFY(workspace.task()->edits.empty());
        QVERIFY(!list.viewport()->grab().isNull()); // it is painted

        workspace.selection().hover({2, 999}); // no such trial
        QVERIFY(!list.previewedCell(0).isValid());
        workspace.closeProject();
    }

    void theGroupOfAFailureIsMarked()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(path()).has_value());
        FailuresView view(workspace);
        view.show();
        view.refreshNow();
        QCOMPARE(view.run(), qint64(2));
        QCOMPARE(view.hoveredGroup(), -1);
        const QModelIndex current = view.table().currentIndex();
        workspace.selection().hover({2, 14}); // the second to fail
        QCOMPARE(view.hoveredGroup(), view.model().rowOf({2, 14}));
        QVERIFY(view.hoveredGroup() >= 0);
        QCOMPARE(view.table().currentIndex(), current);
        workspace.selection().hover({2, 15}); // did not fail
        QCOMPARE(view.hoveredGroup(), -1);
        workspace.selection().hover({1, 14}); // of a run that is not shown
        QCOMPARE(view.hoveredGroup(), -1);
        workspace.closeProject();
    }

    void theRunIsSetOffInTheComparison()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(path()).has_value());
        workspace.selection().select({{1, 1}});
        CompareView view(workspace);
        view.resize(900, 500);
        view.show();
        view.refreshNow();
        for (int row = 0; row < view.runs().rowCount(); ++row) {
            view.runs().setData(view.runs().index(row, 0), Qt::Checked, Qt::CheckStateRole);
        }
        view.refreshNow();
        QCOMPARE(view.progress().emphasised(), -1);
        workspace.selection().hover({2, 6});
        QCOMPARE(view.hoveredRow(), view.runs().rowOfRun(2));
        const int second = view.progress().emphasised();
        QVERIFY(second >= 0);
        QVERIFY(!view.progress().grab().isNull());
        workspace.selection().hover({1, 6});
        QVERIFY(view.progress().emphasised() >= 0 && view.progress().emphasised() != second);
        workspace.selection().select({{2, 3}}); // the plot is filled anew
        QVERIFY(view.progress().emphasised() >= 0);
        workspace.selection().hover({});
        QCOMPARE(view.progress().emphasised(), -1);
        QCOMPARE(view.hoveredRow(), -1);
        workspace.closeProject();
    }

private:
    QString path() const { return m_folder.filePath(QStringLiteral("p.knobscope")); }
    QTemporaryDir m_folder;
};

QTEST_MAIN(TestHoverPreview)
#include "tst_hoverpreview.moc"
