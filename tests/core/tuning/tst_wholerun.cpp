// SPDX-License-Identifier: GPL-3.0-or-later
// What a project keeps of a network that was run as a whole.
#include "core/store/meta.h"
#include "core/tuning/runrecord.h"
#include "core/tuning/stepbound.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace knobscope;
using nlohmann::json;

namespace {

struct Kept {
    QTemporaryDir dir;
    Project project = Project::open(dir.filePath("p.knobscope").toStdString(), Project::Mode::Create).value();
};

/// Of one content, whatever its name.
WholeNetwork called(const std::string& name, int threads = 1)
{
    return {name, {}, parseTarget("llvm").value(), threads, {}, {}, "0123abcd"};
}

} // namespace

class TestWholeRun : public QObject
{
    Q_OBJECT
private slots:
    void runsAreKeptByFingerprintTargetAndThreads()
    {
        Kept kept;
        const WholeNetwork network = called("net", 2);
        std::vector<WholeRun> runs;
        for (int i = 0; i < 600; ++i) {
            runs.push_back({1e9 + i, 0.001 * (i + 1), 0.0005, i, 2.0 * i, 1e-6, i == 599});
        }
        const auto [key, value] = wholeRunsEntry(network, runs);
        QVERIFY(setMetaValues(kept.project, {{key, value}}).has_value());
        const auto found = storedWholeRuns(kept.project, network).value();
        QCOMPARE(found.size(), size_t{500}); // the newest
        QCOMPARE(found.back().trials, int64_t{599});
        QCOMPARE(found.back().seconds, runs.back().seconds);
        QCOMPARE(found.back().error, runs.back().error);
        QVERIFY(found.back().isDisturbed && !found.front().isDisturbed);
        QCOMPARE(found.front().elapsed, 200.0);
        // The same model by another path, and another one of the same name.
        WholeNetwork other = called("/elsewhere/copy.onnx", 2);
        QCOMPARE(storedWholeRuns(kept.project, other).value().size(), size_t{500});
        other = network;
        other.fingerprint = "another";
        QVERIFY(storedWholeRuns(kept.project, other).value().empty());
        QVERIFY(storedWholeRuns(kept.project, called("net", 1)).value().empty());
    }

    /// Earlier versions kept by name, and without a check: such runs are found, and are no times.
    void runsOfEarlierVersionsAreNotChecked()
    {
        Kept kept;
        const WholeNetwork network = called("resnet-18");
        const std::string key = fmt::format("whole runs of resnet-18 on {} with 1 threads", network.target.text);
        QVERIFY(setMetaValues(kept.project, {{key, {{1.0, 0.002, 0, 3, 4.0}}}}).has_value());
        auto found = storedWholeRuns(kept.project, network).value();
        QCOMPARE(found.size(), size_t{1});
        QCOMPARE(found.front().seconds, 0.002);
        QVERIFY(!found.front().isCorrect());
        WholeNetwork smaller = network;
        smaller.shapes = {{"data", {1, 3, 96, 96}}};
        QVERIFY(storedWholeRuns(kept.project, smaller).value().empty());
        // What is kept from then on has a place of its own, with them before it.
        found.push_back({2.0, 0.001, 0, -1, 0, 1e-7});
        const auto [own, value] = wholeRunsEntry(network, found);
        QVERIFY(own != key);
        QVERIFY(setMetaValues(kept.project, {{own, value}}).has_value());
        found = storedWholeRuns(kept.project, network).value();
        QCOMPARE(found.size(), size_t{2});
        QVERIFY(!found.front().isCorrect() && found.back().isCorrect());
        QVERIFY(!(WholeRun{2.0, 0.001, 0, -1, 0, 2 * kMaxNetworkError}).isCorrect());
        QVERIFY(!(WholeRun{2.0, 0.001, 0, -1, 0, std::nan("")}).isCorrect());
    }

    /// A program that a tuning did not beat is kept for exactly the results that it was compared with.
    void anEarlierProgramIsKeptUntilThereAreOtherResults()
    {
        Kept kept;
        const WholeNetwork network = called("net");
        const auto config = [](const char* knob, double seconds) {
            return json{{"task", "t"}, {"args", {1}}, {"entity", {knob}}, {"seconds", seconds}};
        };
        const json results = json::array({config("a", 1e-3), config("b", 2e-3)});
        const json chosen = json::array({config("b", 2e-3)});
        const auto store = [&](const json& known) {
            const auto [key, value] = programEntry(network, results, known);
            return setMetaValues(kept.project, {{key, value.empty() ? json() : json::parse(value)}});
        };
        QVERIFY(storedProgram(kept.project, network, results).value().is_null());
        QVERIFY(store(chosen).has_value());
        QVERIFY(storedProgram(kept.project, network, results).value() == chosen);
        const json corrected = json::array({config("b", 1.9e-3), config("a", 2.1e-3)}); // times that a second look corrects
        QVERIFY(storedProgram(kept.project, network, corrected).value() == chosen);
        QVERIFY(storedProgram(kept.project, network, json::array({config("a", 1e-3)})).value().is_null());
        QVERIFY(storedProgram(kept.project, called("net", 2), results).value().is_null());
        QVERIFY(store(json::array()).has_value()); // the untuned network
        QVERIFY(storedProgram(kept.project, network, results).value() == json::array());
        QVERIFY(programEntry(network, results, json()).second.empty());
    }

