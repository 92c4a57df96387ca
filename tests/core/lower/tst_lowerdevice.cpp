// SPDX-License-Identifier: GPL-3.0-or-later
// What a GPU schedule becomes: launch, shared memory, barriers, guards, and the schedules that are refused.
#include "core/ir/printer.h"
#include "core/lower/gpu/emulate.h"
#include "core/lower/gpu/lowerdevice.h"

#include <QTest>

using namespace knobscope;
using ir::Scope;

namespace {

struct Product {
    ir::Tensor a;
    ir::Tensor b;
    ir::Tensor c;
};

/// c (m, n) = a (m, k) times b (n, k) transposed.
Product product(int64_t m, int64_t n, int64_t k)
{
    Product p{ir::placeholder("A", {m, k}), ir::placeholder("B", {n, k}), {}};
    const ir::IterVar r = ir::reduceAxis("k", k);
    p.c = ir::compute("C", {m, n}, [&](auto i) { return ir::sum(p.a({i[0], r.var}) * p.b({i[1], r.var}), {r}); }, {"y", "x"});
    return p;
}

struct Tiling {
    int64_t threads = 4;     ///< of x, each with one column
    int64_t loaders = 4;     ///< threads of x that fill shared memory
    int64_t step = 8;        ///< of the reduction
    bool doubled = false;
};

/// One row a block of y; a's row comes through shared memory.
Schedule tiled(const Product& p, const Tiling& t)
{
    Schedule s({p.c});
    s.setInputs({p.a, p.b});
    const ir::Tensor local = s.cacheWrite(p.c, Scope::Local);
    const std::array readers{local};
    const ir::Tensor shared = s.cacheRead(p.a, Scope::Shared, readers);
    StageRef out = s[p.c];
    const auto [bx, tx] = out.split(out.axis(1), t.threads);
    out.bind(out.axis(0), "blockIdx.y");
    out.bind(bx, "blockIdx.x");
    out.bind(tx, "threadIdx.x");
    StageRef sum = s[local];
    sum.computeAt(out, tx);
    const auto [ko, ki] = sum.split(sum.reduceAxis(0), t.step);
    sum.reorder({ko, ki, sum.axis(0), sum.axis(1)});
    StageRef load = s[shared];
    load.computeAt(sum, ko);
    const auto [run, thread] = load.split(load.axis(1), t.loaders);
    load.bind(thread, "threadIdx.x");
    if (t.doubled) {
        load.doubleBuffer();
    }
    return s;
}

std::vector<ir::Buffer> sharedOf(const ir::DeviceKernel& kernel)
{
    std::vector<ir::Buffer> found;
    ir::Stmt body = kernel.body;
    while (const auto* n = body.as<ir::Allocate>()) { // at the top of the kernel, one around the other
        if (n->buffer->scope == Scope::Shared) {
            found.push_back(n->buffer);
        }
        body = n->body;
    }
    return found;
}

bool contains(const ir::DeviceProgram& program, const std::string& part)
{
    return ir::text(program).find(part) != std::string::npos;
}

} // namespace

class TestLowerDevice : public QObject
{
    Q_OBJECT
private slots:
    void launchAndSharedMemory()
    {
        const auto program = lowerDevice(tiled(product(6, 12, 16), {}), "mm");
        QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
        QCOMPARE(program->kernels.size(), size_t{1});
        const ir::DeviceKernel& kernel = program->kernels.front();
        QVERIFY((kernel.grid == std::array<int64_t, 3>{3, 6, 1}));
        QVERIFY((kernel.block == std::array<int64_t, 3>{4, 1, 1}));
        QCOMPARE(kernel.name, std::string("mm"));
        QCOMPARE(kernel.parameters.size(), size_t{3});
        QCOMPARE(program->inputs, size_t{2});
        const auto shared = sharedOf(kernel);
        QCOMPARE(shared.size(), size_t{1});
        QVERIFY((shared[0]->shape == std::vector<int64_t>{1, 8})); // a step of the row for all threads of the block
        QCOMPARE(countOf<ir::Barrier>(*program), size_t{2});       // before it is read, and before it is filled again
        QCOMPARE(program->provenance[static_cast<size_t>(kernel.threadProvenance[0])].primitive,
                 std::string("split(x, factor=4)"));
    }

