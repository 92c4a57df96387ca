// SPDX-License-Identifier: GPL-3.0-or-later
// What trials say of one space, against brute force.
#include "core/base/statistics.h"
#include "core/study/importance.h"
#include "core/study/neighbours.h"
#include "core/study/roofline.h"
#include "core/study/slice.h"
#include "core/study/valueorder.h"
#include "core/target/host.h"
#include "tests/core/store/sampleproject.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace knobscope;

namespace {

std::shared_ptr<const Task> conv()
{
    const auto args = nlohmann::json::parse(
        R"([["TENSOR",[1,64,56,56],"float32"],["TENSOR",[64,64,3,3],"float32"],[1,1],[1,1,1,1],[1,1],"NCHW","NCHW","float32"])");
    return std::make_shared<const Task>(
        makeTask("conv2d_NCHWc.x86", args, parseTarget("llvm -mcpu=skylake-avx512").value()).value());
}

/// Speeds by an invented law, so that the truth is known; one trial may have failed.
TrialSet invented(size_t count, const std::function<double(std::span<const int64_t>)>& log2Gflops, unsigned seed = 1,
                  std::optional<size_t> failed = std::nullopt)
{
    TrialSet set;
    set.task = conv();
    std::mt19937_64 random(seed);
    for (size_t i = 0; i < count; ++i) {
        const auto index = static_cast<int64_t>(random() % static_cast<uint64_t>(set.task->space.rangeLength()));
        const auto digits = set.task->space.digits(index);
        set.add(1 + static_cast<int64_t>(i % 2),
                {static_cast<int64_t>(i) + 1, index, i == failed ? 0 : std::exp2(log2Gflops(digits)), 0,
                 100.0 + static_cast<double>(i)});
    }
    return set;
}

size_t knobNamed(const TrialSet& set, const std::string& name)
{
    for (size_t k = 0; k < set.knobCount(); ++k) {
        if (set.task->space.knobs()[k].name() == name) {
            return k;
        }
    }
    return set.knobCount();
}

} // namespace

class TestInsight : public QObject
{
    Q_OBJECT
private slots:
    void digitsAreTheSpaces()
    {
        const TrialSet set = invented(50, [](auto) { return 1.0; });
        for (size_t i = 0; i < set.trials.size(); ++i) {
            const auto digits = set.task->space.digits(set.trials[i].point.index);
            for (size_t k = 0; k < digits.size(); ++k) {
                QCOMPARE(static_cast<int64_t>(set.digit(i, k)), digits[k]);
            }
        }
        TrialSet odd;
        odd.task = set.task;
        odd.add(1, {1, -1, 5, 0, 0});
        odd.add(1, {2, odd.task->space.rangeLength(), 5, 0, 0});
        QCOMPARE(odd.trials.size(), size_t(0));
        odd.add(1, {3, 0, std::nan(""), 0, 0});
        odd.add(1, {4, 0, 7, 6, 0});
        QCOMPARE(odd.trials.size(), size_t(2));
        QVERIFY(!odd.best());
    }

    /// In the same run where both were measured in one: machines drift.
    void trialsTellWhatAChangeBrought()
    {
        QTemporaryDir dir;
        const std::string path = dir.filePath(QStringLiteral("g.knobscope")).toStdString();
        (void)Project::open(path, Project::Mode::Create);
        auto writer = ProjectWriter::open(path).value();
        const Task task = tests::convolution();
        const auto near = task.space.neighbours(100);
        const int64_t first = tests::addRun(*writer, task, "conv");
        const int64_t second = tests::addRun(*writer, task, "conv");
        writer->addTrial(first, tests::trialOf(task, 1, near[0], 33));
        writer->flush();
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        QVERIFY(measuredGains(project, task, 100, 1)->empty()); // the config itself was not measured
        writer->addTrial(first, tests::trialOf(task, 2, 100, 30));
        writer->addTrial(second, tests::trialOf(task, 1, 100, 60));
        writer->addTrial(second, tests::trialOf(task, 2, near[1], 54));
        writer->addTrial(second, tests::trialOf(task, 3, near[2], 0, 4, "it crashed"));
        writer->flush();
        const auto gains = measuredGains(project, task, 100, 1).value();
        QCOMPARE(gains.size(), size_t(3));
        QCOMPARE(gains.at(near[0]).gain, 1.1);
        QCOMPARE(gains.at(near[0]).run, first);
        QCOMPARE(gains.at(near[1]).gain, 0.9);
        QCOMPARE(gains.at(near[2]).gain, 0.0);
        QVERIFY(measuredGains(project, task, 100, 2)->empty()); // on as many threads
        QVERIFY(measuredGains(project, tests::multiplication(), 0, 1)->empty());
    }

