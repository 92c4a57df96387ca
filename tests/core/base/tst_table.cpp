// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/table.h"

#include <QTest>

using namespace knobscope;
using nlohmann::json;

namespace {

Table kernels()
{
    Table table({{"name", "kernel"}, {"seconds", "ms", "{:.2f}", 1e3}, {"trials", "trials", ","}, {"args"}, {"", "note"}});
    table.add({"conv", 0.0125, 1234, json{1, 2}, "for people"});
    table.add({"a | b, \"c\"", {nullptr, "never"}, TableCell(), nullptr, Sentence("x\ny")});
    return table;
}

} // namespace

class TestTable : public QObject
{
    Q_OBJECT
private slots:
    void programsGetValues()
    {
        QCOMPARE(kernels().toJson().dump(), json({{{"name", "conv"}, {"seconds", 0.0125}, {"trials", 1234}, {"args", {1, 2}}},
                                                  {{"name", "a | b, \"c\""}, {"seconds", nullptr}, {"args", nullptr}}})
                                                .dump());
        QCOMPARE(kernels().toCsv(), std::string("name,seconds,trials,args\n"
                                                "conv,0.0125,1234,\"[1,2]\"\n"
                                                "\"a | b, \"\"c\"\"\",,,\n"));
        QVERIFY(Table({{"a", "b"}, {"c", "d"}}).toJson() == json::array());
    }

    void peopleGetAlignedTexts()
    {
        QCOMPARE(kernels().toText(), std::string("kernel         ms  trials  note\n"
                                                 "conv        12.50   1,234  for people\n"
                                                 "a | b, \"c\"  never       -  x\\u000ay\n"));
        QCOMPARE(kernels().toMarkdown(), std::string("| kernel | ms | trials | note |\n"
                                                     "|---|--:|--:|---|\n"
                                                     "| conv | 12.50 | 1,234 | for people |\n"
                                                     "| a \\| b, \"c\" | never | - | x\ny |\n"));
    }

    void columnsAlignWhateverTheScript()
    {
        Table table({{"label", "label"}, {"trials", "trials", "{}"}});
        table.add({"\u6377\u7a4d", 12});
        table.add({"conv", 7});
        table.add({"caf\u00e9", 128});
        QCOMPARE(table.toText(), std::string("label  trials\n"
                                             "\u6377\u7a4d       12\n"
                                             "conv        7\n"
                                             "caf\u00e9      128\n"));
    }

    void whatACellShows()
    {
        Table table({{"speedup", "speed-up", "{:.3f}"}, {"count", "count", "{:.1f}"}, {"graph", "graph"}});
        table.add({positiveCell(1.5), 3, true});
        table.add({positiveCell(0), 0.25, false});
        table.add({TableCell::forPeople(Sentence("failed")), "7 of 9", nullptr});
        QCOMPARE(table.toText(), std::string("speed-up   count  graph\n"
                                             "   1.500     3.0  yes\n"
                                             "       -     0.2\n"
                                             "  failed  7 of 9\n"));
        QCOMPARE(table.toJson()[2].dump(), std::string(R"({"count":"7 of 9","graph":null})"));
        QCOMPARE(table.toJson()[1].dump(), std::string(R"({"count":0.25,"graph":false,"speedup":0.0})"));
    }

    void wordsStayTranslatable()
    {
        Table table({{"reached", phrase("reached {} %", 95), "{}"}, {"why", "why"}});
        table.add({{3, phrase("{} of {}", 3, 20)}, phrase("no {}", "knob")});
        QCOMPARE(table.shown(0, 0).pattern, std::string("{} of {}"));
        QCOMPARE(table.shown(0, 1).pattern, std::string("no {}"));
        QCOMPARE(table.columns()[0].heading.pattern, std::string("reached {} %"));
        QCOMPARE(table.toJson()[0].dump(), std::string(R"({"reached":3,"why":"no knob"})"));
    }
};

QTEST_APPLESS_MAIN(TestTable)
#include "tst_table.moc"
