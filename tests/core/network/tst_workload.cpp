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
};

void TestWorkload::convolutionIsRead()
{
    const auto workload = workloadFromJson(conv3x3());
    QCOMPARE(workload.op(), std::string_view("conv2d"));
    const auto& conv = std::get<ConvWorkload>(workload.shape);
    QCOMPARE(conv.n, int64_t{1});
    QCOMPARE(conv.oh(), int64_t{28});
    QCOMPARE(conv.ow(), int64_t{28});
    QCOMPARE(workload.plainFlops(), 2.0 * 28 * 28 * 128 * 64 * 9);
    QCOMPARE(workload.text(), std::string("64x56x56 -> 128x28x28, 3x3, stride 2, pad 1"));
}

void TestWorkload::depthwiseAndDenseAreRead()
{
    json json = conv3x3();
    json["op"] = "depthwise_conv2d";
    json["K"] = 64;
    const auto depthwise = workloadFromJson(json);
    QCOMPARE(std::get<ConvWorkload>(depthwise.shape).groups, int64_t{64});
    QCOMPARE(depthwise.plainFlops(), 2.0 * 28 * 28 * 64 * 9);

    const auto dense = workloadFromJson(json::parse(R"({"op":"dense","M":4,"in_features":512,"out_features":1000,"count":2})"));
    QCOMPARE(dense.op(), std::string_view("dense"));
    QCOMPARE(dense.count, int64_t{2});
    QCOMPARE(dense.plainFlops(), 2.0 * 4 * 512 * 1000);
    QCOMPARE(dense.text(), std::string("batch 4: 512 -> 1000"));

    const auto product =
        workloadFromJson(json::parse(R"({"op":"batch_matmul","batch":12,"M":128,"N":100,"K":64,"transpose_b":true})"));
    QCOMPARE(product.op(), std::string_view("batch_matmul"));
    QCOMPARE(product.plainFlops(), 2.0 * 12 * 128 * 100 * 64);
    QCOMPARE(product.text(), std::string("batch 12: 128x64 by 64x100, second transposed"));
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
    QCOMPARE(workloadFromJson(json).text(),
             std::string("batch 8: 64x56x56 -> 128x54x56, 3x1, stride 1, pad 1x0, dilation 2, 4 groups"));
}

void TestWorkload::flopsOfHugeExtentsStayFinite()
{
    const auto dense =
        workloadFromJson(json::parse(R"({"op":"dense","M":2147483647,"in_features":2147483647,"out_features":2147483647})"));
    QVERIFY(dense.plainFlops() > 1.9e28 && dense.plainFlops() < 2e28);
}

QTEST_APPLESS_MAIN(TestWorkload)
#include "tst_workload.moc"
