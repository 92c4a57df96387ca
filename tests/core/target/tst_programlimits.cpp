// SPDX-License-Identifier: GPL-3.0-or-later
// Limits of kernels written by hand.
#include "core/target/knowndevices.h"
#include "core/target/programlimits.h"

#include <QTest>

using namespace knobscope;
using Kind = LimitBreach::Kind;

namespace {

ir::DeviceKernel kernel(std::array<int64_t, 3> block, std::vector<ir::Buffer> buffers)
{
    ir::DeviceKernel k;
    k.name = "k";
    k.grid = {8, 1, 1};
    k.block = block;
    ir::Stmt body = ir::makeStmt(ir::Barrier{});
    for (const ir::Buffer& buffer : buffers) {
        body = ir::makeStmt(ir::Allocate{buffer, body});
    }
    k.body = body;
    return k;
}

ir::Buffer shared(int64_t floats)
{
    return ir::makeBuffer("s" + std::to_string(floats), {floats}, ir::float32, ir::Scope::Shared);
}

} // namespace

class TestProgramLimits : public QObject
{
    Q_OBJECT
private slots:
    void needsAreSums()
    {
        const auto local = ir::makeBuffer("l", {4, 8}, ir::float16, ir::Scope::Local);
        const KernelNeeds needs = needsOf(kernel({32, 4, 2}, {shared(100), shared(28), local}));
        QCOMPARE(needs.threads, int64_t{256});
        QCOMPARE(needs.sharedBytes, int64_t{512});
        QCOMPARE(needs.localBytes, int64_t{64});
        QCOMPARE(needs.barriers, 1);
        QCOMPARE(needsOf({}).threads, int64_t{1});
    }

    void eachLimitByItsDevice()
    {
        const DeviceDescription h200 = *findKnownDevice("h200");
        const DeviceDescription p100 = *findKnownDevice("p100");
        ir::DeviceProgram program;
        program.kernels = {kernel({1024, 1, 1}, {shared(12288)})};
        QVERIFY(checkLimits(program, h200).empty());
        QVERIFY(checkLimits(program, p100).empty());
        program.kernels = {kernel({1024, 1, 1}, {shared(12289)})};
        QVERIFY(checkLimits(program, h200).empty()); // asks for more than 48 KiB, and gets it
        auto breaches = checkLimits(program, p100);
        QCOMPARE(breaches.size(), size_t(1));
        QCOMPARE(breaches[0].kind, Kind::Shared);
        QCOMPARE(breaches[0].figure, int64_t{49156});
        QCOMPARE(breaches[0].allowed, int64_t{49152});
        program.kernels = {kernel({32, 32, 2}, {}), kernel({1, 1, 65}, {shared(100000)})};
        breaches = checkLimits(program, h200);
        QCOMPARE(breaches.size(), size_t(3));
        QVERIFY(breaches[0].kind == Kind::Threads && breaches[0].figure == 2048 && breaches[0].allowed == 1024);
        QVERIFY(breaches[1].kind == Kind::BlockExtent && breaches[1].axis == 'z' && breaches[1].allowed == 64);
        QVERIFY(breaches[2].kind == Kind::Shared && breaches[2].allowed == 232448);
    }

    void gridsAndLocalMemory()
    {
        ir::DeviceProgram program;
        program.kernels = {kernel({1, 1, 1}, {ir::makeBuffer("l", {200000}, ir::float32, ir::Scope::Local)})};
        program.kernels[0].grid = {1, 70000, 1};
        const auto breaches = checkLimits(program, anyCudaDevice());
        QCOMPARE(breaches.size(), size_t(2));
        QVERIFY(breaches[0].kind == Kind::GridExtent && breaches[0].axis == 'y');
        QCOMPARE(breaches[1].kind, Kind::Local);
    }
};

QTEST_GUILESS_MAIN(TestProgramLimits)
#include "tst_programlimits.moc"
