// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/jsonmembers.h"

#include <QTest>

using nlohmann::json;

namespace knobscope {

struct JsonStage {
    std::string name;
    double seconds = 0;
    int line = 0;
};

void visitElements(MaybeConst<JsonStage> auto& stage, const auto& visit)
{
    visit(stage.name, stage.seconds, stage.line);
}

struct JsonPoint {
    int x = 1;
};

void visitMembers(MaybeConst<JsonPoint> auto& point, const auto& visit)
{
    visit("x", point.x);
}

struct JsonSample {
    std::string name = "none";
    int count = 7;
    double low = 0, high = 0;
    bool isOdd = false;
    std::optional<double> ratio, share;
    Sentence why;
    JsonPoint point;
    std::vector<JsonPoint> points;
    std::vector<JsonStage> stages;
    std::vector<double> numbers;
    json any;
};

void visitMembers(MaybeConst<JsonSample> auto& s, const auto& visit)
{
    visit("name", s.name);
    visit("count", s.count, JsonMember::Optional);
    visit("range", JsonList(s.low, s.high), JsonMember::Optional);
    visit("odd", s.isOdd, JsonMember::OmitIfUnset);
    visit("ratio", s.ratio, JsonMember::Optional);
    visit("share", s.share, JsonMember::OmitIfUnset);
    visit("why", s.why);
    visit("point", s.point, JsonMember::Optional);
    visit("points", s.points, JsonMember::Optional);
    visit("stages", s.stages, JsonMember::Optional);
    visit("numbers", s.numbers, JsonMember::Optional);
    visit("any", s.any, JsonMember::Optional);
}

namespace {

JsonSample sample()
{
    return {"a", 3, 0.5, 2, true, 0.25, 0.75, phrase("{} failed", 3), {4}, {{5}, {6}}, {{"build", 1.5, 20}}, {7}, {1, "x"}};
}

json written()
{
    return json::parse(R"({"name": "a", "count": 3, "range": [0.5, 2.0], "odd": true, "ratio": 0.25, "share": 0.75,
        "why": "3 failed", "said": ["{} failed", "3"], "point": {"x": 4}, "points": [{"x": 5}, {"x": 6}],
        "stages": [["build", 1.5, 20]], "numbers": [7.0], "any": [1, "x"]})");
}

} // namespace

class TestJsonMembers : public QObject
{
    Q_OBJECT
private slots:
    void allMembersAreWrittenAndReadAgain()
    {
        const json out = sample();
        QCOMPARE(out.dump(), written().dump());
        QCOMPARE(json(out.get<JsonSample>()).dump(), out.dump());
        QCOMPARE(json(fromJson<JsonSample>(out)).dump(), out.dump());
    }

    void unsetMembersAreNullOrOmitted()
    {
        const json out = JsonSample();
        QVERIFY(out.at("ratio").is_null());
        QVERIFY(!out.contains("share"));
        QVERIFY(!out.contains("odd"));
        QVERIFY(!out.contains("said"));
        QCOMPARE(json(out.get<JsonSample>()).dump(), out.dump());
    }

    void strictReadingNeedsRequiredMembers()
    {
        QCOMPARE((json{{"name", "b"}}.get<JsonSample>().count), 7);
        QVERIFY_THROWS_EXCEPTION(json::exception, (void)(json{{"count", 3}}.get<JsonSample>()));
        QVERIFY_THROWS_EXCEPTION(json::exception, (void)(json{{"name", 3}}.get<JsonSample>()));
        QVERIFY_THROWS_EXCEPTION(json::exception, (void)(json{{"name", "b"}, {"count", "3"}}.get<JsonSample>()));
        QVERIFY_THROWS_EXCEPTION(json::exception, (void)(json{{"name", "b"}, {"range", {1}}}.get<JsonSample>()));
        QVERIFY_THROWS_EXCEPTION(json::exception, (void)json(3).get<JsonSample>());
    }

    void untrustedMembersKeepTheirDefaults()
    {
        for (const json& other : {json(), json(3), json("text"), json::array({1}), json::object()}) {
            QCOMPARE(json(fromJson<JsonSample>(other)).dump(), json(JsonSample()).dump());
        }
        const json good = written();
        json ill;
        for (const auto& [key, value] : good.items()) {
            ill[key] = key == "any" ? json() : json{{"wrong", 1}};
        }
        QCOMPARE(json(fromJson<JsonSample>(ill)).dump(), json(JsonSample()).dump());
        JsonSample other;
        other.name = "other";
        QCOMPARE(fromJson(json{{"count", uint64_t{1} << 40}}, other).count, 7);
        QCOMPARE(fromJson(json{{"name", 5}}, other).name, std::string("other"));
    }

    void malformedPartsAreLeftOut()
    {
        const auto read = fromJson<JsonSample>(json::parse(R"({"range": [3, "x"], "points": [{"x": 2}, 7, {"x": "2"}],
            "numbers": [1, "x", null], "stages": [["a", 1, 2], ["b"], 3, ["c", "1", 2], ["d", 4, 5]]})"));
        QCOMPARE(read.low, 3.0);
        QCOMPARE(read.high, 0.0);
        QCOMPARE(json(read.points).dump(), std::string(R"([{"x":2}])"));
        QCOMPARE(read.numbers, (std::vector<double>{1, 0, 0}));
        QCOMPARE(json(read.stages).dump(), std::string(R"([["a",1.0,2],["d",4.0,5]])"));
        QCOMPARE(fromJson<JsonSample>(json{{"range", {1, 2, 3}}}).low, 0.0);
    }
};

} // namespace knobscope

using knobscope::TestJsonMembers;
QTEST_APPLESS_MAIN(TestJsonMembers)
#include "tst_jsonmembers.moc"
