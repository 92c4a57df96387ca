// SPDX-License-Identifier: GPL-3.0-or-later
// The tuners on a cost model: what they learn, from what, and that odd histories do no harm.
#include "core/tuner/cost_model/costmodel.h"
#include "core/tuner/feature/featuresource.h"
#include "core/tuner/prior.h"
#include "core/tuner/tuner.h"

#include <QTest>

#include <atomic>
#include <cmath>
#include <limits>
#include <semaphore>
#include <set>

using namespace knobscope;

namespace {

Task matmul(int64_t n, std::vector<std::string> edits = {})
{
    std::vector<SpaceEdit> parsed;
    for (const std::string& edit : edits) {
        parsed.push_back(parseEdit(edit).value());
    }
    return makeTask("tutorial/matmul", {n, n, n, "float32"}, parseTarget("llvm").value(), parsed).value();
}

/// Fastest at tiles of 8 by 32; the same rule for every shape.
double flopsOf(const ConfigEntity& entity)
{
    double score = 100;
    double wanted = 3;
    for (const auto& [name, value] : entity.values) {
        const auto& sizes = std::get<SplitEntity>(value).sizes;
        score -= 8 * std::abs(std::log2(static_cast<double>(sizes.back())) - wanted);
        wanted = 5;
    }
    return std::max(1.0, score) * 1e9;
}

EarlierTask earlier(const Task& task, const char* label, int count, double factor = 1)
{
    EarlierTask out{std::make_shared<Task>(task), label, {}};
    for (int i = 0; i < count; ++i) {
        const auto entity = task.space.at(i * 7 % task.space.rangeLength()).value();
        out.trials.push_back({entity, flopsOf(entity) * factor});
    }
    return out;
}

/// Counts how often features are asked for, once a round of annealing, and says when that goes on.
class CountedFeatures : public FeatureSource
{
public:
    explicit CountedFeatures(const Task& task)
        : FeatureSource(task.space, &task)
    {
    }
    std::vector<std::vector<float>> rows(FeatureKind kind, std::span<const int64_t> indexes) override
    {
        if (++asked == 10) {
            inTheMiddle.release();
        }
        return FeatureSource::rows(kind, indexes);
    }

    std::atomic<int> asked{0};
    std::binary_semaphore inTheMiddle{0};
};

struct Play {
    std::vector<int64_t> order;
    std::vector<std::string> said;
    double best(const ConfigSpace& space, size_t trials) const
    {
        double best = 0;
        for (size_t i = 0; i < std::min(trials, order.size()); ++i) {
            best = std::max(best, flopsOf(space.at(order[i]).value()));
        }
        return best;
    }
};

Play play(const char* name, TunerContext context, int trials, const std::function<double(const ConfigEntity&)>& flops = flopsOf)
{
    Play out;
    context.onMessage = [&](const Sentence& line) { out.said.push_back(line.message); };
    auto tuner = makeTuner(name, context).value();
    while (static_cast<int>(out.order.size()) < trials && tuner->hasNext()) {
        const auto next = tuner->propose(1);
        if (next.empty()) {
            break;
        }
        out.order.push_back(next[0]);
        const Trial trial{next[0], flops(context.space->at(next[0]).value())};
        tuner->update(std::span(&trial, 1));
    }
    return out;
}

TunerContext contextOf(const Task& task, uint64_t seed = 1)
{
    TunerContext context;
    context.space = &task.space;
    context.task = &task;
    context.seed = seed;
    return context;
}

bool says(const Play& play, const char* words)
{
    return std::any_of(play.said.begin(), play.said.end(),
                       [&](const auto& line) { return line.find(words) != std::string::npos; });
}

} // namespace

