// SPDX-License-Identifier: GPL-3.0-or-later
// Asynchronous copies and pipelines of several slots: what lowering makes of them.
#include "core/ir/printer.h"
#include "core/ir/visit.h"
#include "core/lower/gpu/emulate.h"
#include "core/lower/gpu/lowerdevice.h"

#include <QTest>

using namespace knobscope;
using ir::Scope;

namespace {

struct Wish {
    int64_t depth = 1;
    bool isAsync = true;
    bool doubles = false; ///< the shared stage computes instead of copying
    int64_t step = 4;
};

/// 24 outputs, each a sum of 16 products, by blocks of 8 threads that share the row.
Schedule tiled(const Wish& wish)
{
    const ir::Tensor row = ir::placeholder("row", {16});
    const ir::Tensor table = ir::placeholder("table", {16, 24});
    const ir::Tensor twice = ir::compute("twice", {16}, [&](auto i) { return row({i[0]}) * ir::constant(2, ir::float32); });
    const ir::IterVar k = ir::reduceAxis("k", 16);
    const ir::Tensor& read = wish.doubles ? twice : row;
    const ir::Tensor out =
        ir::compute("out", {24}, [&](auto i) { return ir::sum(read({k.var}) * table({k.var, i[0]}), {k}); }, {"x"});
    Schedule s({out});
    s.setInputs({row, table});
    const ir::Tensor local = s.cacheWrite(out, Scope::Local);
    const std::array readers{local};
    const ir::Tensor shared = wish.doubles ? twice : s.cacheRead(row, Scope::Shared, readers);
    if (wish.doubles) {
        s[shared].setScope(Scope::Shared);
    }
    const auto [block, thread] = s[out].split(s[out].axis(0), 8);
    s[out].bind(block, "blockIdx.x");
    s[out].bind(thread, "threadIdx.x");
    StageRef sum = s[local];
    sum.computeAt(s[out], thread);
    const auto [ko, ki] = sum.split(sum.reduceAxis(0), wish.step);
    sum.reorder({ko, ki, sum.axis(0)});
    StageRef load = s[shared];
    load.computeAt(sum, ko);
    load.bind(load.split(load.axis(0), 4)[1], "threadIdx.x");
    load.pipeline(wish.depth);
    if (wish.isAsync) {
        load.asyncCopy();
    }
    return s;
}

ir::DeviceProgram lowered(const Wish& wish)
{
    return lowerDevice(tiled(wish), "sum").value();
}

const ir::BufferNode* sharedOf(const ir::DeviceProgram& program)
{
    const ir::BufferNode* found = nullptr;
    ir::forEachStmt(program.kernels.front().body, [&](const ir::Stmt& s) {
        const auto* n = s.as<ir::Allocate>();
        found = n && n->buffer->scope == Scope::Shared ? n->buffer.get() : found;
    });
    return found;
}

bool contains(const ir::DeviceProgram& program, const char* part)
{
    return ir::text(program).find(part) != std::string::npos;
}

} // namespace

class TestAsyncCopies : public QObject
{
    Q_OBJECT
private slots:
    void threeSlotsAreFilledTwoIterationsAhead()
    {
        const auto program = lowered({3});
        QVERIFY((sharedOf(program)->shape == std::vector<int64_t>{3, 4}));
        QVERIFY(sharedOf(program)->isAsync);
        QCOMPARE(countOf<ir::CopyCommit>(program), size_t{3}); // two before the loop, one in it
        QCOMPARE(countOf<ir::CopyWait>(program), size_t{1});
        QCOMPARE(countOf<ir::Barrier>(program), size_t{1});
        QVERIFY(contains(program, "wait for copies but the latest 1"));
        QVERIFY(contains(program, "if k.outer + 2 < 4:"));
        QVERIFY(contains(program, "async row.shared["));
    }

    void oneSlotIsWaitedForAtOnce()
    {
        const auto program = lowered({1});
        QVERIFY((sharedOf(program)->shape == std::vector<int64_t>{4}));
        QCOMPARE(countOf<ir::CopyCommit>(program), size_t{1});
        QCOMPARE(countOf<ir::CopyWait>(program), size_t{1});
        QCOMPARE(countOf<ir::Barrier>(program), size_t{2}); // before it is read, and before it is filled again
        QVERIFY(contains(program, "wait for copies\n"));
    }

    void shortLoopsGetAsManySlotsAsIterations()
    {
        QVERIFY((sharedOf(lowered({4, true, false, 8}))->shape == std::vector<int64_t>{2, 8}));
        QVERIFY((sharedOf(lowered({4, true, false, 16}))->shape == std::vector<int64_t>{16}));
    }

    void plainPipelinesHaveNothingToWaitFor()
    {
        const auto program = lowered({3, false});
        QVERIFY((sharedOf(program)->shape == std::vector<int64_t>{3, 4}));
        QVERIFY(!sharedOf(program)->isAsync);
        QCOMPARE(countOf<ir::CopyCommit>(program) + countOf<ir::CopyWait>(program), size_t{0});
    }

    void whatIsComputedIsNotCopied()
    {
        const auto program = lowered({2, true, true});
        QVERIFY(!sharedOf(program)->isAsync);
        QCOMPARE(countOf<ir::CopyWait>(program), size_t{0});
        QCOMPARE(program.notes.size(), size_t{1});
        QVERIFY(program.notes.front().find("twice") != std::string::npos);
    }

    void onlySharedMemoryIsPipelined()
    {
        for (const int64_t depth : {int64_t{0}, int64_t{9}}) {
            QVERIFY(tiled({depth}).error().has_value());
        }
        const ir::Tensor in = ir::placeholder("in", {4});
        const ir::Tensor out = ir::compute("out", {4}, [&](auto i) { return in({i[0]}); });
        Schedule s({out});
        s[out].asyncCopy();
        QVERIFY(s.error() && s.error()->message.find("shared") != std::string::npos);
    }

    void emulationKnowsNoCopiesWhereTheyArePlain()
    {
        auto program = lowered({3});
        QVERIFY(ir::text(emulate(program).value()).find("queue") != std::string::npos);
        QVERIFY(ir::text(emulate(program, {ThreadOrder::Forward, 0, CopyTiming::Early}).value()).find("queue")
                == std::string::npos);
        program.plainCopies = true;
        QVERIFY(ir::text(emulate(program).value()).find("queue") == std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestAsyncCopies)
#include "tst_asynccopies.moc"
