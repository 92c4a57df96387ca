// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of one task in one project are on one scale.
#include "fakemeasurer.h"

#include "core/target/host.h"
#include "core/tuning/resume.h"
#include "core/tuning/storedrun.h"
#include "core/tuning/storelistener.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <utility>

using namespace knobscope;

namespace {

/// Times the anchor once a run, where it is not told its seconds: on a machine that is slower each time.
class DriftingMeasurer : public FakeMeasurer
{
public:
    DriftingMeasurer()
        : FakeMeasurer(1)
    {
    }
    void beginRun(const Task&, const Baseline& baseline) override
    {
        told.push_back(baseline.anchorSeconds);
        anchors.push_back(baseline.anchor);
        m_anchor = baseline.anchorSeconds > 0 ? baseline.anchorSeconds : 1e-3 * (1 + static_cast<double>(told.size()) / 2);
    }
    std::optional<std::pair<int64_t, MeasureResult>> next(std::chrono::milliseconds wait) override
    {
        auto done = FakeMeasurer::next(wait);
        if (done && done->second.error == MeasureError::None) {
            done->second.timing.speedup = 1e-3 / done->second.meanCost();
            done->second.costs = {m_anchor / done->second.timing.speedup};
            done->second.newAnchor = std::exchange(replaced, std::nullopt);
        }
        return done;
    }

    std::vector<double> told;
    std::vector<std::optional<ConfigEntity>> anchors;
    std::optional<ConfigEntity> replaced; ///< the next result says that this config is the anchor now

private:
    double m_anchor = 0;
};

LoopTask job(const char* target)
{
    RunOptions options;
    options.tuner = "random";
    options.trials = 12;
    options.confirmTop = 0;
    const Task task =
        makeTask("dense_pack.x86",
                 nlohmann::json::parse(R"([["TENSOR", [1, 64], "float32"], ["TENSOR", [100, 64], "float32"], null, "float32"])"),
                 parseTarget(target).value())
            .value();
    return {task, "dense", options, {}, 0};
}

/// A project, and what tunes tasks into it, each time with a program of its own.
struct Desk {
    Desk() { QVERIFY(Project::open(path, Project::Mode::Create).has_value()); }
    Project project() const { return Project::open(path, Project::Mode::ReadOnly).value(); }
    void run(std::vector<LoopTask> tasks, const MeasureOptions& measuring = {}, bool isQueued = false)
    {
        auto writer = ProjectWriter::open(path).value();
        if (isQueued) {
            QVERIFY(storeWaiting(*writer, tasks, measuring).has_value());
        }
        StoreListener store(*writer, measuring);
        const std::array<LoopListener*, 1> listeners{&store};
        QVERIFY(tune(std::move(tasks), measurer, control, listeners).has_value());
    }
    void renameMachine(int64_t run, const char* name) const { setOption(run, "machine", name); }
    void setOption(int64_t run, const char* option, const nlohmann::json& value) const
    {
        const RunRow row = project().run(run).value();
        nlohmann::json options = row.options;
        options[option] = value;
        auto writer = ProjectWriter::open(path).value();
        writer->setRunOptions(row.id, row.budget, options);
    }

    QTemporaryDir dir;
    std::string path = dir.filePath("p.knobscope").toStdString();
    DriftingMeasurer measurer;
    LoopControl control;
};

bool isAbout(double value, double wanted)
{
    return std::abs(value / wanted - 1) < 1e-9;
}

} // namespace

class TestSharedAnchor : public QObject
{
    Q_OBJECT
private slots:
    void laterRunsTakeTheFirstOnesScale()
    {
        Desk desk;
        MeasureOptions twoThreads;
        twoThreads.threads = 2;
        MeasureOptions cold;
        cold.coldWeights = true;
        desk.run({job("llvm")});
        desk.run({job("llvm")});
        desk.run({job("llvm")}, twoThreads);
        desk.run({job("llvm")}, cold);
        desk.run({job("llvm -mcpu=znver4")});
        desk.run({job("llvm")});
        const std::vector<double>& told = desk.measurer.told;
        QCOMPARE(told.size(), size_t(6));
        QCOMPARE(told[0], 0.0);
        QVERIFY2(isAbout(told[1], 1.5e-3), qPrintable(QString::number(told[1])));
        QCOMPARE(told[2], 0.0); // other threads, weights or targets: another kernel, or another question
        QCOMPARE(told[3], 0.0);
        QCOMPARE(told[4], 0.0);
        QVERIFY2(isAbout(told[5], 1.5e-3), qPrintable(QString::number(told[5])));
    }