    void setsGrowAsTheyWouldBeReadAnew()
    {
        QTemporaryDir dir;
        const std::string path = dir.filePath(QStringLiteral("g.knobscope")).toStdString();
        (void)Project::open(path, Project::Mode::Create);
        auto writer = ProjectWriter::open(path).value();
        const Task task = tests::convolution();
        const int64_t first = tests::addRun(*writer, task, "conv");
        const int64_t second = tests::addRun(*writer, task, "conv");
        const auto add = [&](int64_t run, int64_t number) {
            writer->addTrial(run, tests::trialOf(task, number, number * 7 % 980, 10, number % 3 == 0 ? 4 : 0));
            writer->flush();
        };
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        TrialSet known = trialSetOf(project, first, true).value();
        QVERIFY(known.trials.empty());
        for (const auto& [run, number] : {std::pair{first, 1}, {first, 2}, {second, 1}, {second, 2}, {first, 3}, {second, 3}}) {
            add(run, number); // the fifth does not come last
            const Task* const before = known.task.get();
            known = trialSetOf(project, first, true, &known).value();
            const TrialSet anew = trialSetOf(project, first, true).value();
            QCOMPARE(known.task.get(), before);
            QVERIFY(known.digits == anew.digits);
            QCOMPARE(known.trials.size(), anew.trials.size());
            for (size_t i = 0; i < anew.trials.size(); ++i) {
                QCOMPARE(known.trials[i].run, anew.trials[i].run);
                QCOMPARE(known.trials[i].point.number, anew.trials[i].point.number);
            }
        }
        QCOMPARE(trialSetOf(project, second, false, &known).value().trials.size(), size_t(3));
    }

    void filtersKeepWhatTheySay()
    {
        const TrialSet set = invented(200, [](auto d) { return static_cast<double>(d[0]); }, 1, 3);
        const Knob& knob = set.task->space.knobs()[0];
        std::vector<TrialFilter> filters(1);
        filters[0] = {TrialFilter::Kind::Knob, knob.name(), valueToJson(knob.at(1)), 0, 0, 0};
        TrialFilter run;
        run.kind = TrialFilter::Kind::Run;
        run.run = 2;
        filters.push_back(run);
        TrialFilter time;
        time.kind = TrialFilter::Kind::Time;
        time.from = 120;
        time.to = 180;
        filters.push_back(time);
        TrialFilter worked;
        worked.kind = TrialFilter::Kind::Succeeded;
        filters.push_back(worked);
        size_t expected = 0;
        for (size_t i = 0; i < set.trials.size(); ++i) {
            const auto t = set.trials[i];
            expected +=
                set.digit(i, 0) == 1 && t.run == 2 && t.point.timestamp >= 120 && t.point.timestamp < 180 && t.worked() ? 1 : 0;
        }
        const TrialSet kept = filtered(set, filters);
        QVERIFY(expected > 0);
        QCOMPARE(kept.trials.size(), expected);
        QCOMPARE(kept.digits.size(), expected * set.knobCount());
        run.run = 1;
        filters.push_back(run); // runs are alternatives
        QVERIFY(filtered(set, filters).trials.size() > expected);
        filters[0].knob = "no_such_knob";
        QCOMPARE(filtered(set, filters).trials.size(), size_t(0));
        QCOMPARE(filtered(set, {}).trials.size(), set.trials.size());
    }

    void importanceFindsTheKnobsThatMatter()
    {
        const TrialSet probe = invented(1, [](auto) { return 0.0; });
        const size_t ow = knobNamed(probe, "tile_ow");
        const size_t unroll = knobNamed(probe, "unroll_kw");
        QVERIFY(ow < probe.knobCount() && unroll < probe.knobCount());
        std::mt19937 noise(5);
        const TrialSet set = invented(600, [&](std::span<const int64_t> d) {
            return 3.0 + 0.7 * static_cast<double>(d[ow] % 3) + 1.0 * static_cast<double>(d[unroll])
                 + 0.1 * (static_cast<double>(noise() % 100) / 50 - 1);
        });
        const Importance importance = knobImportance(set).value();
        // The truth: variances of the two effects and of the noise.
        std::vector<double> owEffect;
        std::vector<double> unrollEffect;
        std::vector<double> y;
        for (size_t i = 0; i < set.trials.size(); ++i) {
            owEffect.push_back(0.7 * static_cast<double>(set.digit(i, ow) % 3));
            unrollEffect.push_back(static_cast<double>(set.digit(i, unroll)));
            y.push_back(std::log2(set.trials[i].point.gflops));
        }
        const auto variance = [](const std::vector<double>& v) {
            double mean = 0;
            double squares = 0;
            for (const double x : v) {
                mean += x / static_cast<double>(v.size());
            }
            for (const double x : v) {
                squares += (x - mean) * (x - mean) / static_cast<double>(v.size());
            }
            return squares;
        };
        QVERIFY(importance.explained > 0.95);
        for (const KnobImportance& knob : importance.knobs) {
            const double truth = knob.knob == ow     ? variance(owEffect) / variance(y)
                               : knob.knob == unroll ? variance(unrollEffect) / variance(y)
                                                     : 0;
            QVERIFY2(
                std::abs(knob.share - truth) < 0.04,
                qPrintable(QStringLiteral("%1: %2, not %3").arg(QString::fromStdString(knob.name)).arg(knob.share).arg(truth)));
        }
    }

