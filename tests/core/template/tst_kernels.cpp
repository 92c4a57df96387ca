// SPDX-License-Identifier: GPL-3.0-or-later
// Random configs of every CPU template on odd shapes, compiled, run, and compared with the operator's definition.
#include "core/op/evaluate.h"
#include "core/task/host.h"
#include "core/task/task.h"
#include "tests/core/op/reference.h"
#include "tests/core/template/kernelrun.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace knobscope;
using nlohmann::json;

namespace {

json tensor(std::vector<int64_t> shape)
{
    return {"TENSOR", std::move(shape), "float32"};
}

struct Shape {
    const char* name;
    json args;
};

json conv(int64_t n, int64_t c, int64_t h, int64_t w, int64_t k, int64_t r, int64_t stride, int64_t pad, bool layouts)
{
    json args{tensor({n, c, h, w}), tensor({k, c, r, r}), {stride, stride}, {pad, pad, pad, pad}, {1, 1}};
    if (layouts) {
        args.push_back("NCHW");
        args.push_back("NCHW");
    }
    args.push_back("float32");
    return args;
}

json depthwise(int64_t c, int64_t h, int64_t w, int64_t r, int64_t stride, int64_t pad)
{
    return {
        tensor({1, c, h, w}), tensor({c, 1, r, r}), {stride, stride}, {pad, pad, pad, pad}, {1, 1}, "NCHW", "NCHW", "float32"};
}

std::vector<Shape> shapes()
{
    return {{"tutorial/matmul_v1", {33, 17, 29, "float32"}},
            {"tutorial/matmul", {36, 25, 48, "float32"}},
            {"conv2d_NCHWc.x86", conv(1, 12, 9, 11, 24, 3, 1, 1, true)},
            {"conv2d_NCHWc.x86", conv(2, 6, 13, 14, 20, 3, 2, 1, true)},
            {"conv2d_NCHWc.x86", conv(1, 3, 17, 17, 16, 7, 2, 3, true)},
            {"conv2d_NCHWc.x86", conv(1, 16, 7, 15, 24, 1, 1, 0, true)},
            {"conv2d_NCHWc.x86", conv(1, 10, 9, 9, 12, 1, 2, 0, true)},
            {"depthwise_conv2d_NCHWc.x86", depthwise(24, 11, 10, 3, 1, 1)},
            {"depthwise_conv2d_NCHWc.x86", depthwise(18, 13, 12, 5, 2, 2)},
            {"dense_nopack.x86", {tensor({3, 60}), tensor({25, 60}), nullptr, "float32"}},
            {"dense_pack.x86", {tensor({12, 30}), tensor({42, 30}), nullptr, "float32"}},
            {"batch_matmul.x86", {tensor({3, 9, 24}), tensor({3, 10, 24})}},
            {"conv2d_nchw_spatial_pack.arm_cpu", conv(1, 5, 8, 12, 12, 3, 1, 1, false)}};
}

} // namespace

class TestKernels : public QObject
{
    Q_OBJECT
private:
    std::unique_ptr<KernelLoader> m_loader;
    double m_worst = 0;
    int m_kernels = 0;

    /// Largest error of any element, relative to the largest output.
    Result<double> relativeError(const Task& task, const ConfigEntity& entity)
    {
        const auto schedule = scheduleConfig(task, entity);
        const auto nest = schedule ? lowerConfig(task, entity) : fail(schedule);
        if (!nest) {
            return fail(nest);
        }
        const auto inputs = schedule->inputs();
        TensorValues values;
        const auto actual = runKernel(*nest, *m_loader, [&](size_t argument, int64_t element) {
            const float v = static_cast<float>((element * 37 + static_cast<int64_t>(argument) * 11) % 101 - 50) / 7.0F;
            values[&inputs[argument].node()].push_back(v);
            return v;
        });
        if (!actual) {
            return fail(actual);
        }
        const auto expected = evaluate(schedule->outputs().front(), values);
        if (!expected) {
            return fail(expected);
        }
        double scale = 1e-30;
        double worst = 0;
        for (size_t j = 0; j < expected->size(); ++j) {
            scale = std::max(scale, std::abs((*expected)[j]));
            const double difference = std::abs((*expected)[j] - (*actual)[j]);
            if (std::isnan(difference)) {
                return std::numeric_limits<double>::infinity(); // an element that the kernel never wrote
            }
            worst = std::max(worst, difference);
        }
        return worst / scale;
    }

private slots:
    void initTestCase()
    {
        auto loader = KernelLoader::create();
        QVERIFY(loader.has_value());
        m_loader = std::move(*loader);
    }

