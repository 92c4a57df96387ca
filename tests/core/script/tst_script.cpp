// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/printer.h"
#include "core/op/evaluate.h"
#include "core/script/definition.h"
#include "core/script/parse.h"
#include "core/script/workload.h"
#include "core/target/target.h"
#include "core/task/task.h"

#include <QTest>

#include <cmath>

using namespace knobscope;

namespace {

Result<Task> taskOf(const std::string& source, const TextSizes& sizes = {}, TextSteps steps = TextSteps::All)
{
    const auto workload = TRY(workloadOfText(source, "test", sizes, steps));
    return makeTask(workload.name, workload.args, parseTarget("llvm -mcpu=znver3").value());
}

/// The error of the first thing that fails: reading, making the task, its only config.
std::optional<Error> errorOf(const std::string& source)
{
    const auto task = taskOf(source);
    if (!task) {
        return task.error();
    }
    const auto nest = lowerConfig(*task, task->space.at(0).value());
    return nest ? std::nullopt : std::optional(nest.error());
}

const std::string kProduct = "matmul(n=64, m=64, k=64)\n";

/// Elements of an input, all different.
std::vector<double> someValues(const ir::Tensor& tensor)
{
    std::vector<double> values(static_cast<size_t>(tensor.elements()));
    for (size_t i = 0; i < values.size(); ++i) {
        values[i] = std::sin(static_cast<double>(i));
    }
    return values;
}

std::vector<double> resultOf(const std::string& source, std::vector<std::vector<double>>& inputs)
{
    const auto text = parseSchedule(source).value();
    const auto made = computationOf(text, sizesOf(text, {}).value());
    if (!made) {
        qFatal("%s", made.error().message.c_str());
    }
    const Computation& computation = *made;
    TensorValues values;
    for (const ir::Tensor& input : computation.inputs) {
        values[&input.node()] = someValues(input);
        inputs.push_back(values[&input.node()]);
    }
    const auto result = evaluate(computation.output, values);
    if (!result) {
        qFatal("%s", result.error().message.c_str());
    }
    return *result;
}

/// A template with a knob of a thousand values for each of `knobs` splits.
std::string thousands(int knobs)
{
    std::string text;
    for (int i = 0; i < knobs; ++i) {
        text += fmt::format("knob t{} = 1", i);
        for (int value = 2; value <= 1000; ++value) {
            text += fmt::format(", {}", value);
        }
        text += "\n";
    }
    for (int i = 0; i < knobs; ++i) {
        text += fmt::format("a{0}, b{0} = split({1}, t{0})\n", i, i == 0 ? "C.y" : fmt::format("a{}", i - 1));
    }
    return text;
}

/// A schedule that splits one loop again and again.
QString endlessNest()
{
    std::string text = kProduct;
    for (int i = 0; i < 400; ++i) {
        text += fmt::format("a{0}, b{0} = split({1}, 2)\n", i, i == 0 ? "C.y" : fmt::format("a{}", i - 1));
    }
    return QString::fromStdString(text);
}

} // namespace

class TestScript : public QObject
{
    Q_OBJECT
private slots:
    void readsALine()
    {
        const auto text =
            parseSchedule("# a product\n" + kProduct + "\nyo, yi = split(C.y, 8)  # rows\n  - unroll(yi)\nparallel(yo)\n");
        QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
        QCOMPARE(text->lines.size(), size_t(3));
        QCOMPARE(text->stepCount(), size_t(2));
        QCOMPARE(text->lines[0].text, std::string("yo, yi = split(C.y, 8)"));
        QCOMPARE(text->lines[0].line(), size_t(4));
        QCOMPARE(text->lines[0].call.place, (TextPlace{4, 10}));
        QVERIFY(!text->lines[1].isEnabled);
        QCOMPARE(text->lineOfStep(2), std::optional<size_t>(2));
        QCOMPARE(text->lineOfStep(3), std::nullopt);
    }

