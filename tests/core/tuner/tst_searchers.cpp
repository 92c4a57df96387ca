// SPDX-License-Identifier: GPL-3.0-or-later
// All tuners on spaces and results that give them little to go by, and the parts of the model-based ones.
#include "core/tuner/gaussianprocess.h"
#include "core/tuner/knobcoordinates.h"
#include "tests/core/tuner/play.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

using namespace knobscope;

namespace {

size_t distinct(const std::vector<int64_t>& order)
{
    return std::set<int64_t>(order.begin(), order.end()).size();
}

} // namespace

class TestSearchers : public QObject
{
    Q_OBJECT
private slots:
    void poorResults_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("kind");
        for (const TunerDescription& tuner : tuners()) {
            for (int kind = 0; kind < 5; ++kind) {
                QTest::addRow("%s %d", tuner.name.c_str(), kind) << QString::fromStdString(tuner.name) << kind;
            }
        }
    }
    /// All fail, all equal, all NaN, one works, NaN and infinity among numbers: the search goes on and stays in the space.
    void poorResults()
    {
        QFETCH(QString, name);
        QFETCH(int, kind);
        const ConfigSpace s = smallSpace();
        const Landscape flops = [kind](int64_t index) {
            switch (kind) {
            case 0: return 0.0;
            case 1: return 5e9;
            case 2: return std::numeric_limits<double>::quiet_NaN();
            case 3: return index == 77 ? 1e9 : 0.0;
            default:
                return index % 7 == 0 ? std::numeric_limits<double>::quiet_NaN()
                     : index % 7 == 1 ? std::numeric_limits<double>::infinity()
                                      : static_cast<double>(index);
            }
        };
        const auto order = play(name.toStdString(), s, 1, 80, 3, flops);
        QCOMPARE(order.size(), size_t(80));
        QVERIFY(distinct(order) > 40);
        for (const int64_t index : order) {
            QVERIFY(s.isValid(index));
        }
        QCOMPARE(order, play(name.toStdString(), s, 1, 80, 3, flops));
    }

    void threePoints_data()
    {
        QTest::addColumn<QString>("name");
        for (const TunerDescription& tuner : tuners()) {
            QTest::newRow(tuner.name.c_str()) << QString::fromStdString(tuner.name);
        }
    }
    /// A constraint that leaves three points, fewer than are proposed at a time.
    void threePoints()
    {
        QFETCH(QString, name);
        ConfigSpace s;
        (void)s.define(splitKnob("a", 64));
        (void)s.define(splitKnob("b", 48));
        QVERIFY(s.constrain(Constraint(Expression::parse("a[1] * b[1] >= 1536").value())));
        QCOMPARE(s.validCount().low, int64_t(3));
        for (const double flops : {0.0, 1e9, std::numeric_limits<double>::quiet_NaN()}) {
            const auto order = play(name.toStdString(), s, 2, 50, 8, [flops](int64_t) { return flops; });
            QCOMPARE(distinct(order), size_t(3));
            QVERIFY(name == "ga" || order.size() == 3);
        }
    }

    void observedPointsAreNotProposed_data() { threePoints_data(); }
    void observedPointsAreNotProposed()
    {
        QFETCH(QString, name);
        const ConfigSpace s = smallSpace();
        auto tuner =
            makeTuner(name.toStdString(), s, 4, name == "ga" ? nlohmann::json{{"pop_size", 10}} : nlohmann::json::object())
                .value();
        std::set<int64_t> seen;
        for (int64_t index = 0; index < 140; index += 3) {
            tuner->observe({index, static_cast<double>(index)});
            seen.insert(index);
        }
        const std::set<int64_t> known = seen;
        for (int i = 0; i < 60; ++i) {
            for (const int64_t index : tuner->propose(1)) {
                QVERIFY(!known.contains(index));
                QVERIFY(seen.insert(index).second || name == "ga"); // AutoTVM's repeats its own
                const Trial trial{index, static_cast<double>(index)};
                tuner->update(std::span(&trial, 1));
            }
        }
        QVERIFY2(seen.size() > (name == "ga" ? 65U : 100U), qPrintable(QString::number(seen.size())));
    }

    /// A first timing that was too good is no label once the config was measured again.
    void theLastTimingCounts_data()
    {
        QTest::addColumn<QString>("tuner");
        for (const TunerDescription& tuner : tuners()) {
            QTest::newRow(tuner.name.c_str()) << QString::fromStdString(tuner.name);
        }
    }
    void theLastTimingCounts()
    {
        QFETCH(QString, tuner);
        const ConfigSpace space = smallSpace();
        const auto order = [&](double first, bool isCorrected) {
            const nlohmann::json parameters = tuner == "ga"      ? nlohmann::json{{"pop_size", 8}}
                                            : tuner == "descent" ? nlohmann::json{{"samples", 1}}
                                                                 : nlohmann::json::object();
            auto made = makeTuner(tuner.toStdString(), space, 3, parameters).value();
            std::vector<int64_t> out;
            for (int i = 0; i < 40 && made->hasNext(); ++i) {
                const auto next = made->propose(1);
                if (next.empty()) {
                    break;
                }
                out.push_back(next[0]);
                const Trial trial{next[0], i == 0 ? first : 50 + static_cast<double>(next[0] * 7 % 20)};
                made->update(std::span(&trial, 1));
                if (i == 0 && isCorrected) {
                    made->observe({next[0], 40});
                }
            }
            return out;
        };
        QCOMPARE(order(200, true), order(40, false));
    }

    void nearlyAllIsKnown_data() { threePoints_data(); }
    /// Of 140 points five are left: they are proposed, and then nothing.
    void nearlyAllIsKnown()
    {
        QFETCH(QString, name);
        const ConfigSpace s = smallSpace();
        auto tuner = makeTuner(name.toStdString(), s, 4).value();
        for (int64_t index = 0; index < s.rangeLength() - 5; ++index) {
            tuner->observe({index, 1e9});
        }
        std::set<int64_t> proposed;
        for (int i = 0; i < 50 && tuner->hasNext(); ++i) {
            for (const int64_t index : tuner->propose(3)) {
                QVERIFY(index >= s.rangeLength() - 5);
                QVERIFY(proposed.insert(index).second || name == "ga");
                const Trial trial{index, 1e9};
                tuner->update(std::span(&trial, 1));
            }
        }
        QCOMPARE(proposed.size(), size_t(5));
    }

    void theFallbackMayBeLeftOut_data() { threePoints_data(); }
    /// A constraint on a real task leaves out the config that the template would use untuned.
    void theFallbackMayBeLeftOut()
    {
        QFETCH(QString, name);
        const std::vector<SpaceEdit> edits{parseEdit("where tile_y[1] * tile_x[1] >= 131072").value()};
        const Task task = makeTask("tutorial/matmul", nlohmann::json::parse(R"([512, 512, 512, "float32"])"),
                                   parseTarget("llvm").value(), edits)
                              .value();
        QCOMPARE(task.space.validCount().low, int64_t(3));
        TunerContext context;
        context.space = &task.space;
        context.task = &task;
        auto tuner = makeTuner(name.toStdString(), context).value();
        std::set<int64_t> proposed;
        for (int i = 0; i < 20; ++i) {
            for (const int64_t index : tuner->propose(2)) {
                QVERIFY(task.space.isValid(index));
                proposed.insert(index);
                const Trial trial{index, 1e9};
                tuner->update(std::span(&trial, 1));
            }
        }
        QCOMPARE(proposed.size(), size_t(3));
    }

    /// Half of the space fails, the good part beyond: a searcher that learns finds it sooner than chance.
    void searchersBeatRandom_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"default", "bayes", "descent"}) {
            QTest::newRow(name) << QString(name);
        }
    }
    void searchersBeatRandom()
    {
        QFETCH(QString, name);
        ConfigSpace s;
        (void)s.define(splitKnob("a", 5040));
        (void)s.define(splitKnob("b", 5040));
        const Landscape flops = [&](int64_t index) {
            const auto d = s.digits(index);
            if (d[0] + d[1] > 80) {
                return 0.0;
            }
            return 1e9 * std::exp(-std::abs(static_cast<double>(d[0]) - 41) / 8 - std::abs(static_cast<double>(d[1]) - 33) / 8);
        };
        const auto medianBest = [&](const std::string& tuner) {
            std::vector<double> bests;
            for (uint64_t seed = 0; seed < 7; ++seed) {
                double best = 0;
                for (const int64_t index : play(tuner, s, seed, 60, 3, flops)) {
                    best = std::max(best, flops(index));
                }
                bests.push_back(best);
            }
            std::sort(bests.begin(), bests.end());
            return bests[3];
        };
        QVERIFY(medianBest(name.toStdString()) > 1.2 * medianBest("random"));
    }

    void coordinatesKnowFactors()
    {
        const ConfigSpace s = smallSpace();
        const KnobCoordinates coordinates(s);
        QCOMPARE(coordinates.dimensions(), size_t(3));
        for (int64_t index = 0; index < s.rangeLength(); ++index) {
            std::vector<float> row;
            coordinates.append(index, row);
            const auto entity = s.at(index).value();
            const auto& a = std::get<SplitEntity>(*entity.find("a"));
            QVERIFY(std::abs(row[0] - std::log2(static_cast<float>(a.sizes[1])) / 6) < 1e-6F);
        }
    }

    void theProcessPassesThroughItsValues()
    {
        CoordinateTable table;
        table.values = {0, 0.25F, 0.5F, 1};
        table.width = 1;
        GaussianProcess process(table, {{0.3}, 1e-4});
        process.observe(0);
        process.observe(2);
        const std::vector<double> values{1, 3};
        process.setValues(values);
        QVERIFY(std::abs(process.mean(0) - 1) < 0.01);
        QVERIFY(std::abs(process.mean(2) - 3) < 0.01);
        QVERIFY(process.deviation(1) < process.deviation(3));
        // By hand: two observations of residuals -1 and 1 about their mean 2, kernel matrix [[1+n, k], [k, 1+n]].
        const double n = 1e-4;
        const double k = process.kernel(0, 2);
        const double weight = 1 / (1 + n - k);
        QVERIFY(std::abs(process.mean(1) - 2) < 1e-6); // as near to either
        const double expected = 2 + weight * (process.kernel(3, 2) - process.kernel(3, 0));
        QVERIFY(std::abs(process.mean(3) - expected) < 1e-4);
        // What is not known yet changes nothing but the deviation.
        const double before = process.deviation(3);
        process.observe(3);
        const std::vector<double> withUnknown{1, 3, std::numeric_limits<double>::quiet_NaN()};
        process.setValues(withUnknown);
        QVERIFY(std::abs(process.mean(1) - 2) < 1e-6);
        QVERIFY(process.deviation(3) < 0.1 * before);
    }

    /// A knob that jumps from value to value, and one that shifts everything: what the second does is learnt across the jumps.
    void whatAKnobDoesByItselfIsLearntAcrossTheOthers()
    {
        CoordinateTable table;
        table.width = 2;
        std::vector<double> values;
        const std::vector<double> jumps{0, 2, -1, 1.5, -2, 0.5, -1.5, 1};
        for (size_t i = 0; i < jumps.size(); ++i) {
            for (int j = 0; j < 4; ++j) {
                table.values.push_back(static_cast<float>(i) / 7);
                table.values.push_back(static_cast<float>(j) / 3);
                values.push_back(jumps[i] + j);
            }
        }
        const std::vector<size_t> groups{0, 1};
        const SurfaceShape shape = fitShape(table, values, groups, {{0.5, 0.5}, 1e-2});
        QVERIFY2(shape.additive >= 0.5, qPrintable(QString::number(shape.additive)));
        // All of seven of the eight values of the first knob are known, and the worst of the last.
        GaussianProcess process(table, shape, groups);
        std::vector<double> known;
        for (size_t row = 0; row < 29; ++row) {
            process.observe(row);
            known.push_back(values[row]);
        }
        process.setValues(known);
        QVERIFY(std::abs(process.mean(31) - values[31]) < 0.6);
        QVERIFY(process.mean(31) - process.mean(29) > 1.2);
        QVERIFY(process.deviation(31) > process.deviation(3));
    }

    void theFitTellsKnobsApart()
    {
        CoordinateTable table;
        table.width = 2;
        std::vector<double> values;
        for (int i = 0; i < 6; ++i) {
            for (int j = 0; j < 6; ++j) {
                table.values.push_back(static_cast<float>(i) / 5);
                table.values.push_back(static_cast<float>(j) / 5);
                values.push_back(std::sin(i * 2.0)); // the second says nothing
            }
        }
        const std::vector<size_t> groups{0, 1};
        const SurfaceShape shape = fitShape(table, values, groups, {{0.5, 0.5}, 1e-2});
        QVERIFY(shape.lengths[1] > 2 * shape.lengths[0]);
    }
};

QTEST_APPLESS_MAIN(TestSearchers)
#include "tst_searchers.moc"
