// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/manualtrial.h"

#include "core/store/project.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace knobscope;

namespace {

Task matmul(std::vector<SpaceEdit> edits = {})
{
    const nlohmann::json args{64, 64, 64, "float32"};
    return makeTask("tutorial/matmul", args, parseTarget("llvm").value(), edits).value();
}

MeasureResult measured(double seconds)
{
    MeasureResult result;
    result.costs = {seconds};
    return result;
}

} // namespace

class TestByHand : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;

private slots:
    void aTaskHasOneRunByHand()
    {
        const std::string path = m_folder.filePath("hand.knobscope").toStdString();
        QVERIFY(Project::open(path, Project::Mode::Create));
        const Task task = matmul();
        const auto keep = [&](const Task& of, int64_t config, double seconds) {
            return storeManualTrial(path, of, "m", of.space.at(config).value(), measured(seconds), {});
        };
        QCOMPARE(keep(task, 3, 1e-4).value(), int64_t(1));
        QCOMPARE(keep(task, 5, 5e-5).value(), int64_t(1));
        const Task edited = matmul({parseEdit("tile_x-=[-1,1]").value()});
        QCOMPARE(keep(edited, 2, 1e-4).value(), int64_t(2));
        QCOMPARE(keep(task, 3, 2e-4).value(), int64_t(1));
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        const RunRow run = project.run(1).value();
        QCOMPARE(run.state, std::string("finished"));
        QCOMPARE(run.tuner, std::string(kManualTunerName));
        QCOMPARE(run.trials, int64_t(3));
        QCOMPARE(run.bestIndex, int64_t(5));
        QVERIFY(std::abs(run.bestGflops - task.autotvmFlops / 5e-5 / 1e9) < 1e-9);
        QVERIFY(!storeManualTrial("/no/such/folder/p.knobscope", task, "m", task.space.at(3).value(), measured(1), {}));
    }
};

QTEST_GUILESS_MAIN(TestByHand)
#include "tst_byhand.moc"
