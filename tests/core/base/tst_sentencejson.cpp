// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentencejson.h"

#include "core/base/result.h"

#include <QTest>

#include <random>

using namespace knobscope;
using nlohmann::json;

namespace {

/// Whatever an argument may be: with braces, percent signs, quotes, and letters beyond ASCII.
std::string randomWords(std::mt19937_64& random)
{
    static const std::vector<std::string> pieces{"a",  "tile_x", " ", "{",    "}",  "{}", "%1",
                                                 "\"", "\\",     "é", "執行", "\n", "7",  ":.1f"};
    std::string text;
    for (uint64_t left = random() % 6; left > 0; --left) {
        text += pieces[random() % pieces.size()];
    }
    return text;
}

Sentence randomSentence(std::mt19937_64& random, int depth)
{
    if (depth == 0 || random() % 3 == 0) {
        return Sentence(randomWords(random));
    }
    const auto inner = [&] { return randomSentence(random, depth - 1); };
    switch (random() % 6) {
    case 0: return phrase("no place");
    case 1: return phrase("{{braces}} around {}", inner());
    case 2: return phrase("{1} before {0}", inner(), inner());
    case 3: return phrase("{:.2f} of {:>8}, {}", static_cast<double>(random() % 1000) / 7, random() % 99, inner());
    case 4: return phrase("{}{}", inner(), inner());
    default: return phrase("Config {}: {}: {}", random() % 100, inner(), inner());
    }
}

json nested(int depth, json inner = "x")
{
    for (int i = 0; i < depth; ++i) {
        inner = json::array({"in {}", inner});
    }
    return inner;
}

} // namespace

class TestSentenceJson : public QObject
{
    Q_OBJECT
private slots:
    void randomSentencesComeBack()
    {
        std::mt19937_64 random(7);
        int withPattern = 0;
        for (int i = 0; i < 2000; ++i) {
            const Sentence said = randomSentence(random, static_cast<int>(random() % 6));
            withPattern += said.pattern.empty() ? 0 : 1;
            const auto read = sentenceFromJson(json::parse(sentenceToJson(said).dump()));
            QVERIFY2(read && *read == said, said.message.c_str());
            QVERIFY(sentenceFromColumns(said.message, patternText(said)) == said);
            json object{{"error", 3}};
            writeSentence(object, "message", said);
            QCOMPARE(object["message"].get<std::string>(), said.message); // for whoever knows no patterns
            QVERIFY(readSentence(object, "message") == said);
        }
        QVERIFY(withPattern > 500);
    }

    void anothersFailureStaysWhatItWas()
    {
        const auto inner = fail(ErrorCode::Timeout, "it took longer than {:g} s and was stopped", 10.0);
        const Sentence said = fail(ErrorCode::Timeout, "Building: {}", inner.value()).value();
        const Sentence read = sentenceFromColumns(said.message, patternText(said));
        QCOMPARE(read.pattern, std::string("Building: {}"));
        QCOMPARE(read.arguments.at(0).pattern, std::string("it took longer than {:g} s and was stopped"));
        QCOMPARE(read.arguments.at(0).arguments.at(0).message, std::string("10"));
        QVERIFY(fail(ErrorCode::Io, "{}", inner.value()).value() == inner.value()); // passing it on adds nothing
    }

    void whatIsNoSentenceIsRefused()
    {
        for (const json& wrong : {json(),
                                  json(3),
                                  json(true),
                                  json::object(),
                                  json::array(),
                                  json::array({1}),
                                  json::array({json::array({"a"})}),
                                  json::array({"{}"}),
                                  json::array({"{} {}", "a"}),
                                  json::array({"none", "a"}),
                                  json::array({"", "a"}),
                                  json::array({""}),
                                  json::array({"a {"}),
                                  json::array({"a }"}),
                                  json::array({"{", "a"}),
                                  json::array({"}{", "a"}),
                                  json::array({"{{}", "a"}),
                                  json::array({"{{0}", "a"}),
                                  json::array({"{{{}}", "a"}),
                                  json::array({"{}", 7}),
                                  json::array({"{}", nullptr}),
                                  json::array({"{}", {{"a", 1}}})}) {
            QVERIFY2(!sentenceFromJson(wrong), wrong.dump().c_str());
        }
        // What stands in a place is nobody's format any more.
        for (const char* place : {"{:q}", "{99}", "{:{}", "{name}", "{:1000000000}"}) {
            const auto read = sentenceFromJson(json::array({std::string("a ") + place, "{0:x} %1"}));
            QVERIFY2(!read || read->message == "a {0:x} %1", place);
        }
    }

    void largerThanAnySentenceIsRefused()
    {
        QVERIFY(sentenceFromJson(nested(20)).has_value());
        QVERIFY(!sentenceFromJson(nested(40)));
        for (int depth = 20; depth < 30; ++depth) { // what is read can be written
            const auto read = sentenceFromJson(nested(depth, json::array({"a pattern"})));
            QVERIFY(!read || sentenceFromJson(sentenceToJson(*read)) == read);
        }
        json wide = json::array({std::string()});
        for (int i = 0; i < 2000; ++i) {
            wide[0] = wide[0].get<std::string>() + "{}";
            wide.push_back("x");
        }
        QVERIFY(!sentenceFromJson(wide));
        QVERIFY(!sentenceFromJson(json::array({"{}", std::string(100'000, 'x')})));
        // One of our own that is too large is said in English.
        const Sentence log = phrase("The compiler refused it: {}", std::string(100'000, 'x'));
        QVERIFY(patternText(log).empty());
        QVERIFY(sentenceFromColumns(log.message, patternText(log)) == Sentence(log.message));
        Sentence deep = phrase("inside {}", 1);
        for (int i = 0; i < 100; ++i) {
            deep = phrase("around {}", deep);
        }
        const Sentence read = sentenceFromColumns(deep.message, patternText(deep));
        QCOMPARE(read.message, deep.message);
        QCOMPARE(read.pattern, deep.pattern);
    }

    void twoThatSayDifferentThingsAreWords()
    {
        QVERIFY(sentenceFromColumns("all is well", R"(["Delete {} now", "it"])") == Sentence("all is well"));
        QVERIFY(sentenceFromColumns("all is well", "no JSON") == Sentence("all is well"));
        QVERIFY(sentenceFromColumns("all is well", "") == Sentence("all is well"));
        const json doctored{{"message", "all is well"}, {"said", {"Delete {} now", "it"}}};
        QVERIFY(readSentence(doctored, "message") == Sentence("all is well"));
        QVERIFY(readSentence(json{{"message", 7}, {"said", "x"}}, "message") == Sentence());
        QVERIFY(readSentence(json(), "message") == Sentence());
    }

    void patternsAreTakenApart()
    {
        const auto walked = [](std::string_view pattern) {
            std::string out;
            const bool isWhole = walkPattern(
                pattern, [&](std::string_view words) { out += words; },
                [&](std::string_view place) { out += '<' + std::string(place) + '>'; });
            return isWhole ? out : out + '!';
        };
        QCOMPARE(walked(""), std::string());
        QCOMPARE(walked("Knob {} has {1:.1f}"), std::string("Knob <> has <1:.1f>"));
        QCOMPARE(walked("{{{}}}"), std::string("{<>}"));
        QCOMPARE(walked("a {"), std::string("a !"));
        QCOMPARE(walked("a } b"), std::string("a !"));
    }
};

QTEST_GUILESS_MAIN(TestSentenceJson)
#include "tst_sentencejson.moc"
