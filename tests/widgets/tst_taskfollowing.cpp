// SPDX-License-Identifier: GPL-3.0-or-later
// Turning to a task brings every view that shows a run to its newest one.
#include "tests/widgets/recordedproject.h"
#include "tests/widgets/viewharness.h"
#include "widgets/views/config/configview.h"
#include "widgets/views/failures/failuresview.h"
#include "widgets/views/insight/insightview.h"
#include "widgets/views/speed/runlistmodel.h"
#include "widgets/views/speed/speedview.h"

#include <QTemporaryDir>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

Task matmulTask()
{
    return makeTask("tutorial/matmul", nlohmann::json::parse(R"([64, 64, 64, "float32"])"), hostTarget().value()).value();
}

/// Runs 1 and 3 are the dense layer's, run 2 is matmul's.
void writeTwoTasks(const QString& path)
{
    (void)Project::open(path.toStdString(), Project::Mode::Create);
    auto writer = ProjectWriter::open(path.toStdString()).value();
    for (const Task& task : {denseTask(), matmulTask(), denseTask()}) {
        std::vector<TrialRow> trials;
        for (int64_t number = 1; number <= 20; ++number) {
            trials.push_back(trialOf(number, entityToJson(task.space.at(number).value()), 10.0 + static_cast<double>(number)));
        }
        addFinishedRun(*writer, taskRow(task), "random", 1, std::move(trials));
    }
}

void open(Workspace& workspace, const Task& task)
{
    QVERIFY(workspace.openTask(QStringLiteral("task"), task.name, task.args, task.target).has_value());
    workspace.showNewestRun();
}

} // namespace

class TestTaskFollowing : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;

private slots:
    /// W28: back from another target, the ring was at one trial while the knobs showed another config.
    void aTrialIsMarkedWhileItsConfigIsShown()
    {
        const QString path = m_dir.filePath(QStringLiteral("marked.knobscope"));
        writeTwoTasks(path);
        Workspace workspace;
        const ConfigView knobs(workspace);
        QVERIFY(workspace.openProject(path).has_value());
        open(workspace, denseTask());
        const TrialRef trial{3, 5};
        const auto choose = [&] {
            workspace.selection().select({trial});
            QTRY_COMPARE(workspace.config(), qint64(5));
            QCOMPARE(workspace.selection().current(), trial);
        };
        choose();
        open(workspace, matmulTask());
        QVERIFY(!workspace.selection().current().isValid());
        open(workspace, denseTask());
        QVERIFY(!workspace.selection().current().isValid());
        QCOMPARE(workspace.config(), qint64(20)); // the best one
        choose();
        workspace.setConfig(7);
        QVERIFY(!workspace.selection().current().isValid());
        workspace.selection().goBack();
        QTRY_COMPARE(workspace.config(), qint64(5));
        workspace.selection().select({{3, 4}, trial}); // what was brushed stays
        workspace.setConfig(7);
        QCOMPARE(workspace.selection().trials().size(), size_t(2));
    }

    void viewsTurnToTheTasksRun()
    {
        const QString path = m_dir.filePath(QStringLiteral("two.knobscope"));
        writeTwoTasks(path);
        Workspace workspace;
        SpeedView chart(workspace);
        InsightView insight(workspace);
        FailuresView failures(workspace);
        QVERIFY(workspace.openProject(path).has_value());
        auto* shown = chart.findChild<RunListModel*>();
        QVERIFY(shown);
        QCOMPARE(shown->shown(), std::set<int64_t>{3});
        open(workspace, matmulTask());
        QCOMPARE(insight.run(), qint64(2));
        QCOMPARE(failures.run(), qint64(2));
        QCOMPARE(shown->shown(), std::set<int64_t>{2});
        open(workspace, denseTask());
        QCOMPARE(insight.run(), qint64(3));
        QCOMPARE(shown->shown(), std::set<int64_t>{3});
        // What a person compares stays while the task's run is among it.
        shown->setShown({1, 3});
        open(workspace, denseTask());
        QCOMPARE(shown->shown(), (std::set<int64_t>{1, 3}));
        // A task without runs changes nothing.
        const Task other =
            makeTask("tutorial/matmul", nlohmann::json::parse(R"([32, 32, 32, "float32"])"), hostTarget().value()).value();
        open(workspace, other);
        QCOMPARE(insight.run(), qint64(3));
        QVERIFY(!workspace.newestRun());
    }

    void editsAreTheSameTask()
    {
        const QString path = m_dir.filePath(QStringLiteral("edited.knobscope"));
        writeTwoTasks(path);
        Workspace workspace;
        QVERIFY(workspace.openProject(path).has_value());
        open(workspace, matmulTask());
        QVERIFY(workspace.setEdits({parseEdit("tile_x-=[-1,1]").value()}).has_value());
        QVERIFY(workspace.newestRun());
        QCOMPARE(workspace.newestRun()->id, int64_t(2));
    }
};

QTEST_MAIN(TestTaskFollowing)
#include "tst_taskfollowing.moc"
