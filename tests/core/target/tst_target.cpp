// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/host.h"
#include "core/target/target.h"

#include <QtTest>

#include <fmt/ranges.h>

#include <random>

using namespace knobscope;

class TestTarget : public QObject
{
    Q_OBJECT

private slots:
    void keysFollowAutoTvm_data();
    void keysFollowAutoTvm();
    void attributesAreKept();
    void modelIsUnknownUnlessGiven();
    void canonicalTextIsOrderFreeAndReadable();
    void oldTargetOptionIsTheTriple();
    void spellingOfOldTextsIsMended();
    void malformedTextIsRefused_data();
    void malformedTextIsRefused();
    void hugeTextIsRefused();
    void randomTextNeverCrashes();
    void thisMachinesTargetRunsHere();
};

void TestTarget::keysFollowAutoTvm_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("keys");
    const auto row = [](const char* text, const char* keys) { QTest::newRow(text) << text << keys; };
    row("llvm", "cpu");
    row("llvm -mcpu=znver4", "cpu");
    row("c", "cpu");
    row("llvm -device=arm_cpu -model=rk3399", "arm_cpu,cpu");
    row("llvm -device=arm_cpu -keys=arm_cpu,cpu", "arm_cpu,cpu");
    row("cuda", "cuda,gpu");
    row("cuda -keys=cuda,gpu -arch=sm_90 -max_num_threads=1024 -model=h200 -thread_warp_size=32", "cuda,gpu");
    row("nvptx -mcpu=sm_80", "cuda,gpu");
    row("opencl", "opencl,gpu");
    row("opencl -device=mali", "mali,opencl,gpu");
    row("rocm", "rocm,gpu");
    row("vulkan", "vulkan,gpu");
    row("metal", "metal,gpu");
    row("cuda -keys=mine", "mine");
    row("cuda -keys=mine,mine,gpu", "mine,gpu");
    row("cuda -keys=mine -device=special", "mine,special");
    row("ext_dev", "");
}

void TestTarget::keysFollowAutoTvm()
{
    QFETCH(QString, text);
    QFETCH(QString, keys);
    const auto target = parseTarget(text.toStdString());
    QVERIFY2(target, target ? "" : target.error().message.c_str());
    QCOMPARE(QString::fromStdString(fmt::format("{}", fmt::join(target->keys, ","))), keys);
}

void TestTarget::attributesAreKept()
{
    const auto target =
        parseTarget("llvm -mcpu=skylake-avx512 --mattr=+avx512f,+avx512vl -mtriple x86_64-linux-gnu -system-lib -opt-level=2");
    QVERIFY(target);
    QCOMPARE(target->kind, std::string("llvm"));
    QCOMPARE(target->attr("mcpu"), std::string("skylake-avx512"));
    QCOMPARE(target->attr("mattr"), std::string("+avx512f,+avx512vl"));
    QCOMPARE(target->attr("mtriple"), std::string("x86_64-linux-gnu"));
    QCOMPARE(target->attr("system-lib"), std::string("1"));
    QCOMPARE(target->attr("opt-level"), std::string("2"));
    QCOMPARE(target->attr("arch", "sm_70"), std::string("sm_70"));
    QVERIFY(target->hasKey("cpu"));
    QVERIFY(!target->hasKey("gpu"));
}

void TestTarget::modelIsUnknownUnlessGiven()
{
    QCOMPARE(parseTarget("cuda -arch=sm_90 -model=h200")->model(), std::string("h200"));
    QCOMPARE(parseTarget("cuda")->model(), std::string("unknown"));
    QCOMPARE(parseTarget("cuda -model=unknown")->model(), std::string("unknown"));
}

void TestTarget::canonicalTextIsOrderFreeAndReadable()
{
    const auto a = parseTarget("  cuda   -model=h200 -arch=sm_90\t");
    const auto b = parseTarget("cuda -keys=cuda,gpu -arch sm_90 --model=h200");
    QVERIFY(a && b);
    QCOMPARE(a->text, std::string("cuda -keys=cuda,gpu -arch=sm_90 -model=h200"));
    QVERIFY(*a == *b);
    for (const char* text :
         {"llvm -device=arm_cpu -mtriple=aarch64-linux-gnu", "cuda -keys=a -device=b", "ext_dev -model=x", "llvm -system-lib"}) {
        const auto once = parseTarget(text);
        QVERIFY(once);
        const auto twice = parseTarget(once->text);
        QVERIFY(twice);
        QCOMPARE(twice->text, once->text);
        QVERIFY(twice->keys == once->keys);
        QVERIFY(twice->attrs == once->attrs);
    }
}

