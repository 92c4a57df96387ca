// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/machinepeak.h"

#include <QTest>

using namespace knobscope;

class TestMachinePeak : public QObject
{
    Q_OBJECT
private slots:
    void comesThroughJson()
    {
        const MachinePeak peak{2, 123.5, 7.25, "AVX2", 1e9};
        QCOMPARE(peakFromJson(nlohmann::json(peak)).value(), peak);
        QVERIFY(!peakFromJson(nlohmann::json::parse("{", nullptr, false)));
        QVERIFY(!peakFromJson({{"threads", "two"}}));
        nlohmann::json zero = peak;
        zero["gflops"] = 0;
        QVERIFY(!peakFromJson(zero));
    }

    void aWorkerMeasuresIt()
    {
        const auto peak = measureMachinePeak(1);
        QVERIFY2(peak.has_value(), peak ? "" : peak.error().message.c_str());
        qInfo("%.1f GFLOPS (%s), %.1f GB/s", peak->gflops, peak->vectors.c_str(), peak->gigabytesPerSecond);
        QVERIFY(peak->gflops > 0.5 && peak->gflops < 1000); // one core of anything
        QVERIFY(peak->gigabytesPerSecond > 0.1 && peak->gigabytesPerSecond < 1000);
        QVERIFY(peak->measured > 1.6e9);
        const auto missing = measureMachinePeak(1, "/no/such/worker");
        QVERIFY(!missing && missing.error().message.find("/no/such/worker") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestMachinePeak)
#include "tst_machinepeak.moc"
