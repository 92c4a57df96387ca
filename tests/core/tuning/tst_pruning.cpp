// SPDX-License-Identifier: GPL-3.0-or-later
// The loop with configs that are left out: they are no trials, and a resumed run leaves out the same.
#include "tests/core/tuning/fakemeasurer.h"

#include <QTest>

#include <set>

using namespace knobscope;

namespace {

/// A machine that is as fast as the bound says, or the other way round.
class BoundMeasurer : public FakeMeasurer
{
public:
    BoundMeasurer(const Task& task, bool isContrary)
        : FakeMeasurer(1)
        , m_bounds(task, profileOf(task.target))
        , m_isContrary(isContrary)
    {
    }
    Result<void> submit(int64_t id, MeasureInput input) override
    {
        ++submitted;
        MeasureResult result;
        const double cycles = m_bounds.cycles(*input.entity.index).value_or(1e9);
        result.costs = {m_isContrary ? 1 / cycles : cycles / 1e9};
        m_done.emplace_back(id, std::move(result));
        return {};
    }
    std::optional<std::pair<int64_t, MeasureResult>> next(std::chrono::milliseconds) override
    {
        if (m_done.empty()) {
            return std::nullopt;
        }
        auto first = std::move(m_done.front());
        m_done.pop_front();
        return first;
    }

private:
    BoundSource m_bounds;
    bool m_isContrary;
    std::deque<std::pair<int64_t, MeasureResult>> m_done;
};

LoopTask sized(const char* prune, int64_t trials)
{
    LoopTask t = task("random", trials);
    const auto args = nlohmann::json::parse(
        R"([["TENSOR",[1,16,8,8],"float32"],["TENSOR",[32,16,3,3],"float32"],[1,1],[1,1,1,1],[1,1],"NCHW","NCHW","float32"])");
    t.task = makeTask("conv2d_NCHWc.x86", args, parseTarget("llvm").value()).value();
    t.options.prune = prune;
    t.options.confirmTop = 0;
    return t;
}

RunFinished play(const LoopTask& t, Recorder& recorder, bool isContrary = false)
{
    BoundMeasurer measurer(t.task, isContrary);
    LoopControl control;
    recorder.control = &control;
    LoopListener* listeners[] = {&recorder};
    return tune({t}, measurer, control, listeners).value().front();
}

} // namespace

class TestPruning : public QObject
{
    Q_OBJECT

private slots:
    void whatIsLeftOutIsNoTrial()
    {
        Recorder off;
        const RunFinished all = play(sized("off", 60), off);
        QCOMPARE(all.pruning.judged, int64_t(0));
        Recorder on;
        const RunFinished some = play(sized("on=1.2", 80), on);
        QVERIFY(some.pruning.pruned > 0);
        QCOMPARE(static_cast<int64_t>(on.order.size()), some.trials);
        QCOMPARE(std::set<int64_t>(on.order.begin(), on.order.end()).size(), on.order.size());
        QCOMPARE(some.pruning.mistaken, int64_t(0)); // the machine does as the bound says
        // Where the space ends before the trials do, the run does too, and every config was a trial or left out.
        Recorder whole;
        const RunFinished end = play(sized("on=1.2", 1000), whole);
        QCOMPARE(end.trials + end.pruning.pruned, sized("on", 1).task.space.validCount().low);
        QCOMPARE(end.detail.message, fmt::format("every config was tried, except for {} that are slow by their analytical bound",
                                                 end.pruning.pruned));
    }

    /// What is slow by its bound is fast there: most is measured, and where something is left out, a check says that this was
    /// wrong.
    void aMachineThatContradictsTheBoundIsBelieved()
    {
        Recorder recorder;
        const RunFinished done = play(sized("on=1.2", 1000), recorder, true);
        QVERIFY2(done.pruning.pruned <= done.trials / 50, qPrintable(QString::number(done.pruning.pruned)));
        QVERIFY(done.pruning.checked == 0 || done.pruning.mistaken > 0);
    }

    void wrongWordsAreRefusedAndOlderRunsAreAsTheyWere()
    {
        BoundMeasurer measurer(task("random", 1).task, false);
        LoopControl control;
        QVERIFY(!tune({sized("often", 5)}, measurer, control, {}));
        RunOptions options;
        QCOMPARE(runOptionsFromJson(runOptionsToJson(options)).prune, std::string("auto"));
        QVERIFY(runOptionsFromJson(runOptionsToJson(options)).parameters.empty());
        nlohmann::json older = runOptionsToJson(options);
        older.erase("prune");
        QCOMPARE(runOptionsFromJson(older).prune, std::string("off"));
        QCOMPARE(runOptionsFromJson(older).parameters.dump(), std::string(R"({"bound":0})"));
        QVERIFY(pruneOptionsOf(options, task("default", 1).task)->isOn());
        Task gpu = task("default", 1).task;
        gpu.isGpu = true;
        QVERIFY(!pruneOptionsOf(options, gpu)->isOn());
        options.prune = "on";
        QVERIFY(pruneOptionsOf(options, gpu)->isOn());
    }

    void randomSearchSkipsNothingUnlessAsked()
    {
        Recorder unasked;
        QCOMPARE(play(sized("auto", 80), unasked).pruning.judged, int64_t(0));
        Recorder off;
        play(sized("off", 80), off);
        QVERIFY(unasked.order == off.order);
        Recorder asked;
        QVERIFY(play(sized("on=1.2", 80), asked).pruning.pruned > 0);
    }
};

QTEST_GUILESS_MAIN(TestPruning)
#include "tst_pruning.moc"
