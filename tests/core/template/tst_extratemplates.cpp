// SPDX-License-Identifier: GPL-3.0-or-later
// Random shapes and configs of the CPU templates that AutoTVM does not have, held against textbook loops on plain layouts.
#include "core/ir/printer.h"
#include "core/ir/visit.h"
#include "core/op/evaluate.h"
#include "core/op/winograd.h"
#include "core/target/host.h"
#include "core/target/machineprofile.h"
#include "core/task/task.h"
#include "core/template/untuned.h"
#include "tests/core/op/reference.h"
#include "tests/core/template/blockedplaces.h"
#include "tests/core/template/kernelrun.h"
#include "tests/nightly.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>

using namespace knobscope;
using nlohmann::json;

namespace {
json argumentsOf(const Conv2d& conv, const std::array<const char*, 3>& types = {"float32", "float32", "float32"})
{
    const json data{"TENSOR", {conv.n, conv.c, conv.h, conv.w}, types[0]};
    const json kernel{"TENSOR", {conv.k, filterChannels(conv), conv.r, conv.s}, types[1]};
    return {data, kernel, conv.stride, conv.pad, conv.dilation, "NCHW", "NCHW", types[2]};
}

/// Largest error of an element, relative to the largest output.
double errorOf(const Conv2d& conv, const Task& task, const ConfigEntity& entity, KernelLoader& loader, std::string& problem)
{
    const auto nest = lowerConfig(task, entity);
    if (!nest) {
        problem = nest.error().message;
        return NAN;
    }
    std::vector<double> data(static_cast<size_t>(conv.n * conv.c * conv.h * conv.w));
    std::vector<double> filter(static_cast<size_t>(conv.k * filterChannels(conv) * conv.r * conv.s));
    for (size_t i = 0; i < data.size(); ++i) {
        data[i] = inputValue(static_cast<int64_t>(i), 1);
    }
    for (size_t i = 0; i < filter.size(); ++i) {
        filter[i] = inputValue(static_cast<int64_t>(i), 2);
    }
    const auto& kernelShape = nest->parameters[1]->shape;
    const int64_t ic = nest->parameters[0]->shape.back();
    const int64_t oc = nest->parameters[2]->shape.back();
    const auto actual = runKernel(*nest, loader, [&](size_t argument, int64_t element) {
        if (argument == 0) {
            return static_cast<float>(data[static_cast<size_t>(plainPlace(element, conv.c, conv.h * conv.w, ic))]);
        }
        const bool packed = kernelShape.size() == 6;
        const int64_t inner = conv.depthwise ? 1 : ic;
        return static_cast<float>(filter[static_cast<size_t>(packed ? plainFilterPlace(element, conv, inner, oc) : element)]);
    });
    if (!actual) {
        problem = actual.error().message;
        return NAN;
    }
    const std::vector<double> expected = referenceConv2d(conv, data, filter);
    return largestError(*actual, expected, [&](int64_t i) { return plainPlace(i, conv.k, conv.oh() * conv.ow(), oc); });
}

ConvKind kindOf(std::string_view name)
{
    return name.starts_with("depthwise")                   ? ConvKind::Depthwise
         : name.find("winograd") != std::string_view::npos ? ConvKind::Winograd
                                                           : ConvKind::Any;
}

/// Whether a template refuses such a convolution, and says in its sentence what it needs.
bool isRefused(const std::string& name, const Conv2d& conv, const char* needs)
{
    const auto task = makeTask(name, argumentsOf(conv), parseTarget("llvm").value());
    return !task && task.error().message.find(needs) != std::string::npos;
}

ConfigEntity untunedOf(const Task& task, int threads)
{
    return untunedConfig(**findTemplate(task.name), task.space, traitsOf(task.target), task.args, threads).value();
}

int64_t numberOf(const ConfigEntity& entity, std::string_view knob)
{
    for (const auto& [name, value] : entity.values) {
        if (name == knob) {
            return std::get<int64_t>(std::get<OtherEntity>(value).value);
        }
    }
    return -1;
}

/// Rows times blocks of channels of each part that threads share.
std::vector<int64_t> partsOf(const ConfigEntity& config, int64_t rows, int64_t channels)
{
    const auto pieces = [](int64_t extent, int64_t size) {
        std::vector<int64_t> all;
        for (int64_t at = 0; at < extent; at += size) {
            all.push_back(std::min(size, extent - at));
        }
        return all;
    };
    const auto block = std::ranges::find(config.values, "tile_oc", [](const auto& value) { return value.first; });
    const int64_t blocks = channels / std::get<SplitEntity>(block->second).sizes.back();
    const int64_t tiles = (blocks + numberOf(config, "tile_ko") - 1) / numberOf(config, "tile_ko");
    const int64_t groups = numberOf(config, "channel_parts");
    std::vector<int64_t> parts;
    for (const int64_t height : pieces(rows, numberOf(config, "rows") * numberOf(config, "tile_oh"))) {
        for (const int64_t group : pieces(tiles, (tiles + groups - 1) / groups)) {
            parts.push_back(height * group);
        }
    }
    return parts;
}

/// Iterations of each loop that threads share in a call.
std::vector<int64_t> parallelExtents(const Task& task, const ConfigEntity& entity)
{
    std::vector<int64_t> extents;
    ir::forEachStmt(lowerConfig(task, entity).value().body, [&](const ir::Stmt& s) {
        if (const auto* loop = s.as<ir::For>(); loop && loop->kind == ir::ForKind::Parallel) {
            extents.push_back(loop->extent);
        }
    });
    return extents;
}

/// A workload of each extra template for CPUs with something to pad or to fill up, and how many regions threads share in it.
struct ParallelCase {
    std::string name;
    json args;
    size_t regions = 1;
};

std::vector<ParallelCase> parallelCases()
{
    Conv2d conv{.c = 6, .h = 9, .w = 10, .k = 12, .r = 3, .s = 3, .pad = {1, 1, 1, 1}};
    const json floats = argumentsOf(conv);
    const json bytes = argumentsOf(conv, std::array{"uint8", "int8", "int32"});
    const json product = json::parse(R"([["TENSOR",[3,18],"uint8"],["TENSOR",[12,18],"int8"],null,"int32"])");
    const json products = json::parse(R"([["TENSOR",[2,3,18],"uint8"],["TENSOR",[2,12,18],"int8"],null,"int32"])");
    json pair = floats; // AutoTVM's layouts and type make way for the second's arguments
    pair.erase(pair.begin() + 5, pair.end());
    const json second{{"TENSOR", {12, 1, 3, 3}, "float32"}, {1, 1}, {1, 1, 1, 1}, {1, 1}, "relu"};
    pair.insert(pair.end(), second.begin(), second.end());
    const json grouped{floats[0], {"TENSOR", {12, 3, 3, 3}, "float32"}, {1, 1}, {1, 1, 1, 1}, {1, 1}, 2, "float32"};
    conv.depthwise = true;
    conv.k = conv.c;
    constexpr size_t copyAndSums = 2; // AutoTVM's copies the padded image first, a batched product may pack all columns
    return {{"conv2d_NCHWc.x86", floats, copyAndSums},
            {"conv2d_winograd_NCHWc.x86", floats},
            {"conv2d_tiles_NCHWc.x86", floats},
            {"conv2d_tiles_NCHWc.x86", bytes},
            {"depthwise_conv2d_rows_NCHWc.x86", argumentsOf(conv)},
            {"group_conv2d_tiles_NCHWc.x86", grouped},
            {"conv2d_pair_NCHWc.x86", pair},
            {"dense_tiles.x86", json::parse(R"([["TENSOR",[13,18],"float32"],["TENSOR",[12,18],"float32"],null,"float32"])")},
            {"dense_dot.x86", product, copyAndSums}, // rows are filled up to whole steps of the reduction
            {"batch_matmul_dot.x86", products, 3},
            {"conv2d_amx_NCHWc.x86", bytes, copyAndSums},
            {"dense_amx.x86", product, copyAndSums},
            {"batch_matmul_amx.x86", products, 3},
            {"batch_matmul_tiles.x86", {{"TENSOR", {2, 13, 18}, "float32"}, {"TENSOR", {2, 12, 18}, "float32"}}, copyAndSums}};
}

} // namespace