    void makesTheLoopsThatItNames()
    {
        const auto task = taskOf(kProduct
                                 + "W = cache_write(C)\nyo, yi = split(C.y, 8)\nxo, xi = split(C.x, 16)\n"
                                   "reorder(yo, xo, yi, xi)\ncompute_at(W, C, xo)\nreorder(W.k, W.y, W.x)\n"
                                   "vectorize(W.x)\nunroll(W.y)\nparallel(yo)\n");
        QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
        QCOMPARE(task->name, std::string("user/test"));
        QCOMPARE(task->plainFlops, 2.0 * 64 * 64 * 64);
        const auto nest = lowerConfig(*task, task->space.at(0).value());
        QVERIFY2(nest.has_value(), nest ? "" : nest.error().message.c_str());
        const std::string printed = ir::text(*nest);
        QVERIFY2(printed.find("parallel") != std::string::npos && printed.find("y.outer in 0..8") != std::string::npos,
                 printed.c_str());
    }

    void aLoopNeedsNoTensorIfOnlyOneHasIt()
    {
        const auto shortly = taskOf(kProduct + "xo, xi = split(x, 16)\nreorder(y, k, xo, xi)\n");
        const auto fully = taskOf(kProduct + "xo, xi = split(C.x, 16)\nreorder(C.y, C.k, xo, xi)\n");
        QVERIFY2(shortly.has_value(), shortly ? "" : shortly.error().message.c_str());
        QCOMPARE(ir::text(lowerConfig(*shortly, shortly->space.at(0).value()).value()),
                 ir::text(lowerConfig(*fully, fully->space.at(0).value()).value()));
    }

