// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/pythonjson.h"

#include <QtTest>

#include <nlohmann/json.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

using namespace knobscope;

class TestPythonJson : public QObject
{
    Q_OBJECT

private slots:
    void floatsAreWrittenAsPythonDoes_data();
    void floatsAreWrittenAsPythonDoes();
    void floatsReadBackExactly();
    void documentsAreWrittenAsPythonDoes();
    void badUtf8IsReplaced();
};

// The expected texts were printed by CPython 3.11.
void TestPythonJson::floatsAreWrittenAsPythonDoes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("value");
    const auto row = [](const char* text, double value) { QTest::newRow(text) << text << value; };
    row("0.0", 0.0);
    row("-0.0", -0.0);
    row("1.0", 1.0);
    row("10.0", 10.0);
    row("0.1", 0.1);
    row("1000000000.0", 1e9);
    row("1000000000000000.0", 1e15);
    row("1e+16", 1e16);
    row("1.2345678901234568e+17", 123456789012345678.0);
    row("9999999999999998.0", 9999999999999998.0);
    row("0.0001", 0.0001);
    row("0.00012345", 0.00012345);
    row("1e-05", 0.00001);
    row("6.125e-05", 6.125e-05);
    row("1e-07", 1e-7);
    row("5e-324", 5e-324);
    row("1.7976931348623157e+308", 1.7976931348623157e308);
    row("1700000001.25", 1700000001.25);
    row("2.31", 2.31);
    row("0.3333333333333333", 1.0 / 3);
    row("-2.5e-10", -2.5e-10);
    row("1e+22", 1e22);
    row("1e+23", 1e23);
    row("9007199254740992.0", 9007199254740993.0);
    row("NaN", std::numeric_limits<double>::quiet_NaN());
    row("Infinity", std::numeric_limits<double>::infinity());
    row("-Infinity", -std::numeric_limits<double>::infinity());
}

void TestPythonJson::floatsAreWrittenAsPythonDoes()
{
    QFETCH(QString, text);
    QFETCH(double, value);
    QCOMPARE(QString::fromStdString(pythonFloat(value)), text);
}

void TestPythonJson::floatsReadBackExactly()
{
    std::mt19937_64 random(11);
    for (int i = 0; i < 50000; ++i) {
        const double value = std::bit_cast<double>(random());
        if (!std::isfinite(value)) {
            continue;
        }
        QCOMPARE(std::bit_cast<uint64_t>(std::stod(pythonFloat(std::abs(value) < 1e-300 ? 1.0 : value))),
                 std::bit_cast<uint64_t>(std::abs(value) < 1e-300 ? 1.0 : value)); // stod refuses subnormals
    }
}

void TestPythonJson::documentsAreWrittenAsPythonDoes()
{
    const auto json = nlohmann::json::parse(R"({"a":[1,2.0,true,null,"é\n\"\\/€😀\u0001"],"b":{},"c":[],"d":-7,"e":[[1]]})");
    QCOMPARE(
        pythonJson(json),
        std::string(
            R"({"a": [1, 2.0, true, null, "\u00e9\n\"\\/\u20ac\ud83d\ude00\u0001"], "b": {}, "c": [], "d": -7, "e": [[1]]})"));
}

void TestPythonJson::badUtf8IsReplaced()
{
    QCOMPARE(pythonJson(nlohmann::json("a\xff"
                                       "b")),
             std::string(R"("a\ufffdb")"));
}

QTEST_APPLESS_MAIN(TestPythonJson)
#include "tst_pythonjson.moc"
