// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled code for people to read: the same as the compiler's own, and whatever ends the compiler costs a sentence.
#include "core/target/host.h"
#include "core/task/task.h"
#include "core/worker/codemessage.h"
#include "core/worker/codeworker.h"
#include "core/worker/kernelcounts.h"
#include "tests/sanitizers/sanitizers.h"

#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/socket.h>

#include <thread>

using namespace knobscope;

namespace {

Target target(const char* text)
{
    return parseTarget(text).value();
}

Task matmul(const Target& on)
{
    return makeTask("tutorial/matmul", {32, 32, 32, "float32"}, on).value();
}

bool says(const std::string& text, const char* words)
{
    return text.find(words) != std::string::npos;
}

} // namespace

class TestCodeWorker : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    /// A worker that says hello, then runs these commands.
    std::string script(const char* name, const QByteArray& commands)
    {
        QFile file(m_folder.filePath(QString::fromLatin1(name)));
        const QByteArray hello = R"(printf '\015\000\000\000\000\000\000\000{"version":2}' >&3)";
        if (!file.open(QIODevice::WriteOnly) || file.write("#!/bin/sh\n" + hello + "\n" + commands + "\n") < 0) {
            return {};
        }
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return file.fileName().toStdString();
    }

private slots:
    void levelsAreTheCompilersOwn_data()
    {
        QTest::addColumn<bool>("isGpu");
        QTest::newRow("cpu") << false;
        QTest::newRow("gpu") << true;
    }
    void levelsAreTheCompilersOwn()
    {
        QFETCH(bool, isGpu);
        if (isGpu && !Nvrtc::open()) {
            QSKIP("PTX needs NVRTC");
        }
        const nlohmann::json dense{{"TENSOR", {64, 128}, "float32"}, {"TENSOR", {64, 128}, "float32"}, nullptr, "float32"};
        const Task task =
            isGpu ? makeTask("dense_large_batch.gpu", dense, target("cuda -arch=sm_80")).value() : matmul(hostTarget().value());
        const ConfigEntity entity = task.space.at(isGpu ? 0 : 9).value();
        const KernelCode here = kernelCode(task, entity);
        CodeWorker worker;
        const KernelCode there = worker.code(task, entity);
        QCOMPARE(there.isGpu, isGpu);
        for (const CodeLevel level : kCodeLevels) {
            QVERIFY2(here.level(level).problem.empty(), here.level(level).problem.message.c_str());
            QVERIFY(!here.level(level).lines.empty());
            QCOMPARE(there.level(level).problem.message, here.level(level).problem.message);
            QCOMPARE(there.level(level).lines, here.level(level).lines);
            QCOMPARE(there.level(level).nestLine, here.level(level).nestLine);
        }
        QCOMPARE(there.assembly.vectorInstructions, here.assembly.vectorInstructions);
    }

    void aTargetThatEndsTheCompilerIsRefusedWithItsWords()
    {
        CodeWorker worker;
        const auto refused = worker.tryTarget(target("llvm -mtriple=x86_64-linux-gnu -mcpu=pentium4"));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
        QVERIFY2(says(refused.error().message, "64-bit code requested on a subtarget that doesn't support it"),
                 refused.error().message.c_str());
        QVERIFY2(!says(refused.error().message, "\n"), refused.error().message.c_str());

        const Task killing = matmul(target("llvm -mtriple=x86_64-linux-gnu -mcpu=pentium4"));
        const KernelCode code = worker.code(killing, killing.space.at(9).value());
        QVERIFY(!code.level(CodeLevel::Loops).lines.empty());
        QVERIFY2(says(code.level(CodeLevel::Assembly).problem.message, "64-bit"),
                 code.level(CodeLevel::Assembly).problem.message.c_str());

        const Task own = matmul(hostTarget().value());
        QVERIFY(worker.text(own, own.space.at(9).value(), CodeLevel::Assembly).has_value());
        QVERIFY(worker.tryTarget(target("llvm -mtriple=aarch64-linux-gnu")).has_value());
    }

    void manyErrorsAreOneLine()
    {
        const auto refused = CodeWorker().tryTarget(target("llvm -mtriple=bpf"));
        QVERIFY(!refused);
        QVERIFY2(says(refused.error().message, "not even for a simple kernel"), refused.error().message.c_str());
        QVERIFY2(!says(refused.error().message, "\n"), refused.error().message.c_str());
    }

    void aDeadlineEndsIt()
    {
        const Task task = matmul(target("llvm"));
        CodeWorker worker({script("silent", "exec sleep 60"), 0.2});
        const auto text = worker.text(task, task.space.at(9).value(), CodeLevel::Llvm);
        QVERIFY(!text);
        QCOMPARE(text.error().code, ErrorCode::Timeout);
        QVERIFY2(says(text.error().message, "took longer than 0.2 s"), text.error().message.c_str());
    }

    void whatIsNotWantedAnyMoreEndsSoon()
    {
        const Task task = matmul(target("llvm"));
        const QString asked = m_folder.filePath(QStringLiteral("asked"));
        CodeWorker worker({script("silent", "head -c 8 <&3 >/dev/null; : >'" + asked.toLocal8Bit() + "'; exec sleep 60"), 60});
        std::atomic<bool> stop = false;
        std::thread impatient([&] {
            for (const QDeadlineTimer patience(20000); !QFile::exists(asked) && !patience.hasExpired();) {
                std::this_thread::yield();
            }
            stop = true;
        });
        QElapsedTimer clock;
        clock.start();
        const KernelCode code = worker.code(task, task.space.at(9).value(), &stop);
        const qint64 took = clock.elapsed();
        impatient.join();
        QVERIFY(QFile::exists(asked));
        QVERIFY2(took < 20000, qPrintable(QString::number(took)));
        QVERIFY(!code.level(CodeLevel::Llvm).problem.empty());
        QVERIFY(worker.tryTarget(target("llvm -mtriple=aarch64-linux-gnu"), &stop).has_value()); // not blamed on the target
    }

    void aWorkerThatEndedMeanwhileIsStartedAgain()
    {
        CodeWorker worker;
        const Task task = matmul(hostTarget().value());
        const ConfigEntity entity = task.space.at(9).value();
        std::thread first([&] { (void)worker.text(task, entity, CodeLevel::Llvm); });
        first.join(); // and with it the worker that it started
        const auto text = worker.text(task, entity, CodeLevel::Llvm);
        QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
    }

    void nonsenseIsRefused()
    {
        const Task task = matmul(target("llvm"));
        const ConfigEntity entity = task.space.at(9).value();
        for (const char* levels :
             {R"(\002\000\000\000{"levels":[{"bytes":2}]}a\n)", R"(\002\000\000\000{"levels":[{"bytes":9}]}a\n)"}) {
            const QByteArray answer = QByteArray(R"(printf '\030\000\000\000)") + levels + "' >&3\nexec sleep 60";
            CodeWorker unlinked({script("short", answer)});
            const auto text = unlinked.text(task, entity, CodeLevel::Llvm);
            QVERIFY(!text);
            QVERIFY2(says(text.error().message, "sent invalid code"), text.error().message.c_str());
        }
        CodeWorker none({"/nowhere/knobscope-worker"});
        QVERIFY(says(none.text(task, entity, CodeLevel::Llvm).error().message, "/nowhere/knobscope-worker"));
        QVERIFY(none.tryTarget(target("llvm -mtriple=x86_64-linux-gnu -mcpu=pentium4")).has_value()); // nobody there to try it
    }

    void aMillionLinesArriveWhole()
    {
        LevelText level{std::vector<std::string>(1'000'000, "add rax, 1"), std::vector<int>(1'000'000, 7), {}};
        level.lines.back() = "; the end";
        Message message{{{"levels", nlohmann::json::array()}}, {}};
        addLevel(message, level);
        int ends[2] = {-1, -1};
        QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        Channel ours(ends[0]);
        Channel theirs(ends[1]);
        std::thread sender([&] { (void)theirs.send(message); });
        const auto received = ours.receive();
        sender.join();
        QVERIFY2(received.has_value(), received ? "" : received.error().message.c_str());
        const auto levels = levelsOf(*received);
        QVERIFY(levels && levels->size() == 1);
        QVERIFY(levels->front().lines == level.lines && levels->front().nestLine == level.nestLine);

        const auto tooLarge = theirs.send({{{"words", std::string(size_t{65} << 20, 'x')}}, {}});
        QVERIFY(!tooLarge);
        QVERIFY2(says(tooLarge.error().message, "The message is too large"), tooLarge.error().message.c_str());
        QVERIFY(!ours.waitForData(std::chrono::milliseconds(0)));
    }

    void tooMuchMemoryIsRefused()
    {
        if (underAddressSanitizer || underThreadSanitizer) {
            QSKIP("addresses are not limited under a sanitizer");
        }
        const Task task = matmul(target("llvm"));
        CodeWorker::Options options;
        options.memoryLimitBytes = int64_t{40} << 20; // less than LLVM takes to be loaded
        const auto text = CodeWorker(options).text(task, task.space.at(9).value(), CodeLevel::Llvm);
        QVERIFY(!text);
        QVERIFY(!text.error().message.empty());
    }

    /// What the system counts is there on every machine; what the CPU counts where it can, or else the reason.
    void eventsOfCallsAreCounted()
    {
        const Task task = matmul(target("llvm"));
        const auto entity = task.space.at(0).value();
        const auto counts = countKernel(task, entity);
        QVERIFY2(counts, counts ? "" : counts.error().message.c_str());
        QVERIFY(counts->calls >= 3 && counts->seconds > 0);
        QVERIFY(counts->of("cycles") > 0 || !counts->problem.empty());
        if (counts->of("task clock") > 0) { // nanoseconds; other programs use the core as well
            QVERIFY(counts->of("task clock") < 2e9 * counts->seconds);
        } else {
            QVERIFY(!counts->problem.empty());
        }
        QVERIFY(!countFigures(*counts).empty());
        const auto refused = countKernel(makeTask("tutorial/matmul", {32, 32, 32, "float32"}, target("llvm")).value(), entity,
                                         m_folder.filePath("none").toStdString());
        QVERIFY(!refused && says(refused.error().message, "none"));
    }

    void countedEventsAreFigures()
    {
        const KernelCounts counts{10, 0.001, {{"cycles", 3.6e6, 1}, {"instructions", 7.2e6, 1}, {"L1d misses", 7200, 0.5}}, {}};
        const auto figures = countFigures(counts);
        QCOMPARE(figures.size(), size_t{3});
        QCOMPARE(figures[0].value.message, std::string("3,600,000 per call, 3.60 GHz"));
        QCOMPARE(figures[1].value.message, std::string("7,200,000 per call, 2.00 per cycle"));
        QCOMPARE(figures[2].value.message,
                 std::string("7,200 per call, 1.00 per 1,000 instructions; counted in 50 % of the time"));
        const auto none = countFigures({3, 0.001, {}, Sentence("There are none")});
        QCOMPARE(none.size(), size_t{1});
        QVERIFY(none[0].tone == Figure::Tone::Unknown && none[0].value.message == "There are none");
    }
};

QTEST_APPLESS_MAIN(TestCodeWorker)
#include "tst_codeworker.moc"
