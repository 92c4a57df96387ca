// SPDX-License-Identifier: GPL-3.0-or-later
#include "interpreter.h"

#include "core/ir/printer.h"
#include "core/lower/lower.h"

#include <QTest>

using namespace knobscope;
using namespace knobscope::ir;

namespace {

Tensor matmul(const Tensor& a, const Tensor& b)
{
    const IterVar k = reduceAxis("k", a.dim(1));
    return compute("C", {a.dim(0), b.dim(1)}, [&](auto i) { return sum(a({i[0], k.var}) * b({k.var, i[1]}), {k}); }, {"y", "x"});
}

size_t count(const std::string& haystack, const std::string& needle)
{
    size_t n = 0;
    for (size_t at = haystack.find(needle); at != std::string::npos; at = haystack.find(needle, at + 1)) {
        ++n;
    }
    return n;
}

} // namespace

class TestLower : public QObject
{
    Q_OBJECT
private slots:
    void plainMatmulReadsAsAStudentWouldWriteIt()
    {
        const Tensor a = placeholder("A", {4, 8});
        const Tensor b = placeholder("B", {8, 2});
        const auto nest = lower(Schedule({matmul(a, b)}), "matmul");
        QVERIFY(nest.has_value());
        const std::string expected = "matmul(A: float32[4, 8], B: float32[8, 2], C: float32[4, 2]):\n"
                                     "for y in 0..4:\n"
                                     "  for x in 0..2:\n"
                                     "    C[y, x] = 0.0\n"
                                     "    for k in 0..8:\n"
                                     "      C[y, x] += A[y, k] * B[k, x]\n";
        QCOMPARE(text(*nest), expected);
    }

    /// What prints alike is the same: compiled kernels are found by it.
    void buffersOfOneNamePrintApart()
    {
        const Tensor a = placeholder("A", {4});
        const Tensor b = placeholder("A", {4});
        const Schedule both({compute("C", {4}, [&](auto i) { return a({i[0]}) + b({i[0]}); }, {"x"})});
        QCOMPARE(text(*lower(both, "f")), std::string("f(A: float32[4], A.1: float32[4], C: float32[4]):\n"
                                                      "for x in 0..4:\n"
                                                      "  C[x] = A[x] + A.1[x]\n"));
    }

    void exactSplitsNeedNoGuard()
    {
        const Tensor a = placeholder("A", {24, 8});
        const Tensor b = placeholder("B", {8, 16});
        const Tensor c = matmul(a, b);
        Schedule s({c});
        s[c].split(s[c].axis(0), 8);
        s[c].split(s[c].axis(1), 4);
        s[c].split(s[c].reduceAxis(0), 2);
        const auto nest = lower(s, "f");
        QVERIFY(nest.has_value());
        QCOMPARE(count(text(*nest), "if "), size_t(0));
    }

    void aTailIsCutOffInsteadOfGuarded()
    {
        const Tensor a = placeholder("A", {10, 8});
        const Tensor b = placeholder("B", {8, 16});
        const Tensor c = matmul(a, b);
        Schedule s({c});
        s[c].split(s[c].axis(0), 4);
        const auto nest = lower(s, "f");
        QVERIFY(nest.has_value());
        QCOMPARE(count(text(*nest), "if "), size_t(0));
        QVERIFY(text(*nest).find("for y.outer in 0..2") != std::string::npos);
        QCOMPARE(test::largestDifference(s.inputs(), s.outputs(), *nest), 0.0);
    }

    /// Two parts of 10 rows in tiles of 4: the last tile of a part has 2 rows, and computes none of the next part.
    void theLastTileOfAPartIsAsLongAsItsRows()
    {
        const Tensor a = placeholder("A", {20, 8});
        const Tensor b = placeholder("B", {8, 16});
        const Tensor c = matmul(a, b);
        Schedule s({c});
        const Tensor tile = s.cacheWrite(c, Scope::Local);
        StageRef out = s[c];
        const auto [part, row] = out.split(out.axis(0), 10);
        const auto [tiles, own] = out.split(row, 4);
        out.reorder({part, tiles, own, out.axis(1)});
        out.parallel(part);
        out.unroll(own);
        s[tile].computeAt(out, tiles);
        StageRef sum = s[tile];
        sum.reorder({sum.reduceAxis(0), sum.axis(0), sum.axis(1)});
        sum.unroll(sum.axis(0));
        const auto nest = lower(s, "f");
        QVERIFY(nest.has_value());
        const std::string printed = text(*nest);
        QVERIFY2(count(printed, "if ") == 0, printed.c_str());
        QCOMPARE(count(printed, "unrolled for y in 0..4"), size_t(1));
        QCOMPARE(count(printed, "unrolled for y.1 in 0..2"), size_t(1));
        QCOMPARE(test::largestDifference(s.inputs(), s.outputs(), *nest), 0.0);
    }

