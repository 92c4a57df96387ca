// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/printer.h"
#include "core/ir/visit.h"

#include <QTest>

#include <limits>

using namespace knobscope;
using namespace knobscope::ir;

class TestExpr : public QObject
{
    Q_OBJECT
private slots:
    void literalsFold()
    {
        QCOMPARE(text(Expr(2) + Expr(3)), std::string("5"));
        QCOMPARE(text(floorDiv(Expr(-7), Expr(2))), std::string("-4"));
        QCOMPARE(text(floorMod(Expr(-7), Expr(2))), std::string("1"));
    }

    void overflowIsNotFolded()
    {
        const Expr sum = Expr(std::numeric_limits<int64_t>::max()) + Expr(1);
        QVERIFY(!asInt(sum));
    }

    void quotientsThatOverflowAreNotFolded()
    {
        const Expr least = Expr(std::numeric_limits<int64_t>::min());
        QVERIFY(!asInt(binary(BinaryOp::Div, least, Expr(-1))));
        QVERIFY(!asInt(floorDiv(least, Expr(-1))));
        QCOMPARE(asInt(floorMod(least, Expr(-1))), std::optional<int64_t>(0));
        QCOMPARE(asInt(floorMod(least, Expr(3))), std::optional<int64_t>(1));
    }

    void integersAreCastToTheirLowestBits()
    {
        const DataType uint16{TypeCode::UInt, 16};
        QCOMPARE(asInt(cast(int8, Expr(300))), std::optional<int64_t>(44));
        QCOMPARE(asInt(cast(int8, Expr(200))), std::optional<int64_t>(-56));
        QCOMPARE(asInt(cast(uint8, Expr(-1))), std::optional<int64_t>(255));
        QCOMPARE(asInt(cast(uint16, Expr(70000))), std::optional<int64_t>(4464));
        QCOMPARE(asInt(cast(boolean, Expr(2))), std::optional<int64_t>(1));
        QCOMPARE(asInt(cast(int64, cast(int32, Expr((int64_t{1} << 53) + 1)))), std::optional<int64_t>(1));
    }

    void narrowArithmeticWrapsAround()
    {
        QCOMPARE(asInt(cast(int8, Expr(100)) + cast(int8, Expr(100))), std::optional<int64_t>(-56));
        QCOMPARE(asInt(cast(uint8, Expr(0)) - cast(uint8, Expr(1))), std::optional<int64_t>(255));
    }

    void realsBecomeTheNearestIntegerOfTheType()
    {
        const double infinity = std::numeric_limits<double>::infinity();
        const DataType uint64{TypeCode::UInt, 64};
        QCOMPARE(asInt(constant(infinity, int32)), std::optional<int64_t>(std::numeric_limits<int32_t>::max()));
        QCOMPARE(asInt(constant(-infinity, int32)), std::optional<int64_t>(std::numeric_limits<int32_t>::min()));
        QCOMPARE(asInt(constant(infinity, int64)), std::optional<int64_t>(std::numeric_limits<int64_t>::max()));
        QCOMPARE(asInt(constant(-infinity, uint8)), std::optional<int64_t>(0));
        QCOMPARE(asInt(constant(1e3, uint8)), std::optional<int64_t>(255));
        QCOMPARE(asInt(constant(0x1p63, uint64)), std::optional<int64_t>(std::numeric_limits<int64_t>::min())); // its bits
        QCOMPARE(asInt(constant(std::numeric_limits<double>::quiet_NaN(), int8)), std::optional<int64_t>(0));
        QCOMPARE(asInt(constant(-2.9, int8)), std::optional<int64_t>(-2));
        QCOMPARE(asInt(cast(int8, constant(300, float32))), std::optional<int64_t>(127));
    }

    void divisionByZeroIsNotFolded() { QVERIFY(!asInt(floorDiv(Expr(1), Expr(0)))); }