void TestTarget::oldTargetOptionIsTheTriple()
{
    const auto target = parseTarget("llvm -device=arm_cpu -target=aarch64-linux-gnu");
    QVERIFY(target);
    QCOMPARE(target->attr("mtriple"), std::string("aarch64-linux-gnu"));
    QVERIFY(!target->attrs.contains("target"));
}

void TestTarget::spellingOfOldTextsIsMended()
{
    QCOMPARE(withTripleSpelling("llvm -target=a-b -model=x"), std::string("llvm -mtriple=a-b -model=x"));
    QCOMPARE(withTripleSpelling("llvm -mtriple=my-target=x"), std::string("llvm -mtriple=my-target=x"));
    QCOMPARE(withTripleSpelling(""), std::string());
}

void TestTarget::malformedTextIsRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* text, const char* says) { QTest::newRow(text) << text << says; };
    row("", "empty");
    row("   ", "empty");
    row("pentium", "unknown target kind 'pentium'");
    row("-mcpu=x", "unknown target kind");
    row("LLVM", "unknown target kind 'LLVM'; did you mean 'llvm'?");
    row("cudaa -arch=sm_90", "unknown target kind 'cudaa'; did you mean 'cuda'?");
    row("nonsense", "unknown target kind 'nonsense'; use llvm, cuda or another");
    row("llvm mcpu=x", "must start with '-'");
    row("llvm -mcpu=a b", "must start with '-'");
    row("llvm -", "no usable name");
    row("llvm --", "no usable name");
    row("llvm ---mcpu=x", "no usable name");
    row("llvm -=x", "no usable name");
    row("llvm -m{pu=x", "no usable name");
    row("llvm -mcpu=", "'-mcpu=' has no value");
    row("llvm -mcpu=a -mcpu=b", "'-mcpu' is given twice");
    row("llvm -target=a -mtriple=b", "'-mtriple' is given twice");
    row("cuda -keys=a,,b", "empty key");
    row("llvm\n-mcpu=x", "control character");
}

void TestTarget::malformedTextIsRefused()
{
    QFETCH(QString, text);
    QFETCH(QString, says);
    const auto target = parseTarget(text.toStdString());
    QVERIFY(!target);
    QVERIFY2(QString::fromStdString(target.error().message).contains(says), target.error().message.c_str());
    QVERIFY(target.error().message.find('\n') == std::string::npos);
}

void TestTarget::hugeTextIsRefused()
{
    const auto target = parseTarget("llvm -mattr=" + std::string(1 << 20, '+'));
    QVERIFY(!target);
    QCOMPARE(target.error().code, ErrorCode::LimitExceeded);
}

/// Also where a virtual machine hides features of the CPU that its name implies (AVX-512 of a Zen 4).
void TestTarget::thisMachinesTargetRunsHere()
{
    const Target target = hostTarget().value();
    const auto runs = checkRunsHere(target);
    QVERIFY2(runs.has_value(), runs ? "" : runs.error().message.c_str());
    QVERIFY(isThisMachine(target));
    QVERIFY(isThisMachine(parseTarget(target.text).value()));
}

void TestTarget::randomTextNeverCrashes()
{
    std::mt19937 random(7);
    const std::string alphabet = "-= ,\tacdeuklmvy+\x80\xff";
    int readable = 0;
    for (int i = 0; i < 20000; ++i) {
        std::string text = i % 2 ? "llvm " : "";
        const size_t length = random() % 24;
        for (size_t j = 0; j < length; ++j) {
            text += alphabet[random() % alphabet.size()];
        }
        const auto target = parseTarget(text);
        if (!target) {
            continue;
        }
        ++readable;
        const auto again = parseTarget(target->text);
        QVERIFY2(again, text.c_str());
        QCOMPARE(again->text, target->text);
    }
    QVERIFY(readable > 100);
}

QTEST_APPLESS_MAIN(TestTarget)
#include "tst_target.moc"
