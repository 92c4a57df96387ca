// SPDX-License-Identifier: GPL-3.0-or-later
// Findings about runs and networks whose weakness is known.
#include "core/store/projectwriter.h"
#include "core/study/networkfindings.h"
#include "core/study/runfindings.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace knobscope;

class TestRunFindings : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    Task m_task = makeTask("tutorial/matmul", {64, 64, 64, "float32"}, parseTarget("llvm").value()).value();

    /// Findings about a run with these GFLOPS by trial; 0: it failed.
    std::vector<RunFinding> found(const char* name, const std::vector<double>& gflops, double peak = 0)
    {
        const std::string path = m_dir.filePath(QString::fromLatin1(name)).toStdString();
        (void)Project::open(path, Project::Mode::Create);
        auto writer = ProjectWriter::open(path).value();
        TaskRow task;
        task.task = taskToJson(m_task);
        task.key = "k";
        task.flops = m_task.autotvmFlops;
        RunRow run;
        run.task = writer->addTask(task).value();
        run.tuner = "random";
        run.state = "finished";
        const int64_t id = writer->addRun(run).value();
        for (size_t i = 0; i < gflops.size(); ++i) {
            TrialRow trial;
            trial.number = static_cast<int64_t>(i) + 1;
            trial.index = static_cast<int64_t>(i) % m_task.space.rangeLength();
            trial.entity = entityToJson(m_task.space.at(trial.index).value());
            trial.gflops = gflops[i];
            trial.errorNo = gflops[i] > 0 ? 0 : 4;
            writer->addTrial(id, trial);
        }
        writer->flush();
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        return runFindings(project, project.run(id).value(), MachineProfile(), peak).value();
    }

    static const RunFinding* find(const std::vector<RunFinding>& findings, const char* id)
    {
        const auto at = std::ranges::find(findings, id, &RunFinding::id);
        return at == findings.end() ? nullptr : &*at;
    }

private slots:
    void runsThatEndedTooSoonOrTooLate()
    {
        std::vector<double> late(40, 10.0);
        late.push_back(12);
        const auto improving = found("late.knobscope", late);
        const RunFinding* finding = find(improving, "late");
        QVERIFY(finding);
        QVERIFY(std::abs(finding->gain - 1.2) < 1e-9);
        QVERIFY(!find(improving, "early"));
        std::vector<double> early(40, 10.0);
        early[2] = 12;
        QVERIFY(find(found("early.knobscope", early), "early"));
        QVERIFY(found("none.knobscope", {}).empty());
    }

    void failuresAndThePeak()
    {
        std::vector<double> half(40, 10.0);
        for (size_t i = 0; i < half.size(); i += 2) {
            half[i] = 0;
        }
        const auto findings = found("half.knobscope", half, 11);
        const RunFinding* failures = find(findings, "failures");
        QVERIFY(failures);
        QCOMPARE(failures->text.message, std::string("50 % of the trials failed."));
        const RunFinding* peak = find(findings, "peak");
        QVERIFY(peak);
        QCOMPARE(peak->change.message, std::string("Tune another task: at most 9 % is left here."));
        QVERIFY(!find(found("far.knobscope", half, 20), "peak"));
        const nlohmann::json json = runFindingToJson(*peak);
        QVERIFY(json.contains("evidence") && json.at("change").contains("text") && !json.at("change").contains("index"));
        QVERIFY(std::ranges::is_sorted(findings, std::greater<>(), &RunFinding::gain));
    }

    void networksSayWhatToTune()
    {
        NetworkReport report;
        for (const char* name : {"a", "b", "c"}) {
            NetworkStep step;
            step.name = name;
            step.op = name == std::string("c") ? "Softmax" : "Conv";
            step.kind = "kernel";
            step.task = name == std::string("c") ? "" : "conv2d_NCHWc.x86";
            step.flops = step.leastFlops = 1e8; // 1 ms at the peak
            report.steps.push_back(step);
        }
        NetworkLimits limits;
        limits.peak.gflops = 100;
        limits.peak.gigabytesPerSecond = 10;
        const std::vector<double> seconds{3e-3, 3e-3, 1.5e-3};
        const auto findings = networkFindings(report, seconds, limits);
        QCOMPARE(findings.size(), size_t(2));
        QVERIFY(findings[0].kind == StepAdvice::Kind::Tune);
        QCOMPARE(findings[0].steps, size_t(2)); // alike
        QCOMPARE(findings[0].text.message, std::string("Conv (2 steps) is not tuned."));
        QVERIFY(std::abs(findings[0].gain - 7.5 / 3.5) < 1e-9);
        QVERIFY(findings[1].kind == StepAdvice::Kind::NoTemplate);
        QCOMPARE(networkFindingToJson(findings[0]).at("change").at("step").get<std::string>(), std::string("a"));
        QVERIFY(networkFindings(NetworkReport(), {}, limits).empty());
    }
};

QTEST_GUILESS_MAIN(TestRunFindings)
#include "tst_runfindings.moc"
