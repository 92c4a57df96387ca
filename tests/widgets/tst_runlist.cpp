// SPDX-License-Identifier: GPL-3.0-or-later
// The list of runs beside the chart: which are listed, and how they are marked.
#include "core/base/sentencejson.h"
#include "widgets/views/speed/runlistmodel.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace knobscope;

namespace {

RunRow run(int64_t id, const char* label)
{
    RunRow row;
    row.id = id;
    row.label = label;
    row.tuner = "ga";
    return row;
}

QStringList namesIn(const RunListModel& model)
{
    QStringList all;
    for (int row = 0; row < model.rowCount(); ++row) {
        all << model.index(row, 0).data().toString();
    }
    return all;
}

} // namespace

class TestRunList : public QObject
{
    Q_OBJECT
private slots:
    void runsOfOtherTasksAreListedOnRequest()
    {
        RunListModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTask(QStringLiteral("a"));
        model.setRuns({run(1, "a"), run(2, "b"), run(3, "a")});
        QCOMPARE(namesIn(model), (QStringList{QStringLiteral("3: ga"), QStringLiteral("1: ga")}));
        model.setAllTasks(true);
        QCOMPARE(namesIn(model), (QStringList{QStringLiteral("3: ga"), QStringLiteral("2: ga, b"), QStringLiteral("1: ga")}));
        model.setAllTasks(false);
        model.setShown({2, 3}); // what is shown is listed
        QCOMPARE(model.rowCount(), 3);
        model.setTask(QStringLiteral("c")); // has no run
        QCOMPARE(model.rowCount(), 3);
    }

    void disturbedRunsAreMarked()
    {
        RunRow disturbed = run(2, "a");
        disturbed.options["disturbed"] = sentenceToJson(Sentence("The machine is busy: others take it"));
        RunListModel model;
        model.setTask(QStringLiteral("a"));
        model.setRuns({run(1, "a"), disturbed});
        QCOMPARE(namesIn(model), (QStringList{QStringLiteral("2: ga ⚠"), QStringLiteral("1: ga")}));
        QVERIFY(
            model.index(0, 0).data(Qt::ToolTipRole).toString().endsWith(QStringLiteral("The machine is busy: others take it")));
    }
};

QTEST_MAIN(TestRunList)
#include "tst_runlist.moc"
