// SPDX-License-Identifier: GPL-3.0-or-later
// Random configs of every CPU template on odd shapes, compiled, run, and compared with the operator's definition.
#include "core/target/host.h"
#include "tests/core/op/reference.h"
#include "tests/core/template/definitionrun.h"
#include "tests/nightly.h"

#include <QTest>

#include <cstring>
#include <random>

using namespace knobscope;
using nlohmann::json;

class TestKernels : public QObject
{
    Q_OBJECT
private:
    std::unique_ptr<KernelLoader> m_loader = KernelLoader::create().value();
    double m_worst = 0;
    int m_kernels = 0;

private slots:
    void randomConfigsComputeTheOperator_data()
    {
        QTest::addColumn<int>("which");
        int i = 0;
        for (const CpuShape& shape : cpuShapes()) {
            QTest::newRow(qPrintable(QString("%1 #%2").arg(shape.name).arg(i))) << i;
            ++i;
        }
    }

    void randomConfigsComputeTheOperator()
    {
        QFETCH(int, which);
        const CpuShape shape = cpuShapes()[static_cast<size_t>(which)];
        const char* target = std::strstr(shape.name, "arm") ? "llvm -device=arm_cpu" : "llvm";
        const auto task = makeTask(shape.name, shape.args, parseTarget(target).value());
        QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
        std::mt19937_64 random(static_cast<uint64_t>(which) + 1);
        for (int round = 0; round < casesOf(25, 5); ++round) {
            const auto index = static_cast<int64_t>(random() % static_cast<uint64_t>(task->space.rangeLength()));
            const auto entity = task->space.at(index);
            const auto error = relativeError(*task, *entity, [&](const ir::LoopNest& nest, const KernelInput& input) {
                return runKernel(nest, *m_loader, input);
            });
            QVERIFY2(error.has_value(), error ? "" : fmt::format("{}: {}", entityText(*entity), error.error().message).c_str());
            QVERIFY2(*error < 1e-5, fmt::format("{}: relative error {}", entityText(*entity), *error).c_str());
            m_worst = std::max(m_worst, *error);
            ++m_kernels;
        }
    }

    /// Configs whose blocks are within a group; the others have no kernel.
    void groupsAreComputed()
    {
        for (const int64_t stride : {1, 2}) {
            const nlohmann::json args{
                floatTensor({2, 12, 9, 10}), floatTensor({18, 4, 3, 3}), {stride, stride}, {1, 1, 1, 1}, {1, 1}, 3, "float32"};
            const auto task = makeTask("group_conv2d_nchw.x86", args, parseTarget("llvm").value());
            QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
            int kernels = 0;
            for (int64_t index = 0; index < task->space.rangeLength(); index += isNightly() ? 1 : 5) {
                const auto entity = task->space.at(index).value();
                if (!scheduleConfig(*task, entity)) {
                    continue;
                }
                const auto error = relativeError(*task, entity, [&](const ir::LoopNest& nest, const KernelInput& input) {
                    return runKernel(nest, *m_loader, input);
                });
                QVERIFY2(error.has_value(),
                         error ? "" : fmt::format("{}: {}", entityText(entity), error.error().message).c_str());
                QVERIFY2(*error < 1e-5, fmt::format("{}: relative error {}", entityText(entity), *error).c_str());
                ++kernels;
            }
            QVERIFY(kernels >= 5);
        }
    }

    void cleanupTestCase() { qInfo("%d kernels, worst relative error %.2g", m_kernels, m_worst); }

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
