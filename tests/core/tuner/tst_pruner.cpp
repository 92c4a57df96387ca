// SPDX-License-Identifier: GPL-3.0-or-later
// The bound of a config's speed against nests counted by hand, what is left out because of it, and the tuners that begin with it.
#include "core/space/edit.h"
#include "core/template/untuned.h"
#include "core/tuner/boundsource.h"
#include "core/tuner/pruner.h"
#include "core/tuner/tuner.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace knobscope;

namespace {

const MachineProfile machine{.vectorBits = 512, .vectorRegisters = 32, .l1Bytes = 32 << 10, .l2Bytes = 1 << 20};

/// acc[rows, lanes] += A[row, k] * B[k, lane] for 100 k, rows unrolled and lanes vectorized.
ir::LoopNest tileOf(int64_t rows, int64_t lanes, ir::Scope scope = ir::Scope::Local)
{
    const auto a = ir::makeBuffer("A", {rows, 100}, ir::float32, ir::Scope::Argument);
    const auto b = ir::makeBuffer("B", {100, lanes}, ir::float32, ir::Scope::Argument);
    const auto sums = ir::makeBuffer("sums", {rows, lanes}, ir::float32, scope);
    const ir::Var k("k");
    const ir::Var row("row");
    const ir::Var lane("lane");
    const ir::Expr value = ir::load(sums, {row, lane}) + ir::load(a, {row, k}) * ir::load(b, {k, lane});
    ir::Stmt body = ir::makeStmt(ir::Store{sums, {row, lane}, value});
    body = ir::makeStmt(ir::For{lane, lanes, ir::ForKind::Vectorized, {}, 0, 0, body});
    body = ir::makeStmt(ir::For{row, rows, ir::ForKind::Unrolled, {}, 0, 0, body});
    body = ir::makeStmt(ir::For{k, 100, ir::ForKind::Serial, {}, 0, 0, body});
    ir::LoopNest nest;
    nest.body = body;
    return nest;
}

Task conv()
{
    const auto args = nlohmann::json::parse(R"([["TENSOR",[1,16,8,8],"float32"],["TENSOR",[32,16,3,3],"float32"],[1,1],[1,1,1,1],
        [1,1],"NCHW","NCHW","float32"])");
    return makeTask("conv2d_NCHWc.x86", args, parseTarget("llvm -mcpu=skylake-avx512").value()).value();
}

int64_t firstOf(const Task& task, const std::function<bool(double)>& suits, BoundSource& bounds)
{
    for (int64_t index = 0; index < task.space.rangeLength(); ++index) {
        if (const auto cycles = bounds.cycles(index); cycles && suits(*cycles)) {
            return index;
        }
    }
    return -1;
}

std::vector<int64_t> firstProposals(const char* name, const Task* task, const ConfigSpace& space, nlohmann::json parameters,
                                    int count, std::shared_ptr<BoundSource> bounds = nullptr)
{
    TunerContext context;
    context.bounds = std::move(bounds);
    context.space = &space;
    context.task = task;
    context.seed = 7;
    context.parameters = std::move(parameters);
    auto tuner = makeTuner(name, context).value();
    std::vector<int64_t> out;
    for (int i = 0; i < count; ++i) {
        const auto next = tuner->propose(1);
        out.insert(out.end(), next.begin(), next.end());
        const Trial trial{next.at(0), 1e9 + static_cast<double>(next.at(0) % 13) * 1e8};
        tuner->update(std::span(&trial, 1));
    }
    return out;
}

} // namespace

