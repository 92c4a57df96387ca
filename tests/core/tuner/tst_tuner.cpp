// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/validpoints.h"
#include "tests/core/tuner/play.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace knobscope;

namespace {

/// A smooth landscape with its best at a[1] = 16, b[1] = 12, c.
Landscape hillOf(const ConfigSpace& s)
{
    return [&s](int64_t index) {
        const auto d = s.digits(index);
        return 1e9
             * (100 - std::pow(static_cast<double>(d[0]) - 4, 2) - std::pow(static_cast<double>(d[1]) - 6, 2)
                - static_cast<double>(d[2]));
    };
}

} // namespace

class TestTuner : public QObject
{
    Q_OBJECT
private slots:
    void sameSeedSameProposals_data()
    {
        QTest::addColumn<QString>("name");
        for (const TunerDescription& tuner : tuners()) {
            QTest::newRow(tuner.name.c_str()) << QString::fromStdString(tuner.name);
        }
    }

    void sameSeedSameProposals()
    {
        QFETCH(QString, name);
        const ConfigSpace s = smallSpace();
        const auto first = play(name.toStdString(), s, 7, 100, 5, hillOf(s));
        QCOMPARE(first, play(name.toStdString(), s, 7, 100, 5, hillOf(s)));
        if (name != "grid") {
            QVERIFY(first != play(name.toStdString(), s, 8, 100, 5, hillOf(s)));
        }
        for (const int64_t index : first) {
            QVERIFY(s.isValid(index));
        }
    }

    void onlyValidPoints_data() { sameSeedSameProposals_data(); }
    void onlyValidPoints()
    {
        QFETCH(QString, name);
        const ConfigSpace s = smallSpace("a[1] * b[1] <= 256");
        QVERIFY(s.validCount().low < s.rangeLength());
        for (const int64_t index : play(name.toStdString(), s, 3, 300, 3, hillOf(s))) {
            QVERIFY(s.isValid(index));
        }
    }

    void everyPointIsReached_data() { sameSeedSameProposals_data(); }
    void everyPointIsReached()
    {
        QFETCH(QString, name);
        const ConfigSpace s = smallSpace("a[1] * b[1] <= 256");
        const auto order = play(name.toStdString(), s, 3, 100000, 4, hillOf(s),
                                name == "ga" ? nlohmann::json{{"pop_size", 10}} : nlohmann::json::object());
        const std::set<int64_t> distinct(order.begin(), order.end());
        QCOMPARE(static_cast<int64_t>(distinct.size()), s.validCount().low);
        if (name != "ga") {
            QCOMPARE(order.size(), distinct.size());
        }
    }

    void gridAscendsWithinItsRange()
    {
        const ConfigSpace s = smallSpace();
        const auto order = play("grid", s, 0, 1000, 2, hillOf(s), {{"first", 10}, {"last", 14}});
        QCOMPARE(order, (std::vector<int64_t>{10, 11, 12, 13, 14}));
    }

    void geneticGenerationsWaitForTheirResults()
    {
        const ConfigSpace s = smallSpace();
        auto tuner = makeTuner("ga", s, 1, {{"pop_size", 8}}).value();
        const auto first = tuner->propose(100);
        QCOMPARE(first.size(), size_t(8));
        QVERIFY(tuner->propose(1).empty());
        QVERIFY(tuner->hasNext());
        for (const int64_t index : first) {
            const Trial trial{index, hillOf(s)(index)};
            tuner->update(std::span(&trial, 1));
        }
        QCOMPARE(tuner->propose(100).size(), size_t(8));
    }

    void allFailuresStillBreed()
    {
        const ConfigSpace s = smallSpace();
        auto tuner = makeTuner("ga", s, 1, {{"pop_size", 8}}).value();
        for (int generation = 0; generation < 3; ++generation) {
            for (const int64_t index : tuner->propose(100)) {
                const Trial trial{index, 0};
                tuner->update(std::span(&trial, 1));
            }
        }
        QVERIFY(tuner->hasNext());
    }

    void defaultBeatsRandomOnASmoothSpace()
    {
        ConfigSpace s;
        for (const char* name : {"a", "b", "c"}) {
            (void)s.define(splitKnob(name, 5040));
        }
        const auto best = [&](const char* tuner) {
            std::vector<double> bests;
            for (uint64_t seed = 0; seed < 15; ++seed) {
                auto t = makeTuner(tuner, s, seed).value();
                double top = 0;
                for (int i = 0; i < 120; ++i) {
                    const auto next = t->propose(1);
                    double score = 1000;
                    for (const int64_t d : s.digits(next[0])) {
                        score -= std::abs(static_cast<double>(d) - 20);
                    }
                    top = std::max(top, score);
                    const Trial trial{next[0], score};
                    t->update(std::span(&trial, 1));
                }
                bests.push_back(top);
            }
            std::sort(bests.begin(), bests.end());
            return bests[7];
        };
        QVERIFY(best("default") > best("random"));
    }

