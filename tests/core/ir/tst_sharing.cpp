// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/sharing.h"

#include "core/ir/printer.h"
#include "core/ir/tensor.h"
#include "core/ir/visit.h"
#include "core/op/evaluate.h"

#include <QTest>

#include <cmath>

using namespace knobscope;
using namespace knobscope::ir;

namespace {

Expr real(double value)
{
    return constant(value, float32);
}

int64_t treeSize(const Expr& e)
{
    int64_t nodes = 0;
    forEachExpr(e, [&](const Expr&) { ++nodes; });
    return nodes;
}

Expr asLet(const SharedExpr& shared)
{
    return let(shared.bindings, shared.body);
}

/// The value at each element of a one-dimensional input.
std::vector<double> valuesOf(const Tensor& input, const std::vector<double>& elements,
                             const std::function<Expr(const Expr& x)>& body)
{
    const Tensor output = compute("y", input.shape(), [&](auto i) { return body(input({Expr(i[0])})); });
    TensorValues values;
    values[&input.node()] = elements;
    return evaluate(output, values).value();
}

} // namespace

class TestSharing : public QObject
{
    Q_OBJECT
private slots:
    void whatIsMentionedOnceStays()
    {
        const Expr x = placeholder("x", {8})({Expr(Var("i"))});
        const Expr e = max(x, real(0)) + real(1);
        const SharedExpr shared = bindShared(e);
        QVERIFY(shared.bindings.empty());
        QVERIFY(structurallyEqual(shared.body, e));
    }

    void sharedNodesAreBoundInOrder()
    {
        const Expr x = placeholder("x", {8})({Expr(Var("i"))});
        const Expr a = x + real(1);
        const Expr b = a * a;
        QCOMPARE(text(asLet(bindShared(b - b))), std::string("(let t = x[i] + 1.0, t.1 = t * t in t.1 - t.1)"));
    }

    void aTreeOfSharedNodesTakesLinearTime()
    {
        Expr e = placeholder("x", {8})({Expr(Var("i"))});
        for (int i = 0; i < 200; ++i) { // 2^200 nodes as a tree
            e = max(e, real(0) - e);
        }
        const Expr shared = asLet(bindShared(e));
        QVERIFY2(treeSize(shared) < 2000, std::to_string(treeSize(shared)).c_str());
    }

    void sidesOfSelectsStayProtected()
    {
        const Tensor x = placeholder("x", {4});
        const Var i("i");
        const Expr outside = x({Expr(i) - Expr(1)}) + real(1);
        const Expr e = select(Expr(i) >= Expr(1), outside * outside, real(0)) + real(2);
        QCOMPARE(text(asLet(bindShared(e))), std::string("select(i >= 1, (let t = x[i - 1] + 1.0 in t * t), 0.0) + 2.0"));
    }

    void aValueOfConditionAndSideIsBoundBefore()
    {
        const Expr a = placeholder("x", {4})({Expr(Var("i"))}) * real(2);
        const Expr e = select(binary(BinaryOp::Gt, a, real(0)), a, real(0)) + a;
        QCOMPARE(text(asLet(bindShared(e))), std::string("(let t = x[i] * 2.0 in select(t > 0.0, t, 0.0) + t)"));
    }

    void longChainsStayLinearAndShallow()
    {
        const Tensor input = placeholder("x", {4});
        FormulaChain chain;
        Expr e = input({Expr(Var("i"))});
        for (int i = 0; i < 1000; ++i) {
            const bool readsTwice = i % 3 == 0;
            e = chain.apply([&](const auto& x) { return readsTwice ? max(x[0], real(0) - x[0]) : x[0] + real(1); }, {e});
        }
        const Expr whole = chain.finish(e);
        QVERIFY(treeSize(whole) < 6000);
        const std::function<int(const Expr&)> depthOf = [&](const Expr& part) {
            int deepest = 0;
            forEachChild(part, [&](const Expr& child) { deepest = std::max(deepest, depthOf(child)); });
            return deepest + 1;
        };
        QVERIFY(depthOf(whole) < 100);
    }

    void chainsThatReadOnceAreWrittenPlainly()
    {
        FormulaChain chain;
        Expr e = placeholder("x", {4})({Expr(Var("i"))});
        e = chain.apply([](const auto& x) { return max(x[0], real(0)); }, {e});
        e = chain.apply([](const auto& x) { return x[0] * real(2); }, {e});
        QCOMPARE(text(chain.finish(e)), std::string("max(x[i], 0.0) * 2.0"));
    }

    void boundValuesAreEvaluated()
    {
        const Tensor input = placeholder("x", {4});
        const auto values = valuesOf(input, {-2, -1, 0.5, 3}, [](const Expr& x) {
            FormulaChain chain;
            Expr e = chain.apply([](const auto& v) { return v[0] + real(1); }, {x});
            for (int i = 0; i < 40; ++i) {
                e = chain.apply([](const auto& v) { return max(v[0], real(0) - v[0]); }, {e});
            }
            e = chain.apply([](const auto& v) { return v[0] * v[1]; }, {e, e});
            return chain.finish(e);
        });
        QCOMPARE(values, (std::vector<double>{1, 0, 2.25, 16}));
    }

    void substitutionReachesBoundValues()
    {
        const Var i("i");
        const Expr a = placeholder("x", {8})({Expr(i)}) + real(1);
        const Expr shared = asLet(bindShared(a * a));
        QCOMPARE(text(substitute(shared, {{i.id(), Expr(3)}})), std::string("(let t = x[3] + 1.0 in t * t)"));
        QVERIFY(usesVar(shared, i));
    }
};

QTEST_APPLESS_MAIN(TestSharing)
#include "tst_sharing.moc"