    void importanceGivesNoCreditForChance()
    {
        std::mt19937 noise(11);
        const TrialSet set = invented(80, [&](auto) { return 1 + static_cast<double>(noise() % 1000) / 1000; });
        const Importance importance = knobImportance(set).value();
        QVERIFY2(importance.explained < 0.15, qPrintable(QString::number(importance.explained)));
        const auto flat = knobImportance(invented(80, [](auto) { return 2.0; }));
        QVERIFY(!flat && flat.error().message.find("equally fast") != std::string::npos);
        const auto few = knobImportance(invented(5, [](auto d) { return static_cast<double>(d[0]); }));
        QVERIFY(!few && few.error().message.find("20 successful configs") != std::string::npos);
        QVERIFY(!knobImportance(TrialSet{}));
    }

    void slicesAndHeatMapsAgainstBruteForce()
    {
        const TrialSet set = invented(400, [](auto d) { return static_cast<double>(d[0] + d[1]) / 3; }, 1, 7);
        const size_t best = *set.best();
        for (size_t knob = 0; knob < set.knobCount(); ++knob) {
            const auto any = sliceOf(set, knob, OtherKnobs::Any);
            const auto atBest = sliceOf(set, knob, OtherKnobs::AtBest);
            for (size_t digit = 0; digit < any.size(); ++digit) {
                std::vector<double> values;
                size_t failed = 0;
                size_t same = 0;
                for (size_t i = 0; i < set.trials.size(); ++i) {
                    if (static_cast<size_t>(set.digit(i, knob)) != digit) {
                        continue;
                    }
                    set.trials[i].worked() ? values.push_back(set.trials[i].point.gflops) : void(++failed);
                    bool elsewhere = true;
                    for (size_t k = 0; k < set.knobCount(); ++k) {
                        elsewhere = elsewhere && (k == knob || set.digit(i, k) == set.digit(best, k));
                    }
                    same += elsewhere ? 1 : 0;
                }
                QCOMPARE(any[digit].trials, values.size() + failed);
                QCOMPARE(any[digit].failed, failed);
                QCOMPARE(any[digit].best, values.empty() ? 0 : *std::max_element(values.begin(), values.end()));
                QCOMPARE(any[digit].median, values.empty() ? 0 : median(values));
                QCOMPARE(atBest[digit].trials, same);
            }
        }
        const HeatMap map = heatMapOf(set, 0, 1);
        size_t total = 0;
        for (size_t y = 0; y < map.rows; ++y) {
            for (size_t x = 0; x < map.columns; ++x) {
                total += map.at(x, y).trials;
                QVERIFY(map.at(x, y).best == 0 || std::abs(map.at(x, y).best - std::exp2(static_cast<double>(x + y) / 3)) < 1e-9);
            }
        }
        QCOMPARE(total, set.trials.size());
    }

    void neighboursAndTheirLosses()
    {
        TrialSet set;
        set.task = conv();
        const ConfigSpace& space = set.task->space;
        const int64_t base = space.rangeLength() / 2;
        const auto all = space.neighbours(base);
        set.add(1, {1, base, 100, 0, 0});
        set.add(1, {2, all[0], 80, 0, 0});
        set.add(1, {3, all[1], 0, 4, 0});
        set.add(2, {1, base, 50, 0, 0}); // a slower day
        set.add(2, {2, all[2], 45, 0, 0});
        set.add(3, {1, all[3], 75, 0, 0}); // the base was not measured there: its median, 75
        const auto neighbours = neighboursOf(set, base);
        QCOMPARE(neighbours.size(), all.size());
        const auto of = [&](int64_t index) {
            return *std::find_if(neighbours.begin(), neighbours.end(), [&](const Neighbour& n) { return n.index == index; });
        };
        QVERIFY(std::abs(of(all[0]).loss - 0.2) < 1e-12);
        QVERIFY(of(all[1]).state == Neighbour::State::Failed);
        QVERIFY(std::abs(of(all[2]).loss - 0.1) < 1e-12);
        QVERIFY(std::abs(of(all[3]).loss) < 1e-12);
        QCOMPARE(unmeasured(neighbours).size(), all.size() - 4);
        for (const Neighbour& n : neighbours) {
            auto digits = space.digits(base);
            QCOMPARE(digits[n.knob], static_cast<int64_t>(n.fromDigit));
            digits[n.knob] = n.toDigit;
            QCOMPARE(space.indexOfDigits(digits), n.index);
        }
        QVERIFY(neighboursOf(set, -1).empty());
        QVERIFY(neighboursOf(TrialSet{}, 0).empty());
    }