    void sizesReplaceThoseOfTheText()
    {
        QCOMPARE(taskOf(kProduct, {{"k", 32}})->plainFlops, 2.0 * 64 * 64 * 32);
        const auto task = taskOf("size n = 4, m = n * 2\nC[y=n, x=m] = sum(k=m, A[y, k] * B[k, x])", {{"n", 16}});
        QCOMPARE(task->plainFlops, 2.0 * 16 * 32 * 32);
        const auto unknown = taskOf(kProduct, {{"z", 32}});
        QVERIFY(!unknown && unknown.error().message.find("there are k, m, n") != std::string::npos);
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("words");
        const QString product = QString::fromStdString(kProduct);
        const auto row = [](const char* name, const QString& text, int line, int column, const char* words) {
            QTest::newRow(name) << text << line << column << words;
        };
        row("nothing", "", 1, 1, "does not say what to compute");
        row("two computations", product + "D[y=4] = A[y]", 1, 1, "says twice");
        row("no line", product + "unroll", 2, 1, "no line of a schedule");
        row("primitive", product + "unrol(C.y)", 2, 1, "nearest is unroll");
        row("unclosed", product + "unroll(C.y", 2, 11, "',' or ')' is missing");
        row("letters", product + "unroll(C.y) $", 2, 13, "the end of the line, not '$'");
        row("loop", product + "unroll(C.z)", 2, 8, "C has C.y, C.x, C.k");
        row("no loop", product + "unroll(yo)", 2, 8, "no loop 'yo'");
        row("loop of two", product + "W = cache_write(C)\nunroll(y)", 3, 8, "several tensors; write C.y or W.y");
        row("switched off", product + "- yo, yi = split(C.y, 8)\nunroll(yi)", 3, 8, "line 2, which makes it, is switched off");
        row("gone", product + "yo, yi = split(C.y, 8)\nunroll(C.y)", 3, 1, "split or fused before");
        row("factor", product + "split(C.y, 0)", 2, 12, "from 1 to");
        row("names", product + "a, b, c = split(C.y, 8)", 2, 1, "makes 2 things to name, but 3 names are given");
        row("race", product + "parallel(C.k)", 2, 1, "add to the same element");
        row("fused race", product + "f = fuse(C.x, C.k)\nparallel(f)", 2, 5, "one is a reduction and the other is not");
        row("race of a part", product + "ko, ki = split(C.k, 8)\nparallel(ko)", 3, 1, "add to the same element");
        row("vectors of sums", product + "vectorize(C.k)", 2, 1, "rfactor creates partial sums");
        row("write late", product + "unroll(C.y)\nW = cache_write(C)", 3, 5, "before any other primitive");
        row("tag", product + "bind(C.y, \"blockIdx.w\")", 2, 1, "blockIdx or threadIdx");
        row("zero", product + "split(C.y, 8 / 0)", 2, 12, "division by zero");
        row("real", product + "split(C.y, 2.5)", 2, 12, "whole number");
        row("unused knob", product + "knob t = 1, 2\nsplit(C.y, 8)", 2, 6, "no line that is switched on uses knob t");
        row("knob's loop", product + "knob t = split(C.z, 2)\nsplit(C.y, t)", 2, 16, "no loop C.z");
        row("knob's parts", product + "knob t = split(C.y, 1)\nsplit(C.y, t)", 2, 10, "2 to 8 parts");
        row("knob of zero", product + "knob t = 0, 8\nyo, yi = split(C.y, 64 / t)", 3, 21, "division by zero");
        row("more configs than numbers", QString::fromStdString(kProduct + thousands(7)), 8, 6, "more than 2^62 points");
        row("endless text", product + QString("unroll(C.y)\n").repeated(30000), 1, 1, "longer than 256 KiB");
        row("endless nest", endlessNest(), 63, 12, "more than 64 loops");
        row("endless knob", product + "knob t = split(2147483648, 8, policy=\"verbose\")\nsplit(C.y, t)", 2, 6, "");
        row("outside", "size y = 8\nC[y] = A[y - 1]", 2, 10, "runs from -1 to 6");
        row("outside its own", "size y = 8\nD[y] = A[y]\nC[y] = D[y + 1]", 3, 10, "the extent is 8");
        row("outside an input", "input A[8]\nC[y=9] = A[y]", 2, 12, "the extent is 8");
        row("wrong guard", "size y = 8\nC[y] = select(y >= 0, A[y - 1], 0)", 2, 25, "runs from -1");
        row("square", "size y = 8\nC[y] = A[y * y]", 2, 10, "made of loops and numbers");
        row("part of a sum", "size y = 8, k = 8\nC[y] = 1 + sum(k, A[k, y])", 2, 12, "must be the whole right side");
        row("unknown size", "C[y] = A[y]", 1, 3, "no size 'y'");
        row("unread", "size y = 8\nD[y] = A[y]\nC[y] = A[y]", 2, 1, "no later line reads D");
        row("no input", "C[y=8] = 1", 1, 1, "read no input");
        row("function", "C[y=8] = log(A[y])", 1, 10, "'log' with 1 values is unknown");
        row("division by zero", "C[y=8] = A[y] / 0", 1, 10, "division by zero");
        row("huge", "C[y=2147483647, x=2147483647] = A[y] * A[x]", 1, 1, "2^40 elements");
        row("huge fusion", "C[y=1048576, x=1048576] = A[y] * A[x]\nyo, yi = split(C.y, 2147483647)\nf = fuse(yi, C.x)", 3, 5,
            "2^40 iterations");
        row("deep", product + "split(C.y, " + QString("(").repeated(100) + "1" + QString(")").repeated(100) + ")", 2, 75, "");
        row("late head", product + "unroll(C.y)\nsize z = 3", 3, 1, "before the first primitive");
        row("off head", "- size y = 3\nC[y] = A[y]", 1, 3, "only primitives can be switched off");
        row("from itself", "from [\"user/x\", \"\", {}] config 0", 1, 6, "copy its lines");
        row("from nothing", "from [\"dense_pack.x86\"] config 0", 1, 6, "dense_pack.x86");
        row("filter", "conv2d(h=2, w=2, r=9, pad=0)", 1, 1, "larger than the padded image");
    }

