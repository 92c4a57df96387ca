// SPDX-License-Identifier: GPL-3.0-or-later
// Figures against cases worked out by hand, and code that is linked to its loop nest.
#include "core/task/figures.h"
#include "core/task/kernelcode.h"

#include <QTest>

#include <algorithm>

using namespace knobscope;

namespace {

const nlohmann::json conv3x3 = nlohmann::json::parse(
    R"([["TENSOR",[1,64,56,56],"float32"],["TENSOR",[64,64,3,3],"float32"],[1,1],[1,1,1,1],[1,1],"NCHW","NCHW","float32"])");

Task task(const char* name, const nlohmann::json& args, const char* target)
{
    auto made = makeTask(name, args, parseTarget(target).value());
    if (!made) {
        qFatal("%s", made.error().message.c_str());
    }
    return *made;
}

ConfigEntity conv28x16()
{
    return {std::nullopt,
            {{"tile_ic", SplitEntity{{-1, 16}}},
             {"tile_oc", SplitEntity{{-1, 16}}},
             {"tile_ow", SplitEntity{{-1, 28}}},
             {"unroll_kw", OtherEntity{false}}}};
}

const Figure* find(const std::vector<Figure>& figures, const std::string& id, const std::string& subject = {})
{
    for (const Figure& figure : figures) {
        if (figure.id == id && (subject.empty() || figure.subject == subject)) {
            return &figure;
        }
    }
    return nullptr;
}

double number(const std::vector<Figure>& figures, const std::string& id, const std::string& subject = {})
{
    const Figure* figure = find(figures, id, subject);
    return figure && figure->number ? *figure->number : -1;
}

const MachineProfile avx512{.vectorBits = 512, .vectorRegisters = 32, .l1Bytes = 48 << 10, .l2Bytes = 2 << 20};
const MachineProfile avx2{.vectorBits = 256, .vectorRegisters = 16, .l1Bytes = 32 << 10, .l2Bytes = 256 << 10};

} // namespace

class TestFigures : public QObject
{
    Q_OBJECT
private slots:
    void winogradSaysWhatItLoses()
    {
        const Task winograd = task("conv2d_winograd_NCHWc.x86", conv3x3, "llvm");
        double last = 0;
        for (const int64_t m : {2, 4, 6}) {
            const auto index = static_cast<int64_t>(m / 2 - 1); // the first knob is the size of a tile
            const ConfigEntity entity = winograd.space.at(index).value();
            QCOMPARE(std::get<int64_t>(std::get<OtherEntity>(entity.values.front().second).value), m);
            const auto figures = configFigures(winograd, entity, avx512).value();
            const double bound = number(figures, "rounding");
            QVERIFY(bound > last);
            last = bound;
            const auto tiles = static_cast<double>((56 + m - 1) / m);
            const auto places = static_cast<double>((m + 2) * (m + 2)); // of a transformed tile, in one block of all rows
            QVERIFY(number(figures, "scratch") >= 4.0 * 64 * places * tiles * tiles);
        }
        nlohmann::json deep = conv3x3;
        deep[0][1][1] = deep[1][1][1] = 256; // input channels for 64
        const Task deeper = task("conv2d_winograd_NCHWc.x86", deep, "llvm");
        QCOMPARE(number(configFigures(deeper, deeper.space.at(2).value(), avx512).value(), "rounding"), 2 * last);
        const auto plain = configFigures(task("conv2d_NCHWc.x86", conv3x3, "llvm"), conv28x16(), avx512).value();
        QVERIFY(!find(plain, "rounding"));
    }

    void aTileOf28By16()
    {
        const Task conv = task("conv2d_NCHWc.x86", conv3x3, "llvm");
        const auto figures = configFigures(conv, conv28x16(), avx512).value();
        QCOMPARE(number(figures, "register_tile"), 28.0); // 28 columns of one vector of 16 floats
        QCOMPARE(find(figures, "register_tile")->tone, Figure::Tone::Plain);
        QCOMPARE(number(figures, "vector_width"), 16.0);
        QCOMPARE(number(figures, "innermost_loop"), 16.0);
        // 28 columns x 16 channels of input, 16 x 16 weights, floats; each loop further out adds its own.
        QCOMPARE(number(figures, "working_set", "ic.inner"), 4.0 * (28 * 16 + 16 * 16));
        QCOMPARE(number(figures, "working_set", "kw"), 4.0 * (30 * 16 + 3 * 16 * 16));
        QCOMPARE(number(figures, "working_set", "kh"), 4.0 * (3 * 30 * 16 + 9 * 16 * 16));
        QCOMPARE(number(figures, "working_set", "ic.outer"), 4.0 * (3 * 30 * 64 + 9 * 64 * 16));
        const double flops = 2.0 * 64 * 64 * 9 * 56 * 56;
        QCOMPARE(number(figures, "arithmetic_intensity"), flops / (4.0 * (2 * 64 * 56 * 56 + 64 * 64 * 9)));
        QCOMPARE(number(figures, "iterations"), flops / 2);
        QCOMPARE(number(figures, "extra_work"), 0.0);
        QCOMPARE(number(figures, "scratch"), 4.0 * 64 * 58 * 58);
        QCOMPARE(number(figures, "parallel_chunks"), 4.0 * 56);
        for (const Figure& figure : figures) {
            QVERIFY(!figure.explanation.empty() && figure.explanation.ends_with('.'));
        }
    }

