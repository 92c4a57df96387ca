// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/annealing.h"
#include "core/tuner/cost_model/costmodel.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace knobscope;

namespace {

FeatureMatrix grid(int side)
{
    std::vector<std::vector<float>> rows;
    for (int x = 0; x < side; ++x) {
        for (int y = 0; y < side; ++y) {
            rows.push_back({static_cast<float>(x), static_cast<float>(y)});
        }
    }
    return FeatureMatrix(rows);
}

/// Highest at (5, 9).
std::vector<float> hill(int side)
{
    std::vector<float> labels;
    for (int x = 0; x < side; ++x) {
        for (int y = 0; y < side; ++y) {
            labels.push_back(1 - std::hypot(static_cast<float>(x - 5), static_cast<float>(y - 9)) / 20);
        }
    }
    return labels;
}

ConfigSpace lattice(int64_t side, const char* constraint = nullptr)
{
    ConfigSpace s;
    std::vector<OtherValue> values;
    for (int64_t v = 0; v < side; ++v) {
        values.emplace_back(v);
    }
    (void)s.define(Knob::make("x", OtherKnob{values}).value());
    (void)s.define(Knob::make("y", OtherKnob{values}).value());
    if (constraint) {
        (void)s.constrain(Constraint(Expression::parse(constraint).value()));
    }
    return s;
}

} // namespace

class TestCostModel : public QObject
{
    Q_OBJECT
private slots:
    void recallByHand()
    {
        // Perfect order of three: i = 0 counts none of none; i = 1 one of two; i = 2 two of three.
        const std::vector<float> labels{3, 2, 1};
        QVERIFY(std::abs(averageRecall(labels, labels, 3) - (0 + 1.0 / 2 + 2.0 / 3) / 3) < 1e-12);
        // Backwards: the first predicted has rank 2, beyond 1; of the first two, ranks 2 and 1, both count at i = 2.
        const std::vector<float> backwards{1, 2, 3};
        QVERIFY(std::abs(averageRecall(backwards, labels, 3) - (0 + 0 + 2.0 / 3) / 3) < 1e-12);
        QCOMPARE(averageRecall({}, {}, 8), 0.0);
    }

    void everyLossFindsTheHill_data()
    {
        QTest::addColumn<int>("loss");
        for (int loss = 0; loss < 3; ++loss) {
            QTest::newRow(std::to_string(loss).c_str()) << loss;
        }
    }
    void everyLossFindsTheHill()
    {
        if (xgboostVersion().empty()) {
            QSKIP("This build has no XGBoost");
        }
        QFETCH(int, loss);
        BoostingOptions options;
        options.loss = static_cast<ModelLoss>(loss);
        options.recallAt = 16;
        auto model = makeXgboostModel(options).value();
        const FeatureMatrix rows = grid(16);
        const auto labels = hill(16);
        QVERIFY(model->fit(rows, labels).has_value());
        const auto scores = model->predict(rows).value();
        // Of what it thinks best, the label is among the best.
        const auto top = std::max_element(scores.begin(), scores.end()) - scores.begin();
        QVERIFY(labels[static_cast<size_t>(top)] > 0.8F);
        QVERIFY(averageRecall(scores, labels, 128) > 0.5);
        auto again = makeXgboostModel(options).value();
        QVERIFY(again->fit(rows, labels).has_value());
        QVERIFY(again->predict(rows).value() == scores);
    }

    void oddSamplesAreHandled()
    {
        if (xgboostVersion().empty()) {
            QSKIP("This build has no XGBoost");
        }
        auto model = makeXgboostModel({}).value();
        QVERIFY(!model->predict(grid(2)));
        QVERIFY(!model->fit(FeatureMatrix(), {}));
        const std::vector<float> nan{std::nanf("")};
        const FeatureMatrix one(std::vector<std::vector<float>>{{1, 2}});
        QVERIFY(!model->fit(one, nan));
        const std::vector<float> label{1};
        QVERIFY(model->fit(one, label).has_value());
        QCOMPARE(model->predict(one).value().size(), size_t(1));
        const std::vector<float> same(256, 0.25F);
        QVERIFY(model->fit(grid(16), same).has_value());
        // Rows of other lengths are cut or padded; no row gives no score.
        QCOMPARE(model->predict(FeatureMatrix(std::vector<std::vector<float>>{{1}, {1, 2, 3}})).value().size(), size_t(2));
        QVERIFY(model->predict(FeatureMatrix()).value().empty());
    }