    void queuedRunsDo()
    {
        Desk desk;
        desk.run({job("llvm"), job("llvm"), job("llvm")}, {}, true);
        const std::vector<double>& told = desk.measurer.told;
        QCOMPARE(told.size(), size_t(3));
        QCOMPARE(told[0], 0.0);
        QVERIFY2(isAbout(told[1], 1.5e-3) && isAbout(told[2], 1.5e-3), qPrintable(QString::number(told[1])));
    }

    /// Another version of the program, or another CPU, may have another fallback config: seconds belong to a config.
    void theScaleBelongsToAConfig()
    {
        Desk desk;
        const LoopTask task = job("llvm");
        desk.run({task});
        QCOMPARE(desk.measurer.anchors[0]->values, fallbackConfig(task.task).value().values);
        const ConfigEntity formerFallback = task.task.space.at(3).value();
        desk.setOption(1, "anchor", entityToJson(formerFallback));
        desk.run({task});
        QCOMPARE(desk.measurer.anchors[1]->values, formerFallback.values);
        QVERIFY(isAbout(desk.measurer.told[1], 1.5e-3));
        auto project = desk.project();
        QCOMPARE(anchorOf(project.run(2).value())->values, formerFallback.values);
        desk.run({resumableRun(project, 1, 20, "none").value().task});
        QCOMPARE(desk.measurer.anchors[2]->values, formerFallback.values);
        // Runs of earlier versions do not say which config it was.
        desk.setOption(1, "anchor", nullptr);
        desk.setOption(2, "anchor", nullptr);
        desk.run({task});
        QCOMPARE(desk.measurer.anchors[3]->values, fallbackConfig(task.task).value().values);
        QCOMPARE(desk.measurer.told[3], 0.0);
    }

    void theScaleOfALostAnchorIsReplaced()
    {
        Desk desk;
        const LoopTask task = job("llvm");
        desk.run({task});
        const ConfigEntity today = task.task.space.at(3).value();
        desk.measurer.replaced = today;
        desk.run({task});
        QVERIFY(isAbout(desk.measurer.told[1], 1.5e-3)); // of the first run's anchor
        auto project = desk.project();
        QCOMPARE(anchorOf(project.run(2).value())->values, today.values);
        desk.run({task});
        QCOMPARE(desk.measurer.anchors[2]->values, today.values);
        // A run that goes on has trials of both: no later run may take its scale.
        desk.measurer.replaced = today;
        desk.run({resumableRun(project, 1, 20, "none").value().task});
        QVERIFY(!anchorOf(desk.project().run(1).value()));
    }

    void otherMachinesRunsSayNothing()
    {
        Desk desk;
        const LoopTask task = job("llvm");
        desk.run({task});
        desk.renameMachine(1, "another CPU");
        auto project = desk.project();
        QCOMPARE(anchorIn(project, task.task, {}, thisMachine().cpu).value().anchorSeconds, 0.0);
        // Nor when they go on here: their scale is still the other machine's.
        auto resumed = resumableRun(project, 1, 20, "none").value();
        desk.run({resumed.task});
        QVERIFY(isAbout(desk.measurer.told.back(), 1.5e-3));
        QCOMPARE(desk.project().run(1).value().trials, int64_t{20});
        QCOMPARE(desk.project().run(1).value().options.at("machine").get<std::string>(), std::string("another CPU"));
    }
};

QTEST_GUILESS_MAIN(TestSharedAnchor)
#include "tst_sharedanchor.moc"
