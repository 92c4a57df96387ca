// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments and values of knobs from a file or an edit may be anything: each template makes something of them, or says why not.
#include "core/task/task.h"
#include "core/template/template.h"

#include <QTest>

#include <limits>
#include <set>

using namespace knobscope;
using nlohmann::json;

namespace {

json tensor(std::vector<int64_t> shape, const char* type = "float32")
{
    return {"TENSOR", std::move(shape), type};
}

/// A small convolution by the arguments of AutoTVM, NCHW and OIHW.
json conv(const char* data = "float32", const char* kernel = "float32", const char* out = "float32")
{
    return {tensor({1, 16, 10, 10}, data), tensor({32, 16, 3, 3}, kernel), {1, 1}, {1, 1, 1, 1}, {1, 1}, "NCHW", "NCHW", out};
}

json depthwise()
{
    return {tensor({1, 16, 10, 10}), tensor({16, 1, 3, 3}), {1, 1}, {1, 1, 1, 1}, {1, 1}, "NCHW", "NCHW", "float32"};
}

json withoutLayouts(json args)
{
    args.erase(5);
    args.erase(5);
    return args;
}

json dense(const char* type = "float32", const char* weights = "float32", const char* out = "float32")
{
    return {tensor({16, 32}, type), tensor({32, 32}, weights), nullptr, out};
}

struct Sample {
    const char* name;
    json args;
    const char* target = "llvm -mcpu=skylake-avx512";
};

/// One of each template.
std::vector<Sample> samples()
{
    const json nhwc{tensor({1, 14, 14, 64}), tensor({3, 3, 64, 32}), {1, 1}, {1, 1, 1, 1}, {1, 1}, "float32"};
    const json batch{tensor({4, 32, 64}), tensor({4, 48, 64})};
    const json gpuConv = withoutLayouts(conv());
    const json pair{tensor({1, 16, 10, 10}),
                    tensor({32, 16, 3, 3}),
                    {1, 1},
                    {1, 1, 1, 1},
                    {1, 1},
                    tensor({32, 1, 3, 3}),
                    {1, 1},
                    {1, 1},
                    {1, 1},
                    "relu"};
    return {{"conv2d_NCHWc.x86", conv()},
            {"conv2d_NCHWc_int8.x86", conv("uint8", "int8", "int32")},
            {"conv2d_winograd_NCHWc.x86", conv()},
            {"conv2d_tiles_NCHWc.x86", conv()},
            {"conv2d_tiles_NCHWc.x86", conv("uint8", "int8", "int32")},
            {"conv2d_pair_NCHWc.x86", pair},
            {"depthwise_conv2d_NCHWc.x86", depthwise()},
            {"depthwise_conv2d_rows_NCHWc.x86", depthwise()},
            {"dense_nopack.x86", dense()},
            {"dense_pack.x86", dense()},
            {"dense_dot.x86", dense("uint8", "int8", "int32")},
            {"batch_matmul.x86", batch},
            {"batch_matmul_dot.x86", {tensor({4, 32, 64}, "bfloat16"), tensor({4, 48, 64}, "bfloat16"), nullptr, "float32"}},
            {"conv2d_nchw_spatial_pack.arm_cpu", withoutLayouts(conv()), "llvm -device=arm_cpu -mtriple=aarch64-linux-gnu"},
            {"tutorial/matmul_v1", {64, 64, 64, "float32"}},
            {"tutorial/matmul", {64, 64, 64, "float32"}},
            {"conv2d_nchw.cuda", gpuConv, "cuda"},
            {"conv2d_nhwc.cuda", nhwc, "cuda"},
            {"conv2d_nhwc.gpu", nhwc, "cuda"},
            {"conv2d_nchw_winograd.cuda", gpuConv, "cuda"},
            {"depthwise_conv2d_nchw.cuda", withoutLayouts(depthwise()), "cuda"},
            {"dense_small_batch.gpu", dense(), "cuda"},
            {"dense_large_batch.gpu", dense(), "cuda"},
            {"batch_matmul.cuda", batch, "cuda"},
            {"tutorial/conv2d_no_batching", {1, 7, 7, 64, 64, 3, 3, {1, 1}, {1, 1}}, "cuda"},
            {"conv2d_nchw_implicit_gemm.cuda", gpuConv, "cuda"},
            {"conv2d_nchw_tensorcore.cuda", gpuConv, "cuda"},
            {"conv2d_nhwc_tensorcore.cuda", nhwc, "cuda"},
            {"dense_tensorcore.cuda", dense(), "cuda"}};
}

constexpr int64_t most = std::numeric_limits<int64_t>::max();
constexpr int64_t least = std::numeric_limits<int64_t>::min();

/// Of the kind that the knob has, and of other kinds.
std::vector<KnobValue> foreignValues(const KnobValue& own)
{
    std::vector<KnobValue> values{OtherEntity{std::string("x")}, OtherEntity{true}, SplitEntity{},
                                  ReorderEntity{{0, 0, 99, -1}, false}, AnnotateEntity{{"vec"}, {}, false}};
    for (const int64_t number :
         {int64_t{0}, int64_t{-1}, int64_t{3}, int64_t{1000}, int64_t{1} << 31, int64_t{1} << 40, most, least}) {
        values.emplace_back(OtherEntity{number});
        if (const auto* split = std::get_if<SplitEntity>(&own)) {
            for (size_t i = 0; i < split->sizes.size(); ++i) {
                SplitEntity changed = *split;
                changed.sizes[i] = number;
                values.emplace_back(changed);
            }
            values.emplace_back(SplitEntity{std::vector<int64_t>(split->sizes.size(), number)});
            values.emplace_back(SplitEntity{{-1, number}});
        }
    }
    return values;
}

bool becomesAKernelOrASentence(const Task& task, const ConfigEntity& entity)
{
    if (const auto schedule = scheduleConfig(task, entity); !schedule) {
        return !schedule.error().message.empty();
    }
    if (task.isGpu) {
        const auto program = lowerDeviceConfig(task, entity);
        return program || !program.error().message.empty();
    }
    const auto nest = lowerConfig(task, entity);
    return nest || !nest.error().message.empty();
}

} // namespace

