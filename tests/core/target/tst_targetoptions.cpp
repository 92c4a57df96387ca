// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/targetoptions.h"

#include <QTest>

using namespace knobscope;

class TestTargetOptions : public QObject
{
    Q_OBJECT
private slots:
    void rightOnesPass_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"llvm", "llvm -mcpu=znver4 -mattr=+avx512f -num-cores=8",
              "llvm -device=arm_cpu -mtriple=aarch64-linux-gnu -model=rk3399", "llvm -keys=cpu -libs=mkl -link-params=0", "cuda",
              "cuda -arch=sm_90 -model=h200 -libs=cudnn,cublas", "cuda -arch=sm_90a", "cuda -arch=sm_100f",
              "cuda -arch=compute_75", "cuda -keys=cuda,gpu -max_num_threads=1024 -thread_warp_size=32",
              "opencl -device=mali -max_num_threads=256", "vulkan -supports_float16=1", "rocm -mcpu=gfx900",
              "c -march=armv7e-m"}) {
            QTest::newRow(text) << QString(text);
        }
    }
    void rightOnesPass()
    {
        QFETCH(QString, text);
        const auto checked = checkTargetOptions(parseTarget(text.toStdString()).value());
        QVERIFY2(checked, checked ? "" : checked.error().message.c_str());
    }

    void wrongOnesAreNamed_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("word");
        const auto row = [](const char* text, const char* word) { QTest::newRow(text) << QString(text) << QString(word); };
        row("llvm -zork=1", "-zork");
        row("llvm -arch=sm_90", "-arch");
        row("cuda -mcpu=znver4 -zork", "-zork");
        row("cuda -num-threads=4", "-num-threads");
        row("cuda -arch=foo", "foo");
        row("cuda -arch=90", "sm_90");
        row("cuda -arch=sm_91", "nearest older one is sm_90");
        row("cuda -arch=sm_999", "nearest older one is sm_121");
        row("cuda -arch=sm_80a", "write sm_80");
        row("cuda -arch=sm_90f", "begins with sm_100");
    }
    void wrongOnesAreNamed()
    {
        QFETCH(QString, text);
        QFETCH(QString, word);
        const auto checked = checkTargetOptions(parseTarget(text.toStdString()).value());
        QVERIFY(!checked);
        QVERIFY2(checked.error().message.find(word.toStdString()) != std::string::npos, checked.error().message.c_str());
        QVERIFY(checked.error().code == ErrorCode::InvalidArgument || checked.error().code == ErrorCode::NotFound);
    }
};

QTEST_GUILESS_MAIN(TestTargetOptions)
#include "tst_targetoptions.moc"