    void randomConfigsComputeTheOperator_data()
    {
        QTest::addColumn<int>("which");
        int i = 0;
        for (const Shape& shape : shapes()) {
            QTest::newRow(qPrintable(QString("%1 #%2").arg(shape.name).arg(i))) << i;
            ++i;
        }
    }

    void randomConfigsComputeTheOperator()
    {
        QFETCH(int, which);
        const Shape shape = shapes()[static_cast<size_t>(which)];
        const char* target = std::strstr(shape.name, "arm") ? "llvm -device=arm_cpu" : "llvm";
        const auto task = makeTask(shape.name, shape.args, parseTarget(target).value());
        QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
        std::mt19937_64 random(static_cast<uint64_t>(which) + 1);
        for (int round = 0; round < 25; ++round) {
            const auto index = static_cast<int64_t>(random() % static_cast<uint64_t>(task->space.rangeLength()));
            const auto entity = task->space.at(index);
            const auto error = relativeError(*task, *entity);
            QVERIFY2(error.has_value(), error ? "" : fmt::format("{}: {}", entityText(*entity), error.error().message).c_str());
            QVERIFY2(*error < 1e-5, fmt::format("{}: relative error {}", entityText(*entity), *error).c_str());
            m_worst = std::max(m_worst, *error);
            ++m_kernels;
        }
    }

    void cleanupTestCase()
    {
        qInfo("%d kernels, worst relative error %.2g", m_kernels, m_worst);
        m_loader.reset();
    }

    /// The definitions themselves against textbook loops.
    void definitionsEqualTextbookLoops()
    {
        Conv2d c;
        c.n = 2;
        c.c = 6;
        c.h = 7;
        c.w = 8;
        c.k = 4;
        c.r = 3;
        c.s = 2;
        c.stride = {2, 1};
        c.pad = {1, 0, 2, 1};
        std::vector<double> data;
        std::vector<double> kernel;
        for (int i = 0; i < 2 * 6 * 7 * 8; ++i) {
            data.push_back(i * 7 % 13 - 6);
        }
        for (int i = 0; i < 4 * 6 * 3 * 2; ++i) {
            kernel.push_back(i * 5 % 11 - 5);
        }
        const auto expected = referenceConv2d(c, data, kernel);
        const Conv2dExpression plain = conv2dNchw(c);
        TensorValues values{{&plain.data.node(), data}, {&plain.kernel.node(), kernel}};
        QVERIFY(evaluate(plain.output, values).value() == expected);
        // Packed by hand: channel c of block b is element c of that block.
        const Conv2dExpression packed = conv2dNchwc(c, 3, 2);
        std::vector<double> packedData(data.size());
        std::vector<double> packedKernel(kernel.size());
        for (size_t n = 0; n < 2; ++n) {
            for (size_t ch = 0; ch < 6; ++ch) {
                for (size_t at = 0; at < 56; ++at) {
                    packedData[((n * 2 + ch / 3) * 56 + at) * 3 + ch % 3] = data[(n * 6 + ch) * 56 + at];
                }
            }
        }
        for (size_t k = 0; k < 4; ++k) {
            for (size_t ch = 0; ch < 6; ++ch) {
                for (size_t at = 0; at < 6; ++at) {
                    packedKernel[((((k / 2) * 2 + ch / 3) * 6 + at) * 3 + ch % 3) * 2 + k % 2] = kernel[(k * 6 + ch) * 6 + at];
                }
            }
        }
        TensorValues packedValues{{&packed.data.node(), packedData}, {&packed.kernel.node(), packedKernel}};
        const auto actual = evaluate(packed.output, packedValues).value();
        const auto plane = static_cast<size_t>(c.oh() * c.ow());
        for (size_t n = 0; n < 2; ++n) {
            for (size_t k = 0; k < 4; ++k) {
                for (size_t at = 0; at < plane; ++at) {
                    QCOMPARE(actual[((n * 2 + k / 2) * plane + at) * 2 + k % 2], expected[(n * 4 + k) * plane + at]);
                }
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestKernels)
#include "tst_kernels.moc"