class TestPruner : public QObject
{
    Q_OBJECT

private slots:
    void boundsOfTilesCountedByHand()
    {
        const auto cycles = [](const ir::LoopNest& nest, const MachineProfile& on) { return nestBoundParts(nest, on).total; };
        // 4 sums of one register: each waits 4 cycles for itself, longer than 2 for arithmetic and 2.5 for 5 loads. One for the
        // loop.
        QCOMPARE(cycles(tileOf(4, 16), machine), 100 * (4 + 1.0));
        // 16 sums: 8 cycles of arithmetic, 17 loads.
        QCOMPARE(cycles(tileOf(16, 16), machine), 100 * (8.5 + 1));
        // 8 x 2 registers: the same arithmetic, fewer loads (8 + 2).
        QCOMPARE(cycles(tileOf(8, 32), machine), 100 * (8 + 1.0));
        // A machine with one unit takes twice as long for the arithmetic, and no longer for the loads.
        MachineProfile one = machine;
        one.fmaUnits = 1;
        QCOMPARE(cycles(tileOf(8, 32), one), 100 * (16 + 1.0));
        QCOMPARE(cycles(tileOf(16, 16), one), 100 * (16 + 1.0));
        // 17 lanes take two registers.
        QCOMPARE(cycles(tileOf(8, 17), machine), cycles(tileOf(8, 32), machine));
        // Sums in memory: 16 are stored each time.
        QCOMPARE(cycles(tileOf(16, 16, ir::Scope::Workspace), machine), 100 * (16 + 1.0));
        // So are more than there are registers.
        QCOMPARE(cycles(tileOf(40, 16), machine), 100 * (40 + 1.0));
    }

    void narrowTilesAreBoundToBeSlow()
    {
        const Task task = conv();
        BoundSource bounds(task, defaultMachine(task.target));
        QVERIFY(bounds.isUseful());
        double least = 1e30;
        double most = 0;
        for (int64_t index = 0; index < task.space.rangeLength(); ++index) {
            const double cycles = bounds.cycles(index).value();
            least = std::min(least, cycles);
            most = std::max(most, cycles);
        }
        QVERIFY2(most > 15 * least, qPrintable(QString::number(most / least)));
        // No config beats two multiply-adds of a whole register a cycle.
        QVERIFY(least >= task.plainFlops / 2 / 16 / 2);
        QVERIFY(!bounds.cycles(task.space.rangeLength()).has_value());
    }

    void optionsAreRead()
    {
        QVERIFY(!parsePruneOptions("off")->isOn());
        QCOMPARE(parsePruneOptions("on")->factor, PruneOptions::kDefaultFactor);
        QCOMPARE(parsePruneOptions("on=3.5")->factor, 3.5);
        QCOMPARE(parsePruneOptions("4")->factor, 4.0);
        for (const char* wrong : {"", "of", "on=", "on=0.5", "0", "-2", "nan", "inf", "on=2x", "1e9"}) {
            QVERIFY2(!parsePruneOptions(wrong), wrong);
        }
    }

    void hopelessConfigsAreLeftOutAndChecked()
    {
        const Task task = conv();
        const auto bounds = std::make_shared<BoundSource>(task, defaultMachine(task.target));
        PruneOptions options;
        options.factor = 2;
        options.checkEvery = 4;
        options.firstChecks = 0;
        Pruner pruner(bounds, options);
        const auto speed = [&](int64_t index) { return 1e12 / bounds->cycles(index).value(); };
        std::vector<double> all;
        for (int64_t index = 0; index < task.space.rangeLength(); ++index) {
            all.push_back(bounds->cycles(index).value());
        }
        std::sort(all.begin(), all.end());
        const int64_t good = firstOf(task, [&](double cycles) { return cycles <= all[3]; }, *bounds);
        const int64_t bad = firstOf(task, [&](double cycles) { return cycles > 2.5 * all[3]; }, *bounds);
        QVERIFY(good >= 0 && bad >= 0);
        QVERIFY(pruner.judge(bad) == Pruner::Verdict::Measure); // nothing is known of the machine yet
        for (int i = 0; i < 5; ++i) {
            QVERIFY(pruner.judge(bad) == Pruner::Verdict::Measure);
            pruner.learn({i, speed(i)});
        }
        pruner.learn({good, speed(good)});
        QVERIFY(pruner.judge(good) == Pruner::Verdict::Measure);
        std::vector<Pruner::Verdict> verdicts;
        for (int i = 0; i < 8; ++i) {
            verdicts.push_back(pruner.judge(bad));
        }
        using enum Pruner::Verdict;
        QVERIFY((verdicts == std::vector<Pruner::Verdict>{Prune, Prune, Prune, Check, Prune, Prune, Prune, Check}));
        QVERIFY(pruner.maxFlops(bad) < speed(good) / 2);
        pruner.learn({bad, speed(bad)});
        QCOMPARE(pruner.count().mistaken, int64_t(0));
        pruner.learn({bad, 0.96 * speed(good)}); // the second check: the bound was wrong
        QCOMPARE(pruner.count().mistaken, int64_t(1));
        QCOMPARE(pruner.count().pruned, int64_t(6));
        QCOMPARE(pruner.count().checked, int64_t(2));
        QCOMPARE(pruner.count().judged, int64_t(9));
        // That the machine does more than the bound said is learnt from: it is hopeless no more.
        QVERIFY(pruner.judge(bad) == Measure);
    }