    void tooFewRegistersAndNoKnownMachine()
    {
        const Task conv = task("conv2d_NCHWc.x86", conv3x3, "llvm");
        const auto small = configFigures(conv, conv28x16(), avx2).value();
        QCOMPARE(number(small, "register_tile"), 56.0);
        QCOMPARE(find(small, "register_tile")->tone, Figure::Tone::Warning);
        const auto unknown = configFigures(conv, conv28x16(), {}).value();
        QCOMPARE(find(unknown, "register_tile")->tone, Figure::Tone::Unknown);
        QVERIFY(find(unknown, "working_set")->value.message.find("unknown") != std::string::npos);
    }

    void aTailIsExtraWork()
    {
        const Task conv = task("conv2d_NCHWc.x86", conv3x3, "llvm");
        ConfigEntity entity = conv28x16();
        entity.values[2].second = SplitEntity{{-1, 32}}; // 56 columns as 2 x 32
        const auto figures = configFigures(conv, entity, avx512).value();
        QVERIFY(number(figures, "extra_work") >= 0.0);
        QVERIFY(number(figures, "extra_work") <= 64.0 / 56 - 1 + 1e-9);
        QVERIFY(!configFigures(conv, {std::nullopt, {{"tile_ic", SplitEntity{{-1, 7}}}}}, avx512).has_value());
    }

