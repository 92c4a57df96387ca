// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/onnx/openextents.h"

#include <QTest>

#include <limits>

using namespace knobscope;

namespace {

/// The inputs of a decoder with a cache, as exporters write them.
std::vector<DeclaredInput> decoder()
{
    return {{"input_ids", true, {{0, "batch_size"}, {0, "sequence_length"}}},
            {"attention_mask", true, {{0, "batch_size"}, {0, "past_sequence_length + sequence_length"}}},
            {"past.0.key", true, {{0, "batch_size"}, {8, {}}, {0, "past_sequence_length"}, {64, {}}}},
            {"scale", true, {{1, {}}}}};
}

std::string namesOf(const std::vector<OpenExtent>& extents)
{
    std::string names;
    for (const OpenExtent& extent : extents) {
        names += fmt::format("{}={} ", extent.name, extent.proposed);
    }
    return names;
}

std::string errorOf(const Result<std::map<std::string, Shape>>& shapes)
{
    return shapes ? "" : shapes.error().message;
}

} // namespace

class TestOpenExtents : public QObject
{
    Q_OBJECT
private slots:
    void eachIsAskedForOnce()
    {
        QCOMPARE(namesOf(openExtents(decoder())), std::string("batch_size=1 sequence_length=128 past_sequence_length=128 "));
        const std::vector<DeclaredInput> image{{"data", true, {{0, "data[0]"}, {0, "data[1]"}, {0, "height"}, {0, "w"}}}};
        QCOMPARE(namesOf(openExtents(image)), std::string("data[0]=1 data[1]=3 height=224 w=224 "));
        QCOMPARE(exampleOptions(openExtents(image)),
                 std::string("--dim 'data[0]'=1 --dim 'data[1]'=3 --dim height=224 --dim w=224"));
    }

    void sumsFollowFromTheirParts()
    {
        const ChosenExtents extents{{"batch_size", 2}, {"sequence_length", 1}, {"past_sequence_length", 16}};
        const auto shapes = shapesWith(decoder(), extents);
        QVERIFY2(shapes.has_value(), errorOf(shapes).c_str());
        QCOMPARE(shapes->size(), size_t{3}); // the whole shape of "scale" is in the file
        QCOMPARE(shapes->at("attention_mask"), (Shape{2, 17}));
        QCOMPARE(shapes->at("past.0.key"), (Shape{2, 8, 16, 64}));
        const std::vector<DeclaredInput> one{{"x", true, {{0, "n + 1"}, {0, "2*n"}}}};
        QCOMPARE(shapesWith(one, {{"n", 3}, {"2*n", 6}})->at("x"), (Shape{4, 6}));
        QCOMPARE(shapesWith(one, {{"n + 1", 9}, {"2*n", 6}})->at("x"), (Shape{9, 6})); // the whole sum counts
    }

    void whatIsMissingOrUnknownIsNamed()
    {
        QCOMPARE(
            errorOf(shapesWith(decoder(), {{"batch_size", 2}})),
            std::string("the extent 'sequence_length' of the input 'input_ids' is open; set it, as in --dim batch_size=1 --dim "
                        "sequence_length=128"));
        QCOMPARE(errorOf(shapesWith(decoder(), {{"batch", 2}})),
                 std::string("it has no open extent 'batch'; set those it has, as in --dim batch_size=1 --dim "
                             "sequence_length=128 --dim past_sequence_length=128"));
        const std::vector<DeclaredInput> whole{{"x", true, {{1, {}}}}};
        QCOMPARE(errorOf(shapesWith(whole, {{"batch", 2}})), std::string("it has no open extent 'batch'"));
        const int64_t most = std::numeric_limits<int64_t>::max();
        const std::vector<DeclaredInput> sum{{"x", true, {{0, "n + m"}}}};
        QVERIFY(!errorOf(shapesWith(sum, {{"n", most}, {"m", most}})).empty());
    }

    void aHostileFileWithManyEndsSoon()
    {
        std::vector<DeclaredInput> many;
        for (int i = 0; i < 100'000; ++i) {
            many.push_back({fmt::format("x{}", i), true, {{0, fmt::format("d{} + ", i)}, {0, std::string(100, '+')}}});
        }
        QCOMPARE(openExtents(many).size(), size_t{100'001});
        QVERIFY(exampleOptions(openExtents(many)).size() < 1000);
        QVERIFY(!shapesWith(many, {{"d1 + ", 1}}));
    }

    void shapesThatWereGivenStay()
    {
        std::map<std::string, Shape> given{{"input_ids", {3, 4}}, {"attention_mask", {3, 4}}, {"past.0.key", {1, 2, 3, 4}}};
        QCOMPARE(shapesWith(decoder(), {}, given).value(), given);
    }
};

QTEST_APPLESS_MAIN(TestOpenExtents)
#include "tst_openextents.moc"
