// SPDX-License-Identifier: GPL-3.0-or-later
// Sums that read a padded image without a copy of it: their loops are cut where the image ends.
#include "interpreter.h"

#include "core/ir/printer.h"
#include "core/lower/lower.h"
#include "core/lower/passes.h"

#include <QTest>

#include <random>

using namespace knobscope;
using namespace knobscope::ir;

namespace {

size_t count(const std::string& haystack, const std::string& needle)
{
    size_t n = 0;
    for (size_t at = haystack.find(needle); at != std::string::npos; at = haystack.find(needle, at + 1)) {
        ++n;
    }
    return n;
}

/// A window over rows and columns of each channel.
struct Window {
    int64_t rows = 12, columns = 12, lanes = 4;
    int64_t size = 3, stride = 1, dilation = 1;
    int64_t before = 1, after = 1; ///< places of padding

    Tensor data = placeholder("D", {rows, columns, lanes});
    Tensor kernel = placeholder("K", {size, size, lanes});
    Tensor padded = pad(data, {before, before, 0}, {after, after, 0}, "P");
    IterVar y = reduceAxis("ky", size);
    IterVar x = reduceAxis("kx", size);
    Tensor out = compute(
        "O", {outputs(rows), outputs(columns), lanes},
        [&](auto i) {
            return sum(padded({Expr(i[0]) * stride + Expr(y.var) * dilation, Expr(i[1]) * stride + Expr(x.var) * dilation, i[2]})
                           * kernel({y.var, x.var, i[2]}),
                       {y, x});
        },
        {"h", "w", "c"});

    int64_t outputs(int64_t extent) const { return (extent + before + after - (size - 1) * dilation - 1) / stride + 1; }
};

Schedule inTiles(const Window& made, int64_t rows, int64_t columns)
{
    Schedule s({made.out});
    const Tensor sums = s.cacheWrite(made.out, Scope::Local);
    StageRef out = s[made.out];
    const auto tile = out.tile(out.axis(0), out.axis(1), rows, columns);
    out.parallel(tile[0]); // never cut in pieces
    s[sums].computeAt(out, tile[1]);
    const auto own = s[sums].axes();
    const auto window = s[sums].reduceAxes();
    s[sums].reorder({own[0], window[0], own[1], window[1], own[2]});
    for (const IterVar& axis : {own[0], window[0], own[1], window[1]}) {
        s[sums].unroll(axis);
    }
    s[sums].vectorize(own[2]);
    if (made.padded != made.data) {
        s[made.padded].computeInline();
    }
    return s;
}

} // namespace

class TestBranches : public QObject
{
    Q_OBJECT
private slots:
    void whatAddsNothingIsNotAdded()
    {
        const Buffer sum = makeBuffer("S", {8}, float32, Scope::Local);
        const Buffer data = makeBuffer("D", {8}, float32, Scope::Argument);
        const Var i("i");
        const auto stored = [&](const Expr& value) { return makeStmt(Store{sum, {Expr(i)}, value}); };
        const Expr own = load(sum, {Expr(i)});
        const Expr inside = Expr(i) < Expr(5);
        const Expr read = load(data, {Expr(i)});

        const Stmt added = lowerSelects(stored(own + constant(2, float32) * select(inside, read, constant(0, float32))));
        const auto* branch = added.as<IfThen>();
        QVERIFY(branch);
        QVERIFY(structurallyEqual(branch->condition, inside));
        QVERIFY(branch->elseBody.isNull());
        QVERIFY(structurallyEqual(branch->then.as<Store>()->value, own + constant(2, float32) * read));

        // Adding one, to another place, or the larger of two: these are not nothing.
        QVERIFY(!lowerSelects(stored(own + select(inside, read, constant(1, float32)))).as<IfThen>());
        QVERIFY(!lowerSelects(stored(load(sum, {Expr(i) + 1}) + select(inside, read, constant(0, float32)))).as<IfThen>());
        QVERIFY(!lowerSelects(stored(max(own, select(inside, read, constant(0, float32))))).as<IfThen>());
        const Stmt larger = lowerSelects(stored(max(own, select(inside, read, reduceIdentity(ReduceOp::Max, float32)))));
        QVERIFY(larger.as<IfThen>() && larger.as<IfThen>()->elseBody.isNull());
        QVERIFY(structurallyEqual(larger.as<IfThen>()->then.as<Store>()->value, max(own, read)));
        // A value that is chosen is stored either way.
        const Stmt chosen = lowerSelects(stored(select(inside, read, constant(0, float32))));
        QVERIFY(chosen.as<IfThen>() && !chosen.as<IfThen>()->elseBody.isNull());
    }

    void columnsHaveNoTestsLeft()
    {
        const Window made;
        const auto nest = lower(inTiles(made, 1, 4), "f");
        QVERIFY(nest.has_value());
        const std::string printed = text(*nest);
        QCOMPARE(count(printed, "select"), size_t(0));
        QCOMPARE(count(printed, "P["), size_t(0));
        // The row is a thread's: one test of it for a place of the window's height, in the first, middle and last columns each.
        QVERIFY2(count(printed, "if ") <= 6, printed.c_str());
    }

    void aNestThatWaitsForATestIsNotWrittenTwice_data()
    {
        QTest::addColumn<int>("columns");
        QTest::addColumn<int>("copies");
        QTest::newRow("a long row") << 40 << 1;
        QTest::newRow("a short row: the test takes time beside it") << 4 << 2;
    }
    /// Rows of a padded image are copied one by one, and whether there is such a row is known before its places are.
    void aNestThatWaitsForATestIsNotWrittenTwice()
    {
        QFETCH(int, columns);
        QFETCH(int, copies);
        const Tensor data = placeholder("D", {32, columns});
        const Tensor padded = pad(data, {1, 0}, {1, 0}, "P");
        const Tensor out =
            compute("O", {34, columns}, [&](auto i) { return padded({i[0], i[1]}) * constant(2, float32); }, {"h", "w"});
        Schedule s({out});
        const auto [outer, inner] = s[out].split(s[out].axis(0), 17);
        s[out].parallel(outer);
        s[padded].computeAt(s[out], outer);
        const auto nest = lower(s, "f");
        QVERIFY(nest.has_value());
        QVERIFY2(count(text(*nest), " D[") == static_cast<size_t>(copies), text(*nest).c_str());
        QVERIFY(test::largestDifference(s.inputs(), s.outputs(), *nest) < 1e-12);
    }

    void windowsAreRightWhereverTheImageEnds()
    {
        std::mt19937_64 random(33);
        const auto from = [&](int64_t least, int64_t most) {
            return least + static_cast<int64_t>(random() % static_cast<uint64_t>(most - least + 1));
        };
        for (int shape = 0; shape < 200; ++shape) {
            Window made{.rows = from(1, 9),
                        .columns = from(1, 13),
                        .lanes = 2,
                        .size = from(1, 4),
                        .stride = from(1, 3),
                        .dilation = from(1, 2),
                        .before = from(0, 3),
                        .after = from(0, 3)};
            if (made.rows + made.before + made.after <= (made.size - 1) * made.dilation
                || made.columns + made.before + made.after <= (made.size - 1) * made.dilation) {
                continue;
            }
            const Schedule s = inTiles(made, from(1, 3), from(1, 5));
            const auto nest = lower(s, "f");
            QVERIFY2(nest.has_value(), nest ? "" : nest.error().message.c_str());
            QVERIFY2(test::largestDifference(s.inputs(), s.outputs(), *nest) < 1e-12, text(*nest).c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestBranches)
#include "tst_branches.moc"