class TestExtraTemplates : public QObject
{
    Q_OBJECT
private:
    std::unique_ptr<KernelLoader> m_loader = KernelLoader::create().value();

private slots:
    void computeTheConvolution_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("winograd") << "conv2d_winograd_NCHWc.x86";
        QTest::newRow("tiles") << "conv2d_tiles_NCHWc.x86";
        QTest::newRow("depthwise rows") << "depthwise_conv2d_rows_NCHWc.x86";
    }

    void computeTheConvolution()
    {
        QFETCH(QString, name);
        const std::string plain = name.toStdString();
        const bool winograd = kindOf(plain) == ConvKind::Winograd;
        std::mt19937_64 random(plain.size());
        std::map<int64_t, double> worst; // by the size of a tile
        for (int i = 0; i < casesOf(300, 5); ++i) {
            if (const Conv2d odd = randomConv(random); winograd && !supportsBlockedWinograd(odd)) {
                QVERIFY2(isRefused(plain, odd, "winograd needs a kernel of 3x3"), argumentsOf(odd).dump().c_str());
            }
            const Conv2d conv = randomConv(random, kindOf(plain));
            const auto task = makeTask(plain, argumentsOf(conv), parseTarget("llvm").value());
            QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
            const auto index = static_cast<int64_t>(random() % static_cast<uint64_t>(task->space.rangeLength()));
            const ConfigEntity entity = task->space.at(index).value();
            std::string problem;
            const double error = errorOf(conv, *task, entity, *m_loader, problem);
            const int64_t m = winograd ? std::get<int64_t>(std::get<OtherEntity>(entity.values.front().second).value) : 0;
            const auto rounding = (*findTemplate(plain))->rounding;
            QVERIFY2(error <= (rounding ? rounding(entity, task->args)->seen : 1e-5),
                     fmt::format("{} {}: {} {}", argumentsOf(conv).dump(), entityText(entity), error, problem).c_str());
            worst[m] = std::max(worst[m], error);
        }
        for (const auto& [m, error] : worst) {
            qInfo("%s, m = %d: worst relative error %.2g", plain.c_str(), static_cast<int>(m), error);
        }
    }

    /// Of more channels than most random shapes have.
    void deepSumsLoseNoMoreThanIsStated()
    {
        for (const int64_t channels : {512, 1000}) {
            const Conv2d conv{.c = channels, .h = 9, .w = 9, .k = 17, .r = 3, .s = 3, .pad = {1, 1, 1, 1}};
            const auto task = makeTask("conv2d_winograd_NCHWc.x86", argumentsOf(conv), parseTarget("llvm").value());
            QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
            ConfigEntity entity = fallbackConfig(*task).value();
            for (const int64_t m : {2, 4, 6}) {
                entity.values.front().second = OtherEntity{m};
                std::string problem;
                const double error = errorOf(conv, *task, entity, *m_loader, problem);
                QVERIFY2(error <= winogradRounding(m, channels)->seen,
                         fmt::format("{} channels, m = {}: {} {}", channels, m, error, problem).c_str());
            }
        }
    }

    /// Where the nest allows: two layers one after the other are two, and so is AutoTVM's copy of the padded image.
    void aCallIsOneParallelRegion()
    {
        const std::vector<ParallelCase> cases = parallelCases();
        for (const Template& each : templates()) {
            QVERIFY2(!each.isExtra || each.isGpu || std::ranges::find(cases, each.name, &ParallelCase::name) != cases.end(),
                     each.name.c_str());
        }
        std::mt19937_64 random(4);
        for (const auto& [name, args, regions] : cases) {
            const auto task = makeTask(name, args, parseTarget("llvm").value());
            QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
            size_t most = 0;
            for (int i = 0; i < 12; ++i) {
                const ConfigEntity entity =
                    task->space.at(static_cast<int64_t>(random() % static_cast<uint64_t>(task->space.rangeLength()))).value();
                const size_t own = lowerConfig(*task, entity) ? parallelExtents(*task, entity).size() : 0; // 0: too many sums
                const bool isApart = numberOf(entity, "middle_at") == 0;
                QVERIFY2(own <= regions + (isApart ? 1 : 0), fmt::format("{} {}: {}", name, entityText(entity), own).c_str());
                most = std::max(most, own);
            }
            QVERIFY2(most >= regions, name.c_str());
        }
    }

    /// Of the knob that came later; a log or a project may hold such.
    void aConfigFromBeforeItsPrefetchesIsWhatItWas_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("winograd") << "conv2d_winograd_NCHWc.x86";
        QTest::newRow("tiles") << "conv2d_tiles_NCHWc.x86";
    }
    void aConfigFromBeforeItsPrefetchesIsWhatItWas()
    {
        QFETCH(QString, name);
        std::mt19937_64 random(3);
        const auto task = makeTask(name.toStdString(), argumentsOf(randomConv(random, kindOf(name.toStdString()))),
                                   parseTarget("llvm").value());
        QVERIFY(task.has_value());
        const int64_t before = task->space.rangeLength() / 2;
        const int64_t index = before / 3;
        ConfigEntity config = task->space.at(index).value();
        QCOMPARE(task->space.at(index + before)->values.back().first, std::string("prefetch"));
        QVERIFY(config.values.back().second == KnobValue(OtherEntity{false}));
        config.values.pop_back();
        QCOMPARE(task->space.indexOf(config).value(), index);
        const auto made = lowerConfig(*task, config);
        const auto same = lowerConfig(*task, task->space.at(index).value());
        QVERIFY2(made && same, made ? "" : made.error().message.c_str());
        QCOMPARE(ir::text(*made), ir::text(*same));
        // An edited space may have no such config any more.
        ConfigSpace edited;
        for (const Knob& knob : task->space.knobs()) {
            const bool isLater = knob.name() == "prefetch";
            QVERIFY(edited.define(isLater ? knob.withCandidates({OtherEntity{true}}) : knob).has_value());
        }
        const auto gone = edited.indexOf(config);
        QVERIFY2(!gone && gone.error().message.find("no candidate False") != std::string::npos,
                 gone ? "" : gone.error().message.c_str());
    }

    /// Or a quarter of the space would be there twice.
    void tilesPrefetchWhicheverLoopIsOutside()
    {
        const Conv2d conv{.c = 16, .h = 8, .w = 8, .k = 32, .r = 3, .s = 3, .pad = {1, 1, 1, 1}};
        const Task task = makeTask("conv2d_tiles_NCHWc.x86", argumentsOf(conv), parseTarget("llvm").value()).value();
        for (const bool channelsOutside : {false, true}) {
            for (const bool prefetches : {false, true}) {
                const ConfigEntity entity = configWith(task.space, {{"tile_ic", SplitEntity{{-1, 16}}},
                                                                    {"tile_oc", SplitEntity{{-1, 8}}},
                                                                    {"channels_outside", OtherEntity{channelsOutside}},
                                                                    {"prefetch", OtherEntity{prefetches}}});
                const std::string nest = ir::text(lowerConfig(task, entity).value());
                QVERIFY2((nest.find("prefetch kernel[") != std::string::npos) == prefetches, nest.c_str());
            }
        }
    }

    /// `--check` must see a transform that is wrong: what answers are held against has none.
    void answersAreHeldAgainstTheConvolution()
    {
        const Conv2d conv{.c = 6, .h = 9, .w = 9, .k = 4, .r = 3, .s = 3, .pad = {1, 1, 1, 1}};
        for (const auto& [name, target] :
             {std::pair("conv2d_winograd_NCHWc.x86", "llvm"), std::pair("conv2d_nchw_winograd.cuda", "cuda")}) {
            json args = argumentsOf(conv);
            if (std::string_view(target) == "cuda") {
                args.erase(5);
                args.erase(5);
            }
            const auto task = makeTask(name, args, parseTarget(target).value());
            QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
            const auto entity = task->space.at(task->space.rangeLength() / 2).value();
            const auto definition = definitionOf(*task, entity);
            const auto schedule = scheduleConfig(*task, entity);
            QVERIFY(definition.has_value() && schedule.has_value());
            const auto inputs = schedule->inputs();
            QCOMPARE(definition->inputs.size(), inputs.size());
            for (size_t i = 0; i < inputs.size(); ++i) {
                QVERIFY(definition->inputs[i].shape() == inputs[i].shape());
            }
            QVERIFY(definition->output.shape() == schedule->outputs().front().shape());
            TensorValues values;
            std::vector<std::vector<double>> plain(2);
            for (size_t i = 0; i < 2; ++i) {
                const ir::Tensor& input = definition->inputs[i];
                std::vector<double>& own = values[&input.node()];
                plain[i].resize(static_cast<size_t>(input.elements()));
                const int64_t block = input.shape().size() == 5 ? input.shape().back() : 1;
                for (int64_t e = 0; e < input.elements(); ++e) {
                    const int64_t at = block > 1 ? plainPlace(e, conv.c, conv.h * conv.w, block) : e;
                    own.push_back(inputValue(at, static_cast<int64_t>(i)));
                    plain[i][static_cast<size_t>(at)] = own.back();
                }
            }
            const auto actual = evaluate(definition->output, values);
            QVERIFY(actual.has_value());
            const std::vector<double> expected = referenceConv2d(conv, plain[0], plain[1]);
            const int64_t block = definition->output.shape().size() == 5 ? definition->output.shape().back() : 1;
            for (int64_t e = 0; e < definition->output.elements(); ++e) {
                const int64_t at = block > 1 ? plainPlace(e, conv.k, conv.oh() * conv.ow(), block) : e;
                QCOMPARE((*actual)[static_cast<size_t>(e)], expected[static_cast<size_t>(at)]); // to the last bit: no transform
            }
        }
    }

    void untunedConfigIsInTheSpace_data() { computeTheConvolution_data(); }
    void untunedConfigIsInTheSpace()
    {
        QFETCH(QString, name);
        std::mt19937_64 random(7);
        for (int i = 0; i < 20; ++i) {
            const Conv2d conv = randomConv(random, kindOf(name.toStdString()));
            const auto task = makeTask(name.toStdString(), argumentsOf(conv), parseTarget("llvm").value());
            QVERIFY(task.has_value());
            const auto untuned = fallbackConfig(*task);
            QVERIFY2(untuned.has_value() && untuned->index.has_value(), argumentsOf(conv).dump().c_str());
            for (const char* cpu : {"llvm -mcpu=cascadelake", "llvm -mcpu=haswell"}) {
                for (const int threads : {1, 2, 3, 8}) {
                    const auto other = makeTask(name.toStdString(), argumentsOf(conv), parseTarget(cpu).value());
                    QVERIFY(untunedOf(*other, threads).index.has_value());
                }
            }
        }
    }

    /// Small images have few rows: their channels are shared, too, and only where there is somebody to share them with.
    void smallImagesKeepAllThreadsBusy()
    {
        struct Layer {
            int64_t size, c, k, r;
        };
        for (const Layer& layer : {Layer{7, 512, 512, 3}, Layer{7, 960, 320, 1}, Layer{8, 2048, 192, 1}, Layer{13, 64, 256, 3},
                                   Layer{14, 256, 256, 3}, Layer{17, 768, 192, 1}, Layer{28, 128, 512, 1}}) {
            const int64_t pad = layer.r / 2;
            const Conv2d conv{.c = layer.c,
                              .h = layer.size,
                              .w = layer.size,
                              .k = layer.k,
                              .r = layer.r,
                              .s = layer.r,
                              .pad = {pad, pad, pad, pad}};
            const auto task =
                makeTask("conv2d_tiles_NCHWc.x86", argumentsOf(conv), parseTarget("llvm -mcpu=cascadelake").value());
            QCOMPARE(numberOf(untunedOf(*task, 1), "channel_parts"), int64_t{1});
            for (const int threads : {2, 4}) {
                const ConfigEntity config = untunedOf(*task, threads);
                const auto sizes = partsOf(config, layer.size, layer.k);
                QCOMPARE(parallelExtents(*task, config), std::vector<int64_t>{std::ssize(sizes)});
                std::vector<int64_t> busy(static_cast<size_t>(threads));
                for (const int64_t size : sizes) { // in turn, to whoever is free
                    *std::min_element(busy.begin(), busy.end()) += size;
                }
                const auto all = static_cast<double>(std::accumulate(busy.begin(), busy.end(), int64_t{0}));
                const double uneven = static_cast<double>(*std::max_element(busy.begin(), busy.end())) * threads / all;
                // To read fewer weights is worth as much.
                QVERIFY2(uneven < 1.21, fmt::format("{}x{}, {} threads: {}", layer.size, layer.size, threads, uneven).c_str());
            }
        }
    }

    /// A thousand classes have no block of two vectors; forty fill theirs better than twenty-five.
    void blocksFillVectors()
    {
        for (const auto& [channels, block] : {std::pair<int64_t, int64_t>{1000, 40}, {64, 32}, {144, 48}, {24, 24}, {80, 16}}) {
            const Conv2d conv{.c = 64, .h = 13, .w = 13, .k = channels};
            const auto task =
                makeTask("conv2d_tiles_NCHWc.x86", argumentsOf(conv), parseTarget("llvm -mcpu=cascadelake").value());
            for (const auto& [knob, value] : untunedOf(*task, 1).values) {
                if (knob == "tile_oc") {
                    QCOMPARE(std::get<SplitEntity>(value).sizes.back(), block);
                }
            }
        }
    }

    /// With one unit a step of the sums takes as long whatever is loaded meanwhile: fewer weights are read by more pixels.
    void oneUnitTakesLargerTiles()
    {
        const Conv2d conv{.c = 64, .h = 7, .w = 7, .k = 80};
        const Target target = parseTarget("llvm -mcpu=cascadelake").value();
        const auto task = makeTask("conv2d_tiles_NCHWc.x86", argumentsOf(conv), target);
        const auto tileFor = [&](int units) {
            MachineProfile machine;
            machine.fmaUnits = units;
            const auto config =
                untunedConfig(**findTemplate(task->name), task->space, traitsOf(target, machine), task->args, 1).value();
            return std::array{numberOf(config, "tile_ko"), numberOf(config, "tile_oh"), numberOf(config, "tile_ow")};
        };
        QCOMPARE(tileFor(2), (std::array<int64_t, 3>{2, 2, 7}));
        QCOMPARE(tileFor(1), (std::array<int64_t, 3>{1, 4, 7}));
        QCOMPARE(tileFor(0), tileFor(2)); // as of most machines with such vectors
    }

    void whatTheyCannotDoIsSaid_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("args");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* label, const char* name, Conv2d conv, const char* says) {
            QTest::newRow(label) << name << QByteArray::fromStdString(argumentsOf(conv).dump()) << says;
        };
        const Conv2d conv{.c = 8, .h = 10, .w = 10, .k = 8, .r = 3, .s = 3};
        Conv2d strided = conv;
        strided.stride = {2, 1};
        row("two strides", "conv2d_winograd_NCHWc.x86", strided, "stride 1 or 2");
        strided.stride = {3, 3};
        row("stride 3", "conv2d_winograd_NCHWc.x86", strided, "stride 1 or 2");
        Conv2d dilated = conv;
        dilated.dilation = {2, 2};
        row("dilation", "conv2d_winograd_NCHWc.x86", dilated, "dilation 1");
        Conv2d wide = conv;
        wide.r = wide.s = 5;
        row("5x5", "conv2d_winograd_NCHWc.x86", wide, "3x3");
        Conv2d pointwise = conv;
        pointwise.r = pointwise.s = 1;
        row("1x1", "conv2d_winograd_NCHWc.x86", pointwise, "3x3");
        json several = argumentsOf(conv);
        several[1][1] = {conv.c, 2, conv.r, conv.s};
        QTest::newRow("two outputs a channel")
            << "depthwise_conv2d_rows_NCHWc.x86" << QByteArray::fromStdString(several.dump()) << "multiplier must be 1";
    }

    void whatTheyCannotDoIsSaid()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, args);
        QFETCH(QString, says);
        const auto task = makeTask(name.toStdString(), json::parse(args.toStdString()), parseTarget("llvm").value());
        QVERIFY(!task.has_value());
        QVERIFY2(QString::fromStdString(task.error().message).contains(says), task.error().message.c_str());
    }
};

QTEST_GUILESS_MAIN(TestExtraTemplates)
#include "tst_extratemplates.moc"
