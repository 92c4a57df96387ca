// SPDX-License-Identifier: GPL-3.0-or-later
// Trials of a run that several threads have, in memory once.
#include "core/store/projectwriter.h"
#include "core/store/runtrials.h"
#include "tests/core/store/sampleproject.h"

#include <QTemporaryDir>
#include <QTest>

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <filesystem>
#include <thread>

using namespace knobscope;

namespace {

std::vector<TrialPoint> points(int64_t first, int64_t last)
{
    std::vector<TrialPoint> all;
    for (int64_t number = first; number <= last; ++number) {
        all.push_back({number, number * 7, static_cast<double>(number)});
    }
    return all;
}

bool isFromOneTo(const SharedTrials& trials, int64_t last)
{
    int64_t number = 0;
    return std::ranges::all_of(trials, [&](const TrialPoint& trial) { return trial.number == ++number; }) && number == last;
}

} // namespace

class TestRunTrials : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::string m_path = m_dir.filePath(QStringLiteral("r.knobscope")).toStdString();
    const Task m_task = tests::convolution();
    std::unique_ptr<ProjectWriter> m_writer;
    int64_t m_run = 0;

    void write(int64_t first, int64_t last, double gflops = 10)
    {
        for (int64_t number = first; number <= last; ++number) {
            m_writer->addTrial(m_run, tests::trialOf(m_task, number, number % 980, gflops));
        }
        QVERIFY(m_writer->flush());
    }
    Project open() const { return Project::open(m_path, Project::Mode::ReadOnly).value(); }

private slots:
    void init()
    {
        m_writer.reset();
        std::filesystem::remove(m_path);
        QVERIFY(Project::open(m_path, Project::Mode::Create).has_value());
        m_writer = ProjectWriter::open(m_path).value();
        m_run = tests::addRun(*m_writer, m_task, "conv");
    }

    void copiesGrowInPlace()
    {
        SharedTrials none;
        QVERIFY(none.empty() && !none.isShared(none) && none.begin() == none.end());
        none.append({});
        SharedTrials first(points(1, 5));
        first.append(points(6, 7)); // gets room for more, if it had none
        const SharedTrials seven = first;
        first.append(points(8, 8));
        QVERIFY(first.isShared(seven) && isFromOneTo(first, 8) && isFromOneTo(seven, 7));
        SharedTrials other = seven; // the memory behind it is taken
        other.push_back({8, 0, 0});
        QVERIFY(!other.isShared(first) && isFromOneTo(other, 8) && other.back().index == 0 && first.back().index == 56);
        QVERIFY(first.first(3).isShared(first) && isFromOneTo(first.first(3), 3) && isFromOneTo(first.first(99), 8));
    }

    void copiesGrowInSeveralThreads()
    {
        SharedTrials start(points(1, 1000));
        start.append(points(1001, 1001));
        std::vector<SharedTrials> all(4, start);
        {
            std::vector<std::jthread> threads;
            for (SharedTrials& one : all) {
                threads.emplace_back([&one] {
                    for (int64_t number = 1002; number <= 3000; ++number) {
                        one.append(points(number, number));
                    }
                });
            }
        }
        for (const SharedTrials& one : all) {
            QVERIFY(isFromOneTo(one, 3000));
        }
        QVERIFY(isFromOneTo(start, 1001));
    }

    void allReadersHaveTheSame()
    {
        write(1, 30);
        auto project = open();
        RunTrials shared;
        const SharedTrials first = shared.read(project, m_run).value();
        QVERIFY(isFromOneTo(first, 30));
        auto another = open();
        QVERIFY(shared.read(another, m_run)->isShared(first));
        write(31, 40);
        const SharedTrials longer = shared.read(project, m_run).value();
        QVERIFY(isFromOneTo(longer, 40) && isFromOneTo(first, 30));
        write(41, 42); // there is room for them now
        SharedTrials grown = shared.read(another, m_run).value();
        QVERIFY(grown.isShared(longer) && isFromOneTo(grown, 42));

        SharedTrials own = longer; // as a view that gets new trials from elsewhere
        shared.append(m_run, own, project.points(m_run, 40).value());
        QVERIFY(own.isShared(grown) && isFromOneTo(own, 42));
        shared.append(m_run, own, points(43, 44));
        QVERIFY(own.isShared(grown) && isFromOneTo(own, 44));
        write(43, 45);
        QVERIFY(shared.read(project, m_run)->isShared(own));
        QVERIFY(isFromOneTo(shared.read(project, m_run).value(), 45));
    }

    void changedTrialsAreReadAnew()
    {
        write(1, 10, 50);
        auto project = open();
        RunTrials shared;
        SharedTrials before = shared.read(project, m_run).value();
        {
            SQLite::Database database(m_path, SQLite::OPEN_READWRITE);
            database.exec("UPDATE trial SET gflops = 20");
        }
        QCOMPARE(shared.read(project, m_run)->back().gflops, 50.0); // known
        shared.forget(m_run);
        const SharedTrials after = shared.read(project, m_run).value();
        QCOMPARE(after.back().gflops, 20.0);
        shared.append(m_run, before, points(11, 12)); // by one who has not heard of it yet
        QVERIFY(shared.read(project, m_run)->isShared(after));
        QCOMPARE(shared.read(project, m_run)->size(), size_t(10));
    }

    void unusedTrialsAreForgotten()
    {
        write(1, 10, 50);
        auto project = open();
        RunTrials shared;
        QCOMPARE(shared.read(project, m_run)->size(), size_t(10));
        {
            SQLite::Database database(m_path, SQLite::OPEN_READWRITE);
            database.exec("UPDATE trial SET gflops = 20");
        }
        QCOMPARE(shared.read(project, m_run)->back().gflops, 20.0);
    }

    void threadsWaitForEachOther()
    {
        write(1, 2000);
        RunTrials shared;
        std::vector<SharedTrials> all(4);
        {
            std::vector<std::jthread> threads;
            for (SharedTrials& one : all) {
                threads.emplace_back([&] {
                    auto project = open();
                    one = shared.read(project, m_run).value();
                });
            }
        }
        const auto isSame = [&](const SharedTrials& one) { return one.isShared(all.front()) && isFromOneTo(one, 2000); };
        QVERIFY(std::ranges::all_of(all, isSame));
    }

    void damagedFiguresAreZero()
    {
        write(1, 3);
        {
            SQLite::Database database(m_path, SQLite::OPEN_READWRITE);
            database.exec("UPDATE trial SET gflops = 9e999, timestamp = -9e999 WHERE number = 2");
            database.exec("UPDATE trial SET error_no = 4 WHERE number = 3");
        }
        auto project = open();
        const auto all = project.points(m_run).value();
        QVERIFY(all[0].gflops > 0 && all[1].gflops == 0 && all[1].timestamp == 0 && all[2].gflops == 0);
    }
};

QTEST_GUILESS_MAIN(TestRunTrials)
#include "tst_runtrials.moc"