    void ofTwoBranchesOneIsWork()
    {
        const char* args = R"([["TENSOR",[1,64,112,112],"float32"],["TENSOR",[64,1,3,3],"float32"],[2,2],[1,1,1,1],[1,1],
                               "NCHW","NCHW","float32"])";
        const Task conv = task("depthwise_conv2d_rows_NCHWc.x86", nlohmann::json::parse(args), "llvm");
        const ConfigEntity inThrees{std::nullopt,
                                    {{"tile_c", SplitEntity{{-1, 4}}},
                                     {"tile_oh", OtherEntity{int64_t{3}}},
                                     {"tile_ow", OtherEntity{int64_t{7}}},
                                     {"rows", OtherEntity{int64_t{1}}}}};
        const double extra = number(configFigures(conv, inThrees, avx2).value(), "extra_work");
        QVERIFY2(extra <= 57.0 / 56 - 1 + 1e-9, qPrintable(QString::number(extra))); // 19 x 3 rows of 56, and the borders cut
    }

    void gpuLaunchesByHand()
    {
        const Task conv = task("conv2d_nchw.cuda", conv3x3, "cuda");
        ConfigEntity entity{std::nullopt,
                            {{"tile_f", SplitEntity{{-1, 2, 16, 2}}},
                             {"tile_y", SplitEntity{{-1, 1, 4, 1}}},
                             {"tile_x", SplitEntity{{-1, 1, 8, 1}}},
                             {"tile_rc", SplitEntity{{-1, 4}}},
                             {"tile_ry", SplitEntity{{-1, 3}}},
                             {"tile_rx", SplitEntity{{-1, 1}}},
                             {"auto_unroll_max_step", OtherEntity{int64_t{512}}},
                             {"unroll_explicit", OtherEntity{int64_t{1}}}}};
        const auto figures = configFigures(conv, entity, {}).value();
        QCOMPARE(number(figures, "threads"), 512.0);
        QCOMPARE(number(figures, "virtual_threads"), 2.0);
        QCOMPARE(number(figures, "outputs_per_thread"), 4.0);
        QCOMPARE(number(figures, "blocks"), 1.0 * 14 * 7);
        QCOMPARE(number(figures, "shared_bytes"), 4.0 * (4 * 6 * 8 + 64 * 4 * 3));
        const Figure* launch = find(figures, "launch");
        QVERIFY(launch && launch->value.message.find("512 threads") != std::string::npos);
        entity.values[0].second = SplitEntity{{-1, 1, 64, 1}};
        QCOMPARE(find(configFigures(conv, entity, {}).value(), "threads")->tone, Figure::Tone::Warning); // 2,048
        const Task dense = task(
            "dense_small_batch.gpu",
            nlohmann::json::parse(R"([["TENSOR",[1,512],"float32"],["TENSOR",[1000,512],"float32"],null,"float32"])"), "cuda");
        const auto few = configFigures(dense, dense.space.at(3).value(), {}).value();
        QCOMPARE(number(few, "blocks"), 1000.0); // one for each output
        QVERIFY(number(few, "threads") >= 1);
        // The batch is a dimension of the grid.
        const Task products = task(
            "batch_matmul.cuda",
            nlohmann::json::parse(R"([["TENSOR",[4,32,48],"float32"],["TENSOR",[4,64,48],"float32"],[4,32,64],"float32",0,1])"),
            "cuda");
        const auto fallback = configFigures(products, fallbackConfig(products).value(), {}).value();
        QCOMPARE(number(fallback, "blocks"), 4.0);
        QCOMPARE(number(fallback, "threads"), 64.0);
        QCOMPARE(number(fallback, "outputs_per_thread"), 4.0 * 8);
    }

    void cachesOfThisMachine()
    {
        const MachineProfile& caches = thisMachine();
        QVERIFY(caches.l1Bytes == 0 || (caches.l1Bytes >= 4096 && caches.l1Bytes <= caches.l2Bytes));
    }

    void linesKnowTheirKnob()
    {
        const Task conv = task("conv2d_NCHWc.x86", conv3x3, "llvm -mcpu=skylake-avx512");
        const KernelCode code = kernelCode(conv, conv28x16());
        const auto line = [&](const std::string& part) {
            for (size_t i = 0; i < code.nest.size(); ++i) {
                if (code.nest[i].text.find(part) != std::string::npos) {
                    return static_cast<int>(i) + 1;
                }
            }
            return 0;
        };
        QVERIFY(line("for ic.inner in") > 0);
        QCOMPARE(code.knobOf(line("for ic.inner in")), std::string("tile_ic"));
        QCOMPARE(code.knobOf(line("unrolled for ow.inner in")), std::string("tile_ow"));
        QCOMPARE(code.knobOf(line("vectorized for oc_block in")), std::string("tile_oc"));
        QCOMPARE(code.knobOf(1), std::string());
        QCOMPARE(code.knobOf(0), std::string());
        QCOMPARE(code.knobOf(1000), std::string());
        QCOMPARE(code.partOf("tile_ic", line("for ic.inner in")), KernelCode::Part::Own);
        QCOMPARE(code.partOf("tile_ic", line("+=")), KernelCode::Part::Within);
        QCOMPARE(code.partOf("tile_ic", 1), KernelCode::Part::None);
        QCOMPARE(code.partOf("", line("+=")), KernelCode::Part::None);
    }

    void generatedCodeIsLinkedAndCounted()
    {
        const Task conv = task("conv2d_NCHWc.x86", conv3x3, "llvm -mcpu=skylake-avx512");
        const KernelCode code = kernelCode(conv, conv28x16());
        if (code.level(CodeLevel::Assembly).lines.empty()) {
            QVERIFY(code.level(CodeLevel::Assembly).problem.message.find("LLVM") != std::string::npos);
            QSKIP("a build without LLVM has no assembly");
        }
        QCOMPARE(code.assembly.innermostMultiplyAdds, 28);
        QCOMPARE(code.assembly.innermostVectorStack, 0); // 28 sums and 32 registers
        const Task narrow = task("conv2d_NCHWc.x86", conv3x3, "llvm -mcpu=haswell");
        QVERIFY(kernelCode(narrow, conv28x16()).assembly.innermostVectorStack > 0); // 56 sums and 16 registers
        for (const CodeLevel level : kCodeLevels) {
            const LevelText& text = code.level(level);
            QCOMPARE(text.lines.size(), text.nestLine.size());
            QVERIFY(std::all_of(text.nestLine.begin(), text.nestLine.end(),
                                [&](int n) { return n >= 0 && n <= static_cast<int>(code.nest.size()); }));
        }
        const Task gpu = task("conv2d_nchw.cuda", conv3x3, "cuda");
        const KernelCode kernels = kernelCode(gpu, gpu.space.at(0).value()); // a GPU's levels are its kernels, CUDA C and PTX
        QVERIFY2(kernels.isGpu && !kernels.level(CodeLevel::Loops).lines.empty(),
                 kernels.level(CodeLevel::Loops).problem.message.c_str());
    }

    void assemblyWithoutLoops()
    {
        const std::vector<std::string> text{"f:", "\tvaddps\t%ymm0, %ymm1, %ymm2", "\tleaq\t8(%rsp), %rdx", "\tretq", "\t", "",
                                            "x"};
        const AssemblyFacts facts = assemblyFactsOf(text);
        QCOMPARE(facts.vectorInstructions, 1);
        QCOMPARE(facts.innermostFirst, 0);
        const std::vector<std::string> arm{".LBB0_1:", "\tfmla\tv0.4s, v1.4s, v2.s[0]", "\tldr\tq3, [sp, #16]",
                                           "\tb.ne\t.LBB0_1"};
        const AssemblyFacts loop = assemblyFactsOf(arm);
        QCOMPARE(loop.innermostMultiplyAdds, 1);
        QCOMPARE(loop.innermostStack, 1);
        QCOMPARE(loop.innermostVector, 2);
        QCOMPARE(loop.innermostFirst, 1);
        QCOMPARE(loop.innermostLast, 4);
        const std::vector<std::string> dots{".LBB0_1:", "\tsdot\tv0.4s, v1.16b, v2.16b", "\tmla\tv3.4s, v4.4s, v5.4s",
                                            "\tb.ne\t.LBB0_1"};
        QCOMPARE(assemblyFactsOf(dots).innermostMultiplyAdds, 2);
    }
};

QTEST_GUILESS_MAIN(TestFigures)
#include "tst_figures.moc"