    /// The steps of the last run, as long as no later run took their place.
    void theStepsOfTheLastRunAreStored()
    {
        const Kept kept;
        Project project = Project::open(kept.dir.filePath("p.knobscope").toStdString(), Project::Mode::ReadWrite).value();
        const WholeNetwork network = called("net");
        QVERIFY(!storedRunRecord(project, network).value());
        NetworkProfile profile;
        profile.report.network = "net";
        profile.report.steps.resize(2);
        profile.report.steps[1].leastFlops = 3e6;
        profile.time.seconds = 0.001;
        profile.time.low = 0.0009;
        profile.stepSeconds = {0.0004, 0.0005};
        profile.limits = NetworkLimits{{1, 10, 20, "AVX2", 1e9}, 1 << 20};
        QVERIFY(storeRun(project.path(), network, profile, 1e-6, true).has_value());
        const auto found = storedRunRecord(project, network).value();
        QVERIFY(found && !found->machine.empty() && found->isDisturbed);
        QCOMPARE(found->profile.stepSeconds, profile.stepSeconds);
        QCOMPARE(found->profile.time.low, profile.time.low);
        QCOMPARE(found->profile.report.steps[1].leastFlops, 3e6);
        QVERIFY(found->profile.limits->peak == profile.limits->peak);
        QCOMPARE(peakShare(found->profile.report, 0.001, found->profile.limits), 0.3);
        QCOMPARE(peakShare(found->profile.report, 0.001, std::nullopt), 0.0);
        auto runs = storedWholeRuns(project, network).value();
        QVERIFY(runs.size() == 1 && runs[0].at == found->at && runs[0].seconds == 0.001 && runs[0].isDisturbed);
        QVERIFY(!storedRunRecord(project, called("net", 2)).value());
        // A tuning ran it later.
        runs.push_back({found->at + 1, 0.0008, 0, 5, 1, 1e-6});
        const auto [key, value] = wholeRunsEntry(network, runs);
        QVERIFY(setMetaValues(project, {{key, value}}).has_value());
        QVERIFY(!storedRunRecord(project, network).value());
        // One more run; then what is stored is damaged.
        QVERIFY(storeRun(project.path(), network, profile, 1e-6, false).has_value());
        QVERIFY(storedRunRecord(project, network).value());
        const auto stored = metaValues(project, "steps of ").value();
        QCOMPARE(stored.size(), size_t{1});
        for (const auto& [name, whole] : stored) {
            for (const char* member : {"at", "report", "time", "step_seconds"}) {
                json damaged = whole;
                damaged[member] = "text";
                QVERIFY(setMetaValues(project, {{name, damaged}}).has_value());
                QVERIFY2(!storedRunRecord(project, network).value(), member);
            }
        }
    }

    void whatIsNoneIsLeftOut()
    {
        Kept kept;
        const WholeNetwork network = called("net");
        const std::string key = wholeRunsEntry(network, {}).first;
        const json good = {1.0, 0.002, 0, 3, 4.0, 1e-6, false};
        for (const json& wrong : {json("text"), json(7), json::object(), json::array({json::array()}), json::array({1, 2}),
                                  json::array({{1, 0, 0, 3, 4}}), json::array({{1, 2, 3, 1e300, 4}}),
                                  json::array({{1, "2", 3, 4, 5}}), json::array({{1, 2, 3, 4, 5, 6}})}) {
            QVERIFY(setMetaValues(kept.project, {{key, wrong}}).has_value());
            QVERIFY2(storedWholeRuns(kept.project, network).value().empty(), wrong.dump().c_str());
        }
        QVERIFY(setMetaValues(kept.project, {{key, {good, "text", good}}}).has_value());
        QCOMPARE(storedWholeRuns(kept.project, network).value().size(), size_t{2});
    }

    void onlyThisMachinesCpuRunsNetworks()
    {
        const auto refusal = [](const char* target) {
            const auto opening = openingOf({"resnet-18", {}, parseTarget(target).value(), 1, {}, {}}, nullptr);
            return opening ? std::string() : opening.error().message;
        };
        QVERIFY2(refusal("cuda").find("GPU") != std::string::npos, refusal("cuda").c_str());
    }
};

QTEST_GUILESS_MAIN(TestWholeRun)
#include "tst_wholerun.moc"
