// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of one task in one project are on one scale.
#include "fakemeasurer.h"

#include "core/loop/sharedanchor.h"
#include "core/loop/storelistener.h"
#include "core/task/host.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>

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
        m_anchor = baseline.anchorSeconds > 0 ? baseline.anchorSeconds : 1e-3 * (1 + static_cast<double>(told.size()) / 2);
    }
    std::optional<std::pair<int64_t, MeasureResult>> next(std::chrono::milliseconds wait) override
    {
        auto done = FakeMeasurer::next(wait);
        if (done && done->second.error == MeasureError::None) {
            done->second.timing.speedup = 1e-3 / done->second.meanCost();
            done->second.costs = {m_anchor / done->second.timing.speedup};
        }
        return done;
    }

    std::vector<double> told;

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

} // namespace

class TestSharedAnchor : public QObject
{
    Q_OBJECT
private slots:
    void laterRunsTakeTheFirstOnesScale()
    {
        QTemporaryDir dir;
        const std::string path = dir.filePath("p.knobscope").toStdString();
        QVERIFY(Project::open(path, Project::Mode::Create).has_value());
        DriftingMeasurer measurer;
        LoopControl control;
        const auto run = [&](const LoopTask& task, const MeasureOptions& measuring) {
            auto writer = ProjectWriter::open(path).value();
            StoreListener store(*writer, measuring);
            const std::array<LoopListener*, 1> listeners{&store};
            QVERIFY(tune({task}, measurer, control, listeners).has_value());
        };
        MeasureOptions twoThreads;
        twoThreads.threads = 2;
        MeasureOptions cold;
        cold.coldWeights = true;
        run(job("llvm"), {});
        run(job("llvm"), {});
        run(job("llvm"), twoThreads);
        run(job("llvm"), cold);
        run(job("llvm -mcpu=znver4"), {});
        run(job("llvm"), {});
        QCOMPARE(measurer.told.size(), size_t(6));
        QCOMPARE(measurer.told[0], 0.0);
        QVERIFY2(std::abs(measurer.told[1] / 1.5e-3 - 1) < 1e-9, qPrintable(QString::number(measurer.told[1])));
        QCOMPARE(measurer.told[2], 0.0); // other threads, weights or targets: another kernel, or another question
        QCOMPARE(measurer.told[3], 0.0);
        QCOMPARE(measurer.told[4], 0.0);
        QVERIFY2(std::abs(measurer.told[5] / 1.5e-3 - 1) < 1e-9, qPrintable(QString::number(measurer.told[5])));
    }

    void otherMachinesRunsSayNothing()
    {
        QTemporaryDir dir;
        const std::string path = dir.filePath("p.knobscope").toStdString();
        QVERIFY(Project::open(path, Project::Mode::Create).has_value());
        DriftingMeasurer measurer;
        LoopControl control;
        const LoopTask task = job("llvm");
        {
            auto writer = ProjectWriter::open(path).value();
            StoreListener store(*writer, {});
            const std::array<LoopListener*, 1> listeners{&store};
            QVERIFY(tune({task}, measurer, control, listeners).has_value());
            const RunRow row = Project::open(path, Project::Mode::ReadOnly).value().runs().value().front();
            nlohmann::json options = row.options;
            options["machine"] = "another CPU";
            writer->setRunOptions(row.id, row.budget, options);
        }
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        QCOMPARE(anchorSecondsIn(project, task.task, {}).value(), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestSharedAnchor)
#include "tst_sharedanchor.moc"