    void anAttachedStageGetsJustItsRegion()
    {
        const Tensor a = placeholder("A", {18, 18});
        const Tensor p = pad(a, {1, 1}, {1, 1}, "P");
        const Tensor o = compute("O", {18, 18}, [&](auto i) { return p({i[0], i[1]}) + p({Expr(i[0]) + 1, Expr(i[1]) + 2}); });
        Schedule s({o});
        const auto t = s[o].tile(s[o].axis(0), s[o].axis(1), 6, 9);
        s[p].computeAt(s[o], t[1]);
        const auto nest = lower(s, "f");
        QVERIFY(nest.has_value());
        QVERIFY2(text(*nest).find("local float32 P[7, 11]") != std::string::npos, text(*nest).c_str());
        QCOMPARE(test::largestDifference(s.inputs(), s.outputs(), *nest), 0.0);
    }

    void paddingConditionsLeaveTheInnerLoop()
    {
        const Tensor a = placeholder("A", {3, 16, 16});
        const Tensor p = pad(a, {0, 1, 1}, {0, 1, 1}, "P");
        Schedule s({p});
        const auto nest = lower(s, "f");
        QVERIFY(nest.has_value());
        const std::string printed = text(*nest);
        QCOMPARE(count(printed, "select"), size_t(0));
        QCOMPARE(count(printed, "if "), size_t(0));
        QCOMPARE(test::largestDifference(s.inputs(), s.outputs(), *nest), 0.0);
    }

    void whatIsMostlyFreeOfTestsStaysWhole()
    {
        const Tensor a = placeholder("A", {4, 16, 16});
        const Tensor p = pad(a, {0, 1, 0}, {0, 1, 0}, "P");
        std::vector<Tensor> many{p};
        for (int i = 0; i < 6; ++i) {
            many.push_back(compute(fmt::format("T{}", i), {4, 18, 16},
                                   [&](auto at) { return many.back()({at[0], at[1], at[2]}) + constant(i, float32); }));
        }
        const Tensor& o = many.back();
        Schedule s({o});
        const auto [part, row] = s[o].split(s[o].axis(1), 6);
        s[o].reorder({part, s[o].axis(0), row});
        s[o].parallel(part); // never cut in pieces
        for (size_t i = 0; i + 1 < many.size(); ++i) {
            s[many[i]].computeAt(s[o], s[o].axis(0));
        }
        const auto nest = lower(s, "f");
        QVERIFY(nest.has_value());
        // Not a copy of all six sums for the part that has no padding.
        QVERIFY2(count(text(*nest), "T5[") == 1, text(*nest).c_str());
        QCOMPARE(test::largestDifference(s.inputs(), s.outputs(), *nest), 0.0);
    }

    void whatIsPrecomputedIsANestOfItsOwn()
    {
        const Tensor a = placeholder("A", {4, 8});
        const Tensor w = placeholder("W", {8, 5});
        const Tensor twice = compute("twice", {8, 5}, [&](auto i) { return w({i[0], i[1]}) + w({i[0], i[1]}); });
        const Tensor packed = compute("packed", {5, 8}, [&](auto i) { return twice({i[1], i[0]}); });
        const IterVar k = reduceAxis("k", 8);
        const Tensor c = compute("C", {4, 5}, [&](auto i) { return sum(a({i[0], k.var}) * packed({i[1], k.var}), {k}); });
        Schedule s({c});
        s[packed].precompute();
        s[twice].computeAt(s[packed], s[packed].axis(0));
        const auto nest = lower(s, "f");
        QVERIFY(nest.has_value());
        QCOMPARE(nest->prepared.size(), size_t(1));
        QCOMPARE(nest->prepared.front()->name, std::string("packed"));
        const std::string printed = text(*nest);
        QVERIFY2(printed.find("once, not timed: packed: float32[5, 8]") != std::string::npos, printed.c_str());
        QVERIFY(printed.find("twice[") < printed.find("each time:"));
        QVERIFY(printed.find("twice[", printed.find("each time:")) == std::string::npos);
        QCOMPARE(test::largestDifference(s.inputs(), s.outputs(), *nest), 0.0);
    }

