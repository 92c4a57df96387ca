// SPDX-License-Identifier: GPL-3.0-or-later
// What a project keeps of a network that was run as a whole.
#include "core/campaign/wholerun.h"
#include "core/store/meta.h"

#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;
using nlohmann::json;

class TestWholeRun : public QObject
{
    Q_OBJECT
private slots:
    void runsAreKeptByNetworkTargetAndThreads()
    {
        QTemporaryDir dir;
        auto project = Project::open(dir.filePath("p.knobscope").toStdString(), Project::Mode::Create).value();
        const Target target = parseTarget("llvm").value();
        std::vector<WholeRun> runs;
        for (int i = 0; i < 600; ++i) {
            runs.push_back({1e9 + i, 0.001 * (i + 1), 0.0005, i, 2.0 * i});
        }
        const auto [key, value] = wholeRunsToKeep("net", target, 2, runs);
        QVERIFY(setMetaValues(project, {{key, value}}).has_value());
        const auto kept = keptWholeRuns(project, "net", target, 2).value();
        QCOMPARE(kept.size(), size_t{500}); // the newest
        QCOMPARE(kept.back().trials, int64_t{599});
        QCOMPARE(kept.back().seconds, runs.back().seconds);
        QCOMPARE(kept.front().elapsed, 200.0);
        QVERIFY(keptWholeRuns(project, "net", target, 1).value().empty());
        QVERIFY(keptWholeRuns(project, "other", target, 2).value().empty());
    }

    void whatIsNoneIsLeftOut()
    {
        QTemporaryDir dir;
        auto project = Project::open(dir.filePath("p.knobscope").toStdString(), Project::Mode::Create).value();
        const Target target = parseTarget("llvm").value();
        const std::string key = wholeRunsToKeep("net", target, 1, {}).first;
        const json good = {1.0, 0.002, 0, 3, 4.0};
        for (const json& wrong :
             {json("text"), json(7), json::object(), json::array({json::array()}), json::array({1, 2}),
              json::array({{1, 0, 0, 3, 4}}), json::array({{1, 2, 3, 1e300, 4}}), json::array({{1, "2", 3, 4, 5}})}) {
            QVERIFY(setMetaValues(project, {{key, wrong}}).has_value());
            QVERIFY2(keptWholeRuns(project, "net", target, 1).value().empty(), wrong.dump().c_str());
        }
        QVERIFY(setMetaValues(project, {{key, {good, "text", good}}}).has_value());
        QCOMPARE(keptWholeRuns(project, "net", target, 1).value().size(), size_t{2});
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