    /// A tuner that begins with good bounds knows nothing of the others.
    void nothingIsLeftOutBeforeEnoughChecks()
    {
        const Task task = conv();
        const auto bounds = std::make_shared<BoundSource>(task, defaultMachine(task.target));
        std::vector<std::pair<double, int64_t>> order;
        for (int64_t index = 0; index < task.space.rangeLength(); ++index) {
            order.emplace_back(bounds->cycles(index).value(), index);
        }
        std::ranges::sort(order);
        PruneOptions options;
        options.factor = 2;
        options.checkEvery = 4;
        options.firstChecks = 3;
        Pruner pruner(bounds, options);
        for (size_t i = 0; i < 100; ++i) {
            const auto& [time, index] = order[i * (order.size() - 1) / 99];
            pruner.learn({index, 1e12 / time});
        }
        using enum Pruner::Verdict;
        const double best = 1e12 / order.front().first;
        const auto [cycles, bad] =
            *std::ranges::find_if(order, [&](const auto& one) { return one.first > 2.5 * order.front().first; });
        const Trial slow{bad, 1e12 / cycles};
        for (int i = 0; i < 4; ++i) {
            QVERIFY(pruner.judge(bad) == Check); // one without a result proves nothing
        }
        pruner.learn(slow);
        pruner.learn(slow);
        QVERIFY(!pruner.wouldPrune(bad));
        QVERIFY(pruner.judge(bad) == Check);
        pruner.learn(slow);
        QVERIFY(pruner.wouldPrune(bad) && !pruner.wouldPrune(order.front().second));
        QVERIFY(pruner.judge(bad) == Prune);
        QVERIFY(pruner.judge(bad) == Prune);
        QVERIFY(pruner.judge(bad) == Check); // the eighth
        QVERIFY(pruner.wouldPrune(order.back().second));
        pruner.learn({bad, 0.96 * best});
        QCOMPARE(pruner.count().mistaken, int64_t(1));
        QVERIFY(!pruner.wouldPrune(order.back().second));
        QVERIFY(pruner.judge(order.back().second) == Check); // the ninth, because of the mistake
    }

    /// Where measured speeds are off from the bounds, a config has to be the slower by its bound to be left out.
    void boundsThatAreOffAreNotTrusted()
    {
        const Task task = conv();
        const auto bounds = std::make_shared<BoundSource>(task, defaultMachine(task.target));
        std::vector<std::pair<double, int64_t>> order;
        for (int64_t index = 0; index < task.space.rangeLength(); ++index) {
            order.emplace_back(bounds->cycles(index).value(), index);
        }
        std::ranges::sort(order);
        const auto leftOut = [&](double off) {
            PruneOptions options;
            options.factor = 2;
            options.checkEvery = 0;
            options.firstChecks = 0;
            Pruner pruner(bounds, options);
            for (size_t i = 0; i < 24; ++i) { // every other one is quicker than its bound says, the others slower
                const auto& [cycles, index] = order[i * (order.size() - 1) / 23];
                pruner.learn({index, 1e12 / cycles * (i % 2 == 1 ? off : 1 / off)});
            }
            return std::ranges::count_if(order,
                                         [&](const auto& one) { return pruner.judge(one.second) == Pruner::Verdict::Prune; });
        };
        const auto exact = leftOut(1);
        const auto rough = leftOut(2);
        QVERIFY2(exact > std::ssize(order) / 2, qPrintable(QString::number(exact)));
        QVERIFY2(rough < exact * 3 / 4 && rough > 0, qPrintable(QString::number(rough)));
    }

    void whatIsOffLeavesNothingOut()
    {
        const Task task = conv();
        Pruner pruner(std::make_shared<BoundSource>(task, defaultMachine(task.target)), {});
        for (int64_t index = 0; index < 20; ++index) {
            pruner.learn({index, index == 0 ? 1e15 : 0});
            QVERIFY(pruner.judge(index) == Pruner::Verdict::Measure);
        }
        QCOMPARE(pruner.count().judged, int64_t(0));
    }