    void refusals()
    {
        QFETCH(QString, text);
        QFETCH(int, line);
        QFETCH(int, column);
        QFETCH(QString, words);
        const auto error = errorOf(text.toStdString());
        QVERIFY(error.has_value());
        const auto place = placeOf(*error);
        QVERIFY2(place.has_value(), error->message.c_str());
        QVERIFY2(error->message.find(words.toStdString()) != std::string::npos, error->message.c_str());
        QVERIFY2(static_cast<int>(place->line) == line && static_cast<int>(place->column) == column, error->message.c_str());
    }

    void definitionsComputeWhatTheySay()
    {
        std::vector<std::vector<double>> in;
        const auto padded = resultOf("C[y=5] = select(y >= 1 && y < 4, A[y - 1], 0) + 2", in);
        QCOMPARE(in[0].size(), size_t(3));
        QCOMPARE(padded[0], 2.0);
        QCOMPARE(padded[1], in[0][0] + 2);
        QCOMPARE(padded[4], 2.0);
        in.clear();
        const auto soft = resultOf("softmax(n=3, m=7)", in);
        double sum = 0;
        for (size_t x = 0; x < 7; ++x) {
            sum += soft[7 + x];
            QVERIFY(std::abs(soft[7 + x] / soft[7] - std::exp(in[0][7 + x] - in[0][7])) < 1e-9);
        }
        QVERIFY(std::abs(sum - 1) < 1e-9);
        in.clear();
        const auto turned = resultOf("transpose(n=3, m=5)", in);
        QCOMPARE(turned[1], in[0][5]);
        in.clear();
        const auto strided = resultOf("C[y=4] = max(k=3, A[y / 2 + k % 2])", in);
        QCOMPARE(in[0].size(), size_t(3));
        QCOMPARE(strided[2], std::max(in[0][1], in[0][2]));
    }

    void theStatesAreConfigs()
    {
        const auto task =
            taskOf(kProduct + "knob t = 4, 8\nyo, yi = split(C.y, t)\n- unroll(yi)\nvectorize(C.k)\n", {}, TextSteps::Steps);
        QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
        QCOMPARE(task->space.rangeLength(), int64_t(6));
        QVERIFY(lowerConfig(*task, task->space.at(0).value()).has_value());
        QVERIFY(lowerConfig(*task, task->space.at(3).value()).has_value());
        const auto illegal = lowerConfig(*task, task->space.at(4).value());
        QVERIFY(!illegal && placeOf(illegal.error()) == std::optional(TextPlace{5, 1}));
        QCOMPARE(fallbackConfig(*task)->index, std::optional<int64_t>(4));
    }

    /// 10^15 configs are counted and drawn from, not listed.
    void manyConfigsAreASpace()
    {
        const auto task = taskOf(kProduct + thousands(5));
        QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
        QCOMPARE(task->space.rangeLength(), int64_t(1'000'000'000'000'000));
        QVERIFY(task->space.at(999'999'999'999'999).has_value());
    }

    void aWorkloadIsReadBack()
    {
        const auto workload = workloadOfText(kProduct, "my schedule!", {{"n", 8}}, TextSteps::Steps).value();
        QCOMPARE(workload.name, std::string("user/my_schedule_"));
        const auto arguments = readTextArguments(workload.args).value();
        QCOMPARE(arguments.source, kProduct);
        QCOMPARE(arguments.given.at("n"), int64_t(8));
        QVERIFY(arguments.steps == TextSteps::Steps);
        for (const nlohmann::json& wrong :
             std::vector<nlohmann::json>{nullptr, {1, 2}, {"x"}, {"x", {{"n", "y"}}}, {"x", {}, "other"}}) {
            QVERIFY(!readTextArguments(wrong));
        }
    }
};

QTEST_APPLESS_MAIN(TestScript)
#include "tst_script.moc"
