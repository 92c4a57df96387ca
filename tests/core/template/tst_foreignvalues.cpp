// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments and values of knobs from a file or an edit may be anything: each template makes something of them, or says why not.
#include "core/task/task.h"
#include "core/template/template.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <optional>
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
            {"conv2d_amx_NCHWc.x86", conv("uint8", "int8", "int32")},
            {"conv2d_pair_NCHWc.x86", pair},
            {"depthwise_conv2d_NCHWc.x86", depthwise()},
            {"depthwise_conv2d_rows_NCHWc.x86", depthwise()},
            {"group_conv2d_nchw.x86",
             {tensor({1, 16, 10, 10}), tensor({32, 4, 3, 3}), {1, 1}, {1, 1, 1, 1}, {1, 1}, 4, "float32"}},
            {"group_conv2d_tiles_NCHWc.x86",
             {tensor({1, 16, 10, 10}), tensor({32, 4, 3, 3}), {1, 1}, {1, 1, 1, 1}, {1, 1}, 4, "float32"}},
            {"dense_nopack.x86", dense()},
            {"dense_pack.x86", dense()},
            {"dense_tiles.x86", dense()},
            {"dense_dot.x86", dense("uint8", "int8", "int32")},
            {"dense_amx.x86", dense("uint8", "int8", "int32")},
            {"batch_matmul_amx.x86", {tensor({4, 32, 64}, "bfloat16"), tensor({4, 32, 64}, "bfloat16"), nullptr, "float32"}},
            {"batch_matmul.x86", batch},
            {"batch_matmul_tiles.x86", batch},
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
    std::vector<KnobValue> values{OtherEntity{std::string("x")}, OtherEntity{true}, SplitEntity{}, ReorderEntity{{0, 0, 99, -1}},
                                  AnnotateEntity{{"vec"}, {}, false}};
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

/// Whether no template can make anything of this value where it declared `own`: another kind of value, or a part of no size. The
/// first part of a split is what the others leave, whatever its size says.
bool isSenseless(const KnobValue& own, const KnobValue& value)
{
    const auto* split = std::get_if<SplitEntity>(&value);
    const auto isNoSize = [](int64_t size) { return size < 1; };
    return own.index() != value.index()
        || (split && (split->sizes.empty() || std::any_of(std::next(split->sizes.begin()), split->sizes.end(), isNoSize)));
}

/// The error, if no kernel comes of the config.
std::optional<Error> refusalOf(const Task& task, const ConfigEntity& entity)
{
    if (const auto schedule = scheduleConfig(task, entity); !schedule) {
        return schedule.error();
    }
    if (task.isGpu) {
        const auto program = lowerDeviceConfig(task, entity);
        return program ? std::nullopt : std::optional(program.error());
    }
    const auto nest = lowerConfig(task, entity);
    return nest ? std::nullopt : std::optional(nest.error());
}

/// A sentence about what was given, not a mistake of the program or the text of an exception.
bool isRefusal(const Error& error)
{
    const auto codes = {ErrorCode::InvalidArgument, ErrorCode::Unsupported, ErrorCode::IllegalSchedule, ErrorCode::LimitExceeded};
    return std::ranges::count(codes, error.code) == 1 && error.message.find(' ') != std::string::npos
        && error.message.find("exception") == std::string::npos && error.message.find("std::") == std::string::npos;
}

bool isTensor(const json& argument)
{
    return argument.is_array() && !argument.empty() && argument.front() == "TENSOR";
}

/// Whether an argument may stand where another one did: one of its kind, a number for all of a list, null for a default.
bool mayReplace(const json& argument, const json& own)
{
    if (isTensor(own) || isTensor(argument)) {
        return isTensor(own) && isTensor(argument);
    }
    return argument.is_null()   ? own.is_null() || own.is_string()
         : argument.is_number() ? own.is_number() || own.is_array()
         : argument.is_array()  ? own.is_array()
                                : argument.is_string() && own.is_string();
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
                const auto refused = refusalOf(*task, entity);
                const std::string what = entityText(entity);
                QVERIFY2(!refused || isRefusal(*refused), fmt::format("{}: {}", what, refused ? refused->message : "").c_str());
                QVERIFY2(refused || !isSenseless(right.values[knob].second, value), what.c_str());
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
        const auto refusalOf = [&, chosen = parseTarget(target).value()](const json& given) {
            const auto task = makeTask(name, given, chosen);
            return task ? std::nullopt : std::optional(task.error());
        };
        QVERIFY(!refusalOf(args));
        for (size_t count = 0; count < args.size(); ++count) {
            const json fewer(args.begin(), args.begin() + static_cast<std::ptrdiff_t>(count));
            const bool hasDefaults = std::all_of(args.begin() + static_cast<std::ptrdiff_t>(count), args.end(),
                                                 [](const json& argument) { return mayReplace(json(), argument); });
            const auto few = refusalOf(fewer);
            QVERIFY2(few ? isRefusal(*few) : hasDefaults, fewer.dump().c_str());
            for (const json& other :
                 {json(), json("x"), json(7), json(-1), json(most), json(least), json(1e300), json::array(), json::array({0, 0}),
                  json::array({most, most}), json{"TENSOR", {1}, "float32"}, json{"TENSOR", {1, 1, 1, 1}, "int1"},
                  json{"TENSOR", {2147483647, 1, 1, 1}, "float32"}, json{"TENSOR", {1, 1, 1, 1}, 3}, json{"TENSOR", {}, "x"}}) {
                json changed = args;
                changed[count] = other;
                const auto refused = refusalOf(changed);
                QVERIFY2(refused ? isRefusal(*refused) : mayReplace(other, args[count]), changed.dump().c_str());
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestForeignValues)
#include "tst_foreignvalues.moc"