    void tunersBeginWithTheBound()
    {
        const Task task = conv();
        BoundSource bounds(task, defaultMachine(task.target));
        const auto meanOf = [&](const std::vector<int64_t>& indexes) {
            double sum = 0;
            for (const int64_t index : indexes) {
                sum += std::log(bounds.cycles(index).value()) / static_cast<double>(indexes.size());
            }
            return sum;
        };
        const auto drawn = firstProposals("ga", &task, task.space, {{"seeded", 0}}, 20);
        const auto seeded = firstProposals("ga", &task, task.space, {{"seeded", 1}}, 20);
        QCOMPARE(seeded.front(), fallbackConfig(task)->index.value());
        QCOMPARE(std::set<int64_t>(seeded.begin(), seeded.end()).size(), size_t(20));
        QVERIFY(meanOf(seeded) < meanOf(drawn) - 0.5);
        QCOMPARE(firstProposals("ga", nullptr, task.space, {}, 20), drawn); // AutoTVM's, where nothing is known of the task
        const auto blind = firstProposals("bayes", &task, task.space, {{"bound", 0}}, 4);
        QVERIFY(meanOf(firstProposals("bayes", &task, task.space, {}, 4)) < meanOf(blind) - 0.5);
        QCOMPARE(firstProposals("bayes", nullptr, task.space, {}, 4), blind);
    }

    /// Each bound costs a lowering; on a large space few may be computed for a proposal, and the same ones again for a seed.
    void aProposalComputesFewBounds()
    {
        const auto args = nlohmann::json::parse(R"([["TENSOR",[1,64,28,28],"float32"],["TENSOR",[128,64,3,3],"float32"],[1,1],
            [1,1,1,1],[1,1],"NCHW","NCHW","float32"])");
        const Task task = makeTask("conv2d_tiles_NCHWc.x86", args, parseTarget("llvm -mcpu=skylake-avx512").value()).value();
        QVERIFY(task.space.rangeLength() > 100'000);
        const auto bounds = std::make_shared<BoundSource>(task, defaultMachine(task.target));
        constexpr int trials = 36;
        const auto first = firstProposals("default", &task, task.space, {}, trials, bounds);
        QVERIFY2(bounds->computed() <= 25 * trials, qPrintable(QString::number(bounds->computed())));
        QCOMPARE(std::set<int64_t>(first.begin(), first.end()).size(), size_t(trials));
        const int64_t before = bounds->computed();
        QCOMPARE(firstProposals("default", &task, task.space, {}, trials, bounds), first);
        QCOMPARE(bounds->computed(), before);
    }

    /// As networks run it; in a space without it, edited so, with something else that is there.
    void theDefaultBeginsWithWhatRunsUntuned()
    {
        const auto args = nlohmann::json::parse(R"([["TENSOR",[1,64,28,28],"float32"],["TENSOR",[128,64,1,1],"float32"],[1,1],
            [0,0,0,0],[1,1],"NCHW","NCHW","float32"])");
        Task task = makeTask("conv2d_tiles_NCHWc.x86", args, parseTarget("llvm -mcpu=skylake-avx512").value()).value();
        const ConfigEntity untuned =
            untunedConfig(**findTemplate(task.name), task.templateSpace, traitsOf(task.target), task.args, 1).value();
        QVERIFY(untuned.index != fallbackConfig(task)->index);
        QCOMPARE(firstProposals("default", &task, task.space, {}, 1).front(), untuned.index.value());
        QVERIFY(firstProposals("default", &task, task.space, {{"bound", 0}}, 1).front() != untuned.index.value());

        const auto columns = std::get<OtherEntity>(*untuned.find("tile_ow")).value;
        const SpaceEdit without = parseEdit(fmt::format("tile_ow-={}", std::get<int64_t>(columns))).value();
        task.space = applyEdits(task.templateSpace, std::span(&without, 1)).value();
        QVERIFY(task.space.rangeLength() < task.templateSpace.rangeLength());
        QVERIFY(!BoundSource(task, defaultMachine(task.target)).untuned());
        QVERIFY(task.space.isValid(firstProposals("default", &task, task.space, {}, 1).front()));
    }
};

QTEST_GUILESS_MAIN(TestPruner)
#include "tst_pruner.moc"
