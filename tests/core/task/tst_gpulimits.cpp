// SPDX-License-Identifier: GPL-3.0-or-later
// Limits of devices in words: the figure, and the knob to change.
#include "core/target/knowndevices.h"
#include "core/target/targetdevice.h"
#include "core/task/figures.h"
#include "core/task/gpulimits.h"
#include "core/task/speedbound.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace knobscope;

namespace {

const char* const conv3x3 =
    R"([["TENSOR",[1,64,56,56],"float32"],["TENSOR",[64,64,3,3],"float32"],[1,1],[1,1,1,1],[1,1],"float32"])";

Task task(const char* target = "cuda -model=h200")
{
    return makeTask("conv2d_nchw.cuda", nlohmann::json::parse(conv3x3), parseTarget(target).value()).value();
}

ConfigEntity config(std::vector<int64_t> f, std::vector<int64_t> y, std::vector<int64_t> x, int64_t rc = 4)
{
    return {std::nullopt,
            {{"tile_f", SplitEntity{std::move(f)}},
             {"tile_y", SplitEntity{std::move(y)}},
             {"tile_x", SplitEntity{std::move(x)}},
             {"tile_rc", SplitEntity{{-1, rc}}},
             {"tile_ry", SplitEntity{{-1, 3}}},
             {"tile_rx", SplitEntity{{-1, 3}}},
             {"auto_unroll_max_step", OtherEntity{int64_t{512}}},
             {"unroll_explicit", OtherEntity{int64_t{1}}}}};
}

Result<void> checked(const Task& task, const ConfigEntity& entity, const DeviceDescription& device)
{
    return checkProgramLimits(lowerDeviceConfig(task, entity).value(), entity, device);
}

const Figure* find(const std::vector<Figure>& figures, const std::string& id)
{
    for (const Figure& figure : figures) {
        if (figure.id == id) {
            return &figure;
        }
    }
    return nullptr;
}

} // namespace

class TestGpuLimits : public QObject
{
    Q_OBJECT
private slots:
    /// By hand, of an H200 with 132 multiprocessors of 128 units each: one thread a block leaves 31 of 32 lanes idle,
    /// and a sum of its own needs two operands loaded for each multiply-add, where four sums need one each.
    void boundsFollowFromBlocksAndThreads()
    {
        const Task conv = task();
        const double ideal = conv.plainFlops / 2 / (128.0 * 132);
        const auto starved = speedBound(conv, config({-1, 1, 1, 1}, {-1, 1, 1, 1}, {-1, 1, 1, 1}), {});
        QVERIFY(starved.has_value());
        QVERIFY2(*starved > 63 * ideal && *starved < 66 * ideal, qPrintable(QString::number(*starved / ideal)));
        const auto lonely = speedBound(conv, config({-1, 1, 1, 4}, {-1, 1, 1, 1}, {-1, 1, 1, 1}), {});
        QVERIFY(lonely.has_value());
        QVERIFY2(*lonely > 31 * ideal && *lonely < 34 * ideal, qPrintable(QString::number(*lonely / ideal)));
        // 224 threads, all of whose lanes work, but 56 blocks for 132 multiprocessors.
        const auto few = speedBound(conv, config({-1, 1, 16, 4}, {-1, 1, 1, 2}, {-1, 1, 14, 2}), {});
        QVERIFY(few.has_value());
        QVERIFY2(std::abs(*few / ideal - 132.0 / 56) < 0.01, qPrintable(QString::number(*few / ideal)));
        const auto many = speedBound(conv, config({-1, 1, 64, 1}, {-1, 1, 7, 1}, {-1, 1, 8, 1}), {});
        QVERIFY(!many && many.error().code == ErrorCode::LimitExceeded);
    }

    void targetsNameDevices()
    {
        QCOMPARE(deviceOf(parseTarget("cuda -model=h200").value()).name, std::string("NVIDIA H200"));
        QCOMPARE(deviceOf(parseTarget("cuda -arch=sm_90").value()).id, std::string("sm_90"));
        QCOMPARE(deviceOf(parseTarget("cuda -model=t4 -arch=sm_70").value()).id, std::string("t4"));
        QCOMPARE(deviceOf(parseTarget("cuda -model=tx2").value()).id, std::string("cuda")); // of TopHub's records
        QCOMPARE(deviceOf(parseTarget("cuda").value()).id, std::string("cuda"));
        QCOMPARE(architectureOf(parseTarget("cuda -model=t4").value())->arch(), std::string("sm_75"));
        QCOMPARE(architectureOf(parseTarget("cuda -model=t4 -arch=sm_70").value())->arch(), std::string("sm_70"));
        QVERIFY(!architectureOf(parseTarget("cuda").value())->isKnown());
        QVERIFY(!architectureOf(parseTarget("cuda -arch=gfx90a").value()));
    }