    void neutralElementsVanish()
    {
        const Var x("x");
        QCOMPARE(text(Expr(x) * Expr(1) + Expr(0)), std::string("x"));
        QCOMPARE(text(Expr(x) * Expr(0)), std::string("0"));
        QVERIFY(isTrue(trueExpr() || (Expr(x) < Expr(3))));
    }

    void printsWithOnlyNeededParentheses()
    {
        const Var x("x");
        const Var y("y");
        QCOMPARE(text((Expr(x) + Expr(y)) * Expr(4)), std::string("(x + y) * 4"));
        QCOMPARE(text(Expr(x) - (Expr(y) - Expr(1))), std::string("x - (y - 1)"));
        QCOMPARE(text(floorMod(Expr(x), Expr(8)) < Expr(y)), std::string("x % 8 < y"));
    }

    void variablesOfOneNameStayApart()
    {
        const Var a("i");
        const Var b("i");
        QCOMPARE(text(Expr(a) + Expr(b)), std::string("i + i.1"));
        QVERIFY(!structurallyEqual(Expr(a), Expr(b)));
    }

    void substituteReplacesEverywhere()
    {
        const Var x("x");
        const Expr e = (Expr(x) + Expr(2)) * Expr(x);
        QCOMPARE(asInt(substitute(e, {{x.id(), Expr(3)}})), std::optional<int64_t>(15));
    }

    void expressionsHaveAnOrderOfTheirShape()
    {
        const Var first("x");
        const Var second("x"); // of one name: by age, wherever they lie in memory
        const Var a("a");
        const auto quotient = [](const Var& v, int64_t by) { return floorDiv(Expr(v) + Expr(1), Expr(by)); };
        QVERIFY(structurallyEqual(quotient(first, 4), quotient(first, 4)));
        QVERIFY(structuralOrder(quotient(first, 4), quotient(first, 4)) == 0);
        const std::vector<Expr> ascending{Expr(a),
                                          Expr(first),
                                          Expr(second),
                                          quotient(a, 8),
                                          quotient(first, 4),
                                          quotient(first, 8),
                                          quotient(second, 4),
                                          floorMod(Expr(a), Expr(2))};
        for (size_t i = 0; i < ascending.size(); ++i) {
            for (size_t j = 0; j < ascending.size(); ++j) {
                QVERIFY((structuralOrder(ascending[i], ascending[j]) < 0) == (i < j));
            }
        }
    }

    void typesReadAndWrite()
    {
        for (const char* name : {"float32", "float16", "bfloat16", "int8", "int32", "uint8", "bool", "float64"}) {
            const auto type = parseType(name);
            QVERIFY(type.has_value());
            QCOMPARE(type->text(), std::string(name));
        }
        const auto unknown = parseType("float33");
        QVERIFY(!unknown);
        QVERIFY(unknown.error().message.find("float33") != std::string::npos);
    }

    void tensorsPrintTheirDefinition()
    {
        const Tensor a = placeholder("A", {4, 8});
        const Tensor b = placeholder("B", {8, 2});
        const IterVar k = reduceAxis("k", 8);
        const Tensor c = compute("C", {4, 2}, [&](auto i) { return sum(a({i[0], k.var}) * b({k.var, i[1]}), {k}); }, {"y", "x"});
        QCOMPARE(text(c), std::string("C[y, x] = sum(A[y, k] * B[k, x] for k in 0..8)"));
        QCOMPARE(topologicalOrder(std::vector{c}).size(), size_t(3));
    }

    void paddingByNothingIsTheInput()
    {
        const Tensor a = placeholder("A", {4, 8});
        QVERIFY(pad(a, {0, 0}, {0, 0}, "P") == a);
        QCOMPARE(pad(a, {1, 0}, {1, 0}, "P").shape(), (std::vector<int64_t>{6, 8}));
    }
};

QTEST_APPLESS_MAIN(TestExpr)
#include "tst_expr.moc"
