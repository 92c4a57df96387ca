// SPDX-License-Identifier: GPL-3.0-or-later
// Times of whole networks, with invented samples.
#include "core/base/statistics.h"
#include "core/tuning/networktime.h"
#include "core/tuning/runrecord.h"
#include "core/tuning/runsentence.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace knobscope;
using nlohmann::json;

namespace {

/// `after` and `before` in milliseconds, with a scatter of both that cancels in the pairs, and one that does not.
NetworkPairs pairsOf(double after, double before, double scatter, int count = 20)
{
    NetworkPairs pairs;
    for (int i = 0; i < count; ++i) {
        const double phase = i % 4 == 0 ? 1.5 : 1; // of the machine
        pairs.first.push_back(after * 1e-3 * phase * (1 + scatter * ((i % 5) - 2)));
        pairs.second.push_back(before * 1e-3 * phase);
        pairs.paces.push_back(0.98);
    }
    return pairs;
}

NetworkStep step(const char* name, const char* knob, double known)
{
    NetworkStep made;
    made.name = name;
    made.op = "Conv";
    made.layout = "NCHW";
    made.knownSeconds = known;
    if (knob) {
        made.config = {"t", json::array({1}), json::array({knob})};
    }
    return made;
}

} // namespace

class TestNetworkTime : public QObject
{
    Q_OBJECT
private slots:
    void slowPhasesCancelInPairs()
    {
        const NetworkComparison faster = comparisonOf(pairsOf(3.37, 3.91, 0.002));
        QVERIFY(faster.isFaster() && !faster.isSlower() && faster.keepsAfter());
        QVERIFY(std::abs(faster.change - (3.37 / 3.91 - 1)) < 0.005);
        QVERIFY(faster.low <= faster.change && faster.change <= faster.high && faster.high - faster.low < 0.02);
        QCOMPARE(faster.pairs, 20);
        QCOMPARE(faster.clockRatio, 0.98);
        const std::string text = comparisonSentence(faster).message;
        QVERIFY2(text.starts_with("The whole network takes 3.3"), text.c_str());
        QVERIFY2(text.find(" ms instead of 3.91 ms (-13.8 % ± 0.") != std::string::npos, text.c_str());
        const json document = comparisonToJson(faster);
        QVERIFY(document.at("kept") == json("after"));
        QVERIFY(document.at("is_faster") == json(true));
    }

    /// Most pairs are 4 % faster, but the medians of each side are of phases in which they are not.
    void bothTimesAndTheChangeAgree()
    {
        NetworkPairs pairs;
        for (int i = 0; i < 40; ++i) {
            const double phase = 1 + 0.02 * i;
            pairs.second.push_back(1e-3 * phase);
            pairs.first.push_back(1e-3 * phase * (i >= 18 && i <= 22 ? 1.1 : 0.96));
            pairs.paces.push_back(1);
        }
        QVERIFY(median(pairs.first) > median(pairs.second));
        const NetworkComparison seen = comparisonOf(pairs);
        QVERIFY(seen.change < 0);
        QVERIFY(seen.afterSeconds < seen.beforeSeconds);
        QCOMPARE(seen.afterSeconds / seen.beforeSeconds - 1, seen.change);
    }

    /// What a tuning that gains nothing says, and does.
    void noFasterIsSaid()
    {
        const NetworkComparison equal = comparisonOf(pairsOf(3.98, 4, 0.03));
        QVERIFY(!equal.isFaster() && !equal.isSlower());
        const std::string text = comparisonSentence(equal).message;
        QVERIFY2(text.starts_with("The whole network is no faster than before (-0."), text.c_str());
        QVERIFY2(text.find(" % ± ") != std::string::npos, text.c_str());
        const NetworkComparison slower = comparisonOf(pairsOf(4.06, 3.91, 0.002));
        QVERIFY(slower.isSlower() && !slower.keepsAfter());
        const std::string worse = comparisonSentence(slower).message;
        QVERIFY2(worse.starts_with("The whole network is slower than before (+3.8 %"), worse.c_str());
        QVERIFY2(worse.ends_with("The earlier kernels are kept."), worse.c_str());
        QVERIFY(comparisonToJson(slower).at("kept") == json("before"));
        const std::string same = comparisonSentence({}).message;
        QVERIFY2(same.find("its fastest kernels are the same") != std::string::npos, same.c_str());
    }

    /// A machine that other programs slow down: a gain that is far above its scatter is said with a warning, and one within it
    /// is none.
    void aBusyMachineClaimsLess()
    {
        const auto busy = [](double after) {
            NetworkPairs pairs = pairsOf(after, 4, 0.1);
            std::ranges::fill(pairs.paces, 0.6);
            return comparisonOf(pairs);
        };
        const NetworkComparison within = busy(3.9);
        QVERIFY(!within.isFaster() && !within.isSlower());
        const std::string noise = comparisonSentence(within).message;
        QVERIFY2(noise.starts_with("The whole network is no faster than before ("), noise.c_str());
        QVERIFY2(noise.ends_with("The CPU ran at 60 % of its normal speed. Was something else running?"), noise.c_str());
        const NetworkComparison above = busy(2);
        QVERIFY(above.isFaster());
        QCOMPARE(above.clockRatio, 0.6);
        QVERIFY(comparisonSentence(above).message.find("60 % of its normal speed") != std::string::npos);
    }

