// SPDX-License-Identifier: GPL-3.0-or-later
// Reasons must agree with the proposals they belong to, and beliefs with the results.
#include "core/tuner/annealing.h"
#include "tests/core/tuner/play.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace knobscope;

namespace {

struct Proposed {
    int64_t index = 0;
    ProposalReason reason;
};

double speedOf(const ConfigSpace& space, int64_t index)
{
    const auto digits = space.digits(index);
    return 1e9 * (100 - 6 * std::abs(static_cast<double>(digits[0] - 4)) - 4 * std::abs(static_cast<double>(digits[1] - 6)));
}

std::vector<Proposed> proposalsOf(Tuner& tuner, const ConfigSpace& space, int trials)
{
    std::vector<Proposed> all;
    while (static_cast<int>(all.size()) < trials) {
        const auto index = tuner.next();
        if (!index) {
            break;
        }
        all.push_back({*index, tuner.reason()});
        const Trial trial{*index, speedOf(space, *index)};
        tuner.update(std::span(&trial, 1));
    }
    return all;
}

std::vector<Proposed> proposalsOf(const char* name, const ConfigSpace& space, int trials, const nlohmann::json& parameters = {})
{
    const auto tuner = makeTuner(name, space, 7, parameters.is_null() ? nlohmann::json::object() : parameters).value();
    return proposalsOf(*tuner, space, trials);
}

int knobsApart(const ConfigSpace& space, int64_t a, int64_t b)
{
    const auto x = space.digits(a);
    const auto y = space.digits(b);
    int apart = 0;
    for (size_t i = 0; i < x.size(); ++i) {
        apart += x[i] == y[i] ? 0 : 1;
    }
    return apart;
}

int64_t countOf(const std::vector<Proposed>& all, ProposalKind kind)
{
    return std::ranges::count_if(all, [&](const Proposed& p) { return p.reason.kind == kind; });
}

} // namespace

class TestProposalReason : public QObject
{
    Q_OBJECT
private slots:
    void everyTunerGivesReasons()
    {
        const ConfigSpace space = smallSpace();
        for (const TunerDescription& tuner : tuners()) {
            const auto all = proposalsOf(tuner.name.c_str(), space, 60);
            QCOMPARE(countOf(all, ProposalKind::Unknown), int64_t(0));
            for (const Proposed& p : all) {
                QVERIFY(!reasonSentence(p.reason, space).empty());
                QVERIFY(reasonToJson(reasonFromJson(reasonToJson(p.reason))) == reasonToJson(p.reason));
            }
        }
    }

    void childrenComeFromTheirParents()
    {
        const ConfigSpace space = smallSpace();
        const auto all = proposalsOf("ga", space, 80, {{"pop_size", 16}, {"mutation_prob", 0.3}});
        std::set<int64_t> known;
        bool isAnyMutated = false;
        for (const Proposed& p : all) {
            if (p.reason.kind == ProposalKind::Child) {
                QCOMPARE(p.reason.from.size(), size_t(2));
                QVERIFY(p.reason.round >= 2);
                const auto digits = space.digits(p.index);
                for (size_t k = 0; k < digits.size(); ++k) {
                    if (std::ranges::find(p.reason.mutated, static_cast<int64_t>(k)) != p.reason.mutated.end()) {
                        isAnyMutated = true;
                        continue;
                    }
                    const bool isFirst = static_cast<int64_t>(k) < p.reason.cut;
                    QCOMPARE(digits[k], space.digits(p.reason.from[isFirst ? 0 : 1])[k]);
                }
                QVERIFY(known.contains(p.reason.from[0]) && known.contains(p.reason.from[1]));
            } else {
                QCOMPARE(p.reason.kind, ProposalKind::Random); // no task, so nothing is seeded
            }
            known.insert(p.index);
        }
        QCOMPARE(countOf(all, ProposalKind::Child), int64_t(64));
        QVERIFY(isAnyMutated);
    }

    void stepsOfADescentChangeOneKnob()
    {
        const ConfigSpace space = smallSpace();
        const auto all = proposalsOf("descent", space, 80, {{"samples", 10}});
        QCOMPARE(countOf(all, ProposalKind::Random) > 0, true);
        QVERIFY(countOf(all, ProposalKind::Neighbour) > 20);
        for (const Proposed& p : all) {
            if (p.reason.kind == ProposalKind::Neighbour) {
                QCOMPARE(knobsApart(space, p.reason.from.at(0), p.index), 1);
            }
        }
    }

