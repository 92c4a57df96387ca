// SPDX-License-Identifier: GPL-3.0-or-later
// The values of a definition, whichever way they are worked out.
#include "core/op/evaluate.h"
#include "core/op/productsum.h"
#include "tests/core/op/reference.h"

#include <QTest>

#include <array>
#include <random>

using namespace knobscope;
using namespace knobscope::ir;

namespace {

std::vector<double> numbers(int64_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<double> out;
    for (int64_t i = 0; i < count; ++i) {
        out.push_back(static_cast<double>(random() % 1000) / 7 - 70);
    }
    return out;
}

/// a (m, k) times b (k, n), with the index of b's row as given.
Tensor product(const Tensor& a, const Tensor& b, int64_t m, int64_t n, int64_t k, const std::function<Expr(const Var&)>& row)
{
    const IterVar fold = reduceAxis("k", k);
    return compute("C", {m, n}, [&](auto i) { return sum(a({i[0], fold.var}) * b({row(fold.var), i[1]}), {fold}); });
}

} // namespace

class TestEvaluate : public QObject
{
    Q_OBJECT
private slots:
    void convolutionsAreWhatTextbooksWrite()
    {
        std::mt19937 random(7);
        const auto one = [&](int64_t most) { return static_cast<int64_t>(random() % static_cast<unsigned>(most)) + 1; };
        for (int i = 0; i < 60; ++i) {
            Conv2d c;
            c.n = one(2);
            c.c = one(7);
            c.k = one(9);
            c.h = 5 + one(9);
            c.w = 5 + one(9);
            c.r = one(3);
            c.s = one(3);
            c.stride = {one(2), one(2)};
            c.dilation = {one(2), one(2)};
            c.pad = {one(3) - 1, one(3) - 1, one(3) - 1, one(3) - 1};
            const std::vector<double> data = numbers(c.n * c.c * c.h * c.w, 1);
            const std::vector<double> kernel = numbers(c.k * c.c * c.r * c.s, 2);
            const Conv2dExpression plain = conv2dNchw(c);
            TensorValues values{{&plain.data.node(), data}, {&plain.kernel.node(), kernel}};
            QVERIFY(evaluate(plain.output, values).value() == referenceConv2d(c, data, kernel)); // the same order of sums
        }
    }

    /// Two or three filters for each channel: output channel k reads channel k / multiplier, whatever the blocks.
    void depthwiseBlocksAreWhatTextbooksWrite()
    {
        for (const auto [multiplier, ic, oc] :
             {std::array{1, 3, 2}, std::array{2, 3, 4}, std::array{3, 2, 9}, std::array{2, 6, 1}}) {
            Conv2d c;
            c.n = 2;
            c.c = 6;
            c.k = 6 * multiplier;
            c.depthwise = true;
            c.h = 7;
            c.w = 6;
            c.r = 3;
            c.s = 2;
            c.pad = {1, 0, 1, 1};
            const std::vector<double> data = numbers(c.n * c.c * c.h * c.w, 1);
            const std::vector<double> kernel = numbers(c.k * c.r * c.s, 2);
            const std::vector<double> right = referenceConv2d(c, data, kernel);
            const Conv2dExpression e = depthwiseNchwc(c, ic, oc);
            const auto inBlocks = [](const std::vector<double>& plain, int64_t outer, int64_t channels, int64_t inner,
                                     int64_t block) {
                std::vector<double> out(plain.size());
                for (int64_t n = 0; n < outer; ++n) {
                    for (int64_t channel = 0; channel < channels; ++channel) {
                        for (int64_t i = 0; i < inner; ++i) {
                            const int64_t at = ((n * (channels / block) + channel / block) * inner + i) * block + channel % block;
                            out[static_cast<size_t>(at)] = plain[static_cast<size_t>((n * channels + channel) * inner + i)];
                        }
                    }
                }
                return out;
            };
            TensorValues values{{&e.data.node(), inBlocks(data, c.n, c.c, c.h * c.w, ic)},
                                {&e.kernel.node(), inBlocks(kernel, 1, c.k, c.r * c.s, oc)}};
            QVERIFY(evaluate(e.output, values).value() == inBlocks(right, c.n, c.k, c.oh() * c.ow(), oc));
        }
    }

    void productsAreToldFromOtherSums()
    {
        const Tensor a = placeholder("A", {5, 6});
        const Tensor b = placeholder("B", {6, 7});
        const Tensor plain = product(a, b, 5, 7, 6, [](const Var& k) { return Expr(k); });
        QVERIFY(ProductSum::match(plain, 0, 35).has_value());
        QVERIFY(!ProductSum::match(plain, 2, 1).has_value()); // no lanes
        const IterVar k = reduceAxis("k", 6);
        const Tensor most = compute("C", {5}, [&](auto i) { return maxReduce(a({i[0], k.var}), {k}); });
        QVERIFY(!ProductSum::match(most, 0, 5).has_value());
        // An index of which a term needs lane and step together: the slow way, with the same values.
        const IterVar fold = reduceAxis("k", 6);
        const Tensor mixed = compute("C", {5, 7}, [&](auto i) {
            return sum(a({i[0], floorDiv(Expr(fold.var) + Expr(i[1]), 2)}) * b({fold.var, i[1]}), {fold});
        });
        QVERIFY(!ProductSum::match(mixed, 0, 35).has_value());
        const std::vector<double> x = numbers(30, 3);
        const std::vector<double> y = numbers(42, 4);
        TensorValues values{{&a.node(), x}, {&b.node(), y}};
        const auto actual = evaluate(mixed, values).value();
        for (size_t i = 0; i < 5; ++i) {
            for (size_t j = 0; j < 7; ++j) {
                double expected = 0;
                for (size_t f = 0; f < 6; ++f) {
                    expected += x[i * 6 + (f + j) / 2] * y[f * 7 + j];
                }
                QCOMPARE(actual[i * 7 + j], expected);
            }
        }
    }

    void whatReadsOutsideIsRefusedByName()
    {
        const Tensor a = placeholder("A", {5, 6});
        const Tensor b = placeholder("B", {6, 7});
        TensorValues values{{&a.node(), numbers(30, 1)}, {&b.node(), numbers(42, 2)}};
        for (const int64_t by : {1, -1}) {
            const Tensor beyond = product(a, b, 5, 7, 6, [&](const Var& k) { return Expr(k) + Expr(by); });
            QVERIFY(ProductSum::match(beyond, 0, 35).has_value());
            const auto refused = evaluate(beyond, values);
            QVERIFY(!refused);
            QCOMPARE(QString::fromStdString(refused.error().message),
                     QStringLiteral("C: reads B at %1 in dimension 0 of 6").arg(by > 0 ? 6 : -1));
        }
        const Tensor wide = compute("C", {5, 8}, [&](auto i) {
            const IterVar k = reduceAxis("k", 6);
            return sum(a({i[0], k.var}) * b({k.var, i[1]}), {k});
        });
        QVERIFY(evaluate(wide, values).error().message.find("reads B at 7 in dimension 1 of 7") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestEvaluate)
#include "tst_evaluate.moc"