class TestModelTuner : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        if (xgboostVersion().empty()) {
            const Task task = matmul(64);
            const auto refused = makeTuner("xgb", contextOf(task));
            QVERIFY(!refused && refused.error().message.find("libxgboost-dev") != std::string::npos);
            QSKIP("This build has no XGBoost");
        }
    }

    void theModelFindsTheBestSooner()
    {
        const Task task = matmul(512);
        int wins = 0;
        for (uint64_t seed = 0; seed < 5; ++seed) {
            const double model = play("model", contextOf(task, seed), 40).best(task.space, 40);
            const double random = play("random", contextOf(task, seed), 40).best(task.space, 40);
            wins += model >= random ? 1 : 0;
        }
        QVERIFY(wins >= 4);
    }

    void everyFeatureAndLossPlays_data()
    {
        QTest::addColumn<QString>("features");
        QTest::addColumn<QString>("loss");
        for (const char* features : {"itervar", "knob", "curve", "value"}) {
            QTest::newRow(features) << features << "reg";
        }
        QTest::newRow("rank") << "knob" << "rank";
        QTest::newRow("rank-binary") << "knob" << "rank-binary";
    }
    void everyFeatureAndLossPlays()
    {
        QFETCH(QString, features);
        QFETCH(QString, loss);
        const Task task = matmul(64);
        TunerContext context = contextOf(task);
        context.parameters = {{"feature_type", features.toStdString()},
                              {"loss_type", loss.toStdString()},
                              {"plan_size", 16},
                              {"diversity_filter_ratio", 2}};
        const Play first = play("xgb", context, 49);
        QCOMPARE(std::set<int64_t>(first.order.begin(), first.order.end()).size(), size_t(49));
        QVERIFY(first.said.empty());
        context.features = std::make_shared<FeatureSource>(task.space, &task); // shared between tuners: the same proposals
        QVERIFY(play("xgb", context, 49).order == first.order);
        QVERIFY(play("xgb", context, 49).order == first.order);
    }

    void wordsThatAreNoChoiceAreRefused()
    {
        const Task task = matmul(64);
        TunerContext context = contextOf(task);
        context.parameters = {{"loss_type", "squared"}};
        auto made = makeTuner("xgb", context);
        QVERIFY(!made && made.error().message.find("one of reg, rank, rank-binary") != std::string::npos);
        context.parameters = {{"loss_type", 1}};
        QVERIFY(!makeTuner("xgb", context));
    }

    void withoutATaskItSaysSoAndGoesOn()
    {
        const Task task = matmul(64);
        TunerContext context = contextOf(task);
        context.task = nullptr;
        context.parameters = {{"plan_size", 8}};
        const Play out = play("xgb", context, 30);
        QCOMPARE(out.order.size(), size_t(30));
        QVERIFY(says(out, "replaced by value"));
    }

    void warmStartBeatsACold()
    {
        const Task task = matmul(512);
        TunerContext warm = contextOf(task);
        warm.history = {earlier(matmul(256), "net:1", 100), earlier(matmul(1024), "net:2", 100, 0.1)};
        const Play out = play("model", warm, 8);
        QVERIFY(says(out, "Warm start: 200 records of 2 tasks (net:1: 100, net:2: 100)"));
        QVERIFY(out.best(task.space, 8) > 0.95 * 100e9);
        QVERIFY(out.best(task.space, 8) > play("model", contextOf(task), 8).best(task.space, 8));
        QVERIFY(play("model", warm, 8).order == out.order);
    }

    void autotvmsRuleAsksForFiveHundred()
    {
        const Task task = matmul(512);
        TunerContext context = contextOf(task);
        context.parameters = {{"feature_type", "knob"}};
        context.history = {earlier(matmul(256), "net:1", 100)};
        const Play few = play("xgb", context, 10);
        QVERIFY(says(few, "100 earlier records are fewer than the 500"));
        TunerContext cold = contextOf(task);
        cold.parameters = context.parameters;
        QVERIFY(play("xgb", cold, 10).order == few.order);
        context.parameters["min_seed_records"] = 100;
        const Play enough = play("xgb", context, 70);
        QVERIFY(says(enough, "Warm start: 100 records"));
        QVERIFY(enough.best(task.space, 70) >= play("xgb", cold, 70).best(task.space, 10));
    }

    void oddHistoriesDoNoHarm_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"other template", "failures", "one", "constant", "nan", "null task"}) {
            QTest::newRow(kind) << kind;
        }
    }
    void oddHistoriesDoNoHarm()
    {
        QFETCH(QString, kind);
        const Task task = matmul(512);
        TunerContext context = contextOf(task);
        EarlierTask history = earlier(matmul(256), "h", 60);
        if (kind == "other template") {
            const auto dense =
                makeTask("dense_nopack.x86",
                         nlohmann::json::parse(R"([["TENSOR",[64,64],"float32"],["TENSOR",[64,64],"float32"],null,"float32"])"),
                         parseTarget("llvm").value());
            QVERIFY2(dense.has_value(), dense ? "" : dense.error().message.c_str());
            history.task = std::make_shared<Task>(*dense);
        } else if (kind == "null task") {
            history.task = nullptr;
        } else if (kind == "one") {
            history.trials.resize(1);
        }
        for (EarlierTrial& trial : history.trials) {
            trial.flops = kind == "failures" ? 0 : kind == "constant" ? 5e9 : kind == "nan" ? std::nan("") : trial.flops;
        }
        context.history = {history};
        for (const char* tuner : {"model", "xgb", "random"}) {
            context.parameters = nlohmann::json::object();
            if (tuner == std::string("xgb")) {
                context.parameters = {{"min_seed_records", 1}, {"plan_size", 8}, {"feature_type", "knob"}};
            }
            const Play out = play(tuner, context, 30);
            QCOMPARE(std::set<int64_t>(out.order.begin(), out.order.end()).size(), size_t(30));
            if (tuner != std::string("random")) {
                const bool isUsed = kind == "one" || kind == "constant";
                QVERIFY(says(out, isUsed ? "Warm start: " : "No warm start"));
            }
        }
    }

    void oddResultsDoNoHarm_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"failures", "constant", "nan", "infinite", "negative", "one works"}) {
            QTest::newRow(kind) << kind;
        }
    }
    void oddResultsDoNoHarm()
    {
        QFETCH(QString, kind);
        const Task task = matmul(64);
        int calls = 0;
        const auto flops = [&](const ConfigEntity&) {
            ++calls;
            return kind == "failures" ? 0.0
                 : kind == "constant" ? 5e9
                 : kind == "nan"      ? std::nan("")
                 : kind == "infinite" ? std::numeric_limits<double>::infinity()
                 : kind == "negative" ? -1.0
                                      : (calls == 5 ? 1e9 : 0.0);
        };
        for (const char* tuner : {"model", "xgb"}) {
            calls = 0;
            TunerContext context = contextOf(task);
            context.parameters = {{"plan_size", 8}, {"feature_type", "knob"}};
            const Play out = play(tuner, context, 40, flops);
            QCOMPARE(std::set<int64_t>(out.order.begin(), out.order.end()).size(), size_t(40));
            QVERIFY(out.said.empty());
        }
    }

    void aSpaceOfThreePointsIsTriedWhole()
    {
        const Task task = matmul(64, {"where tile_y[1] == 8 && tile_x[1] <= 4"});
        QCOMPARE(task.space.validCount().low, int64_t(3));
        for (const char* tuner : {"model", "xgb", "default"}) {
            TunerContext context = contextOf(task);
            context.history = {earlier(matmul(256), "h", 60)};
            const Play out = play(tuner, context, 100);
            QCOMPARE(out.order.size(), size_t(3));
            QCOMPARE(std::set<int64_t>(out.order.begin(), out.order.end()).size(), size_t(3));
        }
    }

    void whatWasObservedIsLearntFromAndNotProposed()
    {
        const Task task = matmul(512);
        for (const char* name : {"model", "xgb"}) {
            TunerContext context = contextOf(task);
            context.parameters = {{"plan_size", 8}, {"feature_type", "knob"}};
            auto tuner = makeTuner(name, context).value();
            std::set<int64_t> known;
            for (int64_t index = 0; index < 60; ++index) {
                known.insert(index);
                tuner->observe({index, flopsOf(task.space.at(index).value())});
            }
            for (int i = 0; i < 30; ++i) {
                const auto next = tuner->propose(1);
                QVERIFY(!known.contains(next.at(0)));
                known.insert(next[0]);
                const Trial trial{next[0], 1e9};
                tuner->update(std::span(&trial, 1));
            }
        }
    }

    void endingInTheMiddleOfAFitEndsIt()
    {
        const Task task = matmul(512);
        TunerContext context = contextOf(task);
        const auto features = std::make_shared<CountedFeatures>(task);
        context.features = features;
        constexpr int rounds = 100'000;
        context.parameters = {{"plan_size", 8}, {"sa_n_iter", rounds}, {"sa_early_stop", rounds}, {"feature_type", "itervar"}};
        auto tuner = makeTuner("xgb", context).value();
        for (const int64_t index : tuner->propose(8)) {
            const Trial trial{index, flopsOf(task.space.at(index).value())};
            tuner->update(std::span(&trial, 1));
        }
        features->inTheMiddle.acquire();
        tuner.reset(); // waits for a block of features, not for all of the annealing
        QVERIFY2(features->asked < rounds / 2, std::to_string(features->asked).c_str());
    }

    void configsMapToTheNearest()
    {
        const Task small = matmul(64);
        const Task large = matmul(512);
        const Task odd = matmul(96, {"where tile_y[1] <= 16"});
        const ConfigEntity entity = large.space.at(7 * large.space.knobs()[0].size() + 6).value();
        const auto same = nearestConfig(large.space, entity);
        QCOMPARE(same.value(), entity.index.value());
        const auto nearest = nearestConfig(small.space, entity);
        QVERIFY(nearest && small.space.isValid(*nearest));
        QVERIFY(!nearestConfig(odd.space, entity)); // forbidden there
        QVERIFY(!nearestConfig(small.space, ConfigEntity{}));
        QVERIFY(axesDistance(small.space, large.space) > 0);
        QCOMPARE(axesDistance(small.space, small.space), 0.0);
    }
};

QTEST_APPLESS_MAIN(TestModelTuner)
#include "tst_modeltuner.moc"
