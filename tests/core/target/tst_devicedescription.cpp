// SPDX-License-Identifier: GPL-3.0-or-later
// The described cards against what follows from their own figures and against NVIDIA's occupancy calculation.
#include "core/target/knowndevices.h"
#include "core/target/occupancy.h"

#include <QFile>
#include <QTest>

#include <cmath>
#include <set>

using namespace knobscope;

class TestDeviceDescription : public QObject
{
    Q_OBJECT
private slots:
    void cardsFromT4ToH200()
    {
        for (const char* id : {"t4",   "p100", "v100", "2080ti", "a100",         "a100-80gb", "a10",       "a30",
                               "a40",  "3060", "3070", "3080",   "3090",         "a6000",     "l4",        "l40s",
                               "4060", "4070", "4080", "4090",   "rtx-6000-ada", "h100",      "h100-pcie", "h200"}) {
            const auto device = findKnownDevice(id);
            QVERIFY2(device && device->id == id, id);
        }
        std::set<std::string> ids;
        for (const DeviceDescription& d : knownDevices()) {
            QVERIFY2(ids.insert(d.id).second, d.id.c_str());
        }
    }

    void peaksFollowFromUnitsAndClocks()
    {
        for (const DeviceDescription& d : knownDevices()) {
            const double peak = 2.0 * d.fp32PerMultiprocessor * d.multiprocessors * d.clockMhz * 1e6;
            QVERIFY2(std::abs(peak / d.peakFp32 - 1) < 0.015, qPrintable(QString("%1: %2").arg(d.id.c_str()).arg(peak / 1e12)));
            QVERIFY2(d.bandwidth > 200e9 && d.bandwidth < 10e12 && d.memoryBytes >= 8e9, d.id.c_str());
            QVERIFY2(d.peakFp32 / d.bandwidth > 5 && d.peakFp32 / d.bandwidth < 130, d.id.c_str());
            QVERIFY2(d.l2Bytes == 0 || (d.l2Bytes >= 2 << 20 && d.l2Bytes <= 128 << 20), d.id.c_str());
        }
    }

    /// tests/fixtures/codegen/occupancy.csv: what NVIDIA's cuda_occupancy.h (CUDA 13.0) answers for random kernels.
    void occupancyAgreesWithNvidias()
    {
        QFile file(KNOBSCOPE_FIXTURES "/codegen/occupancy.csv");
        QVERIFY(file.open(QIODevice::ReadOnly));
        file.readLine();
        int rows = 0;
        while (!file.atEnd()) {
            const auto parts = file.readLine().trimmed().split(',');
            const auto limits = architectureLimits({parts[0].toInt() / 10, parts[0].toInt() % 10});
            QVERIFY(limits.has_value());
            const Occupancy o = occupancyOf(*limits, parts[1].toInt(), parts[2].toInt(), parts[3].toLongLong());
            QVERIFY2(o.blocks == parts[4].toInt(), qPrintable(parts.join(", ") + ": " + QString::number(o.blocks)));
            QVERIFY((o.blocks == 0) == (o.limit == Occupancy::Limit::DoesNotFit));
            ++rows;
        }
        QVERIFY(rows > 200);
    }

    void occupancyNamesWhatIsScarce()
    {
        const DeviceDescription hopper = architectureLimits({9, 0}).value();
        QCOMPARE(occupancyOf(hopper, 256, 32, 0).limit, Occupancy::Limit::Warps);
        QCOMPARE(occupancyOf(hopper, 256, 32, 0).fraction, 1.0);
        QCOMPARE(occupancyOf(hopper, 256, 128, 0).limit, Occupancy::Limit::Registers);
        QCOMPARE(occupancyOf(hopper, 256, 32, 100 << 10).limit, Occupancy::Limit::SharedMemory);
        QCOMPARE(occupancyOf(hopper, 32, 16, 0).limit, Occupancy::Limit::Blocks);
        QCOMPARE(occupancyOf(hopper, 2048, 16, 0).limit, Occupancy::Limit::DoesNotFit);
        QCOMPARE(occupancyOf(hopper, 256, 32, 300 << 10).limit, Occupancy::Limit::DoesNotFit);
    }

    void namesAsPeopleAndDriversWriteThem()
    {
        QCOMPARE(findKnownDevice("NVIDIA GeForce RTX 4090")->id, std::string("4090"));
        QCOMPARE(findKnownDevice("rtx4090")->id, std::string("4090"));
        QCOMPARE(findKnownDevice("Tesla T4")->id, std::string("t4"));
        QCOMPARE(findKnownDevice("H200")->id, std::string("h200"));
        QCOMPARE(findKnownDevice("NVIDIA A100-SXM4-80GB")->id, std::string("a100-80gb"));
        const auto unknown = findKnownDevice("h201");
        QVERIFY(!unknown && unknown.error().message.find("h200") != std::string::npos);
        QVERIFY(!findKnownDevice(""));
    }

    void architectures()
    {
        QCOMPARE(parseArch("sm_90")->arch(), std::string("sm_90"));
        QCOMPARE(parseArch("compute_75")->arch(), std::string("sm_75"));
        QCOMPARE(parseArch("sm_90a")->arch(), std::string("sm_90"));
        QCOMPARE(parseArch("sm_120")->major, 12);
        for (const char* wrong : {"", "sm_", "sm_9", "90", "sm_90x", "sm_-1", "gfx90a", "sm_99999999999"}) {
            QVERIFY2(!parseArch(wrong), wrong);
        }
        QCOMPARE(architectureLimits({9, 0})->sharedPerBlockOptin, int64_t{232448});
        QCOMPARE(architectureLimits({8, 7})->sharedPerBlockOptin, int64_t{166912});
        QCOMPARE(architectureLimits({8, 8})->sharedPerBlockOptin, int64_t{166912}); // as 8.7, the nearest described below it
        QCOMPARE(architectureLimits({8, 8})->id, std::string("sm_88"));
        QVERIFY(!architectureLimits({3, 5}));
        QCOMPARE(anyCudaDevice().threadsPerBlock, int64_t{1024});
        QCOMPARE(anyCudaDevice().limitsOf(), std::string("every CUDA device"));
    }

    void jsonBothWays()
    {
        for (const DeviceDescription& d : knownDevices()) {
            const auto back = deviceFromJson(deviceToJson(d));
            QVERIFY(back && deviceToJson(*back) == deviceToJson(d));
        }
        QVERIFY(!deviceFromJson({{"arch", "sm_x"}}));
        QVERIFY(!deviceFromJson({{"threads_per_block", "many"}}));
        QVERIFY(!deviceFromJson(5));
        const auto fast = deviceFromJson({{"clock_mhz", 1.98e12}});
        QVERIFY(!fast && fast.error().message.find("clock_mhz") != std::string::npos);
        QVERIFY(!deviceFromJson({{"block", {1024, -3e30, 64}}}));
        QVERIFY(deviceFromJson({{"memory_bytes", int64_t{1} << 40}}));
    }
};

QTEST_GUILESS_MAIN(TestDeviceDescription)
#include "tst_devicedescription.moc"
