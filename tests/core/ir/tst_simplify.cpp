// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/printer.h"
#include "core/ir/simplify.h"
#include "core/ir/visit.h"

#include <QTest>

#include <limits>
#include <random>

using namespace knobscope::ir;

namespace {

struct Axes {
    std::vector<Var> vars;
    std::vector<int64_t> extents;
    Ranges ranges;
};

Axes randomAxes(std::mt19937& random)
{
    Axes axes;
    for (const char* name : {"a", "b", "c"}) {
        axes.vars.emplace_back(name);
        axes.extents.push_back(std::uniform_int_distribution<int64_t>(1, 9)(random));
        axes.ranges.setExtent(axes.vars.back(), axes.extents.back());
    }
    return axes;
}

Expr randomIndex(std::mt19937& random, const Axes& axes, int depth)
{
    const auto pick = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
    if (depth == 0 || pick(4) == 0) {
        return pick(3) == 0 ? Expr(pick(12) - 4) : Expr(axes.vars[static_cast<size_t>(pick(3))]);
    }
    const Expr a = randomIndex(random, axes, depth - 1);
    const Expr b = randomIndex(random, axes, depth - 1);
    switch (pick(8)) {
    case 0: return a - b;
    case 1: return a * Expr(pick(9));
    case 2: return floorDiv(a, Expr(1 + pick(8)));
    case 3: return floorMod(a, Expr(1 + pick(8)));
    case 4: return min(a, b);
    case 5: return max(a, b);
    default: return a + b;
    }
}

int64_t valueAt(const Expr& e, const Axes& axes, const std::vector<int64_t>& point)
{
    Substitution values;
    for (size_t i = 0; i < point.size(); ++i) {
        values[axes.vars[i].id()] = Expr(point[i]);
    }
    return asInt(substitute(e, values)).value();
}

} // namespace

class TestSimplify : public QObject
{
    Q_OBJECT
private slots:
    void dividesOutMultiples()
    {
        const Var i("i");
        const Var j("j");
        Ranges ranges;
        ranges.setExtent(i, 10);
        ranges.setExtent(j, 16);
        QCOMPARE(text(simplify(floorDiv(Expr(i) * 32 + Expr(j), 16), ranges)), std::string("i * 2"));
        QCOMPARE(text(simplify(floorMod(Expr(i) * 32 + Expr(j), 16), ranges)), std::string("j"));
        QCOMPARE(text(simplify(floorDiv(Expr(i) * 16 + Expr(j), 32), ranges)), std::string("i / 2"));
        QCOMPARE(text(simplify(floorMod(Expr(i) * 16 + Expr(j), 32), ranges)), std::string("i % 2 * 16 + j"));
    }

    void differencesCancel()
    {
        const Var i("i");
        QCOMPARE(text(simplify((Expr(i) + 3) * 4 - Expr(i) * 4, Ranges())), std::string("12"));
    }

    void provesTailFree()
    {
        const Var o("o");
        const Var i("i");
        Ranges ranges;
        ranges.setExtent(o, 4);
        ranges.setExtent(i, 14);
        QVERIFY(isTrue(simplify(Expr(o) * 14 + Expr(i) < Expr(56), ranges)));
        QVERIFY(!isTrue(simplify(Expr(o) * 14 + Expr(i) < Expr(55), ranges)));
    }

    /// Every simplified expression has the value of the original at every point of its ranges, and lies in its bounds.
    void keepsValues()
    {
        std::mt19937 random(20261121);
        for (int round = 0; round < 2000; ++round) {
            const Axes axes = randomAxes(random);
            const Expr original = randomIndex(random, axes, 4);
            const Expr simple = simplify(original, axes.ranges);
            const auto bounds = boundsOf(simple, axes.ranges);
            QVERIFY(bounds.has_value());
            for (int64_t a = 0; a < axes.extents[0]; ++a) {
                for (int64_t b = 0; b < axes.extents[1]; ++b) {
                    for (int64_t c = 0; c < axes.extents[2]; ++c) {
                        const int64_t expected = valueAt(original, axes, {a, b, c});
                        const int64_t actual = valueAt(simple, axes, {a, b, c});
                        QVERIFY2(expected == actual, (text(original) + "  =>  " + text(simple)).c_str());
                        QVERIFY2(bounds->min <= actual && actual <= bounds->max, text(simple).c_str());
                    }
                }
            }
        }
    }

    void coefficientsThatOverflowStayAsWritten()
    {
        const Var x("x");
        Ranges ranges;
        ranges.setExtent(x, 8);
        const Expr large(int64_t{1} << 40);
        const Expr product = Expr(x) * large * large;
        QVERIFY(structurallyEqual(toExpr(toAffine(product, ranges)), toExpr(toAffine(simplify(product, ranges), ranges))));
        QVERIFY(usesVar(simplify(product, ranges), x));

        const Expr most(std::numeric_limits<int64_t>::max());
        const Expr least(std::numeric_limits<int64_t>::min());
        QVERIFY(!isTrue(simplify(Expr(x) + most < Expr(-5), ranges)));
        QVERIFY(!isTrue(simplify(Expr(x) * least - most < Expr(0) - most * Expr(x), ranges)));
        for (const Expr& e :
             {Expr(x) + least, Expr(x) * least, Expr(x) - most - most - most, floorMod(Expr(x) + least, Expr(3))}) {
            (void)text(simplify(e, ranges)); // no undefined arithmetic, which a sanitizer would report
        }
    }

    /// A comparison that is decided is decided rightly.
    void decidesOnlyWhatHolds()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 500; ++round) {
            const Axes axes = randomAxes(random);
            const Expr condition = randomIndex(random, axes, 3) < randomIndex(random, axes, 3);
            const Expr simple = simplify(condition, axes.ranges);
            for (int64_t a = 0; a < axes.extents[0]; ++a) {
                for (int64_t b = 0; b < axes.extents[1]; ++b) {
                    for (int64_t c = 0; c < axes.extents[2]; ++c) {
                        QVERIFY2(valueAt(condition, axes, {a, b, c}) == valueAt(simple, axes, {a, b, c}),
                                 (text(condition) + "  =>  " + text(simple)).c_str());
                    }
                }
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestSimplify)
#include "tst_simplify.moc"