    void theFigureAndTheKnob()
    {
        const Task t = task();
        const DeviceDescription device = deviceOf(t.target);
        QVERIFY(checked(t, config({-1, 1, 16, 1}, {-1, 1, 8, 1}, {-1, 1, 8, 1}), device).has_value());
        const auto two = checked(t, config({-1, 1, 1, 1}, {-1, 1, 56, 1}, {-1, 1, 28, 1}), device);
        QVERIFY(!two && two.error().code == ErrorCode::LimitExceeded);
        QCOMPARE(two.error().message,
                 std::string("1,568 threads per block; sm_90 allows 1,024: lower tile_y's or tile_x's third factor"));
        const Sentence& advice = two.error().arguments.back(); // said in another language, too
        QCOMPARE(advice.pattern, std::string("{}'s or {}"));
        QCOMPARE(advice.arguments.back().pattern, std::string("{}'s {} factor"));
        const auto one = checked(task("cuda"), config({-1, 1, 64, 1}, {-1, 1, 8, 1}, {-1, 1, 4, 1}), anyCudaDevice());
        QVERIFY(!one);
        QCOMPARE(one.error().message, std::string("2,048 threads per block; every CUDA device allows 1,024: lower tile_f's or "
                                                  "tile_y's third factor"));
    }

    void nhwcNamesItsKnobs()
    {
        const Task t = makeTask("conv2d_nhwc.cuda",
                                nlohmann::json::parse(R"([["TENSOR",[1,56,56,64],"float32"],["TENSOR",[3,3,64,64],"float32"],)"
                                                      R"([1,1],[1,1,1,1],[1,1],"float32"])"),
                                parseTarget("cuda").value())
                           .value();
        ConfigEntity entity = t.space.at(0).value();
        for (auto& [knob, value] : entity.values) {
            if (knob.starts_with("num_thread")) {
                value = OtherEntity{int64_t{64}};
            }
        }
        const auto refused = checked(t, entity, anyCudaDevice());
        QVERIFY(!refused && refused.error().message.ends_with("lower num_thread_n or num_thread_c"));
    }

    void programsAreHeldToTheDevice()
    {
        ir::DeviceProgram program;
        ir::DeviceKernel kernel;
        kernel.name = "k";
        kernel.block = {64, 1, 1};
        kernel.body = ir::makeStmt(ir::Allocate{ir::makeBuffer("pad_temp.shared", {20000}, ir::float32, ir::Scope::Shared),
                                                ir::makeStmt(ir::Barrier{})});
        program.kernels = {kernel};
        const Task t = task();
        const ConfigEntity entity = config({-1, 1, 16, 1}, {-1, 1, 8, 1}, {-1, 1, 8, 1}, 32);
        QVERIFY(checkProgramLimits(program, entity, *findKnownDevice("h200")).has_value());
        const auto refused = checkProgramLimits(program, entity, *findKnownDevice("t4"));
        QVERIFY(!refused);
        QCOMPARE(refused.error().message, std::string("80,000 bytes of shared memory per block; sm_75 allows 65,536: lower "
                                                      "tile_rc's second factor or tile_f's third factor"));
    }

    /// Where the template has no fallback, and none of the first configs by number meets the constraints.
    void anchorsAreFoundFarFromTheBeginning()
    {
        Task t = task();
        QVERIFY(!fallbackConfig(t));
        QCOMPARE(anchorConfigs(t).size(), size_t{4});
        QVERIFY(t.space.constrain(Constraint(Expression::parse("unroll_explicit == 1").value())));
        QVERIFY(!t.space.isValid(100'000));
        const auto anchors = anchorConfigs(t);
        QCOMPARE(anchors.size(), size_t{4});
        for (const ConfigEntity& anchor : anchors) {
            QVERIFY(t.space.isValid(anchor.index.value()));
        }
    }

    void figuresHoldKnobsAgainstTheSameDevice()
    {
        const ConfigEntity wide = config({-1, 1, 64, 1}, {-1, 1, 4, 1}, {-1, 1, 4, 1}, 32);
        const auto figures = gpuFigures(task("cuda -model=h200"), wide);
        QCOMPARE(find(figures, "threads")->tone, Figure::Tone::Plain);
        QVERIFY(find(figures, "blocks")->number.has_value());
        // 85,000 bytes: an H200 gives them when asked, a P100 never.
        QVERIFY2(find(figures, "shared_bytes")->value.message.find("requests more than 48 KiB") != std::string::npos,
                 find(figures, "shared_bytes")->value.message.c_str());
        const auto small = gpuFigures(task("cuda -model=p100"), wide);
        QVERIFY2(find(small, "shared_bytes")->value.message.find(": more than 48 KiB") != std::string::npos,
                 find(small, "shared_bytes")->value.message.c_str());
        const Figure* residency = find(figures, "residency");
        QVERIFY(residency && *residency->number > 0 && *residency->number <= 1);
        QVERIFY(!find(gpuFigures(task("cuda"), wide), "residency")); // nothing is known of the multiprocessor
    }
};

QTEST_GUILESS_MAIN(TestGpuLimits)
#include "tst_gpulimits.moc"
