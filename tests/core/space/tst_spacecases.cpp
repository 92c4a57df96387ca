// SPDX-License-Identifier: GPL-3.0-or-later
// The spaces of AutoTVM v0.14 as recorded from the real code: candidates, order, index arithmetic and text.
#include "core/base/sha256.h"
#include "tests/core/space/spacecases.h"

#include <QTest>

#include <fstream>

using namespace knobscope;
using namespace knobscope::spacecases;

class TestSpaceCases : public QObject
{
    Q_OBJECT
private:
    json m_file;

private slots:
    void initTestCase()
    {
        std::ifstream stream(KNOBSCOPE_FIXTURES "/space-cases.json");
        m_file = json::parse(stream);
        QCOMPARE(m_file["cases"].size(), size_t(56));
    }

    void digestOfKnownText()
    {
        QCOMPARE(sha256("abc"), std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        QCOMPARE(sha256(std::string(200, 'a')), std::string("c2a908d98f5df987ade41b5fce213067efbcc21ef2240212a41e54b5e7c28ae5"));
    }

    void everyCase_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const auto& item : m_file["cases"]) {
            QTest::newRow(item["id"].get<std::string>().c_str()) << QByteArray::fromStdString(item.dump());
        }
    }

    void everyCase()
    {
        QFETCH(QByteArray, text);
        const json item = json::parse(text.toStdString());
        const auto described = describeCase(item);
        QVERIFY2(described.has_value(), described ? "" : described.error().message.c_str());
        QVERIFY((*described)["len"] == item["expected_len"]);
        QVERIFY((*described)["range_length"] == item["expected_range_length"]);
        QCOMPARE((*described)["space_repr"].get<std::string>(), item["expected_space_repr"].get<std::string>());
        const auto space = spaceFromJson(item);
        for (size_t i = 0; i < item["knobs"].size(); ++i) {
            const auto& expected = item["knobs"][i];
            QVERIFY((*described)["knobs"][i]["len"] == expected["expected_len"]);
            if (expected.contains("expected_entities")) {
                for (size_t j = 0; j < expected["expected_entities"].size(); ++j) {
                    QVERIFY(valueToJson(space->knobs()[i].at(static_cast<int64_t>(j))) == expected["expected_entities"][j]);
                }
            }
            QVERIFY((*described)["knobs"][i]["entities_sha256"] == expected["entities_sha256"]);
        }
        for (size_t i = 0; i < item["samples"].size(); ++i) {
            const auto& expected = item["samples"][i];
            const auto& point = (*described)["points"][i];
            QVERIFY(point["entity"] == expected["entity"]);
            QVERIFY(point["entity_repr"] == expected["entity_repr"]);
            const auto index = expected["index"].get<int64_t>();
            QVERIFY(json(space->digits(index)) == expected["knob_digits"]);
            QCOMPARE(space->indexOf(space->at(index).value()).value(), index);
        }
        if (item.contains("expected_valid_indexes_head")) {
            json valid = json::array();
            for (int64_t index = 0; valid.size() < item["expected_valid_indexes_head"].size(); ++index) {
                if (space->isValid(index)) {
                    valid.push_back(index);
                }
            }
            QVERIFY(valid == item["expected_valid_indexes_head"]);
        }
    }

    void wrongFieldsAreNamed()
    {
        const auto refused = [](const char* text, const char* word) {
            const auto space = spaceFromJson(json::parse(text));
            return !space && space.error().message.find(word) != std::string::npos;
        };
        QVERIFY(refused("[]", "knobs"));
        QVERIFY(refused(R"({"knobs": 3})", "knobs"));
        QVERIFY(refused(R"({"knobs": [{"name": "a", "kind": "split", "extent": "x", "num_outputs": 2}]})", "extent"));
        QVERIFY(refused(R"({"knobs": [{"name": "a", "kind": "split", "extent": 0, "num_outputs": 2}]})", "extent 0"));
        QVERIFY(refused(R"({"knobs": [{"name": "a", "kind": "split", "extent": 8, "num_outputs": 1}]})", "outputs"));
        QVERIFY(refused(R"({"knobs": [{"name": "a", "kind": "box"}]})", "kind"));
        QVERIFY(refused(R"({"knobs": [{"name": "a", "kind": "other", "candidates": [[1]]}]})", "Knob a"));
        QVERIFY(refused(R"({"knobs": [{"name": "a", "kind": "other", "candidates": []}]})", "no candidates"));
    }

    void aFilterTakesKnobsOfAnyName()
    {
        const auto validWith = [](const std::string& name, const char* op, const json& terms) {
            const json knob{{"name", name}, {"kind", "split"}, {"extent", 64}, {"num_outputs", 2}};
            const auto space =
                spaceFromJson({{"knobs", json::array({knob})}, {"multi_filter", {{"op", op}, {"terms", terms}, {"value", 32}}}});
            return space ? space->validCount().low : -1;
        };
        for (const char* op : {"sum_le", "prod_le"}) {
            const auto termsOf = [](const std::string& name) {
                return json{{{"knob", name}, {"pos", 1}}, {{"knob", name}, {"pos", -1}}};
            };
            const int64_t plain = validWith("a", op, termsOf("a"));
            QVERIFY(plain > 0 && plain < 7);
            for (const char* name : {"/layer1/conv:0-relu", "not", "a b", "7", "or[0]", ""}) {
                QCOMPARE(validWith(name, op, termsOf(name)), plain);
            }
        }
        QCOMPARE(validWith("a", "sum_le", json::array()), int64_t(-1));
        QCOMPARE(validWith("a", "sum_le", json(1001, {{"knob", "a"}, {"pos", 1}})), int64_t(-1));
    }

    void hugeExtentsAreRefusedOrHandled()
    {
        SplitKnob knob;
        knob.extent = (int64_t{1} << 31);
        knob.outputs = 4;
        const auto made = Knob::make("a", knob);
        QVERIFY(made.has_value());
        QCOMPARE(made->size(), int64_t(34 * 33 * 32 / 6)); // C(31 + 3, 3)
        knob.policy = SplitKnob::Policy::Verbose;
        knob.extent = 2147483646;
        knob.outputs = 8;
        QVERIFY(!Knob::make("a", knob));
        knob.extent = int64_t{1} << 50;
        QVERIFY(!Knob::make("a", knob));
    }
};

QTEST_APPLESS_MAIN(TestSpaceCases)
#include "tst_spacecases.moc"
