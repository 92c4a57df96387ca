// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/escapehtml.h"
#include "core/report/markup.h"
#include "core/report/svgchart.h"

#include <QTest>
#include <QXmlStreamReader>

#include <cmath>
#include <limits>

using namespace knobscope;

namespace {

const std::string kHostile = "</title><script>alert('x')</script> \" onload=\"x() & \x1b[31m \xff";

/// Why a text is no XML; empty if it is.
QString xmlError(const std::string& text)
{
    QXmlStreamReader reader(QByteArray::fromStdString(text));
    while (!reader.atEnd()) {
        reader.readNext();
    }
    return reader.errorString();
}

} // namespace

class TestMarkup : public QObject
{
    Q_OBJECT
private slots:
    void hostileTextsAreTextInHtml()
    {
        const std::string safe = escapeHtml(kHostile);
        for (const char c : {'<', '>', '"', '\'', '\x1b', '\xff'}) {
            QVERIFY2(safe.find(c) == std::string::npos, safe.c_str());
        }
        QCOMPARE(xmlError("<p title=\"" + safe + "\">" + safe + "</p>"), QString());
    }

    void hostileTextsAreTextInLatex()
    {
        QCOMPARE(escapeLatex("\\input{/etc/passwd}"), std::string("\\textbackslash{}input\\{/etc/passwd\\}"));
        QCOMPARE(escapeLatex("a_b & 50% #1 $x^2$ ~\n|"),
                 std::string("a\\_b \\& 50\\% \\#1 \\$x\\textasciicircum{}2\\$ \\textasciitilde{} \\textbar{}"));
    }

    void aRowOfLatexBeginsWithoutAnArgument()
    {
        Table table({{"a", "a"}, {"b", "b", "{:.1f}"}});
        table.add({"[5cm]", 1.25});
        table.add({"*", 2.5});
        const std::string text = latexTable(table);
        QVERIFY2(text.find("\\begin{tabular}{lr}") != std::string::npos, text.c_str());
        QVERIFY2(text.find("\n{}[5cm] & 1.2 \\\\\n{}* & 2.5 \\\\\n") != std::string::npos, text.c_str());
    }

    void tablesEscapeTheirCells()
    {
        Table table({{"a", Sentence(kHostile)}});
        table.add({kHostile});
        QCOMPARE(xmlError(htmlTable(table)), QString());
        QVERIFY(htmlTable(table).find("<script") == std::string::npos);
    }

    void ticksAreRound()
    {
        QCOMPARE(roundTicks(1000, 5), (std::vector<double>{0, 200, 400, 600, 800, 1000}));
        QCOMPARE(roundTicks(7, 8), (std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7}));
        QCOMPARE(roundTicks(0.03, 3), (std::vector<double>{0, 0.01, 0.02, 0.03}));
        for (const double none : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
            QCOMPARE(roundTicks(none, 5), std::vector<double>{0});
        }
    }

    void chartsAreDocumentsWhateverTheNumbers()
    {
        constexpr double infinite = std::numeric_limits<double>::infinity();
        const Chart chart{
            kHostile,
            kHostile,
            "GFLOPS",
            {{kHostile, {{1, 10, 8, 12}, {std::nan(""), 1, 1, 1}, {50, 20, infinite, 30}, {100, 30, 28, 33}}, true, false},
             {"empty", {}, true, false},
             {"aside", {{1, 5, 5, 5}}, false, true}}};
        const std::string svg = svgOf(chart);
        QVERIFY2(xmlError(svg).isEmpty(), qPrintable(xmlError(svg)));
        QVERIFY(svg.find("nan") == std::string::npos && svg.find("inf") == std::string::npos);
        QVERIFY(svg.find("<script") == std::string::npos);
    }

    void barsHaveTheLengthOfTheirValues()
    {
        const std::string svg =
            svgOf(BarChart{kHostile, {{kHostile, 1, "1 time"}, {"vectorize(xi)", 4, "4 times"}, {"wrong", std::nan(""), "-"}}});
        QVERIFY2(xmlError(svg).isEmpty(), qPrintable(xmlError(svg)));
        QVERIFY(svg.find("nan") == std::string::npos);
        QVERIFY(svg.find("width=\"85.0\"") != std::string::npos && svg.find("width=\"340.0\"") != std::string::npos);
        QVERIFY(svg.find("width=\"0.0\"") != std::string::npos);
    }

    void aBandIsClosed()
    {
        const Chart chart{"", "", "", {{"", {{0, 1, 0, 2}, {10, 2, 1, 4}}, true, false}}};
        const std::string svg = svgOf(chart);
        // Forth along the upper quartiles (2, then 4 at 10), back along the lower ones (1 at 10, then 0).
        const size_t band = svg.find("ks-f0\" ");
        QVERIFY(band != std::string::npos);
        const std::string path = svg.substr(svg.find(" d=\"", band) + 4, 80);
        QVERIFY2(path.starts_with("M62.0 149.0H744.0V24.0L744.0 211.5H744.0L744.0 274.0H62.0Z\""), path.c_str());
    }
};

QTEST_MAIN(TestMarkup)
#include "tst_markup.moc"