class TestForeignValues : public QObject
{
    Q_OBJECT
private:
    void eachSample()
    {
        QTest::addColumn<int>("sample");
        const auto all = samples();
        for (int i = 0; i < static_cast<int>(all.size()); ++i) {
            QTest::addRow("%d: %s", i, all[static_cast<size_t>(i)].name) << i;
        }
    }

private slots:
    void allTemplatesAreTried()
    {
        std::set<std::string> names;
        for (const Sample& sample : samples()) {
            names.insert(sample.name);
        }
        QCOMPARE(names.size(), templates().size());
    }

    void valuesOfKnobs_data() { eachSample(); }
    void valuesOfKnobs()
    {
        QFETCH(int, sample);
        const auto [name, args, target] = samples()[static_cast<size_t>(sample)];
        const auto task = makeTask(name, args, parseTarget(target).value());
        QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
        const ConfigEntity right = task->space.at(task->space.rangeLength() / 2).value();
        QVERIFY(scheduleConfig(*task, right).has_value());
        for (size_t knob = 0; knob < right.values.size(); ++knob) {
            for (const KnobValue& value : foreignValues(right.values[knob].second)) {
                ConfigEntity entity = right;
                entity.index.reset();
                entity.values[knob].second = value;
                QVERIFY2(becomesAKernelOrASentence(*task, entity), entityText(entity).c_str());
            }
            ConfigEntity missing = right;
            missing.index.reset();
            missing.values.erase(missing.values.begin() + static_cast<std::ptrdiff_t>(knob));
            const auto* other = std::get_if<OtherKnob>(&task->space.knobs()[knob].definition());
            const bool mayBeMissing = other && other->isLater; // in what was recorded before
            QCOMPARE(scheduleConfig(*task, missing).has_value(), mayBeMissing);
        }
    }

    void arguments_data() { eachSample(); }
    void arguments()
    {
        QFETCH(int, sample);
        const auto [name, args, target] = samples()[static_cast<size_t>(sample)];
        const auto refusedInWords = [&, chosen = parseTarget(target).value()](const json& given) {
            const auto task = makeTask(name, given, chosen);
            return task || !task.error().message.empty();
        };
        for (size_t count = 0; count < args.size(); ++count) {
            const json fewer(args.begin(), args.begin() + static_cast<std::ptrdiff_t>(count));
            QVERIFY(refusedInWords(fewer));
            for (const json& other :
                 {json(), json("x"), json(7), json(-1), json(most), json(least), json(1e300), json::array(), json::array({0, 0}),
                  json::array({most, most}), json{"TENSOR", {1}, "float32"}, json{"TENSOR", {1, 1, 1, 1}, "int1"},
                  json{"TENSOR", {2147483647, 1, 1, 1}, "float32"}, json{"TENSOR", {1, 1, 1, 1}, 3}, json{"TENSOR", {}, "x"}}) {
                json changed = args;
                changed[count] = other;
                QVERIFY(refusedInWords(changed));
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestForeignValues)
#include "tst_foreignvalues.moc"
