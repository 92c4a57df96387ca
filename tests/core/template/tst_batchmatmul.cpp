// SPDX-License-Identifier: GPL-3.0-or-later
// Batched matrix products in all orders of their factors: random shapes and configs, held against textbook loops.
#include "core/target/host.h"
#include "core/task/task.h"
#include "core/template/untuned.h"
#include "tests/core/template/definitionrun.h"
#include "tests/nightly.h"

#include <QTest>

#include <random>

using namespace knobscope;
using nlohmann::json;

namespace {

struct Product {
    int64_t batch = 1, m = 1, n = 1, k = 1;
    bool transposeA = false, transposeB = false;

    json args() const
    {
        return {floatTensor(transposeA ? std::vector{batch, k, m} : std::vector{batch, m, k}),
                floatTensor(transposeB ? std::vector{batch, n, k} : std::vector{batch, k, n}),
                {batch, m, n},
                "float32",
                transposeA,
                transposeB};
    }
    int64_t placeOfA(int64_t b, int64_t row, int64_t depth) const
    {
        return b * m * k + (transposeA ? depth * m + row : row * k + depth);
    }
    int64_t placeOfB(int64_t b, int64_t column, int64_t depth) const
    {
        return b * n * k + (transposeB ? column * k + depth : depth * n + column);
    }
};

double elementAt(size_t argument, int64_t element)
{
    return elementOf(ir::float32, element, static_cast<int64_t>(argument));
}

std::vector<double> productOf(const Product& p)
{
    std::vector<double> all;
    for (int64_t b = 0; b < p.batch; ++b) {
        for (int64_t row = 0; row < p.m; ++row) {
            for (int64_t column = 0; column < p.n; ++column) {
                double sum = 0;
                for (int64_t depth = 0; depth < p.k; ++depth) {
                    sum += elementAt(0, p.placeOfA(b, row, depth)) * elementAt(1, p.placeOfB(b, column, depth));
                }
                all.push_back(sum);
            }
        }
    }
    return all;
}

Product randomProduct(std::mt19937_64& random)
{
    const auto upTo = [&](uint64_t most) { return static_cast<int64_t>(1 + random() % most); };
    return {upTo(3), upTo(31), upTo(70), upTo(20), random() % 2 == 0, random() % 2 == 0};
}

} // namespace

class TestBatchMatmul : public QObject
{
    Q_OBJECT
private:
    std::unique_ptr<KernelLoader> m_loader = KernelLoader::create().value();

    void check(const Task& task, const ConfigEntity& entity, const Product& p)
    {
        const auto nest = lowerConfig(task, entity);
        const std::string label = task.args.dump() + " " + entityText(entity);
        QVERIFY2(nest.has_value(), nest ? "" : (label + nest.error().message).c_str());
        const auto actual = runKernel(*nest, *m_loader, elementAt);
        QVERIFY2(actual.has_value(), label.c_str());
        const double error = largestError(*actual, productOf(p), [](int64_t i) { return i; });
        QVERIFY2(error < 1e-5, fmt::format("{}: {}", label, error).c_str());
    }

private slots:
    void randomConfigs_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("AutoTVM's") << "batch_matmul.x86";
        QTest::newRow("tiles") << "batch_matmul_tiles.x86";
    }
    void randomConfigs()
    {
        QFETCH(QString, name);
        std::mt19937_64 random(5);
        for (int i = 0; i < casesOf(200, 24); ++i) {
            const Product p = randomProduct(random);
            const auto task = makeTask(name.toStdString(), p.args(), hostTarget().value());
            QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
            const auto index = static_cast<int64_t>(random() % static_cast<uint64_t>(task->space.rangeLength()));
            check(*task, task->space.at(index).value(), p);
        }
    }

    void untunedConfigs()
    {
        const Target host = hostTarget().value();
        for (const Product& p : {Product{3, 197, 197, 64}, Product{3, 197, 64, 197}, Product{2, 5, 3, 4}, Product{1, 97, 1030, 3},
                                 Product{2, 33, 20, 9, true, true}}) {
            const auto task = makeTask("batch_matmul_tiles.x86", p.args(), host).value();
            for (const int threads : {1, 2}) {
                const auto entity = untunedConfig(**findTemplate(task.name), task.space, traitsOf(host), task.args, threads);
                QVERIFY(entity && entity->index.has_value());
                check(task, *entity, p);
            }
        }
    }

    void wrongArgumentsAreRefused()
    {
        const auto errorOf = [](const char* name, const json& args) {
            const auto task = makeTask(name, args, parseTarget("llvm").value());
            return task ? std::string() : task.error().message;
        };
        json args = Product{2, 7, 5, 9}.args();
        args[5] = true;
        QVERIFY(errorOf("batch_matmul.x86", args).find("x (B, M, K) and y (B, N, K) must have the same B and K")
                != std::string::npos);
        args[5] = "no";
        QVERIFY(errorOf("batch_matmul_tiles.x86", args).find("(transpose_b) must be true, false or null") != std::string::npos);
        json bytes = Product{2, 7, 8, 8}.args();
        bytes[0][2] = "uint8";
        bytes[1][2] = "int8";
        bytes[3] = "int32";
        QVERIFY(errorOf("batch_matmul_dot.x86", bytes).find("(transpose_b) must be true or null") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestBatchMatmul)
#include "tst_batchmatmul.moc"