    void unrollPragmaTakesInnermostLoopsWithinTheLimit()
    {
        const Tensor a = placeholder("A", {16, 8});
        const Tensor b = placeholder("B", {8, 16});
        const Tensor c = matmul(a, b);
        Schedule s({c});
        s[c].pragma(s[c].axis(0), "auto_unroll_max_step", 8);
        const auto nest = lower(s, "f");
        QVERIFY(nest.has_value());
        QVERIFY2(text(*nest).find("unrolled for k in 0..8") != std::string::npos, text(*nest).c_str());
        QVERIFY(text(*nest).find("unrolled for x") == std::string::npos);

        Schedule hint({c});
        hint[c].pragma(hint[c].axis(0), "auto_unroll_max_step", 8);
        hint[c].pragma(hint[c].axis(0), "unroll_explicit", 0);
        const auto hinted = lower(hint, "f");
        QVERIFY(hinted.has_value());
        QVERIFY(text(*hinted).find("hint-unroll for k in 0..8") != std::string::npos);
    }

    void boundLoopsKeepTheirThreads()
    {
        const Tensor a = placeholder("A", {64});
        const Tensor b = compute("B", {64}, [&](auto i) { return a({i[0]}) + constant(1, float32); });
        Schedule s({b});
        const auto [bx, tx] = s[b].split(s[b].axis(0), 16);
        s[b].bind(bx, "blockIdx.x");
        s[b].bind(tx, "threadIdx.x");
        const auto nest = lower(s, "f");
        QVERIFY(nest.has_value());
        QVERIFY(text(*nest).find("threadIdx.x for i0.inner in 0..16") != std::string::npos);
        QCOMPARE(test::largestDifference(s.inputs(), s.outputs(), *nest), 0.0);
    }

    void rfactorMakesPartialSums()
    {
        const Tensor a = placeholder("A", {5, 22});
        const Tensor b = placeholder("B", {22, 3});
        const Tensor c = matmul(a, b);
        Schedule s({c});
        const auto [ko, ki] = s[c].split(s[c].reduceAxis(0), 4);
        const Tensor rf = s.rfactor(c, ki);
        QVERIFY(!s.error());
        QCOMPARE(rf.shape(), (std::vector<int64_t>{4, 5, 3}));
        s[rf].computeAt(s[c], s[c].axis(0));
        s[rf].vectorize(s[rf].axis(0));
        const auto nest = lower(s, "f");
        QVERIFY2(nest.has_value(), nest ? "" : nest.error().message.c_str());
        QCOMPARE(test::largestDifference(s.inputs(), s.outputs(), *nest), 0.0);
    }

    void cacheReadCopiesWhatIsRead()
    {
        const Tensor a = placeholder("A", {16, 8});
        const Tensor b = placeholder("B", {8, 16});
        const Tensor c = matmul(a, b);
        Schedule s({c});
        const Tensor shared = s.cacheRead(a, Scope::Shared, std::vector{c});
        const auto [ko, ki] = s[c].split(s[c].reduceAxis(0), 4);
        s[c].reorder({ko, s[c].axis(0), s[c].axis(1), ki});
        s[shared].computeAt(s[c], ko);
        const auto nest = lower(s, "f");
        QVERIFY2(nest.has_value(), nest ? "" : nest.error().message.c_str());
        QVERIFY2(text(*nest).find("shared float32 A.shared[16, 4]") != std::string::npos, text(*nest).c_str());
        QCOMPARE(test::largestDifference(s.inputs(), s.outputs(), *nest), 0.0);
    }
};

QTEST_APPLESS_MAIN(TestLower)
#include "tst_lower.moc"