    void theEndOfATuningSaysIt()
    {
        TunedNetwork tuned{{TrialShare({}, 8), {}, {}, 0, "finished", {}}, {}, comparisonOf(pairsOf(4.06, 3.91, 0.002))};
        const std::string slower = endOfNetwork("net", tuned).message;
        QVERIFY2(slower.starts_with("net was tuned. The whole network is slower than before"), slower.c_str());
        tuned.comparison = comparisonOf(pairsOf(3, 4, 0));
        const std::string faster = endOfNetwork("net", tuned).message;
        QVERIFY2(faster.starts_with("net is tuned. The whole network takes 3 ms instead of 4 ms (-25.0 %"), faster.c_str());
    }

    void aFewPairsClaimNothing()
    {
        const NetworkComparison few = comparisonOf(pairsOf(1, 4, 0, 3));
        QVERIFY(!few.isFaster() && few.keepsAfter());
    }

    void theIntervalOfARunCountsSlowPhases()
    {
        NetworkSamples steady;
        NetworkSamples drifting;
        for (int i = 0; i < 50; ++i) {
            steady.seconds.push_back(1e-3 * (1 + 0.01 * (i % 3)));
            drifting.seconds.push_back(1e-3 * (i < 30 ? 1 : 1.8)); // the second phase is slow
            steady.paces.push_back(1);
            drifting.paces.push_back(i < 30 ? 1 : 0.6);
        }
        const NetworkTime quiet = timeOf(steady);
        QCOMPARE(quiet.seconds, 1.01e-3);
        QVERIFY(quiet.low <= quiet.seconds && quiet.high >= quiet.seconds && quiet.high - quiet.low < 0.02 * quiet.seconds);
        QCOMPARE(quiet.least, 1e-3);
        QCOMPARE(quiet.runs, 50);
        const NetworkTime wide = timeOf(drifting);
        QVERIFY(wide.high > 1.7 * wide.low);
        QVERIFY(timeSentence(quiet, 1).message.starts_with("1.01 ms on 1 thread (95 % interval 1.0"));
        QVERIFY(timeSentence(quiet, 1).message.find("running?") == std::string::npos);
        NetworkTime slow = quiet;
        slow.clockRatio = 0.6;
        QVERIFY(timeSentence(slow, 2).message.find("60 % of its normal speed") != std::string::npos);
        NetworkTime scattering = quiet;
        scattering.seconds = 2e-3;
        QVERIFY(timeSentence(scattering, 1).message.find("the median is 2.0 times the minimum") != std::string::npos);
    }

    /// W38: runs that differ by a large factor are remarked on, whatever else is said.
    void runsThatDifferAreRemarkedOn()
    {
        NetworkTime time{1e-3, 0.99e-3, 1.8e-3, 0.95e-3, 0.98e-3, 1, 50};
        QVERIFY(timeSentence(time, 1).message.ends_with(
            "The times scatter: slow phases took 1.8 times as long as fast ones. Was something else running?"));
        time.clockRatio = 0.6;
        const std::string both = timeSentence(time, 1).message;
        QVERIFY2(both.find("slow phases took 1.8 times as long") != std::string::npos, both.c_str());
        QVERIFY2(both.ends_with("60 % of its normal speed. Was something else running?"), both.c_str());
        NetworkProfile before, now;
        before.time = {10e-3, 9.9e-3, 10.1e-3, 9.8e-3, 9.9e-3, 1, 50};
        now.time = {18e-3, 17e-3, 19e-3, 16e-3, 17e-3, 1, 50};
        before.report.steps = now.report.steps = {step("a", "tile", 1e-3)};
        const std::string slower = otherTimeSentence(now, before).message;
        QVERIFY2(slower.starts_with("The run before used the same kernels and took 10 ms, 1.8 times less"), slower.c_str());
        QVERIFY(otherTimeSentence(before, now).message.find("18 ms, 1.8 times more") != std::string::npos);
        NetworkProfile close = before;
        close.time.seconds = 11e-3;
        QVERIFY(otherTimeSentence(close, before).empty());
        now.report.steps = {step("a", "other", 1e-3)}; // other kernels may take another time
        QVERIFY(otherTimeSentence(now, before).empty());
    }

    void aProgramIsItsKernelsAndLayouts()
    {
        NetworkReport before;
        before.steps = {step("a", "x", 1e-3), step("b", "y", 0), step("c", nullptr, 0), step("d", "x", 1e-3)};
        const json chosen = chosenConfigs(before);
        QCOMPARE(chosen.size(), size_t{1}); // the untuned one is no known config; two steps share another
        QVERIFY(chosen.at(0).at("entity") == json::array({"x"}));
        NetworkReport after = before;
        QVERIFY(isSameProgram(before, after));
        after.steps[0].knownSeconds = 2e-3; // another time of the same kernel
        QVERIFY(isSameProgram(before, after));
        after.steps[1] = step("b", "z", 1e-3);
        QVERIFY(!isSameProgram(before, after));
    }
};

QTEST_GUILESS_MAIN(TestNetworkTime)
#include "tst_networktime.moc"