    void walksLeadToTheirConfigs()
    {
        const ConfigSpace space = smallSpace();
        const auto all = proposalsOf("xgb", space, 60, {{"plan_size", 16}, {"sa_n_iter", 40}, {"sa_parallel_size", 8}});
        if (countOf(all, ProposalKind::Predicted) == 0) {
            QSKIP("built without XGBoost");
        }
        bool isAnyWalk = false;
        for (const Proposed& p : all) {
            std::vector<int64_t> walk = p.reason.from;
            QVERIFY(walk.size() <= kMaxWalk);
            isAnyWalk = isAnyWalk || walk.size() > 1;
            if (!walk.empty()) {
                walk.push_back(p.index);
            }
            for (size_t i = 1; i < walk.size(); ++i) {
                QCOMPARE(knobsApart(space, walk[i - 1], walk[i]), 1);
            }
        }
        QVERIFY(isAnyWalk);
    }

    void improvementsAreExpected()
    {
        const ConfigSpace space = smallSpace();
        const auto all = proposalsOf("bayes", space, 30);
        QCOMPARE(countOf(all, ProposalKind::Random), int64_t(8)); // `samples`
        QCOMPARE(countOf(all, ProposalKind::Improvement), int64_t(22));
        for (const Proposed& p : all) {
            if (p.reason.kind == ProposalKind::Improvement) {
                QVERIFY(p.reason.deviation > 0);
                QVERIFY(p.reason.gain >= 0);
                QCOMPARE(p.reason.chance, 1.0); // none failed
                QVERIFY(p.reason.candidates > 0 && p.reason.candidates <= 140);
            }
        }
    }

    /// Sure of what it measured, unsure of the rest, and right about the order of what it did not measure.
    void beliefsFollowResults_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addRow("bayes") << "bayes";
        QTest::addRow("model") << "model";
    }
    void beliefsFollowResults()
    {
        QFETCH(QString, name);
        const ConfigSpace space = smallSpace();
        const auto tuner = makeTuner(name.toStdString(), space, 3).value();
        std::vector<int64_t> others;
        QVERIFY(tuner->beliefs(std::vector<int64_t>{1, 2}).isEmpty());
        for (int64_t index = 0; index < space.rangeLength(); ++index) {
            if (index % 3 == 0) {
                tuner->observe({index, speedOf(space, index)});
            } else {
                others.push_back(index);
            }
        }
        const Beliefs beliefs = tuner->beliefs(others);
        if (beliefs.isEmpty() && name == "model") {
            QSKIP("built without XGBoost");
        }
        QCOMPARE(beliefs.values.size(), others.size());
        int right = 0;
        int pairs = 0;
        for (size_t i = 0; i + 7 < others.size(); ++i) {
            const double apart = speedOf(space, others[i]) - speedOf(space, others[i + 7]);
            if (std::abs(apart) > 1e10) {
                ++pairs;
                right += (beliefs.values[i] > beliefs.values[i + 7]) == (apart > 0) ? 1 : 0;
            }
        }
        QVERIFY2(right > pairs * 9 / 10, qPrintable(QString("%1 of %2").arg(right).arg(pairs)));
        QCOMPARE(beliefs.isScore, name == "model");
        if (!beliefs.isScore) {
            const Beliefs measured = tuner->beliefs(std::vector<int64_t>{0, 3, 6});
            QVERIFY(std::abs(measured.values[0] - std::log(speedOf(space, 0) / 1e11)) < 0.1);
            QVERIFY(measured.deviations[0] < beliefs.deviations[0]);
        }
    }

    void tunersWithoutAModelBelieveNothing()
    {
        const ConfigSpace space = smallSpace();
        for (const char* name : {"random", "grid", "ga", "descent", "droplet"}) {
            const auto tuner = makeTuner(name, space, 1).value();
            tuner->observe({3, 1e9});
            QVERIFY(tuner->beliefs(std::vector<int64_t>{1, 2}).isEmpty());
        }
    }

    void hostileReasonsAreRead()
    {
        const ConfigSpace space = smallSpace();
        const nlohmann::json hostile[] = {
            nullptr,
            7,
            {{"kind", "child"}},
            {{"kind", "child"}, {"from", {-5, 1}}, {"mutated", {-1, 99, 4000000000000}}},
            {{"kind", "neighbour"}, {"from", "x"}},
            {{"kind", 3}, {"cut", -9}},
            {{"kind", "improvement"}, {"expected", 1e300}, {"deviation", "a"}},
            {{"kind", "no such"}},
        };
        for (const nlohmann::json& json : hostile) {
            QVERIFY(!reasonSentence(reasonFromJson(json), space).empty());
        }
        QCOMPARE(reasonFromJson({{"kind", "no such"}}).kind, ProposalKind::Unknown);
        QVERIFY(reasonFromJson({{"kind", "child"}, {"from", std::vector<int64_t>(100'000, 1)}}).from.empty());
    }
};

QTEST_APPLESS_MAIN(TestProposalReason)
#include "tst_proposalreason.moc"
