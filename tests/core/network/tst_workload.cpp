// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/workload.h"

#include <QtTest>

#include <nlohmann/json.hpp>

using namespace knobscope;
using nlohmann::json;

namespace {

json conv3x3()
{
    return json::parse(R"({"op":"conv2d","C":64,"H":56,"W":56,"K":128,"R":3,"S":3,"stride":[2,2],"pad":[1,1],"dilation":[1,1]})");
}

} // namespace

class TestWorkload : public QObject
{
    Q_OBJECT

private slots:
    void convolutionIsRead();
    void depthwiseAndDenseAreRead();
    void textShowsWhatIsNotOrdinary();
    void flopsOfHugeExtentsStayFinite();
    void badFieldsAreRefused_data();
    void badFieldsAreRefused();
};

void TestWorkload::convolutionIsRead()
{
    const auto workload = workloadFromJson(conv3x3());
    QVERIFY(workload);
    QCOMPARE(workload->op(), std::string_view("conv2d"));
    const auto& conv = std::get<ConvWorkload>(workload->shape);
    QCOMPARE(conv.batch, int64_t{1});
    QCOMPARE(conv.outHeight(), int64_t{28});
    QCOMPARE(conv.outWidth(), int64_t{28});
    QCOMPARE(workload->plainFlops(), 2.0 * 28 * 28 * 128 * 64 * 9);
    QCOMPARE(workload->text(), std::string("64x56x56 -> 128x28x28, 3x3, stride 2, pad 1"));
}

void TestWorkload::depthwiseAndDenseAreRead()
{
    json json = conv3x3();
    json["op"] = "depthwise_conv2d";
    json["K"] = 64;
    const auto depthwise = workloadFromJson(json);
    QVERIFY(depthwise);
    QCOMPARE(std::get<ConvWorkload>(depthwise->shape).groups, int64_t{64});
    QCOMPARE(depthwise->plainFlops(), 2.0 * 28 * 28 * 64 * 9);

    const auto dense = workloadFromJson(json::parse(R"({"op":"dense","M":4,"in_features":512,"out_features":1000,"count":2})"));
    QVERIFY(dense);
    QCOMPARE(dense->op(), std::string_view("dense"));
    QCOMPARE(dense->count, int64_t{2});
    QCOMPARE(dense->plainFlops(), 2.0 * 4 * 512 * 1000);
    QCOMPARE(dense->text(), std::string("batch 4: 512 -> 1000"));
}

void TestWorkload::textShowsWhatIsNotOrdinary()
{
    json json = conv3x3();
    json["N"] = 8;
    json["S"] = 1;
    json["stride"] = {1, 1};
    json["pad"] = {1, 0};
    json["dilation"] = {2, 2};
    json["groups"] = 4;
    QCOMPARE(workloadFromJson(json)->text(),
             std::string("batch 8: 64x56x56 -> 128x54x56, 3x1, stride 1, pad 1x0, dilation 2, 4 groups"));
}

void TestWorkload::flopsOfHugeExtentsStayFinite()
{
    const auto dense =
        workloadFromJson(json::parse(R"({"op":"dense","M":2147483647,"in_features":2147483647,"out_features":2147483647})"));
    QVERIFY(dense);
    QVERIFY(dense->plainFlops() > 1.9e28 && dense->plainFlops() < 2e28);
}

void TestWorkload::badFieldsAreRefused_data()
{
    QTest::addColumn<QString>("patch");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* patch, const char* says) { QTest::newRow(patch) << patch << says; };
    row(R"({"op":null})", "\"op\" is missing");
    row(R"({"op":"conv3d"})", "operator \"conv3d\" is not known");
    row(R"({"C":null})", "\"C\" is missing");
    row(R"({"C":"64"})", "\"C\" must be a whole number");
    row(R"({"C":64.5})", "\"C\" must be a whole number");
    row(R"({"H":0})", "\"H\" is 0 but must be at least 1");
    row(R"({"K":-8})", "\"K\" is -8");
    row(R"({"W":2147483648})", "\"W\" is larger than 2147483647");
    row(R"({"W":18446744073709551615})", "\"W\" is larger than");
    row(R"({"R":59})", "kernel does not fit");
    row(R"({"R":2147483647,"dilation":[2147483647,1]})", "kernel does not fit");
    row(R"({"stride":[0,1]})", "\"stride\" is 0");
    row(R"({"stride":2})", "list of two numbers");
    row(R"({"pad":[1]})", "list of two numbers");
    row(R"({"pad":[-1,0]})", "\"pad\" is -1");
    row(R"({"groups":3})", "3 groups do not divide");
    row(R"({"op":"depthwise_conv2d","groups":1})", "needs as many groups");
    row(R"({"OH":27})", "said to be 27x28");
    row(R"({"OH":"28"})", "\"OH\" must be a whole number");
    row(R"({"count":0})", "\"count\" is 0");
    row(R"({"op":"dense","M":1,"in_features":0})", "\"in_features\" is 0");
}

void TestWorkload::badFieldsAreRefused()
{
    QFETCH(QString, patch);
    QFETCH(QString, says);
    json json = conv3x3();
    json.merge_patch(json::parse(patch.toStdString())); // null removes a field
    const auto workload = workloadFromJson(json);
    QVERIFY(!workload);
    QVERIFY2(QString::fromStdString(workload.error().message).contains(says), workload.error().message.c_str());
    QVERIFY(!workloadFromJson(json::array()));
}

QTEST_APPLESS_MAIN(TestWorkload)
#include "tst_workload.moc"
