// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/fmaloop.h"
#include "core/target/machineprofile.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>

using namespace knobscope;

class TestMachineProfile : public QObject
{
    Q_OBJECT
private slots:
    void namesComeFromCpuinfo()
    {
        QCOMPARE(cpuNameIn("processor\t: 0\nmodel\t\t: 1\nmodel name\t: AMD EPYC 9J14 96-Core Processor  \nflags: x\n"),
                 std::string("AMD EPYC 9J14 96-Core Processor"));
        QCOMPARE(cpuNameIn("processor : 0\nBogoMIPS : 50\nHardware : BCM2835\n"), std::string("BCM2835"));
        // Virtual machines of several generations have this name.
        const std::string generic =
            "cpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\n\ncpu family\t: 1\nmodel name\t: x\n";
        QCOMPARE(cpuNameIn(generic), std::string("AMD EPYC (family 25 model 17)"));
        QCOMPARE(cpuNameIn("cpu family : 6\nmodel : 143\nmodel name : Intel(R) Xeon(R) Processor @ 2.10GHz\n"),
                 std::string("Intel(R) Xeon(R) Processor @ 2.10GHz (family 6 model 143)"));
        QCOMPARE(cpuNameIn(""), std::string());
        QCOMPARE(cpuNameIn("no colon here\n:\n: : :\nmodel name"), std::string());
    }

    void thisMachineHasANameAndCores()
    {
        const MachineProfile& machine = thisMachine();
        QVERIFY(!machine.cpu.empty());
        QVERIFY(machine.cores >= 1);
    }

    void coresHaveOneOrTwoUnits()
    {
        const int units = fmaUnits();
        QVERIFY(units == 1 || units == 2);
        // The two loops that tell it do the same work; the chain can only be slower.
        const FmaLoop loop = widestFmaLoop();
        [[maybe_unused]] volatile float sink = 0;
        const auto least = [&](float (*run)(int64_t)) {
            double best = 1;
            for (int i = 0; i < 20; ++i) {
                QElapsedTimer timer;
                timer.start();
                sink = run(20'000);
                best = std::min(best, static_cast<double>(timer.nsecsElapsed()) * 1e-9);
            }
            return best;
        };
        QVERIFY(least(loop.chain) > 2 * least(loop.run));
    }
};

QTEST_MAIN(TestMachineProfile)
#include "tst_machineprofile.moc"
