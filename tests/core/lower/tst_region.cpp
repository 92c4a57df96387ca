// SPDX-License-Identifier: GPL-3.0-or-later
// Regions of indices against all values that the indices take, below zero too.
#include "core/ir/printer.h"
#include "core/lower/region.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

using namespace knobscope;
using namespace knobscope::ir;

namespace {

/// Two outer variables, which stay fixed, and two inner ones, each from a start of either sign.
struct Axes {
    std::array<Var, 4> vars{Var("y"), Var("x"), Var("i"), Var("j")};
    std::array<Interval, 4> from;
    Ranges ranges;

    bool isInner(const Var& var) const { return var == vars[2] || var == vars[3]; }
};
using Point = std::array<int64_t, 4>;

Axes randomAxes(std::mt19937& random)
{
    Axes axes;
    for (size_t i = 0; i < axes.vars.size(); ++i) {
        const int64_t start = std::uniform_int_distribution<int64_t>(-7, 3)(random);
        axes.from[i] = {start, start + std::uniform_int_distribution<int64_t>(0, 5)(random)};
        axes.ranges.set(axes.vars[i], axes.from[i]);
    }
    return axes;
}

Expr randomIndex(std::mt19937& random, const Axes& axes, int depth)
{
    const auto pick = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
    if (depth == 0 || pick(5) == 0) {
        return pick(3) == 0 ? Expr(pick(24) - 16) : Expr(axes.vars[static_cast<size_t>(pick(4))]);
    }
    const Expr a = randomIndex(random, axes, depth - 1);
    switch (pick(8)) {
    case 0: return a - randomIndex(random, axes, depth - 1);
    case 1: return a * Expr(pick(9) - 4);
    case 2:
    case 3: return floorDiv(a, Expr(1 + pick(8)));
    case 4: return floorMod(a, Expr(1 + pick(8)));
    default: return a + randomIndex(random, axes, depth - 1);
    }
}

/// By the reals, so that nothing of the integer arithmetic under test is used.
double valueAt(const Expr& e, const Axes& axes, const Point& point)
{
    if (const auto literal = asInt(e)) {
        return static_cast<double>(*literal);
    }
    if (const auto* ref = e.as<VarRef>()) {
        const auto at = std::find(axes.vars.begin(), axes.vars.end(), ref->var);
        return static_cast<double>(point[static_cast<size_t>(at - axes.vars.begin())]);
    }
    const auto& n = *e.as<Binary>();
    const double a = valueAt(n.a, axes, point);
    const double b = valueAt(n.b, axes, point);
    switch (n.op) {
    case BinaryOp::Add: return a + b;
    case BinaryOp::Sub: return a - b;
    case BinaryOp::Mul: return a * b;
    case BinaryOp::FloorDiv: return std::floor(a / b);
    case BinaryOp::FloorMod: return a - std::floor(a / b) * b;
    default: return std::nan("");
    }
}

/// The smallest and largest value of `e` while the inner variables run.
std::pair<double, double> valuesAt(const Expr& e, const Axes& axes, Point point)
{
    std::pair<double, double> out{1e18, -1e18};
    for (point[2] = axes.from[2].min; point[2] <= axes.from[2].max; ++point[2]) {
        for (point[3] = axes.from[3].min; point[3] <= axes.from[3].max; ++point[3]) {
            const double value = valueAt(e, axes, point);
            out = {std::min(out.first, value), std::max(out.second, value)};
        }
    }
    return out;
}

bool holds(const IndexRegion& region, const Expr& e, const Axes& axes, const Point& point)
{
    const auto [low, high] = valuesAt(e, axes, point);
    const double start = valueAt(region.min, axes, point);
    return start <= low && high < start + static_cast<double>(region.extent);
}

template<typename Check>
bool atAllOuter(const Axes& axes, const Check& check)
{
    bool isRight = true;
    for (int64_t y = axes.from[0].min; y <= axes.from[0].max; ++y) {
        for (int64_t x = axes.from[1].min; x <= axes.from[1].max; ++x) {
            isRight = isRight && check(Point{y, x, 0, 0});
        }
    }
    return isRight;
}

} // namespace

class TestRegion : public QObject
{
    Q_OBJECT
private slots:
    void aQuotientBelowZeroHasAllItsValues()
    {
        Axes axes;
        axes.ranges.set(axes.vars[2], {0, 1});
        const auto isInner = [&](const Var& var) { return axes.isInner(var); };
        const auto region = regionOf(floorDiv(Expr(axes.vars[2]) - Expr(1), Expr(4)), axes.ranges, isInner);
        QVERIFY(region.has_value());
        QCOMPARE(asInt(region->min), std::optional<int64_t>(-1));
        QCOMPARE(region->extent, int64_t{2}); // -1 and 0
    }

    void regionsHoldWhatIndicesTake()
    {
        std::mt19937 random(3);
        int bounded = 0;
        for (int round = 0; round < 3000; ++round) {
            const Axes axes = randomAxes(random);
            const Expr index = randomIndex(random, axes, 4);
            const auto region = regionOf(index, axes.ranges, [&](const Var& var) { return axes.isInner(var); });
            bounded += region ? 1 : 0;
            QVERIFY2(!region || atAllOuter(axes, [&](const Point& point) { return holds(*region, index, axes, point); }),
                     (text(index) + " in " + text(region->min) + ", " + std::to_string(region->extent)).c_str());
        }
        QVERIFY(bounded > 2900);
    }

    void aQuotientOfASumIsNoWiderThanItMustBe()
    {
        std::mt19937 random(4);
        for (int round = 0; round < 1000; ++round) {
            const Axes axes = randomAxes(random);
            const auto number = [&](int64_t low, int64_t high) {
                return Expr(std::uniform_int_distribution<int64_t>(low, high)(random));
            };
            const Expr index = floorDiv(Expr(axes.vars[2]) + Expr(axes.vars[3]) + number(-20, 20), number(1, 7));
            const auto region = regionOf(index, axes.ranges, [&](const Var& var) { return axes.isInner(var); });
            const auto [low, high] = valuesAt(index, axes, {});
            QVERIFY(region.has_value());
            QCOMPARE(static_cast<double>(region->extent), high - low + 1);
            QCOMPARE(valueAt(region->min, axes, {}), low);
        }
    }

    void unionsHoldBoth()
    {
        std::mt19937 random(5);
        int united = 0;
        for (int round = 0; round < 1000; ++round) {
            const Axes axes = randomAxes(random);
            const auto isInner = [&](const Var& var) { return axes.isInner(var); };
            const Expr one = randomIndex(random, axes, 2);
            const Expr other = one + Expr(static_cast<int64_t>(random() % 19) - 9);
            const auto a = regionOf(one, axes.ranges, isInner);
            const auto b = regionOf(other, axes.ranges, isInner);
            const auto both = a && b ? unite(*a, *b, axes.ranges) : std::nullopt;
            united += both ? 1 : 0;
            QVERIFY(!both || atAllOuter(axes, [&](const Point& point) {
                return holds(*both, one, axes, point) && holds(*both, other, axes, point);
            }));
        }
        QVERIFY2(united > 800, qPrintable(QString::number(united)));
    }
};

QTEST_APPLESS_MAIN(TestRegion)
#include "tst_region.moc"