    void hugeSpacesStartAtOnce()
    {
        ConfigSpace s;
        for (int i = 0; i < 6; ++i) {
            (void)s.define(splitKnob("s" + std::to_string(i), 2048, 4));
        }
        for (const char* name : {"random", "ga", "default", "grid", "descent", "bayes"}) {
            QCOMPARE(makeTuner(name, s, 1).value()->propose(10).size(), size_t(10));
        }
    }

    void aRemovedTunerNamesItsSuccessor()
    {
        const auto bandit = makeTuner("bandit", ConfigSpace(), 1);
        QVERIFY(!bandit && bandit.error().message.find("use bayes") != std::string::npos);
    }

    void hardlyAnyPointIsValid_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"random", "grid", "ga", "descent", "droplet", "bayes"}) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }
    /// One in ten million: going through all numbers takes an hour, and remembering them gigabytes.
    void hardlyAnyPointIsValid()
    {
        QFETCH(QString, name);
        ConfigSpace s;
        (void)s.define(splitKnob("a", 720, 3));
        (void)s.define(splitKnob("b", 5040, 3));
        (void)s.define(Knob::make("free", OtherKnob{{true, false}}).value());
        (void)s.define(splitKnob("c", 5040, 3));
        for (const char* text : {"a[1] + a[2] * 7 == 71 && b[1] * b[2] == 105", "b[1] + c[1] == 8 and c[2] == a[1]"}) {
            QVERIFY(s.constrain(Constraint(Expression::parse(text).value())).has_value());
        }
        std::set<int64_t> valid;
        const ValidPoints points = ValidPoints::search(s).value();
        for (int64_t number = 0; number < points.count(); ++number) {
            valid.insert(points.at(number));
        }
        QVERIFY(!valid.empty() && static_cast<double>(valid.size()) < 1e-6 * static_cast<double>(s.rangeLength()));
        const auto order = play(name.toStdString(), s, 3, 500, 4, [](int64_t) { return 1e9; });
        QCOMPARE(std::set<int64_t>(order.begin(), order.end()), valid);
    }

    /// Half of all are valid, and none of the first billions.
    void gridsGetOverALongGap()
    {
        ConfigSpace s;
        for (const char* name : {"a", "b", "c", "d"}) {
            (void)s.define(splitKnob(name, 5040, 3));
        }
        const int64_t half = s.rangeLength();
        (void)s.define(Knob::make("last", OtherKnob{{int64_t{0}, int64_t{1}}}).value());
        QVERIFY(s.constrain(Constraint(Expression::parse("last == 1").value())).has_value());
        QCOMPARE(play("grid", s, 1, 3, 1, [](int64_t) { return 1e9; }), (std::vector<int64_t>{half, half + 1, half + 2}));
    }

    void whereNoPointIsFoundASearchEnds()
    {
        ConfigSpace s;
        std::string sum;
        for (int i = 0; i < 6; ++i) {
            (void)s.define(splitKnob(fmt::format("s{}", i), 2048, 4));
            sum += fmt::format("{}s{}[{}]", i > 0 ? " + " : "", i, 1 + i % 3);
        }
        // Six powers of two up to 2048 never are so much, which is known of each point of 10^15 when all are chosen.
        QVERIFY(s.constrain(Constraint(Expression::parse(sum + " == 12286").value())).has_value());
        QVERIFY(play("random", s, 1, 10, 1, [](int64_t) { return 1e9; }).empty());
    }

    void wrongNamesAndValuesAreRefused()
    {
        const ConfigSpace s = smallSpace();
        const auto refused = [&](const char* name, const nlohmann::json& parameters, const char* word) {
            const auto made = makeTuner(name, s, 0, parameters);
            return !made && made.error().message.find(word) != std::string::npos;
        };
        QVERIFY(refused("xgboost", {}, "available tuners: default, random, grid, ga"));
        QVERIFY(refused("ga", {{"pop", 3}}, "no parameter 'pop'"));
        QVERIFY(refused("ga", {{"pop_size", 1}}, "from 2"));
        QVERIFY(refused("ga", {{"pop_size", 2.5}}, "an integer"));
        QVERIFY(refused("ga", {{"mutation_prob", "x"}}, "a number"));
    }

    void aSpaceOfOnePoint()
    {
        ConfigSpace s;
        for (const TunerDescription& tuner : tuners()) {
            const auto order = play(tuner.name, s, 0, 10, 2, [](int64_t) { return 1e9; });
            QCOMPARE(order, (std::vector<int64_t>{0}));
        }
    }
};

QTEST_APPLESS_MAIN(TestTuner)
#include "tst_tuner.moc"
