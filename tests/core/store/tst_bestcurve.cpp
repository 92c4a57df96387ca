// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/bestcurve.h"
#include "core/store/projectwriter.h"

#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace knobscope;

namespace {

/// A project with a run of these speeds, and what its curve is by definition.
std::vector<CurveStep> writeRun(const std::string& path, const std::vector<double>& gflops)
{
    (void)Project::open(path, Project::Mode::Create);
    auto writer = ProjectWriter::open(path).value();
    TaskRow task;
    task.key = "k";
    RunRow run;
    run.task = writer->addTask(task).value();
    const int64_t id = writer->addRun(run).value();
    std::vector<CurveStep> steps;
    for (size_t i = 0; i < gflops.size(); ++i) {
        TrialRow trial;
        trial.number = static_cast<int64_t>(i) + 1;
        trial.gflops = gflops[i];
        writer->addTrial(id, trial);
        if (gflops[i] > (steps.empty() ? 0 : steps.back().best)) {
            steps.push_back({static_cast<double>(trial.number), gflops[i]});
        }
    }
    writer->flush();
    return steps;
}

} // namespace

class TestBestCurve : public QObject
{
    Q_OBJECT
private slots:
    void stepsAreThoseOfTheDefinition_data()
    {
        QTest::addColumn<QVector<double>>("gflops");
        QTest::newRow("none") << QVector<double>{};
        QTest::newRow("all failed") << QVector<double>{0, 0, 0};
        QTest::newRow("first is best") << QVector<double>{9, 1, 2};
        QTest::newRow("first failed") << QVector<double>{0, 3, 3, 5, 5, 4, 6};
        QTest::newRow("equal") << QVector<double>{2, 2, 2};
        std::mt19937 random(4);
        QVector<double> many;
        for (int i = 0; i < 500; ++i) {
            many << static_cast<double>(random() % 50);
        }
        QTest::newRow("many") << many;
    }

    void stepsAreThoseOfTheDefinition()
    {
        QFETCH(QVector<double>, gflops);
        QTemporaryDir dir;
        const std::string path = dir.filePath("c.knobscope").toStdString();
        const auto expected = writeRun(path, std::vector<double>(gflops.begin(), gflops.end()));
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        QVERIFY(bestCurve(project, 1).value() == expected);
        QVERIFY(bestCurve(project, 77).value().empty());
    }
};

QTEST_GUILESS_MAIN(TestBestCurve)
#include "tst_bestcurve.moc"