    void barriersOnlyWhereNeeded()
    {
        const auto once = lowerDevice(tiled(product(6, 12, 16), {4, 4, 16}), "mm");
        QCOMPARE(countOf<ir::Barrier>(*once), size_t{1}); // filled once: nothing to wait for before
        const auto alone = lowerDevice(tiled(product(6, 12, 16), {1, 1, 8}), "mm");
        QCOMPARE(countOf<ir::Barrier>(*alone), size_t{0}); // a thread does not wait for itself
        const auto doubled = lowerDevice(tiled(product(6, 12, 16), {4, 4, 8, true}), "mm");
        QCOMPARE(countOf<ir::Barrier>(*doubled), size_t{1});
        QVERIFY((sharedOf(doubled->kernels.front())[0]->shape == std::vector<int64_t>{2, 1, 8}));
        QVERIFY(contains(*doubled, "if k.outer + 1 < 2:"));
    }

    void stagesWithFewerThreadsAreGuarded()
    {
        const auto loads = lowerDevice(tiled(product(6, 12, 16), {4, 2, 8}), "mm");
        QCOMPARE(loads->kernels.front().block[0], int64_t{4});
        QVERIFY(contains(*loads, "if threadIdx.x < 2:"));
        // More threads load than compute: those without a column still load, and reach the barriers.
        const auto computes = lowerDevice(tiled(product(6, 12, 16), {2, 4, 8}), "mm");
        QVERIFY2(computes.has_value(), computes ? "" : computes.error().message.c_str());
        QCOMPARE(computes->kernels.front().block[0], int64_t{4});
        QVERIFY(emulate(*computes).has_value());
        const auto tail = lowerDevice(tiled(product(6, 13, 16), {4, 4, 8}), "mm");
        QVERIFY(contains(*tail, "if blockIdx.x * 4 + threadIdx.x < 13:"));
        const auto whole = lowerDevice(tiled(product(6, 12, 16), {}), "mm");
        QVERIFY(!contains(*whole, "if "));
    }

    void eachRootStageIsAKernel()
    {
        const Product p = product(4, 8, 8);
        const ir::Tensor twice =
            ir::compute("twice", {4, 8}, [&](auto i) { return p.c({i[0], i[1]}) + p.c({i[0], i[1]}); }, {"y", "x"});
        Schedule s({twice});
        s[p.c].bind(s[p.c].axis(0), "blockIdx.x");
        s[p.c].precompute();
        s[twice].bind(s[twice].axis(1), "threadIdx.x");
        const auto program = lowerDevice(s, "two");
        QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
        QCOMPARE(program->kernels.size(), size_t{2});
        QCOMPARE(program->kernels[0].name, std::string("two_C"));
        QVERIFY(program->kernels[0].isPrecomputed && !program->kernels[1].isPrecomputed);
        QCOMPARE(program->intermediates.size(), size_t{1});
        QVERIFY((program->kernels[1].block == std::array<int64_t, 3>{8, 1, 1}));
        QCOMPARE(program->kernels[1].parameters.size(), size_t{2});
    }

    void illegalSchedulesAreRefusedInASentence()
    {
        const Product p = product(4, 8, 8);
        Schedule s({p.c});
        s[p.c].bind(s[p.c].axis(0), "threadIdx.y");
        s[p.c].bind(s[p.c].reduceAxis(0), "threadIdx.x"); // with other threads beside it
        const auto program = lowerDevice(s, "mm");
        QVERIFY(!program);
        QVERIFY2(program.error().message.find("reduction loop k is bound to threadIdx.x") != std::string::npos,
                 program.error().message.c_str());
        Schedule unshared({p.c});
        unshared[p.c].doubleBuffer();
        QVERIFY(!lowerDevice(unshared, "mm"));
    }
};

QTEST_APPLESS_MAIN(TestLowerDevice)
#include "tst_lowerdevice.moc"