    void marginsAreCorrectedNotForgotten()
    {
        if (xgboostVersion().empty()) {
            QSKIP("This build has no XGBoost");
        }
        const FeatureMatrix rows = grid(16);
        const auto labels = hill(16);
        BoostingOptions options;
        options.rounds = 1;
        auto model = makeXgboostModel(options).value();
        QVERIFY(model->fit(rows, labels, labels).has_value()); // the guess is right already
        const auto scores = model->predict(rows, labels).value();
        for (size_t i = 0; i < labels.size(); ++i) {
            QVERIFY(std::abs(scores[i] - labels[i]) < 1e-4F);
        }
    }

    void annealingFindsTheTop()
    {
        const ConfigSpace s = lattice(64);
        const auto score = [&](std::span<const int64_t> indexes) {
            std::vector<float> out;
            for (const int64_t index : indexes) {
                const auto d = s.digits(index);
                out.push_back(100 - static_cast<float>(std::abs(d[0] - 40) + std::abs(d[1] - 7)));
            }
            return out;
        };
        const int64_t top = s.indexOfDigits(std::vector<int64_t>{40, 7});
        SimulatedAnnealing walk(s, 1, {});
        const auto found = walk.maxima(score, 8, [](int64_t) { return false; });
        QCOMPARE(found.size(), size_t(8));
        QCOMPARE(found.front().index, top);
        std::set<int64_t> different;
        std::ranges::transform(found, std::inserter(different, different.end()), &Maximum::index);
        QCOMPARE(different.size(), size_t(8));
        const auto without = walk.maxima(score, 8, [&](int64_t index) { return index == top; });
        QVERIFY(std::ranges::find(without, top, &Maximum::index) == without.end());
        QCOMPARE(bestOfAll(s, score, 8, [](int64_t) { return false; }).front().index, top);
        SimulatedAnnealing same(s, 1, {});
        QVERIFY(same.maxima(score, 8, [](int64_t) { return false; }) == found);
    }

    void negativeScoresAreDroppedAsAutotvmDoes()
    {
        const ConfigSpace s = lattice(8);
        const auto negative = [](std::span<const int64_t> indexes) { return std::vector<float>(indexes.size(), -1.0F); };
        SimulatedAnnealing walk(s, 1, {});
        QVERIFY(walk.maxima(negative, 4, [](int64_t) { return false; }).empty());
        AnnealingOptions keeping;
        keeping.keepsNegative = true;
        QCOMPARE(SimulatedAnnealing(s, 1, keeping).maxima(negative, 4, [](int64_t) { return false; }).size(), size_t(4));
        const auto nan = [](std::span<const int64_t> indexes) { return std::vector<float>(indexes.size(), std::nanf("")); };
        QVERIFY(walk.maxima(nan, 4, [](int64_t) { return false; }).empty());
    }

    void aSearchEndsWhereItGetsNoScores()
    {
        const ConfigSpace s = lattice(64);
        for (const int most : {1, 5}) {
            int rounds = 0;
            const auto score = [&](std::span<const int64_t> indexes) {
                return ++rounds < most ? std::vector<float>(indexes.size(), 1.0F) : std::vector<float>();
            };
            QCOMPARE(SimulatedAnnealing(s, 1, {}).maxima(score, 4, [](int64_t) { return false; }).empty(), most == 1);
            QCOMPARE(rounds, most);
        }
    }

    void tinySpacesAreWalkedWhole()
    {
        const ConfigSpace s = lattice(9, "x + y <= 1"); // three points
        QCOMPARE(s.validCount().low, int64_t(3));
        const auto flat = [](std::span<const int64_t> indexes) { return std::vector<float>(indexes.size(), 1.0F); };
        SimulatedAnnealing walk(s, 1, {});
        const auto found = walk.maxima(flat, 64, [](int64_t) { return false; });
        QCOMPARE(found.size(), size_t(3));
        for (const Maximum& point : found) {
            QVERIFY(s.isValid(point.index));
        }
        const ConfigSpace none;
        QCOMPARE(SimulatedAnnealing(none, 1, {}).maxima(flat, 4, [](int64_t) { return false; }).size(), size_t(1));
    }

    void diversityCountsNewPairs()
    {
        const ConfigSpace s = lattice(8);
        const auto at = [&](int64_t x, int64_t y) { return s.indexOfDigits(std::vector<int64_t>{x, y}); };
        const std::vector<Maximum> candidates{{at(0, 0)}, {at(0, 1)}, {at(0, 2)}, {at(3, 3)}, {at(3, 0)}};
        QVERIFY(pickDiverse(s, candidates, 3) == (std::vector<Maximum>{{at(0, 0)}, {at(3, 3)}, {at(0, 1)}}));
        QCOMPARE(pickDiverse(s, candidates, 50).size(), size_t(5));
    }
};

QTEST_APPLESS_MAIN(TestCostModel)
#include "tst_costmodel.moc"
