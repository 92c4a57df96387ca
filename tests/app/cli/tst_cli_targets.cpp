// SPDX-License-Identifier: GPL-3.0-or-later
// Targets that end LLVM's code generator: refused when they are chosen, with the reason, and never the end of the program.
#include "tests/app/cli/commandline.h"
#include "tests/app/killingproject.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace {

const QString matmul = QStringLiteral(R"(["tutorial/matmul",16,16,16,"float32"])");
const QString killing = QString::fromLatin1(kKillingTarget);

bool says(const std::string& text, const char* words)
{
    return text.find(words) != std::string::npos;
}

bool isOneLine(const std::string& text)
{
    return std::count(text.begin(), text.end(), '\n') == 1;
}

} // namespace

class TestCliTargets : public QObject
{
    Q_OBJECT
private slots:
    void killingTargetsAreRefused_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* options, const char* reason) {
            QTest::newRow(options) << QString::fromLatin1(options) << QString::fromLatin1(reason);
        };
        const char* const no64 = "64-bit code requested on a subtarget that doesn't support it";
        row("-mtriple=x86_64-linux-gnu -mcpu=pentium4", no64);
        row("-mtriple=x86_64-linux-gnu -mcpu=i386", no64);
        row("-mtriple=x86_64-linux-gnu -mattr=-64bit", no64);
        row("-mtriple=x86_64-linux-goff", "");
        row("-mtriple=x86_64-linux-coff", "COFF");
        row("-mtriple=s390x-ibm-zos", "");
        row("-mtriple=aarch64-linux-gnu -mattr=+sve,-neon", "");
        row("-mtriple=amdgcn-amd-amdhsa", "Cannot select");
        row("-mtriple=r600", "Cannot select");
        row("-mtriple=avr -mcpu=attiny11", "");
        row("-mtriple=mips64-linux-gnuabi64 -mcpu=mips32", no64);
        row("-mtriple=mips-linux-gnu -mcpu=mips5", "MIPS-V is not implemented");
        row("-mtriple=riscv64-linux-gnu -mcpu=rocket-rv32", "RV64 target requires an RV64 CPU");
        row("-mtriple=riscv32-linux-gnu -mattr=+64bit", "RV32");
        row("-mtriple=loongarch64-linux-gnu -mattr=+32bit", "32bit");
        row("-mtriple=powerpc64le-linux-gnu -mcpu=e500", "SPE");
        row("-mtriple=xtensa", "");
        row("-mtriple=bpf", "LLVM could not generate code");
    }
    void killingTargetsAreRefused()
    {
        QFETCH(QString, options);
        QFETCH(QString, reason);
        const Outcome outcome = cli({"config", matmul, "5", "--show", "asm", "--target", QStringLiteral("llvm ") + options});
        if (says(outcome.err, "does not support the target")) {
            QSKIP("This LLVM does not have it");
        }
        QCOMPARE(outcome.code, 2);
        QVERIFY2(says(outcome.err, reason.toUtf8().constData()), outcome.err.c_str());
        QVERIFY2(isOneLine(outcome.err), outcome.err.c_str());
        QVERIFY(outcome.out.empty());
    }

    void everyCommandRefusesThem_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("tasks") << QStringList{"tasks", "resnet-18"};
        QTest::newRow("config") << QStringList{"config", "resnet-18:2", "20", "--show", "llvm"};
        QTest::newRow("diff") << QStringList{"diff", matmul, "1", "2", "--level", "asm"};
        QTest::newRow("space") << QStringList{"space", "resnet-18:2"};
        QTest::newRow("measure") << QStringList{"measure", matmul, "3"};
        QTest::newRow("tune") << QStringList{"tune", matmul, "--trials", "2"};
    }
    void everyCommandRefusesThem()
    {
        QFETCH(QStringList, command);
        const Outcome outcome = cli(command + QStringList{"--target", killing});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(says(outcome.err, "pentium4") && isOneLine(outcome.err), outcome.err.c_str());
    }

    void anOrdinaryForeignTargetIsShown()
    {
        const Outcome outcome =
            cli({"config", matmul, "5", "--show", "asm", "--target", "llvm -mtriple=riscv64-linux-gnu -mattr=+f,+d"});
        QVERIFY2(outcome.code == 0, outcome.err.c_str());
        QVERIFY2(says(outcome.out, "fmadd.s") || says(outcome.out, "fmul.s"), outcome.out.c_str());
        QVERIFY(cli({"diff", matmul, "1", "2", "--level", "llvm", "--target", "llvm -mtriple=aarch64-linux-gnu"}).code == 0);
    }

    void whatThisCpuLacksIsRefusedBeforeBuilding()
    {
#ifndef __x86_64__
        QSKIP("x86's instructions");
#endif
        // No CPU has both: AMD's of 2011, Intel's of 2024.
        const QString target = QStringLiteral("llvm -mcpu=x86-64 -mattr=+xop,+avx10.1-512");
        for (const QStringList& command : {QStringList{"measure", matmul, "3"}, {"tune", matmul, "--trials", "2"}}) {
            const Outcome outcome = cli(command + QStringList{"--target", target});
            QCOMPARE(outcome.code, 1);
            QVERIFY2(says(outcome.err, "this CPU lacks ") && isOneLine(outcome.err), outcome.err.c_str());
        }
        QCOMPARE(cli({"config", matmul, "3", "--show", "asm", "--target", target}).code, 0);
    }

    void aProjectOfSuchATargetIsNotGoneOnWith()
    {
#ifndef __x86_64__
        QSKIP("its CPU is x86's");
#endif
        const QTemporaryDir folder;
        const QString project = folder.filePath(QStringLiteral("p.knobscope"));
        QVERIFY(writeKillingProject(project.toStdString()));
        const Outcome resumed = cli({"resume", project, "1", "--trials", "4"});
        QCOMPARE(resumed.code, 1);
        QVERIFY2(says(resumed.err, "64-bit code"), resumed.err.c_str());
        const auto runs = cli({"runs", project, "--json"}).document();
        QCOMPARE(runs["runs"][0].value("trials", 0), 1); // none that failed for it
    }
};

QTEST_APPLESS_MAIN(TestCliTargets)
#include "tst_cli_targets.moc"
