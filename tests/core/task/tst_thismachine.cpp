// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/thismachine.h"

#include <QTest>

using namespace knobscope;

class TestThisMachine : public QObject
{
    Q_OBJECT
private slots:
    void namesComeFromCpuinfo()
    {
        QCOMPARE(cpuNameIn("processor\t: 0\nmodel\t\t: 1\nmodel name\t: AMD EPYC 9J14 96-Core Processor  \nflags: x\n"),
                 std::string("AMD EPYC 9J14 96-Core Processor"));
        QCOMPARE(cpuNameIn("processor : 0\nBogoMIPS : 50\nHardware : BCM2835\n"), std::string("BCM2835"));
        QCOMPARE(cpuNameIn(""), std::string());
        QCOMPARE(cpuNameIn("no colon here\n:\n: : :\nmodel name"), std::string());
    }

    void thisMachineHasANameAndCores()
    {
        const Machine machine = thisMachine();
        QVERIFY(!machine.cpu.empty());
        QVERIFY(machine.cores >= 1);
    }
};

QTEST_MAIN(TestThisMachine)
#include "tst_thismachine.moc"