    void axesAreReadInOrder()
    {
        SplitKnob split;
        split.extent = 56;
        split.outputs = 2;
        split.policy = SplitKnob::Policy::Verbose;
        const Knob knob = Knob::make("tile_ow", split).value();
        const auto order = valueOrder(knob);
        QCOMPARE(order.size(), static_cast<size_t>(knob.size()));
        int64_t last = 0;
        for (const int32_t digit : order) {
            const int64_t inner = std::get<SplitEntity>(knob.at(digit)).sizes.back();
            QVERIFY(inner > last);
            last = inner;
        }
        const auto places = valuePlaces(knob);
        for (size_t place = 0; place < order.size(); ++place) {
            QCOMPARE(places[static_cast<size_t>(order[place])], static_cast<int32_t>(place));
        }
        const Knob words = Knob::make("w", OtherKnob{{std::string("z"), std::string("a")}}).value();
        QVERIFY((valueOrder(words) == std::vector<int32_t>{0, 1}));
        const Knob numbers = Knob::make("n", OtherKnob{{int64_t{512}, int64_t{0}, int64_t{64}}}).value();
        QVERIFY((valueOrder(numbers) == std::vector<int32_t>{1, 2, 0}));
    }

    void rooflineOfAMatmulByHand()
    {
        const Task task = makeTask("tutorial/matmul", {64, 64, 64, "float32"}, parseTarget("llvm").value()).value();
        QCOMPARE(arithmeticIntensity(task).value(), 2.0 * 64 * 64 * 64 / (3.0 * 64 * 64 * 4));
        const Roofline roof{100, 10};
        QCOMPARE(roof.ridge(), 10.0);
        QCOMPARE(roof.attainable(2), 20.0);
        QCOMPARE(roof.attainable(50), 100.0);
        const auto conv2d = arithmeticIntensity(*conv());
        QVERIFY(conv2d.has_value());
        QVERIFY(*conv2d <= conv()->plainFlops / (4.0 * (64 * 56 * 56 * 2 + 64 * 64 * 9)));
    }

    void rooflinesDoNotTakeAConfigNearTheBeginning()
    {
        Task task = makeTask("tutorial/matmul", {512, 512, 512, "float32"}, parseTarget("llvm").value()).value();
        QVERIFY(task.space.constrain(Constraint(Expression::parse("tile_x[1] == 512").value())));
        for (int64_t index = 0; index < task.space.rangeLength(); ++index) {
            QCOMPARE(task.space.isValid(index), index >= 90);
        }
        QCOMPARE(arithmeticIntensity(task).value(), 2.0 * 512 / (3.0 * 4));
    }

    /// A peak counts two operations a multiply-add, and so does what is held against it; AutoTVM counts the padding's, too.
    void rooflineCountsAsThePeakDoes()
    {
        const auto args = nlohmann::json::parse(
            R"([["TENSOR",[1,32,112,112],"float32"],["TENSOR",[32,1,3,3],"float32"],[1,1],[1,1,1,1],[1,1],"NCHW","NCHW","float32"])");
        const Task depthwise =
            makeTask("depthwise_conv2d_NCHWc.x86", args, parseTarget("llvm -mcpu=skylake-avx512").value()).value();
        const double flops = 2.0 * 32 * 112 * 112 * 9;
        const double intensity = flops / (4.0 * 32 * (112 * 112 * 2 + 9));
        QVERIFY(std::abs(arithmeticIntensity(depthwise).value() - intensity) < intensity / 1000);
        QVERIFY(plainShare(depthwise) < 0.8);
        QCOMPARE(plainShare(depthwise) * depthwise.autotvmFlops, flops);
    }
};

QTEST_GUILESS_MAIN(TestInsight)
#include "tst_insight.moc"
