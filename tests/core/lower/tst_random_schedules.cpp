// SPDX-License-Identifier: GPL-3.0-or-later
// Random legal schedules compute what the definition says, with odd extents, tails, attached and inlined stages.
#include "interpreter.h"

#include "core/ir/printer.h"
#include "core/lower/lower.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace knobscope;
using namespace knobscope::ir;

namespace {

class RandomSchedule
{
public:
    explicit RandomSchedule(unsigned seed)
        : m_random(seed)
    {
    }

    int pick(int n) { return std::uniform_int_distribution<int>(0, n - 1)(m_random); }
    bool chance(int percent) { return pick(100) < percent; }
    int64_t extent(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(m_random); }

    void shuffleLoops(StageRef stage)
    {
        for (int i = 0; i < 3; ++i) {
            const auto leaves = stage.data().leaves;
            const IterVar leaf = leaves[static_cast<size_t>(pick(static_cast<int>(leaves.size())))];
            chance(70) ? stage.split(leaf, extent(1, 6)) : stage.splitByParts(leaf, extent(1, 4));
        }
        auto order = stage.data().leaves;
        std::shuffle(order.begin(), order.end(), m_random);
        stage.reorder(order);
        for (int i = 0; i < 2; ++i) {
            const auto leaves = stage.data().leaves;
            const auto at = static_cast<size_t>(pick(static_cast<int>(leaves.size())));
            if (at + 1 < leaves.size() && leaves[at].kind == leaves[at + 1].kind && chance(60)) {
                stage.fuse({leaves[at], leaves[at + 1]});
            }
        }
    }

    void annotate(StageRef stage)
    {
        for (const IterVar& leaf : std::vector(stage.data().leaves)) {
            const int choice = pick(8);
            if (choice == 0) {
                stage.unroll(leaf);
            } else if (choice == 1 && leaf.kind == IterKind::Spatial) {
                stage.vectorize(leaf);
            } else if (choice == 2 && leaf.kind == IterKind::Spatial && leaf == stage.data().leaves.front()) {
                stage.parallel(leaf);
            }
        }
    }

    IterVar anyLoop(StageRef stage)
    {
        const auto& leaves = stage.data().leaves;
        return leaves[static_cast<size_t>(pick(static_cast<int>(leaves.size())))];
    }

private:
    std::mt19937 m_random;
};

Tensor convolution(RandomSchedule& random, Tensor& padded)
{
    const int64_t c = random.extent(1, 4);
    const int64_t h = random.extent(3, 8);
    const int64_t w = random.extent(3, 9);
    const int64_t k = random.extent(1, 3);
    const int64_t stride = random.extent(1, 2);
    const int64_t margin = random.extent(0, 1);
    const Tensor data = placeholder("data", {c, h, w});
    const Tensor kernel = placeholder("kernel", {5, c, k, k});
    padded = pad(data, {0, margin, margin}, {0, margin, margin}, "padded");
    const IterVar rc = reduceAxis("rc", c);
    const IterVar ry = reduceAxis("ry", k);
    const IterVar rx = reduceAxis("rx", k);
    const int64_t oh = (h + 2 * margin - k) / stride + 1;
    const int64_t ow = (w + 2 * margin - k) / stride + 1;
    return compute("conv", {5, oh, ow},
                   [&](auto i) {
                       return sum(padded({rc.var, Expr(i[1]) * stride + Expr(ry.var), Expr(i[2]) * stride + Expr(rx.var)})
                                      * kernel({i[0], rc.var, ry.var, rx.var}),
                                  {rc, ry, rx});
                   },
                   {"f", "y", "x"});
}

Schedule randomConvolution(unsigned seed)
{
    RandomSchedule random(seed);
    Tensor padded;
    const Tensor conv = convolution(random, padded);
    Schedule s({conv});
    Tensor main = conv;
    if (random.chance(60)) {
        main = s.cacheWrite(conv, Scope::Local);
    }
    random.shuffleLoops(s[conv]);
    if (!(main == conv)) {
        random.shuffleLoops(s[main]);
        if (random.chance(80)) {
            s[main].computeAt(s[conv], random.anyLoop(s[conv]));
        }
    }
    if (!padded.isPlaceholder()) {
        const int choice = random.pick(3);
        if (choice == 0) {
            s[padded].computeInline();
        } else if (choice == 1) {
            random.shuffleLoops(s[padded]);
            s[padded].computeAt(s[main], random.anyLoop(s[main]));
        } else {
            random.shuffleLoops(s[padded]);
        }
    }
    for (const StageData& stage : std::vector(s.stages().begin(), s.stages().end())) {
        if (!stage.isPlaceholder() && stage.attach != AttachKind::Inline) {
            random.annotate(s[stage.tensor]);
        }
    }
    return s;
}

} // namespace

class TestRandomSchedules : public QObject
{
    Q_OBJECT
private slots:
    void computeWhatTheDefinitionSays_data()
    {
        QTest::addColumn<bool>("partition");
        QTest::newRow("with guards") << false;
        QTest::newRow("loops cut at their tails") << true;
    }

    void computeWhatTheDefinitionSays()
    {
        QFETCH(bool, partition);
        int lowered = 0;
        for (unsigned seed = 0; seed < 400; ++seed) {
            const Schedule s = randomConvolution(seed);
            LowerOptions options;
            options.partitionLoops = partition;
            options.keepUnitLoops = seed % 2 == 0;
            const auto nest = lower(s, "conv", options);
            QVERIFY2(nest.has_value(), nest ? "" : fmt::format("seed {}: {}", seed, nest.error().message).c_str());
            ++lowered;
            try {
                const double worst = test::largestDifference(s.inputs(), s.outputs(), *nest);
                QVERIFY2(worst == 0.0, fmt::format("seed {}\n{}\n{}", seed, s.text(), text(*nest)).c_str());
            } catch (const std::out_of_range& e) {
                QFAIL(fmt::format("seed {}: {}\n{}\n{}", seed, e.what(), s.text(), text(*nest)).c_str());
            }
        }
        QCOMPARE(lowered, 400);
    }
};

QTEST_APPLESS_MAIN(TestRandomSchedules)
#include "tst_random_schedules.moc"
