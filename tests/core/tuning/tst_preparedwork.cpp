// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/preparedwork.h"

#include "core/store/meta.h"

#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;

namespace {

Task matmul()
{
    const nlohmann::json args{64, 64, 64, "float32"};
    return makeTask("tutorial/matmul", args, parseTarget("llvm").value()).value();
}

} // namespace

class TestPreparedWork : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;

private slots:
    /// What one version cannot make does not hide the rest.
    void preparedWorkSkipsWhatCannotBeMade()
    {
        const std::string path = m_folder.filePath("prepared.knobscope").toStdString();
        auto project = Project::open(path, Project::Mode::Create).value();
        QVERIFY(preparedWork(project)->edits.empty());
        PreparedWork work;
        work.edits["some task"] = {parseEdit("tile_x-=[-1,1]").value()};
        work.queue.push_back({0, {matmul(), "m", {}, {}, 0}, {}});
        QVERIFY(storePreparedWork(path, work));
        auto edits = metaValue(project, "prepared edits").value();
        auto queue = metaValue(project, "prepared queue").value();
        edits["other task"] = {"no edit at all"};
        queue.push_back({{"task", {{"task", "gone"}}}});
        QVERIFY(setMetaValues(project, {{"prepared edits", edits}, {"prepared queue", queue}}));
        const auto read = preparedWork(project);
        QVERIFY(read);
        QCOMPARE(read->edits.size(), size_t(1));
        QCOMPARE(read->queue.size(), size_t(1));
        QCOMPARE(read->problems.size(), size_t(2));
        QVERIFY(storePreparedWork(path, {}));
        QVERIFY(metaValue(project, "prepared queue")->is_null());
        QVERIFY(setMetaValues(project, {{"prepared edits", "damaged"}, {"prepared queue", 7}}));
        QVERIFY(preparedWork(project)->edits.empty() && preparedWork(project)->queue.empty());
    }

    void schedulesAreKeptInTheOrderOfTheirChange()
    {
        const std::string path = m_folder.filePath("schedules.knobscope").toStdString();
        auto project = Project::open(path, Project::Mode::Create).value();
        PreparedWork work;
        QVERIFY(putSchedule(work.schedules, {"a", "matmul(n=8, m=8, k=8)"}));
        QVERIFY(putSchedule(work.schedules, {"b", "not a schedule"}));
        QVERIFY(putSchedule(work.schedules, {"a", "matmul(n=9, m=8, k=8)"}));
        QVERIFY(!putSchedule(work.schedules, {"a", "matmul(n=9, m=8, k=8)"}));
        QVERIFY(!putSchedule(work.schedules, {"none", ""}));
        QVERIFY(storePreparedWork(path, work));
        std::vector<KeptSchedule> expected{{"b", "not a schedule"}, {"a", "matmul(n=9, m=8, k=8)"}};
        QVERIFY(preparedWork(project)->schedules == expected);
        expected[1].times = {{"", 0.5, 1}, {"vectorize(x)", 0.125, 4}};
        work.schedules = expected;
        QVERIFY(storePreparedWork(path, work));
        QVERIFY(preparedWork(project)->schedules == expected);
        auto stored = metaValue(project, "prepared schedules").value();
        stored.push_back({{"name", "a"}, {"text", "twice"}});
        stored.push_back({{"name", "huge"}, {"text", std::string(300 << 10, 'x')}});
        stored.push_back(7);
        QVERIFY(setMetaValues(project, {{"prepared schedules", stored}}));
        QVERIFY(preparedWork(project)->schedules == expected);
        QCOMPARE(preparedWork(project)->problems.size(), size_t(3));
        QVERIFY(putSchedule(work.schedules, {"a", ""}));
        QVERIFY(storePreparedWork(path, work));
        QCOMPARE(preparedWork(project)->schedules.size(), size_t(1));
    }

    /// A stranger's project does not choose what is read or written.
    void filesOfTheQueueAreNotTaken()
    {
        const std::string path = m_folder.filePath("stranger.knobscope").toStdString();
        auto project = Project::open(path, Project::Mode::Create).value();
        PreparedWork work;
        for (const std::string& source :
             {std::string("/dev/zero"), m_folder.filePath("own.log").toStdString(), std::string("project")}) {
            LoopTask task{matmul(), "m", {}, {}, 0};
            task.options.transfer = source;
            task.options.log = "/etc/profile";
            work.queue.push_back({0, std::move(task), {}});
        }
        QVERIFY(storePreparedWork(path, work));
        const auto read = preparedWork(project);
        QCOMPARE(read->queue.size(), size_t(3));
        QCOMPARE(read->queue[0].task.options.transfer, std::string("none"));
        QCOMPARE(read->queue[1].task.options.transfer, work.queue[1].task.options.transfer);
        QCOMPARE(read->queue[2].task.options.transfer, std::string("project"));
        QCOMPARE(read->queue[0].task.options.log, std::string());
        QCOMPARE(read->problems.size(), size_t(1));
        QVERIFY(read->problems[0].message.find("/dev/zero") != std::string::npos);
    }

    /// Making a task takes a moment: a stranger's file must not hold up the window.
    void aQueueWithoutEndIsCut()
    {
        const std::string path = m_folder.filePath("long.knobscope").toStdString();
        auto project = Project::open(path, Project::Mode::Create).value();
        QVERIFY(storePreparedWork(path, {{}, {{0, {matmul(), "m", {}, {}, 0}, {}}}, {}, {}}));
        const nlohmann::json one = metaValue(project, "prepared queue").value().front();
        QVERIFY(setMetaValues(project, {{"prepared queue", nlohmann::json(std::vector<nlohmann::json>(1000, one))}}));
        const auto read = preparedWork(project);
        QCOMPARE(read->queue.size(), size_t(300));
        QCOMPARE(read->problems.size(), size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestPreparedWork)
#include "tst_preparedwork.moc"
