// SPDX-License-Identifier: GPL-3.0-or-later
// Which tasks of a network share a layer, and what their runs are told.
#include "core/target/machineprofile.h"
#include "core/template/untuned.h"
#include "core/tuning/networkplan.h"

#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;

class TestNetworkPlan : public QObject
{
    Q_OBJECT
private slots:
    void tasksOfALayerAreTogether()
    {
        const auto networks = loadNetworks().value();
        const auto network = findNetwork(networks, "resnet-18").value();
        const Target target = parseTarget("llvm").value();
        const NetworkPlan alone = planNetwork(network, target, TaskChoice::AutoTvm).value();
        const NetworkPlan all = planNetwork(network, target, TaskChoice::WithExtra).value();
        QCOMPARE(all.firstOf.size(), alone.firstOf.size()); // other templates, the same layers
        QVERIFY(all.tasks.size() > alone.tasks.size());
        for (size_t i = 0; i < all.tasks.size(); ++i) {
            const NetworkTask& first = all.tasks[all.firstOf[all.layerOf[i]]];
            QCOMPARE(all.tasks[i].shape, first.shape);
            QCOMPARE(all.tasks[i].op, first.op);
            QVERIFY(!first.isExtra);
        }
    }

    void smallBudgetsReachManyLayers()
    {
        const auto network = findNetwork(loadNetworks().value(), "resnet-18").value();
        const NetworkPlan plan = planNetwork(network, parseTarget("llvm").value(), TaskChoice::AutoTvm).value();
        QCOMPARE(budgetOf({0, 13}, plan).slice, int64_t{1});
        QCOMPARE(budgetOf({0, 100'000}, plan).slice, SharedBudget().slice);
        QCOMPARE(budgetOf({60, 0}, plan).seconds, 60.0);
    }

    void runsBeginUntunedAndHaveNoLimitsOfTheirOwn()
    {
        QTemporaryDir dir;
        auto project = Project::open(dir.filePath("p.knobscope").toStdString(), Project::Mode::Create).value();
        const auto network = findNetwork(loadNetworks().value(), "mobilenet-v1").value();
        const NetworkPlan plan = planNetwork(network, parseTarget("llvm").value(), TaskChoice::WithExtra).value();
        RunOptions run;
        run.earlyStopping = 3;
        run.targetGflops = 5;
        run.seeds = {1, 2, 3}; // of another task
        const auto tasks = sharingTasks(plan, run, {2, true}, project).value();
        QCOMPARE(tasks.size(), plan.tasks.size());
        for (const SharingTask& one : tasks) {
            const Task& task = one.task.task;
            QCOMPARE(one.task.options.earlyStopping, int64_t{0});
            QCOMPARE(one.task.options.targetGflops, 0.0);
            const TargetTraits here = traitsOf(task.target, profileOf(task.target));
            const auto untuned = untunedConfig(**findTemplate(task.name), task.space, here, task.args, 2);
            QVERIFY(untuned && untuned->index);
            QVERIFY(one.task.options.seeds == std::vector<int64_t>{*untuned->index});
            QCOMPARE(one.place.untunedRank, untunedRank(task.name, task.args, here));
            QVERIFY(one.place.untunedIndex == untuned->index);
        }
    }
};

QTEST_GUILESS_MAIN(TestNetworkPlan)
#include "tst_networkplan.moc"
